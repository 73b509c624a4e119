"""Prove on simulated learners that the schedule finds and mends what is weak."""

from argparse import ArgumentTypeError
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError, CommandParser

from trainer.practice import simulation
from trainer.practice.simulation import GOALS, Model, Ratios, Result

MODEL: Final = """\
Each learner has {skills} skills, {weak} of them weak. The chance of an error on a skill is
start × 2^(−c/{pace:g}), start {start_weak:.0%} on weak and {start_other:.0%} on other skills, \
plus a slip of {slip:.0%};
c counts the questions asked on it (each is explained) and halves for every {keep_days:g} full
days without one. {questions} questions, {a_day} a day; a scheduler sees only which answers \
were right.
What is left then: the mean chance of an error, and that as a multiple of uniform’s."""

LIMITS: Final = """\
What this does not show:
- People. The model is fixed beforehand and simple: it has two kinds of skills, all alike.
- Transfer: here a question exercises one skill and teaches no other; a real deal has several.
- Time: nobody is slow here, tired, or stops early. No deal is a minimal pair for anybody.
- Long memory: {days} days are too short for much to be forgotten.
- Independence: what the schedule takes for granted (how fast explanations help, how common
  weak skills are) was chosen with such learners in view. The sweep tells how much hangs on it.
- “Uniform” draws each skill by chance; “in turn” is the stricter measure, “informed” knows
  every chance of an error in advance and is out of reach for whoever sees only answers."""


def _learners(text: str) -> int:
    """0 or at least 2: of one alone there is no spread."""
    try:
        number = int(text)
    except ValueError:
        number = -1
    if number < 0 or number == 1:
        raise ArgumentTypeError(f"“{text}” is not 0 or a number from 2 on")
    return number


class Command(BaseCommand):
    help = (
        "Simulated learners practise by the trainer’s own schedule, by chance, and by what they "
        "missed. Prints the errors that are left, a sweep of the model’s parameters, and the "
        "limits of the model; the exit status is 1 if a goal is missed."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--learners", type=_learners, default=500, metavar="N", help="How many learners (500)."
        )
        parser.add_argument(
            "--sweep",
            type=_learners,
            default=100,
            metavar="N",
            help="How many learners for each line of the sweep (100); 0 for no sweep.",
        )
        parser.add_argument(
            "--seed", type=int, default=0, metavar="N", help="The number of the first learner."
        )

    def handle(self, *args: Any, learners: int, sweep: int, seed: int, **options: Any) -> None:
        if not learners:
            raise CommandError("--learners: at least 2")
        model = Model()
        self.stdout.write(MODEL.format(**asdict(model)))
        self.stdout.write(f"{learners} learners:\n\n{_HEAD}")
        results = {
            name: simulation.run(model, make, learners, seed)
            for name, make in simulation.SCHEDULERS.items()
        }
        results["informed"] = simulation.informed(model)
        base = results["uniform"]
        for name, result in results.items():
            self.stdout.write(_line(name, result, simulation.ratios(result, base)))
        reached = simulation.ratios(results["schedule"], base)
        stricter = simulation.ratios(results["schedule"], results["in turn"])
        error = results["schedule"].weak_error / base.weak
        self.stdout.write(
            f"Goals: weak at most {GOALS.weak}, others {GOALS.others}, without weak skills "
            f"{GOALS.all_strong}: {'reached' if reached.reached else 'NOT reached'} "
            f"(weak ± {error:.3f}, one standard error).\n"
            f"The schedule as a multiple of “in turn”: weak {stricter.weak:.3f}, "
            f"others {stricter.others:.3f}, without weak skills {stricter.all_strong:.3f}."
        )
        if sweep:
            self._sweep(model, sweep, seed)
        self.stdout.write("\n" + LIMITS.format(days=-(-model.questions // model.a_day)))
        if not reached.reached:
            raise SystemExit(1)

    def _sweep(self, model: Model, learners: int, seed: int) -> None:
        """A line for each other model, as soon as it is known."""
        self.stdout.write(f"\nParameters by ±50 %, {learners} learners each, the schedule:")
        self.stdout.write(_HEAD)
        missed = []
        for name, other in simulation.sweep(model):
            base, result = (
                simulation.run(other, make, learners, seed)
                for make in (simulation.Uniform, simulation.Scheduled)
            )
            reached = simulation.ratios(result, base)
            missed += [] if reached.reached else [name]
            self.stdout.write(_line(name, result, reached))
        self.stdout.write(f"The goals are missed with: {', '.join(missed) or 'none of these'}.")


_HEAD: Final = f"{'':20}{'weak skills':>16}{'other skills':>16}{'without weak skills':>22}"


def _line(name: str, result: Result, ratio: Ratios) -> str:
    cells: Iterable[tuple[float, float, int]] = (
        (result.weak, ratio.weak, 16),
        (result.others, ratio.others, 16),
        (result.all_strong, ratio.all_strong, 22),
    )
    return f"{name:20}" + "".join(
        f"{f'{100 * error:.2f} %  {multiple:.3f}':>{width}}" for error, multiple, width in cells
    )
