"""Notebooks and answers for the tests of the schedule."""

from datetime import UTC, datetime, timedelta

from trainer.practice.schedule import Answered, Mistake, Notebook, Offer

NOW = datetime(2026, 3, 2, 9, tzinfo=UTC)
DAY = timedelta(days=1)
QUICK, SLOW = 3_000, 60_000
FLUSH_AS_STRAIGHT = Mistake("flush", "straight")
OFFER = Offer("name-the-hand", "texas-holdem", (1, 2, 3), ("pair", "flush", "wheel"))


def book(**of):
    return Notebook(**{"drill": "name-the-hand", "game": "texas-holdem", **of})


def answered(*tags, right=True, at=NOW, ms=QUICK, **more):
    return Answered(right, ms, at, more.pop("level", 1), frozenset(tags), **more)


def told(notebook, *answers):
    for each in answers:
        notebook = notebook.record(each)
    return notebook


def right(tag, count, start=NOW, every=timedelta(minutes=1)):
    return [answered(tag, at=start + number * every) for number in range(count)]


def known(*tags, count=4):
    return told(book(), *(each for tag in tags for each in right(tag, count)))
