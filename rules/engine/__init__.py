"""What a hand is worth: pure functions of cards."""

from typing import Final

# Stored with every verdict; raised whenever a hand could be judged otherwise than before.
ENGINE_VERSION: Final = 1
