"""What is raised where a stored deal cannot be drawn or judged any more."""

from typing import Final

from rules.models import TamperedVersionError
from trainer.drills import UnknownDrillError
from trainer.models.practice import DamagedDealError

UNREADABLE: Final = (DamagedDealError, TamperedVersionError, UnknownDrillError)
