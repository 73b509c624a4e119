import hmac
from collections import Counter

import pytest

from tests.trainer.drills.cast import assert_uniform
from trainer.drills.stream import SEED_BYTES, Stream

SEED = bytes(range(SEED_BYTES))


def blocks(seed, purpose, count):
    """The bytes of a stream by its definition, without its code."""
    return b"".join(
        hmac.new(seed, purpose.encode() + b"\0" + number.to_bytes(8, "big"), "sha256").digest()
        for number in range(count)
    )


@pytest.mark.parametrize("seed", [SEED, bytes(SEED_BYTES), b"\xff" * SEED_BYTES])
@pytest.mark.parametrize("purpose", ["deal", "", "роздача"])
def test_bytes_come_from_hmac_of_purpose_and_counter(seed, purpose):
    rng = Stream(seed, purpose)
    assert bytes(rng.below(256) for _ in range(100)) == blocks(seed, purpose, 4)[:100]


def test_the_vectors_are_frozen():
    rng = Stream(SEED, "deal")
    assert [rng.below(52) for _ in range(12)] == [1, 23, 33, 29, 43, 22, 19, 28, 17, 3, 46, 4]
    assert [rng.below(1000) for _ in range(6)] == [193, 155, 820, 399, 364, 165]
    assert rng.shuffled(range(10)) == [1, 0, 6, 9, 2, 5, 7, 4, 3, 8]
    assert rng.sample("abcdefg", 3) == ["g", "f", "e"]
    assert rng.weighted("xyz", [1, 2, 3]) == "z"


@pytest.mark.parametrize("bound", [1, 2, 3, 52, 255, 256, 257, 1000, 65536, 65537, 2**40 + 1])
def test_numbers_are_whole_bytes_below_the_last_full_multiple(bound):
    size = 1 if bound <= 256 else -(-(bound - 1).bit_length() // 8)
    limit = 256**size // bound * bound
    source = blocks(SEED, "vector", 400)
    expected = []
    for at in range(0, len(source), size):
        number = int.from_bytes(source[at : at + size], "big")
        if number < limit:
            expected.append(number % bound)
    rng = Stream(SEED, "vector")
    assert [rng.below(bound) for _ in range(50)] == expected[:50]


@pytest.mark.parametrize("bound", [3, 52, 200])
def test_no_number_is_favoured(bound):
    rng = Stream(SEED, "uniform")
    assert_uniform(Counter(rng.below(bound) for _ in range(100 * bound)), range(bound))


def test_a_shuffle_favours_no_order():
    rng = Stream(SEED, "orders")
    count = Counter("".join(rng.shuffled("abcd")) for _ in range(4800))
    orders = {a + b + c + d for a in "abcd" for b in "abcd" for c in "abcd" for d in "abcd"}
    assert_uniform(count, [order for order in orders if len(set(order)) == 4])


def test_a_sample_favours_no_pair():
    rng = Stream(SEED, "pairs")
    count = Counter(tuple(rng.sample("abcde", 2)) for _ in range(4000))
    assert_uniform(count, [(a, b) for a in "abcde" for b in "abcde" if a != b])


def test_weights_are_chances():
    rng = Stream(SEED, "weights")
    count = Counter(rng.weighted("abc", [1, 0, 3]) for _ in range(4000))
    assert count["b"] == 0
    assert 900 < count["a"] < 1100


def test_purposes_and_seeds_give_other_numbers():
    def start(seed, purpose):
        rng = Stream(seed, purpose)
        return [rng.below(2**32) for _ in range(8)]

    streams = [start(SEED, "a"), start(SEED, "b"), start(bytes(SEED_BYTES), "a")]
    assert start(SEED, "a") == streams[0]
    assert len({number for numbers in streams for number in numbers}) == 24


def test_what_makes_no_sense_is_refused():
    with pytest.raises(ValueError, match="32 bytes"):
        Stream(b"short", "deal")
    with pytest.raises(ValueError, match="at least 1"):
        Stream(SEED, "deal").below(0)
    with pytest.raises(ValueError, match="cannot draw 3 of 2"):
        Stream(SEED, "deal").sample("ab", 3)
