"""Learners made of a few numbers, to prove that the schedule helps: a model, not people."""

from trainer.practice.simulation.learners import Make, Model, Outcome, Scheduler, simulate, times
from trainer.practice.simulation.results import (
    GOALS,
    Ratios,
    Result,
    informed,
    ratios,
    run,
    sweep,
)
from trainer.practice.simulation.schedulers import (
    SCHEDULERS,
    InTurn,
    MissedOnly,
    Scheduled,
    Uniform,
)

__all__ = [
    "GOALS",
    "SCHEDULERS",
    "InTurn",
    "Make",
    "MissedOnly",
    "Model",
    "Outcome",
    "Ratios",
    "Result",
    "Scheduled",
    "Scheduler",
    "Uniform",
    "informed",
    "ratios",
    "run",
    "simulate",
    "sweep",
    "times",
]
