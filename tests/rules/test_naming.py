"""Names in three languages."""

import re
from fractions import Fraction
from itertools import combinations, permutations
from pathlib import Path

import polib
import pytest
from django.template import Context, Template
from django.utils import translation
from django.utils.translation import ngettext

from rules import naming
from rules.engine.cards import (
    DECK,
    JOKER,
    Card,
    Rank,
    Suit,
    parse_card,
    parse_cards,
)
from rules.engine.lowball import Low, rank_low
from rules.engine.ranking import STRAIGHTS, Category, HandRank, parse_hand_rank
from rules.games.base import Bound, PayHand, PayRow
from tests.rules.named import HIGH_FIRST, LANGUAGES, in_languages, others

# --- properties of all names -----------------------------------------------------------------


def all_hands():
    """The 7,462 strengths of five cards."""
    suited = {Category.FLUSH: Category.STRAIGHT_FLUSH, Category.HIGH_CARD: Category.STRAIGHT}
    runs = {tuple(sorted(run, reverse=True)) for run in STRAIGHTS.values()}
    for category, straight in suited.items():
        for ranks in combinations(HIGH_FIRST, 5):
            if ranks not in runs:
                yield HandRank(category, ranks)
        for top in STRAIGHTS:
            royal = category is Category.FLUSH and top is Rank.ACE
            yield HandRank(Category.ROYAL_FLUSH if royal else straight, (top,))
    for category in (Category.FOUR_OF_A_KIND, Category.FULL_HOUSE):
        yield from (HandRank(category, ranks) for ranks in permutations(Rank, 2))
    for rank in Rank:
        rest = others(rank, 12)
        for kickers in combinations(rest, 2):
            yield HandRank(Category.THREE_OF_A_KIND, (rank, *kickers))
        for kickers in combinations(rest, 3):
            yield HandRank(Category.PAIR, (rank, *kickers))
        for low in (low for low in rest if low < rank):
            yield from (HandRank(Category.TWO_PAIR, (rank, low, k)) for k in rest if k != low)


def every_name(language):
    rows = [PayRow(h, Fraction(1), b, r) for h in PayHand for b in Bound for r in (None, *Rank)]
    with translation.override(language):
        yield from (naming.rank_name(rank, form) for rank in Rank for form in naming.Form)
        yield from map(naming.card_name, DECK)
        yield from map(naming.category_name, Category)
        yield from map(naming.pay_hand_name, PayHand)
        yield from map(naming.pay_row_name, rows)
        yield from (naming.hand_name_with_kickers(rank, True) for rank in all_hands())


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_strength_has_a_name_of_its_own(language):
    with translation.override(language):
        names = [naming.hand_name_with_kickers(rank) for rank in all_hands()]
    assert len(names) == len(set(names)) == 7462


