"""What staff may look at. Matches, games and journals are history: they are read here, never edited."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from matches import chat
from matches.models import ChatLine, Correction, DrinkDeck, GameRecord, IceTally, League, Match, Player, Season, Seat

if TYPE_CHECKING:  # Django's own classes take no type arguments when the program runs
    Page = admin.ModelAdmin[Any]
    Inline = admin.TabularInline[Any, Any]
else:
    Page = admin.ModelAdmin
    Inline = admin.TabularInline


class ReadOnly:
    """Nothing is added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class SeatInline(ReadOnly, Inline):
    model = Seat
    fields = ("number", "player", "bot", "bot_name", "agreed_at", "agreed_to", "left_at", "total_ice", "place")
    ordering = ("number",)


class GameInline(ReadOnly, Inline):
    """The seed is no field here: while the game runs it is a secret from staff as well."""

    model = GameRecord
    fields = ("number", "started_at", "ended_at", "is_scored", "tab_row", "seed_hash")


class TallyInline(ReadOnly, Inline):
    model = IceTally
    fields = ("seat", "ice", "place", "orders_taken", "drinks_in_play", "called_last_call")


@admin.register(Match)
class MatchAdmin(ReadOnly, Page):
    list_display = ("slug", "status", "host", "games_agreed", "pace", "is_public", "created_at", "ended_at")
    list_filter = ("status", "is_public")
    search_fields = ("slug",)
    list_select_related = ("host",)
    show_full_result_count = False
    exclude = ("invite_token",)
    inlines = (SeatInline, GameInline)


@admin.register(GameRecord)
class GameRecordAdmin(ReadOnly, Page):
    list_display = ("match", "number", "started_at", "ended_at", "is_scored")
    list_select_related = ("match",)
    show_full_result_count = False
    exclude = ("seed",)
    inlines = (TallyInline,)


@admin.register(Player)
class PlayerAdmin(ReadOnly, Page):
    list_display = ("shown_name", "is_guest", "created_at", "deleted_at")
    search_fields = ("name",)
    show_full_result_count = False


class SeasonInline(ReadOnly, Inline):
    model = Season
    fields = ("number", "name", "scoring", "table_size", "games_agreed", "created_at", "closed_at")


@admin.register(League)
class LeagueAdmin(ReadOnly, Page):
    """Without its secret links: not even staff can let themselves in by them."""

    list_display = ("name", "slug", "host", "is_open", "is_public", "created_at")
    search_fields = ("name", "slug")
    list_select_related = ("host",)
    show_full_result_count = False
    exclude = ("invite_token", "calendar_token")
    inlines = (SeasonInline,)


@admin.register(Correction)
class CorrectionAdmin(ReadOnly, Page):
    """The audit notes of all leagues."""

    list_display = ("at", "match", "game_number", "by", "why")
    list_select_related = ("match", "by")
    show_full_result_count = False


@admin.register(ChatLine)
class ChatLineAdmin(ReadOnly, Page):
    """What is said at the tables: read, and taken away where it must not stay."""

    list_display = ("at", "match", "player", "words")
    search_fields = ("words", "player__name", "match__slug")
    list_select_related = ("match", "player")
    show_full_result_count = False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return request.user.has_perm("matches.delete_chatline")

    def delete_model(self, request: HttpRequest, obj: ChatLine) -> None:
        chat.take_back(ChatLine.objects.filter(pk=obj.pk))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[ChatLine]) -> None:
        chat.take_back(queryset)


@admin.register(DrinkDeck)
class DrinkDeckAdmin(ReadOnly, Page):
    list_display = ("name", "slug", "created_at")


admin.site.site_header = "Last Call, staff"
