from trainer.models.learners import Learner, SignInTries, User
from trainer.models.practice import Answer, Deal, Help, Mode, Question, Sitting, Verdict
from trainer.models.skills import Confusion, Day, SkillState, Target

__all__ = [
    "Answer",
    "Confusion",
    "Day",
    "Deal",
    "Help",
    "Learner",
    "Mode",
    "Question",
    "SignInTries",
    "Sitting",
    "SkillState",
    "Target",
    "User",
    "Verdict",
]
