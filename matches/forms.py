"""What people type about tables, checked, with one clear sentence for each bad value."""

from __future__ import annotations

from typing import Any

from django import forms

from matches.models import Match
from matches.options import options_of
from matches.seating import BOT_LEVELS


class WholeNumber(forms.IntegerField):
    """A number from a small range; every other value gets the one sentence that says the range."""

    def __init__(self, *, least: int, most: int, sentence: str, **options: Any) -> None:
        messages = dict.fromkeys(("required", "invalid", "min_value", "max_value"), sentence)
        super().__init__(min_value=least, max_value=most, error_messages=messages, **options)


class OneOf(forms.ChoiceField):
    """One of a few words; every other value gets the one sentence."""

    def __init__(self, *, sentence: str, **options: Any) -> None:
        super().__init__(error_messages={"required": sentence, "invalid_choice": sentence}, **options)


class TableForm(forms.Form):
    """The options of a table, to open one or to change it before the start."""

    games_agreed = WholeNumber(
        label="Games in the match", least=1, most=12, initial=3, sentence="A match has 1 to 12 games."
    )
    seat_count = WholeNumber(label="Seats", least=2, most=5, initial=4, sentence="A table has 2 to 5 seats.")
    pace = OneOf(
        label="Pace",
        choices=[
            (Match.Pace.RELAXED, "Relaxed: a card each 8 s"),
            (Match.Pace.STEADY, "Steady: a card each 4 s"),
            (Match.Pace.BRISK, "Brisk: a card each 2.5 s"),
        ],
        initial=Match.Pace.STEADY,
        sentence="Choose a relaxed, steady or brisk pace.",
    )
    remaining_drinks = OneOf(
        label="Remaining drinks after last call",
        choices=Match.RemainingDrinks.choices,
        help_text="In one turn each player makes all that are left, or one drink before the next player’s turn.",
        initial=Match.RemainingDrinks.ALL_AT_ONCE,
        sentence="Choose whether the remaining drinks are made all at once or one at a time.",
    )
    hints = OneOf(
        label="Hints",
        choices=[("on", "Allowed: whoever likes sees hints for their own drinks"), ("off", "None at this table")],
        initial="on",
        required=False,
        sentence="Choose whether hints are allowed.",
    )
    chat = OneOf(
        label="Chat",
        choices=Match.Chat.choices,
        initial=Match.Chat.ON,
        required=False,
        sentence="Choose what may be said at this table.",
    )
    visibility = OneOf(
        label="Who may join",
        choices=[
            ("public", "Anybody: the table is shown in the lobby"),
            ("private", "Only people with the invite link"),
        ],
        initial="public",
        widget=forms.RadioSelect,
        sentence="Choose who may join.",
    )

    def clean_hints(self) -> str:
        """A form that does not ask leaves them as they are by default."""
        return self.cleaned_data["hints"] or "on"

    def clean_chat(self) -> str:
        return self.cleaned_data["chat"] or Match.Chat.ON

    @classmethod
    def for_match(cls, match: Match) -> TableForm:
        """The form as the table stands."""
        options = options_of(match)
        return cls(
            initial={
                "games_agreed": options.games_agreed,
                "seat_count": options.seat_count,
                "pace": options.pace,
                "remaining_drinks": options.remaining_drinks,
                "hints": "on" if options.hints else "off",
                "chat": options.chat,
                "visibility": "public" if match.is_public else "private",
            }
        )

    @property
    def chosen(self) -> dict[str, Any]:
        """The keyword arguments of the services."""
        data = dict(self.cleaned_data)
        data["hints"] = data["hints"] == "on"
        data["is_public"] = data.pop("visibility") == "public"
        return data


class BotForm(forms.Form):
    level = OneOf(
        label="Level",
        choices=list(BOT_LEVELS.items()),
        initial="regular",
        sentence="A bot is a rookie, a regular or a pro.",
    )
    seat = WholeNumber(
        least=0, most=4, required=False, widget=forms.HiddenInput, sentence="There is no such seat at this table."
    )
    """The free seat that the page offered: pressed twice, one bot sits down."""

    @property
    def first_sentence(self) -> str:
        """The first thing that is wrong; there is room for one sentence only."""
        return str(next(iter(self.errors.values()))[0])
