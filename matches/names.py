"""What a player may be called, and when two names look alike."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

SHOWN_CHARACTERS = 20
JOINER = "\N{ZERO WIDTH JOINER}"
EMOJI_PRESENTATION = "\N{VARIATION SELECTOR-16}"
MARKS = ("Mn", "Mc", "Me")
STORED_CHARACTERS = 40
"""An emoji can be joined from any number of parts and still be shown as one."""
MOST_MARKS = 3
"""On one character; no writing needs more, and a pile of them covers the lines above and below."""

RESERVED = (
    "deleted player",
    "last call",
    "the house",
    "house",
    "admin",
    "administrator",
    "moderator",
    "staff",
    "support",
    "system",
    "nobody",
    "everybody",
    "watcher",
    "dealer",
    "rookie",
    "regular",
    "pro",
)
RESERVED_WORDS = ("bot", "robot")
"""Anywhere in a name: nobody passes for one of the house's bots."""

DIACRITICS = ((0x0300, 0x036F), (0x1AB0, 0x1AFF), (0x1DC0, 0x1DFF), (0x20D0, 0x20FF))
"""Accents and the like, which change how a letter looks only a little. Vowel signs of other scripts are not here."""

ALIKE = str.maketrans(
    {
        "0": "o",
        "1": "l",
        "i": "l",
        "|": "l",
        "!": "l",
        "5": "s",
        "8": "b",
        "2": "z",
        "ʙ": "b",
        "ʜ": "h",
        "ᴋ": "k",
        "ᴍ": "m",
        "ᴛ": "t",
        "ɡ": "g",
        "_": None,
        "-": None,
        ".": None,
        ",": None,
        "'": None,
        "·": None,
        " ": None,
    }
)
"""What else is read as the same at a glance: after the confusables, in lower case. Small capitals stand for Cyrillic
letters, whose capitals are folded to Latin ones already."""


class BadName(ValueError):
    """Its text is a sentence for the person who chose the name."""


def clean_name(text: str) -> str:
    """The name as it is stored and shown, or BadName with the reason.

    >>> clean_name("  Quiet   Heron ")
    'Quiet Heron'
    """
    name = unicodedata.normalize("NFKC", " ".join(unicodedata.normalize("NFKC", text).split()))
    for place, character in enumerate(name):
        if not is_visible(character) and not is_emoji_glue(name, place):
            raise BadName("A name may not hold invisible or control characters.")
    if not name:
        raise BadName("A name needs at least one character.")
    shown = shown_characters(name)
    if len(shown) > SHOWN_CHARACTERS:
        raise BadName(f"A name may have {SHOWN_CHARACTERS} characters at most; this one has {len(shown)}.")
    if len(name) > STORED_CHARACTERS:
        raise BadName("That name is built from too many parts. Please choose a shorter one.")
    if any(sum(unicodedata.category(part) in MARKS for part in one) > MOST_MARKS for one in shown):
        raise BadName("Too many accents on one character.")
    if unicodedata.category(name[0]) in MARKS:
        raise BadName("A name may not begin with an accent that stands on nothing.")
    if not any(unicodedata.category(character)[0] in "LN" for character in name):
        raise BadName("A name needs at least one letter or digit.")
    key = name_key(name)
    if not key:
        raise BadName("A name needs at least one letter or digit.")
    if key in reserved_keys() or any(name_key(word) in reserved_word_keys() for word in re.split(r"[\W_]+", name)):
        raise BadName("That name is reserved. Please choose another.")
    return name


def name_key(name: str) -> str:
    """Two names with the same key look alike, so only one player may have it.

    >>> name_key("Bill") == name_key("B1LL") == name_key("Βíll")
    True
    """
    text = without_diacritics(unicodedata.normalize("NFKC", name))
    # Twice: the small letter behind a look-alike capital may itself look like another one.
    text = look(look(text).casefold())
    text = without_diacritics(text).casefold().translate(ALIKE)
    return text.replace("rn", "m").replace("vv", "w")[:200]


def name_keys(name: str) -> set[str]:
    """The key of the name and of the same name in other cases: a Greek capital nu looks like N, a small one like v.

    Whoever takes a name makes sure that nobody has any of these.
    """
    return {name_key(form) for form in (name, name.lower(), name.upper(), name.title())}


def shown_characters(name: str) -> list[str]:
    """The name cut into what a reader counts as one character: accents, emoji joined to one picture, flags.

    >>> len(shown_characters("Zoë")), len(shown_characters("👩‍🚀 Amy"))
    (3, 5)
    """
    shown: list[str] = []
    for character in name:
        if shown and (belongs_to_last(character) or shown[-1].endswith(JOINER) or completes_flag(shown[-1], character)):
            shown[-1] += character
        else:
            shown.append(character)
    return shown


def belongs_to_last(character: str) -> bool:
    return unicodedata.category(character) in MARKS or character == JOINER or is_skin_tone(character)


def is_skin_tone(character: str) -> bool:
    return "\N{EMOJI MODIFIER FITZPATRICK TYPE-1-2}" <= character <= "\N{EMOJI MODIFIER FITZPATRICK TYPE-6}"


def completes_flag(last: str, character: str) -> bool:
    return len(last) == 1 and is_regional(last) and is_regional(character)


def is_regional(character: str) -> bool:
    return "\N{REGIONAL INDICATOR SYMBOL LETTER A}" <= character <= "\N{REGIONAL INDICATOR SYMBOL LETTER Z}"


BLANKS = "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5\u180b\u180c\u180d\u180f\U0001d159"
"""Drawn as nothing although Unicode files them under letters, marks or symbols."""


def is_visible(character: str) -> bool:
    """Letters, marks, digits, punctuation, symbols and the plain space."""
    if character == " ":
        return True
    is_selector = "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"
    return unicodedata.category(character)[0] in "LMNPS" and character not in BLANKS and not is_selector


def is_emoji_glue(name: str, place: int) -> bool:
    """A joiner between two pictures, or the selector that makes a picture colourful, may stand where they belong."""
    before = name[place - 1] if place else ""
    after = name[place + 1 : place + 2]
    if name[place] == JOINER:
        return is_picture(before) and is_picture(after)
    return name[place] == EMOJI_PRESENTATION and is_picture(before)


def is_picture(character: str) -> bool:
    """A symbol that is drawn as a picture, or the part that ends one; the empty string is none."""
    if not character:
        return False
    return character == EMOJI_PRESENTATION or is_skin_tone(character) or unicodedata.category(character) == "So"


def without_diacritics(text: str) -> str:
    kept = [c for c in unicodedata.normalize("NFD", text) if not any(low <= ord(c) <= high for low, high in DIACRITICS)]
    return unicodedata.normalize("NFC", "".join(kept))


def look(text: str) -> str:
    """Each character as the one that Unicode's list of confusables takes for the model of its look-alikes."""
    return "".join(model_of(character) for character in text)


@cache
def model_of(character: str) -> str:
    """The list pairs each character with its model both ways, so the model is the one of the pair with most pairs."""
    # Half a megabyte, so only when a name is chosen.
    from confusable_homoglyphs.confusables import confusables_data

    pairs = confusables_data.get(character, [])
    if len(pairs) != 1:
        return character
    model: str = pairs[0]["c"]
    if len(confusables_data.get(model, [])) > 1:
        return model.strip("\N{LEFT-TO-RIGHT MARK}")
    return min(character, model)


@cache
def reserved_keys() -> frozenset[str]:
    return frozenset(name_key(name) for name in RESERVED)


@cache
def reserved_word_keys() -> frozenset[str]:
    return frozenset(name_key(word) for word in RESERVED_WORDS)
