"""What a person practises next, and why. Pure: values in, values out; `now` is an argument.

What is scheduled is a skill (drill × game × tag; a pay row is a tag like `row:flush`), never a
deal. The unit that is stored is a `Notebook`: everything known of one person about one drill in
one game. For each first answer: lock its row, `record`, store `to_data()`. `next_wanted` says
what to deal, `due` and `confused_pairs` what a shift is put together from. All times have a
zone.
"""

from trainer.practice.schedule.choosing import (
    Due,
    NothingWantedError,
    Offer,
    Wanted,
    Why,
    all_due,
    confused_pairs,
    confusion_table,
    due,
    next_wanted,
)
from trainer.practice.schedule.confusions import Confusion, Mistake, mistakes_of
from trainer.practice.schedule.notebooks import Answered, Notebook
from trainer.practice.schedule.plans import Plan, Streak, local_day, streak
from trainer.practice.schedule.ratings import RATED_FROM, Rating, rating
from trainer.practice.schedule.skills import (
    RATED,
    Grade,
    Skill,
    SkillState,
    parse_skill,
)
from trainer.practice.schedule.targets import TARGETS_MS, target_ms

__all__ = [
    "RATED",
    "RATED_FROM",
    "TARGETS_MS",
    "Answered",
    "Confusion",
    "Due",
    "Grade",
    "Mistake",
    "Notebook",
    "NothingWantedError",
    "Offer",
    "Plan",
    "Rating",
    "Skill",
    "SkillState",
    "Streak",
    "Wanted",
    "Why",
    "all_due",
    "confused_pairs",
    "confusion_table",
    "due",
    "local_day",
    "mistakes_of",
    "next_wanted",
    "parse_skill",
    "rating",
    "streak",
    "target_ms",
]
