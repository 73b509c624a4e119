"""Where the bars of a chart stand. Pure; templates draw them, and a table says the same."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

HEIGHT: Final = 96
STEP: Final = 24
BAR: Final = 16
# Numbers stand above the bars, the names of some of them below.
ABOVE: Final = 16
BELOW: Final = 20


@dataclass(frozen=True, slots=True)
class Bar:
    """In units of the drawing, y downwards. `text` stands above it, `label` below, if any."""

    x: int
    y: int
    height: int
    text: str
    label: str = ""

    @property
    def middle(self) -> int:
        return self.x + BAR // 2


@dataclass(frozen=True, slots=True)
class Bars:
    bars: tuple[Bar, ...]

    @property
    def is_empty(self) -> bool:
        return not any(bar.height for bar in self.bars)

    @property
    def width(self) -> int:
        return STEP * len(self.bars)

    @property
    def height(self) -> int:
        return ABOVE + HEIGHT + BELOW

    @property
    def floor(self) -> int:
        return ABOVE + HEIGHT

    @property
    def below(self) -> int:
        return self.height - 5


def bars(
    values: Sequence[int | None], top: int, labels: Sequence[str] = (), *, every: int = 3
) -> Bars:
    """One bar a value, as high as the drawing for *top*; None has none, and 0 no height.

    Every so manieth has its label, the last one among them.
    """
    return Bars(tuple(_bar(at, value, top, labels, every) for at, value in enumerate(values)))


def _bar(at: int, value: int | None, top: int, labels: Sequence[str], every: int) -> Bar:
    height = HEIGHT * value // top if value and top else 0
    # What is there is seen.
    height = max(height, 2) if value else 0
    named = labels and (len(labels) - 1 - at) % every == 0
    return Bar(
        x=STEP * at + (STEP - BAR) // 2,
        y=ABOVE + HEIGHT - height,
        height=height,
        text="" if value is None else str(value),
        label=labels[at] if named else "",
    )
