from trainer.models.learners import User

__all__ = ["User"]
