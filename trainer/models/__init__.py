from trainer.models.learners import Learner, SignInTries, User
from trainer.models.practice import Answer, Deal, Question, Sitting, Verdict

__all__ = [
    "Answer",
    "Deal",
    "Learner",
    "Question",
    "SignInTries",
    "Sitting",
    "User",
    "Verdict",
]
