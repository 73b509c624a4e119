"""What is dealt, counted over thousands of deals and held against what is promised."""

from collections import Counter
from math import sqrt

import pytest

from rules.engine.ranking import Category
from rules.games import find_game
from tests.trainer.drills.cast import (
    CASINO,
    FIRST,
    HOLDEM,
    NAMES,
    PAYS,
    RUSSIAN,
    ULTIMATE,
    WINS,
    counted,
    deals,
    name,
    rules,
)
from trainer.drills.base import LEVELS
from trainer.drills.bonus_reasons import judge
from trainer.drills.named_hand import Lure
from trainer.drills.strata import bonus, holdem, names, russian
from trainer.drills.strata.base import published
from trainer.drills.tags import CATEGORY_SKILLS, Trap, category_tag

STRATA = {
    ("name-the-hand", RUSSIAN): names.ALONE,
    ("name-the-hand", ULTIMATE): names.WITH_BOARD,
    ("name-the-hand", CASINO): names.WITH_BOARD,
    ("name-the-hand", HOLDEM): names.WITH_BOARD,
    ("which-hand-wins", HOLDEM): holdem.STRATA,
    ("which-hand-wins", RUSSIAN): russian.STRATA,
    ("what-the-bonus-pays", RUSSIAN): bonus.STRATA,
    ("what-the-bonus-pays", ULTIMATE): bonus.STRATA,
    ("what-the-bonus-pays", CASINO): bonus.STRATA,
}
in_the_upper_levels = pytest.mark.parametrize(
    ("game", "level"), [(game, level) for game in WINS.games for level in (2, 3)]
)


@pytest.mark.parametrize(
    "strata", [holdem.STRATA, russian.STRATA, bonus.STRATA, names.ALONE, names.WITH_BOARD]
)
def test_shares_are_percentages_of_named_and_described_constructions(strata):
    for level in LEVELS:
        assert sum(stratum.share(level) for stratum in strata) == 100
    assert len({stratum.key for stratum in strata}) == len(strata)
    assert all(len(stratum.text) > 30 for stratum in strata)
    lines = published(strata).splitlines()
    assert [line.split()[0] for line in lines] == [stratum.key for stratum in strata]


@pytest.mark.parametrize(("drill", "game", "level"), FIRST, ids=name)
def test_strata_are_drawn_by_their_published_shares(drill, game, level):
    found = counted(drill, game, level)
    strata = STRATA[drill.key, game]
    assert set(found.strata) <= {stratum.key for stratum in strata}
    for stratum in strata:
        share = stratum.share(level) / 100
        spread = sqrt(share * (1 - share) / found.deals)
        assert abs(found.strata[stratum.key] / found.deals - share) <= 4 * spread


@in_the_upper_levels
def test_every_category_wins_often_enough(game, level):
    found = counted(WINS, game, level)
    for tag in CATEGORY_SKILLS:
        rare = tag == category_tag(Category.ROYAL_FLUSH)
        assert found.share(tag) >= (0.015 if rare else 0.03), tag


@in_the_upper_levels
def test_most_hands_meet_inside_one_category(game, level):
    found = counted(WINS, game, level)
    assert found.share("same-category") >= 0.5


@in_the_upper_levels
def test_every_sixth_deal_is_a_tie(game, level):
    found = counted(WINS, game, level)
    assert 0.15 <= found.share("tie") <= 0.20


@in_the_upper_levels
def test_near_misses_are_there(game, level):
    found = counted(WINS, game, level)
    for trap in Trap:
        if game == RUSSIAN and trap in (Trap.COUNTERFEIT, Trap.IDLE_KICKER):
            assert found.share(trap) == 0
        else:
            assert found.share(trap) >= 0.015, trap
    assert found.share("kicker") >= 0.15
    assert found.share("wheel") >= 0.015
    assert game == RUSSIAN or found.share("board-plays") >= 0.03


@pytest.mark.parametrize("game", WINS.games)
def test_the_first_level_is_plain(game):
    found = counted(WINS, game, 1)
    assert 0.12 <= found.share("tie") <= 0.20
    assert found.share("same-category") <= 0.4
    assert not found.tables
    assert all(found.share(tag) > 0.015 for tag in CATEGORY_SKILLS)


