"""The colours: dark alike by wish and by system, decks told apart by every eye, text readable."""

import itertools
import math
import re
from pathlib import Path

import pytest

CSS = (Path(__file__).parents[2] / "static/css/tokens.css").read_text(encoding="utf-8")
SUITS = ("spade", "heart", "diamond", "club")
# How an eye without one kind of cone sees linear RGB: G. M. Machado, M. M. Oliveira and
# L. A. F. Fernandes, “A Physiologically-based Model for Simulation of Color Vision Deficiency”,
# IEEE TVCG 15 (2009), severity 1.
EYES = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "no green": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "no blue": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def block(opening):
    """The declarations after *opening*, up to the brace that closes them."""
    body = CSS.split(opening + " {", 1)[1].split("}", 1)[0]
    return dict(re.findall(r"(--[\w-]+): ([^;]+);", body))


LIGHT = block("\n:root")
DARK = block(':root[data-theme="dark"]')


def theme(name):
    return LIGHT | (DARK if name == "dark" else {})


def deck(name):
    other = block(f':root[data-deck="{name}"]') if name != "four" else {}
    return [(LIGHT | other)[f"--{suit}"] for suit in SUITS]


def linear(colour):
    digits = colour.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    parts = (int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def luminance(colour):
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    """As WCAG 2 counts it, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def oklab(rgb):
    """B. Ottosson’s perceptual space: equal distances look equally far apart."""
    red, green, blue = rgb
    cones = (
        0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue,
        0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue,
        0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue,
    )
    long, middle, short = (max(cone, 0) ** (1 / 3) for cone in cones)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def nearest(colours, eye):
    """How far apart the two most similar of *colours* are to that eye."""
    seen = []
    for colour in colours:
        rgb = linear(colour)
        mixed = (sum(a * b for a, b in zip(row, rgb, strict=True)) for row in EYES[eye])
        seen.append(oklab([min(1, max(0, part)) for part in mixed]))
    return min(math.dist(a, b) for a, b in itertools.combinations(seen, 2))


def test_dark_is_the_same_by_wish_and_by_system():
    assert block(':root:not([data-theme="light"])') == DARK
    assert DARK.keys() <= LIGHT.keys()


@pytest.mark.parametrize("eye", EYES)
def test_the_safe_deck_stays_apart_for_every_eye(eye):
    assert nearest(deck("safe"), eye) > 0.18


def test_the_four_colours_are_the_reason_for_the_safe_deck():
    assert nearest(deck("four"), "full") > 0.2
    assert nearest(deck("four"), "no green") < 0.08


@pytest.mark.parametrize("name", ["four", "two", "safe"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_suits_can_be_read_on_the_card(name, scheme):
    face = theme(scheme)["--card-face"]
    assert min(contrast(suit, face) for suit in deck(name)) >= 4.5


def test_two_colours_are_two():
    spade, heart, diamond, club = deck("two")
    assert (spade, heart) == (club, diamond)
    assert spade != heart


# Text on a ground, as the style sheets put them together; the felt shades from one to the other.
TEXTS = [
    *((text, ground) for text in ("--ink", "--ink-2") for ground in ("--paper", "--surface")),
    *(("--felt-ink", ground) for ground in ("--felt", "--felt-2")),
    *(("--accent", ground) for ground in ("--paper", "--surface")),
    ("--on-accent", "--accent"),
    ("--on-accent", "--accent-2"),
    ("--right", "--surface"),
    ("--wrong", "--surface"),
    ("--ink", "--right-bg"),
    ("--ink", "--wrong-bg"),
    ("--tag-ink", "--tag"),
    ("--chip-ink", "--chip-face"),
]
# What one has to see without reading it: edges of fields, the dots, the focus.
SHAPES = [
    ("--line-2", "--surface"),
    ("--brass", "--surface"),
    ("--focus", "--surface"),
    ("--focus", "--paper"),
    ("--right", "--paper"),
    ("--wrong", "--paper"),
]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("text", "ground"), TEXTS)
def test_text_can_be_read(scheme, text, ground):
    colours = theme(scheme)
    assert contrast(colours[text], colours[ground]) >= 4.5


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("shape", "ground"), SHAPES)
def test_shapes_can_be_seen(scheme, shape, ground):
    colours = theme(scheme)
    assert contrast(colours[shape], colours[ground]) >= 3
