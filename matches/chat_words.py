"""What may be said at a table: ready phrases, and lines that people type. Pure."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from matches.names import JOINER, MARKS, MOST_MARKS, is_emoji_glue, is_visible, shown_characters

SHOWN_CHARACTERS = 200
MOST_STORED = 400
"""An emoji can be joined from any number of parts and still be shown as one."""
MOST_SENT = 4000
"""More than this is not even looked at."""

PHRASES = ("Hello!", "Good luck!", "Nice move!", "Thank you!", "Sorry!", "One moment, please.", "Good game!")
REACTIONS = {"Bravo!": "bravo", "Ha ha!": "haha", "Oh!": "oh", "Ouch!": "ouch", "Brr, ice!": "ice", "Cheers!": "cheers"}
"""Said with one press as well, and shown with a picture, whose name it is."""
READY = frozenset([*PHRASES, *REACTIONS])

ENDINGS = "com net org info biz io co gg tv me app dev xyz site online club shop live link top ru cn de uk fr eu"
LINK = re.compile(
    r"[a-z][a-z0-9+.-]*://|\bwww\.|\bmailto:"
    rf"|\w\.(?:{'|'.join(ENDINGS.split())})\b"
    r"|\w\.[a-z]{2,}/|\w@\w[\w-]*\.\w|\b\d{1,3}(?:\.\d{1,3}){3}\b"
)
"""What people and browsers take for an address; rather one line too many than one too few."""
DOTS = str.maketrans("。․", "..")
NON_JOINER = "\N{ZERO WIDTH NON-JOINER}"


class BadLine(ValueError):
    """Its text is a sentence for the person who wrote the line."""


def clean_line(text: str) -> str:
    """The line as it is stored and shown, without anything invisible; or BadLine with the reason.

    >>> clean_line("  Nice \\u202e move\\x07! ")
    'Nice move!'
    """
    if len(text) > MOST_SENT:
        raise BadLine(f"A line may have {SHOWN_CHARACTERS} characters at most.")
    text = unicodedata.normalize("NFC", " ".join(text.split()))
    kept = "".join(character for place, character in enumerate(text) if _may_stay(text, place))
    line = unicodedata.normalize("NFC", " ".join("".join(_with_few_marks(kept)).split()))
    if not any(is_visible(character) for character in line):
        raise BadLine("There is nothing in that line to read.")
    shown = len(shown_characters(line))
    if shown > SHOWN_CHARACTERS:
        raise BadLine(f"A line may have {SHOWN_CHARACTERS} characters at most; this one has {shown}.")
    if len(line) > MOST_STORED:
        raise BadLine("That line is built from too many parts. Please write a shorter one.")
    return line


def has_link(line: str) -> bool:
    """Whether something in the line reads like an address of a page or of a person.

    >>> has_link("look at example.com"), has_link("Well. Nice move.No hurry")
    (True, False)
    """
    plain = unicodedata.normalize("NFKC", line).casefold().translate(DOTS)
    return LINK.search(plain.replace(JOINER, "").replace(NON_JOINER, "")) is not None


def _may_stay(text: str, place: int) -> bool:
    return is_visible(text[place]) or is_emoji_glue(text, place) or _joins_letters(text, place)


def _joins_letters(text: str, place: int) -> bool:
    """Some writings need to say inside a word whether two letters are joined."""
    if text[place] not in (JOINER, NON_JOINER) or not 0 < place < len(text) - 1:
        return False
    return all(unicodedata.category(text[beside])[0] in "LM" for beside in (place - 1, place + 1))


def _with_few_marks(text: str) -> Iterator[str]:
    """Without the accents that pile up over the lines above and below, or that stand on nothing."""
    marks = MOST_MARKS
    for character in text:
        marks = marks + 1 if unicodedata.category(character) in MARKS else 0
        if marks <= MOST_MARKS:
            yield character