@pytest.mark.parametrize("game", WINS.games)
@pytest.mark.parametrize("level", LEVELS)
def test_of_three_answers_none_is_given_away(game, level):
    found = counted(WINS, game, level)
    sides = {key: found.answers[key] for key in ("left", "tie", "right")}
    asked = sum(sides.values())
    if asked < 100:
        return
    assert max(sides.values()) / asked <= 0.45 + 2 * sqrt(0.25 / asked)
    assert abs(sides["left"] - sides["right"]) <= 4 * sqrt(asked)


@pytest.mark.parametrize("game", WINS.games)
def test_of_what_decides_nothing_is_given_away(game):
    found = counted(WINS, game, 3)
    assert found.also.total() == found.deals
    assert {"category", "nothing", *"AKQJT9876543"} <= set(found.also)
    assert max(found.also.values()) <= 0.3 * found.deals
    assert not counted(WINS, game, 2).also


@pytest.mark.parametrize("level", [2, 3])
def test_no_seat_wins_more_than_its_share(level):
    found = counted(WINS, HOLDEM, level)
    assert set(found.tables) == ({3, 4} if level == 2 else {5, 6})
    for players, dealt in found.tables.items():
        wins = [found.seats[players, seat] for seat in range(players)]
        fair = sum(wins) / players
        assert all(abs(won - fair) <= 4 * sqrt(fair) for won in wins)
        assert sum(wins) > dealt


def test_two_to_six_players_are_dealt():
    seats = {len(d.players) for level in (1, 2, 3) for d in deals(WINS, HOLDEM, level, 60)}
    assert seats == {2, 3, 4, 5, 6}


def test_the_bought_card_tells_nothing_about_the_winner():
    count = Counter()
    for deal in deals(WINS, RUSSIAN, 2, 2000):
        count[deal.players[0].bought, WINS.expected(deal, rules(RUSSIAN)).choice] += 1
    for bought in (True, False):
        left, right = count[bought, "left"], count[bought, "right"]
        assert abs(left - right) <= 4 * sqrt(left + right)
        assert left + right + count[bought, "tie"] > 700


# --- what the bonus pays ---------------------------------------------------------------------

BONUS = [(game, level) for game in PAYS.games for level in LEVELS]


@pytest.mark.parametrize(("game", "level"), BONUS)
def test_about_every_second_bonus_is_paid(game, level):
    found = counted(PAYS, game, level)
    assert 0.4 <= found.answers["pay"] / found.deals <= 0.6
    # No table of Reference returns the bet.
    assert found.answers["push"] == 0


@pytest.mark.parametrize(("game", "level"), BONUS)
def test_every_row_is_paid(game, level):
    ruleset = rules(game)
    count = Counter()
    for deal in deals(PAYS, game, level, 1500, "report"):
        judged = judge(deal, ruleset)
        count[judged.table, judged.row] += 1
    paid = {key: dealt for key, dealt in count.items() if key[1]}
    tables = [slot.key for slot in find_game(game).tables if slot.bet == deal.wagers[0].bet]
    if level == 1 and game == RUSSIAN:
        tables.remove("bonus6")
    assert set(paid) == {(key, row) for key in tables for row in ruleset.tables[key].rows}
    for key in tables:
        dealt = [paid[key, row] for row in ruleset.tables[key].rows]
        assert min(dealt) >= sum(dealt) / len(dealt) / 2
        assert min(dealt) >= 0.012 * 1500


@pytest.mark.parametrize(("game", "level"), [(g, lv) for g, lv in BONUS if lv > 1])
def test_bonuses_that_are_just_missed_are_there(game, level):
    found = counted(PAYS, game, level)
    for trap in (Trap.FOUR_FLUSH, Trap.FOUR_STRAIGHT):
        assert found.share(trap) >= 0.05
    assert found.share(Trap.WRAP) >= 0.02
    if game != CASINO:
        assert found.share(Trap.THREE_PAIRS) >= 0.015
    if (game, level) == (CASINO, 3):
        assert found.share("late-cards") >= 0.25
    if game == RUSSIAN:
        assert found.share("late-cards") > 0


