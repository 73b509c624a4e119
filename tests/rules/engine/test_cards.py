"""Cards as text: every accepted spelling reads back, everything else is refused by name."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules.engine.cards import (
    DECK,
    JOKER,
    Card,
    Rank,
    Suit,
    format_cards,
    parse_card,
    parse_cards,
    parse_with_jokers,
    require_distinct,
)
from rules.engine.errors import (
    CardCountError,
    DuplicateCardError,
    EngineError,
    ForeignLetterError,
    UnknownCardError,
)

SEPARATORS = [
    " ",
    "  ",
    ",",
    ", ",
    ";",
    "\n",
    "\t",
    "\u00a0",
    "-",
    "–",
    "/",
    "|",
    "+",
    ".",
    "_",
    "",
]
CYRILLIC = {"A": "Аа", "K": "Кк", "C": "Сс"}
WHITE_SIGNS = {"♣": "♧", "♦": "♢", "♥": "♡", "♠": "♤"}

hands = st.lists(st.sampled_from(DECK), unique=True, max_size=9)


def spellings(card: Card) -> list[str]:
    """Every accepted way to write *card*."""
    rank, suit, sign = card.rank.letter, card.suit.letter.upper(), card.suit.sign
    ranks = [rank, rank.lower(), card.rank.index, *CYRILLIC.get(rank, "")]
    suits = [suit, suit.lower(), sign, sign + "\ufe0f", sign + "\ufe0e", WHITE_SIGNS[sign]]
    return [r + s for r in ranks for s in [*suits, *CYRILLIC.get(suit, "")]]


@given(hands)
def test_printed_cards_read_back(cards):
    assert parse_cards(format_cards(cards)) == tuple(cards)


@given(hands, st.sampled_from(SEPARATORS), st.data())
def test_every_spelling_and_separator_reads_the_same(cards, separator, data):
    tokens = [data.draw(st.sampled_from(spellings(card))) for card in cards]
    assert parse_cards(separator.join(tokens)) == tuple(cards)


@pytest.mark.parametrize("card", DECK, ids=str)
def test_all_spellings_of_one_card(card):
    assert {parse_card(text) for text in spellings(card)} == {card}


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("10h", "Th"),
        ("АС", "Ac"),
        ("Аs Kс", "As Kc"),
        ("Ас6с", "Ac 6c"),
        ("к♠,a♥", "Ks Ah"),
        ("10s10h", "Ts Th"),
        ("  As\n", "As"),
        ("", ""),
    ],
)
def test_reads(text, cards):
    assert format_cards(parse_cards(text)) == cards


@pytest.mark.parametrize("letter", "ТтВвДд")
@pytest.mark.parametrize("suit", ["s", "h", "♦", "С"])
def test_ambiguous_cyrillic_ranks_are_refused(letter, suit):
    with pytest.raises(ForeignLetterError) as caught:
        parse_cards(f"As {letter}{suit} 7h")
    assert caught.value.params == {"token": letter + suit, "letter": letter}
    assert f"“{letter}{suit}”" in str(caught.value)
    assert f"letter {letter}," in str(caught.value)


@pytest.mark.parametrize(
    ("text", "token"),
    [("AsТh", "Тh"), ("Ас Тh", "Тh"), ("Ат", "Ат"), ("Кд", "Кд"), ("10Т", "10Т")],
)
def test_ambiguous_letters_are_found_in_mixed_tokens(text, token):
    with pytest.raises(ForeignLetterError) as caught:
        parse_cards(text)
    assert caught.value.params["token"] == token


UNKNOWN = ["1s", "11s", "0h", "As2", "A", "s", "10", "T", "Ax", "AA", "sA", "Jk", "?", "Пs", "ß"]
# Not S and K, though the one becomes S in upper and the other k in lower case.
LOOKALIKES = ["Aſ", "\u212as"]


@pytest.mark.parametrize("token", [*UNKNOWN, *LOOKALIKES])
def test_unknown_tokens_are_quoted(token):
    with pytest.raises(UnknownCardError) as caught:
        parse_cards(f"7h, {token}; 8d")
    quoted = caught.value.params["token"]
    assert token.endswith(quoted)
    assert f"“{quoted}”" in str(caught.value)


@given(st.text(alphabet="AKQJT1023456789cdhsАКСТВД♠♥ ,xß", max_size=12) | st.text())
def test_any_text_is_read_or_refused_with_a_part_of_it(text):
    quoted = ""
    try:
        parse_cards(text)
    except DuplicateCardError as error:
        parse_card(error.params["card"])
    except (UnknownCardError, ForeignLetterError) as error:
        quoted = error.params["token"]
    assert quoted in text


@given(hands.filter(bool), st.data())
def test_a_card_may_not_stand_twice(cards, data):
    twice = data.draw(st.sampled_from(cards))
    text = format_cards(data.draw(st.permutations([*cards, twice])))
    with pytest.raises(DuplicateCardError, match=str(twice)):
        parse_cards(text)


def test_the_first_card_that_stands_twice_is_named():
    with pytest.raises(DuplicateCardError, match="2c"):
        require_distinct(
            [Card(Rank.ACE, Suit.SPADES), *parse_cards("2c 3c"), *parse_cards("2c As")]
        )


@given(hands, st.integers(0, 9))
def test_a_wrong_count_says_how_many_were_read(cards, count):
    text = format_cards(cards)
    if len(cards) == count:
        assert len(parse_cards(text, count)) == count
        return
    with pytest.raises(CardCountError) as caught:
        parse_cards(text, count)
    assert caught.value.params == {
        "expected": count,
        "found": len(cards),
        "cards": text or "–",
    }


@pytest.mark.parametrize("text", ["", "As Kd", " , "])
def test_parse_card_wants_one_card(text):
    with pytest.raises(CardCountError):
        parse_card(text)


def test_refusals_are_value_errors():
    assert issubclass(EngineError, ValueError)


def test_the_deck_is_in_id_order():
    assert [card.id for card in DECK] == list(range(52))
    assert (str(DECK[0]), str(DECK[-1])) == ("2c", "As")


def test_what_is_printed_on_a_card():
    assert " ".join(rank.index for rank in Rank) == "2 3 4 5 6 7 8 9 10 J Q K A"
    assert "".join(suit.sign for suit in Suit) == "♣♦♥♠"
    assert repr(parse_card("10h")) == "Card('Th')"


# --- jokers ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("Jk", "Jk"),
        ("As jK 7h", "As Jk 7h"),
        ("AsJkJcJK", "As Jk Jc Jk"),
        ("Jк", "Jk"),
        ("As, 10h", "As Th"),
        ("", ""),
    ],
)
def test_jokers_are_read_where_they_are_asked_for(text, cards):
    assert format_cards(parse_with_jokers(text)) == cards


@given(st.lists(st.sampled_from([*DECK, JOKER]), unique=True), st.integers(0, 2))
def test_printed_jokers_read_back(cards, jokers):
    cards += [JOKER] * jokers
    assert parse_with_jokers(format_cards(cards)) == tuple(cards)


@pytest.mark.parametrize("token", ["J", "k", "jo", "JkA", "Jkk", *UNKNOWN[:-4], *LOOKALIKES])
def test_beside_jokers_all_else_is_refused_as_ever(token):
    with pytest.raises(UnknownCardError) as caught:
        parse_with_jokers(f"7h Jk {token} 8d")
    assert token.endswith(caught.value.params["token"])


def test_a_joker_counts_as_a_card_and_may_stand_twice_unlike_others():
    assert parse_with_jokers("Jk Jk", 2) == (JOKER, JOKER)
    with pytest.raises(CardCountError, match="Jk Jk"):
        parse_with_jokers("Jk Jk", 3)
    with pytest.raises(DuplicateCardError, match="As"):
        parse_with_jokers("As Jk As")
    with pytest.raises(DuplicateCardError, match="Jk"):
        require_distinct([JOKER, JOKER])
