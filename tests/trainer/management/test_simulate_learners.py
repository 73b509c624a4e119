from io import StringIO
from random import Random

import pytest
from django.core.management import CommandError, call_command

from tests.trainer.drills.cast import SOAK
from trainer.practice import simulation
from trainer.practice.simulation import Model, Scheduled, Uniform

LEARNERS = 500 if SOAK else 50


def simulate(**options):
    out = StringIO()
    call_command("simulate_learners", stdout=out, **options)
    return out.getvalue()


class Always:
    """Asks one skill only, and remembers what it was told."""

    def __init__(self, model, rng, skill=0):
        self.skill, self.answers = skill, []

    def choose(self, now):
        return self.skill

    def told(self, skill, right, now):
        self.answers.append(right)


def ends(model, make=Always):
    """The outcome where skill 0 alone is asked, for learners of one kind of skill only."""
    return simulation.simulate(model, make, 0)


# Two skills, and only the first is ever asked.
ONE = Model(skills=2, weak=2, questions=8, slip=0.01)


def test_four_explained_questions_halve_the_chance_of_an_error():
    asked = 0.4 * 2 ** (-8 / 4) + 0.01
    assert ends(ONE).weak == pytest.approx((asked + 0.41) / 2)
    assert ends(ONE).others is None


def test_what_was_explained_fades_by_half_for_every_five_full_days_without():
    """Six questions on the first day, two of them on the other skill five days later."""

    class Then(Always):
        def choose(self, now):
            return int(now.day != 5)

    model = Model(skills=2, weak=2, questions=12, a_day=2)
    assert ends(model, Then).weak == pytest.approx(
        (0.4 * 2 ** (-1 / 4) + 0.4 * 2 ** (-10 / 4)) / 2 + 0.01
    )


def test_other_readings_of_the_model():
    smooth = Model(skills=2, weak=2, questions=4, a_day=2, fades_smoothly=True)

    class Then(Always):
        def choose(self, now):
            return int(now.day != 5)

    left = 2 * 2 ** (-1 / 5)
    assert ends(smooth, Then).weak == pytest.approx(
        (0.4 * 2 ** (-left / 4) + 0.4 * 2 ** (-2 / 4)) / 2 + 0.01
    )
    careless = Model(skills=2, weak=2, questions=8, only_misses_teach=True)
    told = []
    made = lambda model, rng: told.append(Always(model, rng)) or told[-1]  # noqa: E731
    outcome = ends(careless, made)
    misses = told[0].answers.count(False)
    assert 0 < misses < 8
    assert outcome.weak == pytest.approx((0.4 * 2 ** (-misses / 4) + 0.4) / 2 + 0.01)


def test_learners_of_one_seed_are_alike_and_others_are_not():
    outcomes = [simulation.simulate(Model(), Uniform, seed) for seed in (1, 1, 2)]
    assert outcomes[0] == outcomes[1] != outcomes[2]


def test_the_schedule_asks_every_skill_and_what_is_always_missed_as_often_as_it_may():
    """That is every third question."""
    scheduler = Scheduled(Model(), Random(0))
    asked = [0] * 24
    for now in simulation.times(Model()):
        skill = scheduler.choose(now)
        asked[skill] += 1
        scheduler.told(skill, skill != 7, now)
    assert min(asked) >= 4
    assert 60 < asked[7] <= 67


def test_missed_only_asks_what_was_missed_until_it_is_right():
    scheduler = simulation.MissedOnly(Model(), Random(0))
    scheduler.told(5, False, None)
    assert {scheduler.choose(None) for _ in range(20)} == {5}
    scheduler.told(5, True, None)
    assert len({scheduler.choose(None) for _ in range(20)}) > 1


def test_informed_is_what_nobody_can_better():
    model = Model(skills=2, weak=1, start_weak=0.4, start_other=0.1, pace=1, questions=4, slip=0)
    result = simulation.informed(model)
    # From 0.4 to 0.1 it takes two questions; then one for each.
    assert result.weak == pytest.approx(0.05)
    assert result.others == pytest.approx(0.05)
    assert result.all_strong == pytest.approx(0.025)


def test_nothing_to_compare_is_refused():
    with pytest.raises(ValueError, match="nothing to compare"):
        simulation.run(Model(), Uniform, 1)
    with pytest.raises(ValueError, match="nothing to compare"):
        simulation.run(Model(weak=0), Uniform, 5)


def test_the_sweep_changes_one_parameter_at_a_time():
    models = dict(simulation.sweep(Model()))
    assert len(models) == 20
    assert models["start_weak 0.2"] == Model(start_weak=0.2)
    assert models["pace 6"] == Model(pace=6.0)
    assert models["weak 2"] == Model(weak=2)


@pytest.mark.soak
def test_the_schedule_reaches_its_goals():
    """At most half of the errors on weak skills, a tenth more on others, by 500 learners."""
    base = simulation.run(Model(), Uniform, LEARNERS)
    reached = simulation.ratios(simulation.run(Model(), Scheduled, LEARNERS), base)
    assert reached.weak <= 0.5
    assert reached.others <= 1.1
    assert reached.all_strong <= 1.1


def test_the_command_prints_errors_ratios_the_sweep_and_the_limits(monkeypatch):
    monkeypatch.setattr(
        simulation, "sweep", lambda model: [("pace 6", Model(pace=6)), ("weak 2", Model(weak=2))]
    )
    said = simulate(learners=30, sweep=2)
    for word in ("uniform", "in turn", "missed only", "schedule", "informed", "pace 6", "weak 2"):
        assert f"\n{word}  " in said
    assert ": reached" in said
    assert "What this does not show:" in said


def test_a_missed_goal_is_said_and_fails(monkeypatch):
    monkeypatch.setitem(simulation.SCHEDULERS, "schedule", simulation.InTurn)
    out = StringIO()
    with pytest.raises(SystemExit, match="1"):
        call_command("simulate_learners", learners=5, sweep=0, stdout=out)
    assert ": NOT reached" in out.getvalue()
    assert "±50" not in out.getvalue()


@pytest.mark.parametrize("given", ["1", "-3", "many"])
def test_a_number_of_learners_that_shows_no_spread_is_refused(given):
    with pytest.raises(CommandError, match="is not 0 or a number from 2 on"):
        call_command("simulate_learners", f"--learners={given}")


def test_no_learners_prove_nothing():
    with pytest.raises(CommandError, match="at least 2"):
        call_command("simulate_learners", "--learners=0")
