from trainer.models.learners import Learner, User
from trainer.models.practice import Answer, Deal, Question, Sitting, Verdict

__all__ = ["Answer", "Deal", "Learner", "Question", "Sitting", "User", "Verdict"]
