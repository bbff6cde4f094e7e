"""Names: normalised, 1 to 20 shown characters, nothing invisible, and no two that look alike."""

from __future__ import annotations

import pytest

from matches.names import SHOWN_CHARACTERS, BadName, clean_name, name_key, name_keys, shown_characters
from matches.people import ADJECTIVES, ANIMALS


@pytest.mark.parametrize(
    "name",
    [
        "Bill",
        "Zoë",
        "Åsa-Lena O'Neill",
        "Мария",
        "李小龍",
        "さくら",
        "محمد",
        "שרה",
        "आरती",
        "ก้อง",
        "Nguyễn Thị",
        "7",
        "Bill 0123456789",
        "Amy 👩‍🚀",
        "Ana 👍🏽",
        "Flag 🇨🇭",
        "Heart ❤️ Anna",
        "x" * 20,
    ],
)
def test_names_of_all_writings_are_welcome(name):
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  Quiet   Heron ", "Quiet Heron"),
        ("Quiet\u00a0\u2003Heron", "Quiet Heron"),
        ("Quiet\tHeron\n", "Quiet Heron"),
        ("\uff22\uff49\uff4c\uff4c", "Bill"),
        ("Zoe\u0308", "Zoë"),
        ("𝓑𝓲𝓵𝓵", "Bill"),
        ("\u3000李", "李"),
    ],
)
def test_a_name_is_normalised_and_its_spaces_collapse(typed, kept):
    assert clean_name(typed) == kept


@pytest.mark.parametrize(
    "name",
    [
        "Bill\u200b",
        "\u202elliB",
        "Bi\u2066ll",
        "Bi\u00adll",
        "Bill\ufeff",
        "Bi\u200dll",
        "\u200d👩",
        "👩\u200d",
        "Bi\u200cll",
        "Bill\ufe0f",
        "Bill\u3164",
        "Bill\U0001d159",
        "\u2800Bill",
        "Bi\u034fll",
        "Bill\x00",
        "Bi\x07ll",
        "Bill\ue000",
        "Bill\U000e0041",
        "Bill\U000e0100",
        "Bi\ud800ll",
        "Bill\u0378",
    ],
)
def test_invisible_direction_and_control_characters_are_refused(name):
    with pytest.raises(BadName, match="invisible or control"):
        clean_name(name)


@pytest.mark.parametrize("name", ["", " ", "\u2003", "\n"])
def test_a_name_needs_a_character(name):
    with pytest.raises(BadName, match="at least one character"):
        clean_name(name)


@pytest.mark.parametrize("name", ["...", "-", "!?", "👍", "♥ ♥", "$$$"])
def test_a_name_is_not_only_punctuation_or_pictures(name):
    with pytest.raises(BadName, match="at least one letter or digit"):
        clean_name(name)


def test_twenty_characters_as_a_reader_counts_them_are_the_most():
    assert len(shown_characters("Zoë👩‍🚀🇨🇭👍🏽ก้")) == 7
    accented = "e\u0323\u0301" * 20
    assert shown_characters(clean_name(accented)) == shown_characters(clean_name(accented))
    with pytest.raises(BadName, match="20 characters at most; this one has 21"):
        clean_name("x" * 21)
    with pytest.raises(BadName, match="20 characters at most"):
        clean_name("\ufdfa" * 2)  # one ligature, eighteen letters


def test_a_picture_joined_from_ever_more_parts_is_too_long():
    with pytest.raises(BadName, match="too many parts"):
        clean_name("A " + "👩\u200d" * 40 + "👩")


def test_accents_do_not_pile_up():
    with pytest.raises(BadName, match="Too many accents"):
        clean_name("B" + "\u0336\u0489\u0361\u0321" + "ill")


def test_a_name_does_not_begin_with_an_accent_on_nothing():
    with pytest.raises(BadName, match="begin with an accent"):
        clean_name("\u0301Bill")


@pytest.mark.parametrize(
    "name",
    ["deleted player", "De1eted Player", "ADMIN", "аdmin", "The House", "Bot Ada", "Ada (bot)", "B0T 7", "Staff."],
)
def test_nobody_passes_for_the_house_its_bots_or_a_deleted_player(name):
    with pytest.raises(BadName, match="reserved"):
        clean_name(name)


@pytest.mark.parametrize("name", ["Botany", "Abbot", "Prospero", "Housemartin"])
def test_a_reserved_word_inside_another_word_is_fine(name):
    assert clean_name(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Bill", "bill"),
        ("Bill", "BiIl"),
        ("Bill", "B1ll"),
        ("Bill", "Bi||"),
        ("Bill", "Bíll"),
        ("Bill", "Вill"),  # Cyrillic
        ("Bill", "Βill"),  # Greek
        ("Bill", "Ᏼill"),  # Cherokee
        ("Bill", "B i l l"),
        ("Bill", "Bill."),
        ("Bill", "-Bill-"),
        ("Otto", "0tt0"),
        ("Otto", "Оttо"),
        ("Zoë", "Zoe"),
        ("Marn", "Mam"),
        ("Will", "VVill"),
        ("СССР", "CCCP"),
        ("НАТА", "HATA"),
        ("Вова", "ВОВА"),
        ("NIKH", "ΝΙΚΗ"),
        ("paypal", "раураl"),
        ("scope", "ѕсоре"),
        ("Ana", "Аnа"),
        ("Straße", "STRASSE"),
        ("Ёжик", "Ежик"),
    ],
)
def test_names_that_look_alike_share_a_key(one, other):
    assert name_key(one) in name_keys(other)
    assert name_key(other) in name_keys(one)


def test_a_greek_name_in_other_letters_of_the_same_alphabet_is_the_same_name():
    assert name_key("Νίκος") in name_keys("νίκος")


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "Ava"), ("Nick", "Vick"), ("Bill", "Ball"), ("कि", "कु"), ("李", "王"), ("Anna", "Ana"), ("Bob", "Rob")],
)
def test_names_that_do_not_look_alike_have_different_keys(one, other):
    assert not name_keys(one) & name_keys(other)


def test_a_key_fits_its_column_whatever_the_name():
    assert len(name_key("㎨㎮" * 20)) <= 200


def test_every_friendly_name_is_a_good_one_with_room_for_a_number_and_no_two_look_alike():
    names = [f"{adjective} {animal}" for adjective in ADJECTIVES for animal in ANIMALS]
    assert all(len(name) + len(" 9999") <= SHOWN_CHARACTERS for name in names)
    assert clean_name(max(names, key=len)) in names
    assert len({name_key(name) for name in names}) == len(names) > 3000