# Indices of cards stand in every language as they are printed on them: “kickers K, 9, 5”.
WORDS = {
    "en": r"[a-zB() ,-]+",
    "uk": r"[а-щьюяєіїґʼ«»(): ,—-]+",
    "ru": r"[а-яё«»(): ,—-]+",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_are_written_in_the_letters_of_their_language(language):
    allowed = re.compile(WORDS[language])
    for name in set(every_name(language)):
        words = re.sub(r"\(3-3-3\)| (?:10|[2-9AKQJ])(?=,|$)", "", name)
        assert allowed.fullmatch(words), name


def test_ukrainian_has_one_apostrophe():
    assert any("ʼ" in name for name in every_name("uk"))


@pytest.mark.parametrize(
    ("rank", "names"),
    [
        ("royal flush A", ["royal flush", "роял-флеш", "роял-флеш"]),
        (
            "straight flush 5",
            [
                "straight flush, five-high (steel wheel)",
                "стріт-флеш до пʼятірки («сталеве колесо»)",
                "стрит-флеш до пятёрки («стальное колесо»)",
            ],
        ),
        (
            "full house K2",
            [
                "full house, kings over twos",
                "фул-хаус, королі на двійках",
                "фул-хаус, короли на двойках",
            ],
        ),
        ("straight J", ["straight, jack-high", "стріт до валета", "стрит до валета"]),
        (
            "three of a kind 3AK",
            ["three of a kind, threes", "трійка трійок (3-3-3)", "тройка троек (3-3-3)"],
        ),
        (
            "two pair J49",
            [
                "two pair, jacks and fours",
                "дві пари, валети й четвірки",
                "две пары, валеты и четвёрки",
            ],
        ),
        ("pair 6K32", ["pair of sixes", "пара шісток", "пара шестёрок"]),
        ("high card AK953", ["ace-high", "старша карта туз", "старшая карта туз"]),
    ],
)
def test_hand_names(rank, names):
    assert in_languages(naming.hand_name, parse_hand_rank(rank)) == names


@pytest.mark.parametrize(
    ("cards", "system", "names"),
    [
        ("8s 6d 4h 3c As", Low.ACE_TO_FIVE, ["eight-six low", "лоу 8-6-4-3-A", "лоу 8-6-4-3-A"]),
        ("Ts 6d 4h 3c As", Low.ACE_TO_SIX, ["ten-six low", "лоу 10-6-4-3-A", "лоу 10-6-4-3-A"]),
        (
            "5s 4s 3s 2s As",
            Low.ACE_TO_FIVE,
            ["wheel", "лоу 5-4-3-2-A («колесо»)", "лоу 5-4-3-2-A («колесо»)"],
        ),
        ("As 5d 4s 3s 2s", Low.DEUCE_TO_SEVEN, ["ace-five low", *["лоу A-5-4-3-2"] * 2]),
        ("2s 2d 4s 3s 5s", Low.ACE_TO_FIVE, ["pair of twos", "пара двійок", "пара двоек"]),
        ("6s 5d 4s 3s 2s", Low.ACE_TO_FIVE, ["six-five low", *["лоу 6-5-4-3-2"] * 2]),
        (
            "6s 5d 4s 3s 2s",
            Low.DEUCE_TO_SEVEN,
            ["straight, six-high", "стріт до шістки", "стрит до шестёрки"],
        ),
    ],
)
def test_low_names(cards, system, names):
    rank = rank_low(parse_cards(cards), system)
    assert in_languages(naming.hand_name, rank) == names
    # All five are told, be it as lower cards or in the name itself.
    with translation.override("uk"):
        told = naming.hand_name_with_kickers(rank)
    assert told.startswith(names[1])


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_low_has_a_name_of_its_own(language):
    lows = [rank_low([Card(r, Suit(at % 2)) for at, r in enumerate(ranks)], Low.ACE_TO_FIVE)
            for ranks in combinations(Rank, 5)]  # fmt: skip
    with translation.override(language):
        assert len({naming.hand_name_with_kickers(rank) for rank in lows}) == 1287


@pytest.mark.parametrize(
    ("card", "names"),
    [
        ("As", ["ace of spades", "піковий туз", "пиковый туз"]),
        ("Qh", ["queen of hearts", "червова дама", "червовая дама"]),
        ("Td", ["ten of diamonds", "бубнова десятка", "бубновая десятка"]),
        ("Jc", ["jack of clubs", "трефовий валет", "трефовый валет"]),
    ],
)
def test_card_names(card, names):
    assert in_languages(naming.card_name, parse_card(card)) == names


@pytest.mark.parametrize("language", ["uk", "ru"])
@pytest.mark.parametrize("suit", Suit)
def test_the_suit_agrees_with_the_gender_of_the_rank(language, suit):
    endings = {"uk": ("а", "ий"), "ru": ("ая", "ый")}[language]
    with translation.override(language):
        for card in (card for card in DECK if card.suit is suit):
            adjective, noun = naming.card_name(card).split()
            assert adjective.endswith(endings[0 if noun.endswith("а") else 1])


def test_the_joker_has_a_name():
    assert in_languages(naming.card_name, JOKER) == ["joker", "джокер", "джокер"]


def test_ranks_as_printed_on_the_cards():
    ranks = [Rank.ACE, Rank.ACE, Rank.KING, Rank.TEN, Rank.NINE]
    assert in_languages(naming.ranks_text, ranks) == ["A A K 10 9"] * 3


@pytest.mark.parametrize(
    ("rank", "names"),
    [
        (Rank.QUEEN, ["five of a kind, queens", "пʼять однакових: дами", "пять одинаковых: дамы"]),
        (Rank.SIX, ["five of a kind, sixes", "пʼять однакових: шістки",
                    "пять одинаковых: шестёрки"]),
    ],
)  # fmt: skip
def test_five_of_a_kind(rank, names):
    hand = HandRank(Category.FIVE_OF_A_KIND, (rank,))
    assert in_languages(naming.hand_name, hand) == names
    assert in_languages(naming.hand_name_with_kickers, hand) == names


def test_only_an_ace_king_is_named_so():
    with translation.override("en"):
        named = [rank for rank in all_hands() if naming.hand_name(rank, True) == "ace-king"]
    assert named == [rank for rank in all_hands() if rank.is_ace_king]


@pytest.mark.parametrize(
    ("hand", "ranks", "names"),
    [
        ("pair", "", ["pair", "пара", "пара"]),
        (
            "pair",
            "AK",
            [
                "pair of aces, king kicker",
                "пара тузів, кікер король",
                "пара тузов, кикер король",
            ],
        ),
        (
            "high card",
            "K9",
            [
                "king-high, nine kicker",
                "старша карта король, кікер девʼятка",
                "старшая карта король, кикер девятка",
            ],
        ),
        (
            "full house",
            "2A",
            [
                "full house, twos over aces",
                "фул-хаус, двійки на тузах",
                "фул-хаус, двойки на тузах",
            ],
        ),
        (
            "two pair",
            "AA",
            ["two pair, aces and aces", "дві пари, тузи й тузи", "две пары, тузы и тузы"],
        ),
        ("straight", "4", ["straight, four-high", "стріт до четвірки", "стрит до четвёрки"]),
        ("ace king", "", ["ace-king", "туз-король", "туз-король"]),
    ],
)
def test_names_by_some_of_the_ranks(hand, ranks, names):
    """What a person answers, be there such a hand or not."""
    by_letter = {rank.letter: rank for rank in Rank}
    given = tuple(by_letter[letter] for letter in ranks)
    pay_hand = PayHand[hand.upper().replace(" ", "_")]
    assert in_languages(naming.partial_name, pay_hand, given) == names


@pytest.mark.parametrize(
    ("rank", "kickers", "names"),
    [
        ("pair AKT9", 0, ["a pair of aces", "пара тузів", "пара тузов"]),
        (
            "pair AKT9",
            2,
            [
                "a pair of aces, kickers king, ten",
                "пара тузів, кікери король, десятка",
                "пара тузов, кикеры король, десятка",
            ],
        ),
        (
            "two pair K29",
            0,
            ["two pair, kings and twos", "дві пари, королі й двійки", "две пары, короли и двойки"],
        ),
        (
            "three of a kind 9AK",
            1,
            [
                "three of a kind, nines, ace kicker",
                "трійка девʼяток, кікер туз",
                "тройка девяток, кикер туз",
            ],
        ),
        ("straight T", 0, ["a straight, ten-high", "стріт до десятки", "стрит до десятки"]),
        (
            "flush KT754",
            1,
            [
                "a flush, king-high, then ten",
                "флеш до короля, далі десятка",
                "флеш до короля, далее десятка",
            ],
        ),
        (
            "high card AK953",
            2,
            [
                "ace-king, then nine, five",
                "туз-король, далі девʼятка, пʼятірка",
                "туз-король, далее девятка, пятёрка",
            ],
        ),
        ("royal flush A", 0, ["a royal flush", "роял-флеш", "роял-флеш"]),
    ],
)
def test_names_of_hands_that_somebody_has(rank, kickers, names):
    assert in_languages(naming.held_name, parse_hand_rank(rank), True, kickers) == names


def test_an_unknown_form_is_refused():
    with pytest.raises(ValueError, match="dative"):
        naming.rank_name(Rank.ACE, "dative")


# --- templates and catalogues ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("{{ rank|hand_name }}", "старша карта туз"),
        ("{{ rank|hand_name:True }}", "туз-король"),
        ("{{ rank|hand_name_with_kickers:True }}", "туз-король, далі 9, 5, 3"),
        ("{{ rank.category|category_name }}", "старша карта"),
        ("{{ rank.ranks|ranks_text }}", "A K 9 5 3"),
        ('{{ rank.ranks.0|rank_name:"instrumental" }}', "тузом"),
        ("{{ card|card_name }}", "червова десятка"),
        ("{{ row.hand|pay_hand_name }}", "пара"),
        ("{{ row|pay_row_name }}", "пара тузів і вище"),
    ],
)
def test_filters(markup, text):
    context = Context(
        {
            "rank": parse_hand_rank("high card AK953"),
            "card": parse_card("10h"),
            "row": PayRow(PayHand.PAIR, Fraction(7), Bound.OR_BETTER, Rank.ACE),
        }
    )
    with translation.override("uk"):
        assert Template("{% load naming %}" + markup).render(context) == text


PLURALS = {0: [1, 21, 101, 1001], 1: [2, 3, 4, 22, 104], 2: [0, 5, 11, 12, 14, 20, 111, 112]}


@pytest.mark.parametrize("language", ["uk", "ru"])
def test_django_counts_with_the_three_plural_forms_of_the_catalogue(language, tmp_path, settings):
    names = Path(language, "LC_MESSAGES")
    ours = polib.pofile(str(settings.LOCALE_PATHS[0] / names / "django.po"))
    catalogue = polib.POFile()
    catalogue.metadata = ours.metadata
    forms = {form: str(form) for form in PLURALS}
    catalogue.append(polib.POEntry(msgid="box", msgid_plural="boxes", msgstr_plural=forms))
    (tmp_path / names).mkdir(parents=True)
    catalogue.save_as_mofile(str(tmp_path / names / "django.mo"))
    settings.LOCALE_PATHS = [tmp_path]
    with translation.override(language):
        for form, numbers in PLURALS.items():
            assert {ngettext("box", "boxes", number) for number in numbers} == {str(form)}
