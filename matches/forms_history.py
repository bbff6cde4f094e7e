"""The filters of the match list, checked, with one clear sentence for each bad value."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django import forms
from django.http import QueryDict

from matches.models import League, Match, Player
from matches.names import name_keys
from matches.selectors_history import Filters, leagues_to_choose, players_named_like

ANY = ("", "Any")
NOT_A_DAY = "Give a day as year, month and day, for example 2026-03-31."


class HistoryForm(forms.Form):
    """By GET, so that a filtered list has an address of its own. Every field may be left out."""

    name = forms.CharField(max_length=80, required=False, label="Player")
    since = forms.DateField(
        required=False,
        label="From",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        error_messages={"invalid": NOT_A_DAY},
    )
    until = forms.DateField(
        required=False,
        label="To",
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        error_messages={"invalid": NOT_A_DAY},
    )
    pace = forms.ChoiceField(required=False, choices=[ANY, *Match.Pace.choices])
    seats = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, choices=[ANY, *((n, f"{n}") for n in range(2, 6))]
    )
    games = forms.TypedChoiceField(
        required=False, coerce=int, empty_value=None, choices=[ANY, *((n, f"{n}") for n in range(1, 13))]
    )
    remaining = forms.ChoiceField(
        required=False, label="Remaining drinks", choices=[ANY, *Match.RemainingDrinks.choices]
    )
    league = forms.ChoiceField(required=False)
    player = forms.IntegerField(required=False, min_value=1, max_value=2**63 - 1, widget=forms.HiddenInput)
    """The number in the address of a player's page: what links to this list name the player by."""

    def __init__(self, data: QueryDict, viewer: Player | None) -> None:
        super().__init__(data)
        self.found: Player | None = None
        self.similar: list[Player] = []
        self.leagues = leagues_to_choose(viewer, data.get("league", ""))
        league = self.fields["league"]
        assert isinstance(league, forms.ChoiceField)
        league.choices = [ANY, *((slug, league.name) for slug, league in self.leagues.items())]
        for field in ("pace", "seats", "games", "remaining", "league"):
            self.fields[field].error_messages["invalid_choice"] = "That is none of the choices."

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            self.add_error("until", "The last day is before the first one.")
        if cleaned.get("name"):
            self._find_by_name(cleaned["name"])
        elif cleaned.get("player"):
            self.found = Player.objects.filter(pk=cleaned["player"]).first()
            if self.found is None:
                self.add_error("name", "There is no such player.")
        return cleaned

    def _find_by_name(self, name: str) -> None:
        keys = {key for key in name_keys(name) if key}
        self.found = Player.objects.filter(name_key__in=keys, deleted_at=None).first()
        if self.found is None:
            self.similar = players_named_like(min(keys, default=""))
            self.add_error("name", "Nobody has that name.")

    @property
    def filters(self) -> Filters:
        chosen = self.cleaned_data
        return Filters(
            player=self.found,
            since=chosen["since"],
            until=chosen["until"],
            pace=chosen["pace"],
            remaining_drinks=chosen["remaining"],
            seats=chosen["seats"],
            games=chosen["games"],
            league=self.chosen_league,
        )

    @property
    def chosen_league(self) -> League | None:
        return self.leagues.get(self.data.get("league", ""))

    @property
    def is_filtered(self) -> bool:
        return any(self.data.get(name) for name in self.fields)

    @property
    def query(self) -> str:
        """The filters as they stand in the address, for the links to other pages of the list."""
        return self._query_without()

    @property
    def query_of_everybody(self) -> str:
        return self._query_without("player", "name")

    @property
    def kept_player(self) -> int | None:
        """The player whom the address names by number, for as long as no other name is typed in."""
        return self.found.pk if self.found is not None and not self.data.get("name") else None

    @property
    def suggestions(self) -> list[tuple[Player, str]]:
        """Players with a similar name, each with the filters of their list."""
        others = self._query_without("player", "name")
        return [(player, f"player={player.pk}{'&' if others else ''}{others}") for player in self.similar]

    def _query_without(self, *names: str) -> str:
        return urlencode([(name, self.data[name]) for name in self.fields if self.data.get(name) and name not in names])
