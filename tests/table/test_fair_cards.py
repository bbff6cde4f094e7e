"""Fair cards: what chance decides follows from the seed, evenly, and so that anybody can work it out."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import islice, permutations

import pytest

from game import fair
from game.record import read_record
from game.rules import BARTENDER_CARDS, HOUSE_DECK, Bartender, Kind, Liquor
from game.starting import start_entry
from tests.table.builders import SEED

SEEDS = [hashlib.sha256(str(number).encode()).hexdigest() for number in range(1200)]


def test_a_published_seed_gives_these_cards_for_ever():
    """The test vector of the documentation: a program in any language must come to the same."""
    seed = "00" * 32
    assert fair.seed_hash(seed) == "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    assert list(islice(fair.words(seed, "deck"), 3)) == [1449702879, 2757555832, 3322973173]
    assert "".join(fair.shuffled("ABCDEFGH", seed, "letters")) == "FHDGAEBC"
    deck = "".join(card.word[0] for card in fair.hand_out(seed, 5, HOUSE_DECK).deck)
    assert deck == "forkjookrrfrkkrfookmjjffrmjmkkmfmrjrmfmjkmoofjoj"


def test_words_are_cut_from_blocks_of_sha_256():
    stream = fair.words(SEED, "deck")
    found = [next(stream) for _ in range(20)]
    blocks = [hashlib.sha256(bytes.fromhex(SEED) + f"/deck/{block}".encode()).digest() for block in range(3)]
    data = b"".join(blocks)
    assert found == [int.from_bytes(data[4 * at : 4 * at + 4], "big") for at in range(20)]


def test_a_new_seed_has_256_bits_and_is_never_the_last_one():
    one, other = fair.new_seed(), fair.new_seed()
    assert len(bytes.fromhex(one)) == len(bytes.fromhex(other)) == 32
    assert one != other


def test_the_same_seed_and_label_shuffle_alike_and_any_other_does_not():
    items = range(48)
    assert fair.shuffled(items, SEED, "deck") == fair.shuffled(items, SEED, "deck")
    assert fair.shuffled(items, SEED, "deck") != fair.shuffled(items, SEED, "bottles")
    assert fair.shuffled(items, SEED, "deck") != fair.shuffled(items, SEEDS[0], "deck")
    assert sorted(fair.shuffled(items, SEED, "deck")) == list(items)


def test_every_order_of_four_comes_up_as_often_as_any_other():
    found = Counter(fair.shuffled("ABCD", seed, "letters") for seed in SEEDS)
    expected = len(SEEDS) / 24
    chi_squared = sum((found[order] - expected) ** 2 / expected for order in permutations("ABCD"))
    assert chi_squared < 49.7, "passed by chance once in a thousand times with 23 degrees of freedom"


def test_every_card_comes_to_every_place_of_the_deck_as_often_as_to_any_other():
    first = Counter(fair.hand_out(seed, 2, HOUSE_DECK).deck[0] for seed in SEEDS)
    last = Counter(fair.hand_out(seed, 2, HOUSE_DECK).deck[-1] for seed in SEEDS)
    for found in (first, last):
        assert all(abs(found[bartender] - 200) < 4 * 13 for bartender in Bartender)


def test_a_word_that_would_favour_some_item_is_thrown_away(monkeypatch: pytest.MonkeyPatch):
    """Of 2**32 words the highest one is left over when three items share them evenly."""
    monkeypatch.setattr(fair, "words", lambda seed, label: iter([2**32 - 1, 1, 0]))
    assert fair.shuffled("ABC", SEED, "letters") == ("C", "A", "B")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_bartender_starts_with_four_bottles_of_one_liquor_and_all_six_are_there(seats: int):
    for seed in SEEDS[:50]:
        bottles = fair.hand_out(seed, seats, HOUSE_DECK).bottles
        assert [sorted(row) for row in bottles] == [[0, 0, 0, 0, 0, 4]] * 6
        assert all(sum(row[liquor] for row in bottles) == 4 for liquor in Liquor)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_each_player_is_handed_one_card_of_each_kind_and_no_card_twice(seats: int):
    for seed in SEEDS[:50]:
        drinks = fair.hand_out(seed, seats, HOUSE_DECK).drinks
        assert len(drinks) == seats
        assert all([card.kind for card in cards] == list(Kind) for cards in drinks)
        handed = [card for cards in drinks for card in cards]
        assert len(set(handed)) == len(handed)
        assert all(card in HOUSE_DECK[card.kind] for card in handed)


def test_the_deck_holds_the_48_cards():
    assert sorted(fair.hand_out(SEED, 3, HOUSE_DECK).deck) == sorted(BARTENDER_CARDS)


def test_a_reshuffle_follows_from_the_seed_its_number_and_which_cards_there_are_not_how_they_lay():
    discards = [Bartender.FRANK] * 4 + [Bartender.RAY] * 4 + [Bartender.MONA] * 3
    assert fair.reshuffle(SEED, discards, 1) == fair.reshuffle(SEED, discards[::-1], 1)
    assert fair.reshuffle(SEED, discards, 1) != fair.reshuffle(SEED, discards, 2)
    assert sorted(fair.reshuffle(SEED, discards, 1)) == sorted(discards)


def test_fractions_lie_between_nought_and_one_evenly():
    found = [fair.fraction(SEED, f"part/{number}") for number in range(4000)]
    assert all(0 <= value < 1 for value in found)
    tenths = Counter(int(value * 10) for value in found)
    assert all(abs(tenths[tenth] - 400) < 80 for tenth in range(10))


def test_the_first_entry_of_a_journal_shows_the_hash_of_the_seed_and_not_the_seed():
    entry = start_entry(
        number=1, seed=SEED, seats="012", priority=(), remaining_drinks="all_at_once", drink_deck=HOUSE_DECK
    )
    assert entry["seed_hash"] == fair.seed_hash(SEED)
    assert SEED not in repr(entry)


def test_the_first_column_is_shuffled_and_every_later_one_is_the_tab_row():
    def priority(seed: str, given: str) -> str:
        entry = start_entry(
            number=1, seed=seed, seats="0123", priority=given, remaining_drinks="all_at_once", drink_deck=HOUSE_DECK
        )
        return "".join(read_record(entry["setup"]).start.priority)

    columns = {priority(seed, "") for seed in SEEDS[:300]}
    assert len(columns) == 24
    assert priority(SEEDS[0], "3120") == "3120"


def test_what_chance_gives_a_bot_follows_from_the_seed_and_from_what_it_is_asked():
    assert fair.chance(SEED, "bot/1").random() == fair.chance(SEED, "bot/1").random()
    assert fair.chance(SEED, "bot/1").random() != fair.chance(SEED, "bot/2").random()
