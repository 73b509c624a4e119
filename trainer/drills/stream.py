"""Random numbers that any Python version makes again from a seed.

Block *i* is HMAC-SHA256 of `purpose` and the counter under the seed; integers are drawn by
rejection from whole bytes, so no value is favoured.

>>> Stream(bytes(32), "example").below(52)
18
"""

import hmac
from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")
SEED_BYTES: Final = 32


class Stream:
    """A stream of draws; equal seed and purpose give equal draws, other purposes others."""

    def __init__(self, seed: bytes, purpose: str) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed
        self._purpose = purpose.encode()
        self._counter = 0
        self._buffer = b""

    def _take(self, size: int) -> bytes:
        while len(self._buffer) < size:
            message = self._purpose + b"\0" + self._counter.to_bytes(8, "big")
            self._buffer += hmac.digest(self._seed, message, "sha256")
            self._counter += 1
        taken, self._buffer = self._buffer[:size], self._buffer[size:]
        return taken

    def below(self, bound: int) -> int:
        """A whole number from 0 to *bound* − 1, each equally likely."""
        if bound < 1:
            raise ValueError(f"bound must be at least 1, not {bound}")
        size = ((bound - 1).bit_length() + 7) // 8 or 1
        limit = 256**size - 256**size % bound
        while True:
            number = int.from_bytes(self._take(size), "big")
            if number < limit:
                return number % bound

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def weighted(self, items: Sequence[T], weights: Sequence[int]) -> T:
        """One item, with chances as whole-number *weights*."""
        number = self.below(sum(weights))
        for item, weight in zip(items, weights, strict=True):
            if number < weight:
                return item
            number -= weight
        raise AssertionError("unreachable: the draw is below the sum of weights")

    def shuffled(self, items: Sequence[T]) -> list[T]:
        """A Fisher–Yates shuffle of a copy."""
        deck = list(items)
        for last in range(len(deck) - 1, 0, -1):
            other = self.below(last + 1)
            deck[last], deck[other] = deck[other], deck[last]
        return deck

    def sample(self, items: Sequence[T], count: int) -> list[T]:
        """*count* different items in random order."""
        if count > len(items):
            raise ValueError(f"cannot draw {count} of {len(items)}")
        deck = list(items)
        for at in range(count):
            other = at + self.below(len(deck) - at)
            deck[at], deck[other] = deck[other], deck[at]
        return deck[:count]