@pytest.mark.parametrize(("game", "level"), BONUS)
def test_stakes_are_within_the_limits_and_say_nothing(game, level):
    ruleset = rules(game)
    staked = {True: Counter(), False: Counter()}
    for deal in deals(PAYS, game, level, 1500, "report"):
        [wager] = deal.wagers
        assert wager.stake in ruleset.limits[wager.bet]
        staked["outcome:pay" in deal.tags][wager.stake] += 1
    every = set(staked[True]) | set(staked[False])
    if level == 1:
        assert all(stake % 10 == 0 and stake <= 100 for stake in every)
    if level == 3:
        assert {25, 35, 125} <= every
        assert all(stake % 10 for stake in every)
    for stake in every:
        paid, taken = staked[True][stake], staked[False][stake]
        assert abs(paid - taken) <= 5 * sqrt(paid + taken) + 5


@pytest.mark.parametrize(("game", "bought"), [(RUSSIAN, True), (RUSSIAN, False)])
def test_a_bought_card_says_nothing_about_the_bonus(game, bought):
    dealt = [d for d in deals(PAYS, game, 3, 2000) if d.players[0].bought is bought]
    paid = sum("outcome:pay" in deal.tags for deal in dealt) / len(dealt)
    assert 0.4 <= paid <= 0.6


# --- name the hand ---------------------------------------------------------------------------

NAMED = [(game, level) for game in NAMES.games for level in LEVELS]


@pytest.mark.parametrize(("game", "level"), NAMED)
def test_every_hand_is_dealt_and_none_too_often(game, level):
    found = counted(NAMES, game, level)
    hands = {option.key for option in NAMES.question(*deal_of(game, level)).options}
    assert set(found.answers) == hands
    assert len(hands) == (11 if game == RUSSIAN else 10)
    shares = {hand: found.answers[hand] / found.deals for hand in hands}
    assert max(shares.values()) <= 0.2
    assert shares.pop("royal-flush") >= 0.01
    assert shares.pop("straight-flush") >= 0.02
    assert min(shares.values()) >= 0.04


def deal_of(game, level):
    [deal] = deals(NAMES, game, level, 1)
    return deal, rules(game)


@pytest.mark.parametrize("game", NAMES.games)
def test_no_rank_is_asked_for_too_often(game):
    """At level 3: which rank is right, of all questions."""
    first, second = Counter(), Counter()
    for deal in deals(NAMES, game, 3, 1500, "report"):
        ranks = NAMES.expected(deal, rules(game)).ranks
        first.update(ranks[:1])
        second.update(ranks[1:])
    assert len(first) == len(second) == 13
    assert max(first.values()) <= 0.3 * 1500
    assert max(second.values()) <= 0.3 * 1500
    assert min(first.values()) >= 0.01 * 1500


@pytest.mark.parametrize(("game", "level"), [(g, lv) for g, lv in NAMED if lv > 1])
def test_hands_that_look_like_another_are_there(game, level):
    found = counted(NAMES, game, level)
    absent = {Trap.COUNTERFEIT, Lure.SPARE_PAIR} if game == RUSSIAN else {Lure.ACE_KING}
    for lure in [*Trap, *Lure]:
        if lure is Trap.IDLE_KICKER or lure in absent:
            assert found.share(lure) == 0
        else:
            assert found.share(lure) >= 0.015, lure
    assert found.share("wheel") >= 0.015
    assert found.share("board-plays") >= (0 if game == RUSSIAN else 0.05)


@pytest.mark.parametrize("level", [2, 3])
def test_a_bought_card_tells_nothing_about_the_hand(level):
    dealt = Counter()
    for deal in deals(NAMES, RUSSIAN, level, 2000):
        dealt[deal.players[0].bought, NAMES.expected(deal, rules(RUSSIAN)).hand.key] += 1
    bought = sum(count for (six, _), count in dealt.items() if six)
    assert abs(bought / 2000 - (0.5 if level == 2 else 2 / 3)) <= 0.05
    for hand in ("pair", "straight", "flush", "full-house", "ace-king"):
        assert dealt[True, hand] >= 40
        assert dealt[False, hand] >= 40
