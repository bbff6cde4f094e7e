"""What people type about leagues, checked, with one clear sentence for each bad value."""

from __future__ import annotations

import datetime
import unicodedata
from collections.abc import Sequence
from typing import Any

from django import forms

from matches.forms import OneOf, WholeNumber
from matches.leagues import times
from matches.leagues.hosting import SeasonOptions
from matches.models import League, Match, Season

DIRECTIONS = "\u200b\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"
"""Invisible marks that turn the text around them, or nothing at all."""
DAY_INPUT = forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
NOT_A_DAY = "Give a day as year, month and day, for example 2026-03-31."
NOT_A_TIME = "Give a day and a time, for example 2026-03-31 20:00."


class PlainText(forms.CharField):
    """Text without control characters and invisible marks; line breaks stay where `lines` says so."""

    def __init__(self, *, lines: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self.lines = lines

    def to_python(self, value: Any) -> str:
        text = str(super().to_python(value) or "").replace("\r\n", "\n")
        kept = "".join(
            character
            for character in text
            if character not in DIRECTIONS and (unicodedata.category(character) != "Cc" or character == "\n")
        )
        return kept.strip() if self.lines else " ".join(kept.split())


class LeagueForm(forms.Form):
    """A league as such, without its seasons."""

    name = PlainText(
        label="Name of the league",
        max_length=60,
        error_messages={"required": "A league needs a name.", "max_length": "A name has at most 60 letters."},
    )
    about = PlainText(
        label="What it is",
        required=False,
        lines=True,
        max_length=2000,
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="For those who read its page: who plays, when, and where.",
        error_messages={"max_length": "At most 2000 letters, please."},
    )
    zone = OneOf(
        label="Time zone",
        choices=[(name, name.replace("_", " ")) for name in times.zone_names()],
        initial="UTC",
        help_text="Times of the league are entered and shown in it.",
        sentence="Choose a time zone from the list.",
    )
    joining = OneOf(
        label="Who may join",
        choices=[("closed", "Only people with the invite link"), ("open", "Anybody")],
        initial="closed",
        widget=forms.RadioSelect,
        sentence="Choose who may join.",
    )
    page = OneOf(
        label="Who may read its pages",
        choices=[("public", "Anybody"), ("private", "Members only")],
        initial="public",
        widget=forms.RadioSelect,
        sentence="Choose who may read the pages.",
    )

    @classmethod
    def for_league(cls, league: League, data: Any = None) -> LeagueForm:
        return cls(
            data,
            initial={
                "name": league.name,
                "about": league.about,
                "zone": league.zone,
                "joining": "open" if league.is_open else "closed",
                "page": "public" if league.is_public else "private",
            },
        )

    @property
    def chosen(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "name": data["name"],
            "about": data["about"],
            "zone": data["zone"],
            "is_open": data["joining"] == "open",
            "is_public": data["page"] == "public",
        }


class SeasonForm(forms.Form):
    """The options under which a season is played."""

    name = PlainText(
        label="Name of the season",
        required=False,
        max_length=60,
        help_text="Left empty, it gets a number.",
        error_messages={"max_length": "A name has at most 60 letters."},
    )
    scoring = OneOf(
        label="Scoring",
        choices=Season.Scoring.choices,
        initial=Season.Scoring.PLACES,
        widget=forms.RadioSelect,
        sentence="Choose how the season is scored.",
    )
    table_size = WholeNumber(
        label="Players at a table", least=2, most=5, initial=4, sentence="A table has 2 to 5 seats."
    )
    is_exact = OneOf(
        label="Where the numbers do not fit",
        choices=[("near", "Some tables have one more or one less"), ("exact", "The rest sit out, in turn")],
        initial="near",
        sentence="Choose what happens where the numbers do not fit.",
    )
    games_agreed = WholeNumber(
        label="Games in a match", least=1, most=12, initial=3, sentence="A match has 1 to 12 games."
    )
    pace = OneOf(
        label="Pace", choices=Match.Pace.choices, initial=Match.Pace.STEADY, sentence="Choose a pace from the list."
    )
    remaining_drinks = OneOf(
        label="Remaining drinks after last call",
        choices=Match.RemainingDrinks.choices,
        initial=Match.RemainingDrinks.ALL_AT_ONCE,
        sentence="Choose whether the remaining drinks are made all at once or one at a time.",
    )
    hints = OneOf(
        label="Hints",
        choices=[("off", "None"), ("on", "Allowed")],
        initial="off",
        required=False,
        sentence="Choose whether hints are allowed.",
    )
    chat = OneOf(
        label="Chat",
        choices=Match.Chat.choices,
        initial=Match.Chat.ON,
        required=False,
        sentence="Choose what may be said at the tables.",
    )
    no_show = OneOf(
        label="When somebody who has a seat does not come",
        choices=Season.NoShow.choices,
        initial=Season.NoShow.BOT,
        sentence="Choose what happens when somebody does not come.",
    )
    starts_on = forms.DateField(
        label="First day", required=False, widget=DAY_INPUT, error_messages={"invalid": NOT_A_DAY}
    )
    ends_on = forms.DateField(label="Last day", required=False, widget=DAY_INPUT, error_messages={"invalid": NOT_A_DAY})

    @classmethod
    def for_options(cls, options: SeasonOptions, data: Any = None) -> SeasonForm:
        initial = dict(options.__dict__)
        initial["is_exact"] = "exact" if options.is_exact else "near"
        initial["hints"] = "on" if options.hints else "off"
        return cls(data, initial=initial, prefix="season")

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("starts_on"), data.get("ends_on")
        if first and last and last < first:
            self.add_error("ends_on", "The season would end before it begins.")
        return data

    @property
    def options(self) -> SeasonOptions:
        data = dict(self.cleaned_data)
        data["is_exact"] = data["is_exact"] == "exact"
        data["hints"] = data["hints"] == "on"
        data["chat"] = data["chat"] or Match.Chat.ON
        return SeasonOptions(**data)


class WhenForm(forms.Form):
    """A time in the league's zone, or none."""

    starts_at = forms.DateTimeField(
        label="Time",
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M", "%Y-%m-%dT%H:%M:%S"],
        error_messages={"invalid": NOT_A_TIME},
    )
    start = OneOf(
        label="The start",
        choices=[("hand", "A host presses a button"), ("self", "By itself, at its time")],
        initial="hand",
        sentence="Choose how the round starts.",
    )
    check_in_minutes = WholeNumber(
        label="Check-in opens, minutes before",
        least=5,
        most=1440,
        initial=30,
        sentence="The check-in opens 5 to 1440 minutes before.",
    )
    where = OneOf(
        label="Where",
        choices=[("online", "Here, live"), ("tables", "At real tables: results are entered by score pad")],
        initial="online",
        sentence="Choose where the round is played.",
    )

    def __init__(self, zone: str, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.zone = zone
        self.fields[
            "starts_at"
        ].help_text = f"In the league’s zone, {zone}. Left empty, a host starts it whenever all are there."

    def clean_starts_at(self) -> datetime.datetime | None:
        """Django reads the field as UTC; what was meant is the zone of the league."""
        entered = self.cleaned_data["starts_at"]
        if entered is None:
            return None
        try:
            return times.moment_of(entered.replace(tzinfo=None), self.zone)
        except (times.NoSuchTime, OverflowError) as reason:
            raise forms.ValidationError(str(reason) if isinstance(reason, ValueError) else NOT_A_TIME) from None

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if data.get("start") == "self" and not data.get("starts_at") and "starts_at" not in self.errors:
            self.add_error("starts_at", "A round that starts by itself needs a time.")
        return data

    @property
    def chosen(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "starts_at": data["starts_at"],
            "starts_itself": data["start"] == "self",
            "check_in_minutes": data["check_in_minutes"],
            "is_at_tables": data["where"] == "tables",
        }


class PlanForm(WhenForm):
    """Several rounds ahead."""

    rounds = WholeNumber(label="Rounds", least=1, most=20, initial=4, sentence="Plan 1 to 20 rounds at a time.")
    every_days = WholeNumber(
        label="Days from one to the next", least=0, most=90, initial=7, sentence="The rounds are 0 to 90 days apart."
    )
    field_order = ["rounds", "starts_at", "every_days", "start", "where", "check_in_minutes"]

    @property
    def plan(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {
            "rounds": data["rounds"],
            "first_at": data["starts_at"],
            "every_days": data["every_days"],
            "starts_itself": data["start"] == "self",
            "is_at_tables": data["where"] == "tables",
        }


class GameForm(forms.Form):
    """One game of a match: ice and settle-up place for each of those who sat there."""

    version = forms.IntegerField(required=False, widget=forms.HiddenInput)

    def __init__(self, seats: Sequence[tuple[int, str]], *args: Any, **options: Any) -> None:
        """`seats` are a number and a name each: of players, or of seats."""
        super().__init__(*args, **options)
        self.seats = seats
        places = [("", "…"), *((str(place), ORDINALS[place]) for place in range(1, len(seats) + 1))]
        for key, name in seats:
            self.fields[f"ice_{key}"] = forms.IntegerField(
                label=f"Ice of {name}",
                widget=forms.NumberInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
                error_messages={
                    "required": f"How much ice did {name} take?",
                    "invalid": f"The ice of {name} is a whole number.",
                },
            )
            self.fields[f"place_{key}"] = forms.ChoiceField(
                label=f"{name} settled up",
                choices=places,
                error_messages={
                    "required": f"When did {name} settle up?",
                    "invalid_choice": f"When did {name} settle up?",
                },
            )

    @property
    def rows(self) -> list[tuple[str, forms.BoundField, forms.BoundField]]:
        return [(name, self[f"ice_{key}"], self[f"place_{key}"]) for key, name in self.seats]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        taken: dict[str, str] = {}
        for key, name in self.seats:
            place = data.get(f"place_{key}")
            if place and place in taken:
                self.add_error(None, f"{taken[place]} and {name} cannot both have settled up {ORDINALS[int(place)]}.")
            elif place:
                taken[place] = name
        return data

    @property
    def ice(self) -> dict[int, int]:
        return {key: self.cleaned_data[f"ice_{key}"] for key, _ in self.seats}

    @property
    def tab_row(self) -> list[int]:
        return sorted((key for key, _ in self.seats), key=lambda key: int(self.cleaned_data[f"place_{key}"]))


class CorrectionForm(GameForm):
    why = PlainText(
        label="Why", max_length=500, error_messages={"required": "Say in a few words why the result is corrected."}
    )


class WordsForm(forms.Form):
    words = PlainText(
        label="In a few words",
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 2}),
        error_messages={"required": "Say it in a few words.", "max_length": "At most 500 letters, please."},
    )


ORDINALS = ("", "first", "second", "third", "fourth", "fifth")
