from trainer.models.learners import Learner, SignInTries, User
from trainer.models.practice import Answer, Deal, Help, Mode, Question, Sitting, Verdict
from trainer.models.skills import Day, Holiday, Notebook, Target

__all__ = [
    "Answer",
    "Day",
    "Deal",
    "Help",
    "Holiday",
    "Learner",
    "Mode",
    "Notebook",
    "Question",
    "SignInTries",
    "Sitting",
    "Target",
    "User",
    "Verdict",
]
