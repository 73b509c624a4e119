"""Derive stored deals and verdicts again and compare."""

from argparse import ArgumentTypeError
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from trainer.practice.self_check import Checked, check_stored


class Command(BaseCommand):
    help = (
        "Derives stored verdicts again by a second way: the hash of each deal, the deal from its "
        "seed, today’s verdict, and the hands by the tables. Prints a line for each difference, "
        "then the counts; the exit status is 1 if anything differs. Nothing is written."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--limit", type=_count, metavar="N", help="Only the newest N deals, instead of all."
        )

    def handle(self, *args: Any, limit: int | None = None, **options: Any) -> None:
        agree = differ = faulty = earlier = 0
        for checked in check_stored(limit):
            for line in _lines(checked):
                faulty += 1
                self.stdout.write(line)
            agree += checked.agree
            differ += checked.differ
            earlier += not checked.dealt_again and not checked.faults
        if earlier:
            self.stdout.write(f"{earlier} deals of an earlier generator were not dealt again")
        self.stdout.write(f"{agree} verdicts agree, {differ} differ")
        if faulty:
            raise SystemExit(1)


def _count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise ArgumentTypeError(f"“{text}” is not a number from 1 on")
    return number


def _lines(checked: Checked) -> list[str]:
    deal = f"deal {checked.deal.pk} ({checked.deal.drill})"
    lines = [f"{deal}: {fault}" for fault in checked.faults]
    for answer, faults in checked.verdict_faults.items():
        lines += [f"{deal}, answer {answer}: {fault}" for fault in faults]
    return lines
