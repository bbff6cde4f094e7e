"""What is stored: people, the decks of drink cards, matches with their seats and games, and each game's journal."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from matches.chat_models import ChatLine, Ignored
from matches.league_models import (
    CheckIn,
    Correction,
    Dispute,
    Entrant,
    League,
    Member,
    Notification,
    Round,
    RoundSeat,
    RoundTable,
    Season,
)

__all__ = [
    "ChatLine",
    "CheckIn",
    "Correction",
    "Dispute",
    "DrinkDeck",
    "Entrant",
    "GameRecord",
    "IceTally",
    "Ignored",
    "JournalEntry",
    "League",
    "Match",
    "Member",
    "Notification",
    "Player",
    "Round",
    "RoundSeat",
    "RoundTable",
    "Season",
    "Seat",
]


class Player(models.Model):
    """A person as others meet them, with an account or as a guest. Results keep pointing here after both are gone."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, blank=True, related_name="player"
    )
    name = models.CharField(max_length=40)
    name_key = models.CharField(max_length=200, unique=True)
    """The name with everything folded that looks alike: no two players may look like each other."""
    is_guest = models.BooleanField(default=True)
    wants_hints = models.BooleanField(default=True)
    """Whether this person is shown hints at the tables that allow them."""
    wants_mail = models.BooleanField(default=False)
    """Whether what is told under the bell is sent by e-mail as well."""
    made_by_click = models.CharField(max_length=64, unique=True, null=True, blank=True)
    """Names the press of the button that made this guest, so that a double click makes one."""
    created_at = models.DateTimeField(default=timezone.now)
    deleted_at = models.DateTimeField(null=True, blank=True)

    unread_lines: int | None = None
    """How many lines under the bell are new, once that was asked; not stored."""

    def __str__(self) -> str:
        return self.shown_name

    @property
    def shown_name(self) -> str:
        return self.name if self.deleted_at is None else "deleted player"


class DrinkDeck(models.Model):
    """A named set of drink cards. `cards` maps each kind to a list of drinks, each a list of liquor words."""

    slug = models.SlugField(unique=True)
    name = models.CharField(max_length=60)
    cards = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name


class Match(models.Model):
    """An agreed number of games between the same seats; while it is open or playing it is also a table."""

    class Status(models.TextChoices):
        OPEN = "open", "open: people take their seats"
        PLAYING = "playing", "playing"
        ADJOURNED = "adjourned", "adjourned between games"
        OVER = "over", "over"
        CANCELLED = "cancelled", "closed before its first card"

    class Pace(models.TextChoices):
        RELAXED = "relaxed", "Relaxed"
        STEADY = "steady", "Steady"
        BRISK = "brisk", "Brisk"

    class RemainingDrinks(models.TextChoices):
        ALL_AT_ONCE = "all_at_once", "All at once"
        ONE_AT_A_TIME = "one_at_a_time", "One drink at a time"

    class Chat(models.TextChoices):
        ON = "on", "Whoever sits here may write"
        PHRASES = "phrases", "Ready phrases only"
        OFF = "off", "None at this table"

    slug = models.CharField(max_length=16, unique=True)
    host = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="hosted_matches")
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.OPEN)
    games_agreed = models.PositiveSmallIntegerField(default=3)
    seat_count = models.PositiveSmallIntegerField(default=4)
    pace = models.CharField(max_length=10, choices=Pace.choices, default=Pace.STEADY)
    remaining_drinks = models.CharField(
        max_length=15, choices=RemainingDrinks.choices, default=RemainingDrinks.ALL_AT_ONCE
    )
    deck = models.ForeignKey(DrinkDeck, on_delete=models.PROTECT, null=True)
    hints = models.BooleanField(default=False)
    """Whether those who sit here may have hints, each for their own drinks; part of what they agree to."""
    chat = models.CharField(max_length=10, choices=Chat.choices, default=Chat.OFF)
    """What those who sit here may say; part of what they agree to."""
    chat_number = models.PositiveIntegerField(default=0)
    """That of the newest thing in the chat: a line, or lines that were taken back. None is used twice."""
    is_public = models.BooleanField(default=True)
    invite_token = models.CharField(max_length=43, unique=True, null=True, blank=True)
    """The secret in the invite link; null when it was revoked."""
    bots_fill_at = models.DateTimeField(null=True, blank=True)
    """Set by Play now: when the empty chairs go to bots and the first game starts."""
    created_at = models.DateTimeField(default=timezone.now)
    started_at = models.DateTimeField(null=True, blank=True)
    adjourned_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    ended_why = models.CharField(max_length=120, blank=True)
    """A sentence when the match ended with fewer games than agreed."""
    removed = models.ManyToManyField(Player, related_name="removed_from", blank=True)
    """Whom the host sent away before the start: they cannot sit down here again."""
    rematch = models.ForeignKey("self", on_delete=models.SET_NULL, null=True, blank=True, related_name="rematch_of")
    """The newest table that somebody of this match opened to play it once more."""
    league = models.ForeignKey(League, on_delete=models.PROTECT, null=True, blank=True, related_name="matches")
    """The league whose match this is; its place in a round is a RoundTable."""
    entered_by = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    """Who entered the result by hand, of a match played at a real table: it has no journal and no seeds."""

    class Meta:
        verbose_name_plural = "matches"
        constraints = [
            models.CheckConstraint(condition=Q(games_agreed__range=(1, 12)), name="one_to_twelve_games"),
            models.CheckConstraint(condition=Q(seat_count__range=(2, 5)), name="two_to_five_seats"),
        ]
        indexes = [
            models.Index(fields=["status", "-created_at"], name="match_status_created"),
            # The match list: newest first, and the same for each way in which the options can be. Being public is no
            # column of theirs but their condition: SQLite cannot look up what Django asks for as a bare truth.
            models.Index(
                fields=["status", "-ended_at", "-id"], condition=Q(is_public=True), name="match_newest_public"
            ),
            models.Index(
                fields=["status", "pace", "remaining_drinks", "seat_count", "games_agreed", "-ended_at", "-id"],
                condition=Q(is_public=True),
                name="match_by_options",
            ),
            # One's own list, private matches too, as PostgreSQL walks it; SQLite goes by one's seats.
            models.Index(fields=["-ended_at", "-id"], condition=Q(status="over"), name="match_newest"),
        ]

    def __str__(self) -> str:
        return self.slug

    @property
    def is_live(self) -> bool:
        return self.status in (self.Status.OPEN, self.Status.PLAYING)

    @property
    def table_path(self) -> str:
        """Where one sits: the waiting room, then the board."""
        return f"/tables/{self.slug}/"

    @property
    def page_path(self) -> str:
        """Where one reads: the score sheet and the result."""
        return f"/matches/{self.slug}/"


class Seat(models.Model):
    """A chair of a match: empty, a person's or a bot's. Empty chairs vanish when the match starts."""

    # Its constraints lead with the match: an index of its own would only cost.
    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats", db_index=False)
    number = models.PositiveSmallIntegerField()
    """From 0, clockwise; the name of the player inside journals and rules."""
    player = models.ForeignKey(
        Player, on_delete=models.PROTECT, null=True, blank=True, related_name="seats", db_index=False
    )
    bot = models.CharField(max_length=10, blank=True)
    """The level of the bot that sits here: rookie, regular or pro."""
    kept_for = models.ForeignKey(
        Player, on_delete=models.SET_NULL, null=True, blank=True, related_name="kept_seats", db_index=False
    )
    """Before the start: the empty chair waits for this person of the match that is played once more."""
    bot_name = models.CharField(max_length=40, blank=True)
    agreed_at = models.DateTimeField(null=True, blank=True)
    agreed_to = models.CharField(max_length=200, blank=True)
    """The options in words as this person accepted them; both empty while consent is outstanding."""
    left_at = models.DateTimeField(null=True, blank=True)
    """When the person left the running match for good: a bot plays the seat on, under the person's name."""
    is_live = models.BooleanField(default=False)
    """A person sits here and the match is open or playing: no person has two of these."""
    resume_at = models.DateTimeField(null=True, blank=True)
    """When the person asked to take the adjourned match up again."""
    total_ice = models.PositiveIntegerField(null=True, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)
    """The result of the match, from 1; both are null until it is over, and stay so if no game was scored."""

    class Meta:
        ordering = ["match", "number"]
        constraints = [
            models.UniqueConstraint(fields=["match", "number"], name="one_seat_per_number"),
            models.UniqueConstraint(fields=["match", "player"], name="one_seat_per_player_and_match"),
            models.UniqueConstraint(fields=["player"], condition=Q(is_live=True), name="one_live_table_per_person"),
            models.CheckConstraint(condition=Q(player=None) | Q(bot=""), name="a_person_or_a_bot"),
            models.CheckConstraint(condition=Q(number__range=(0, 4)), name="seat_number_in_range"),
            models.CheckConstraint(
                condition=Q(is_live=False) | Q(player__isnull=False), name="a_live_seat_is_a_persons"
            ),
            models.UniqueConstraint(fields=["match", "place"], name="one_seat_per_place"),
        ]
        indexes = [models.Index(fields=["player", "match", "place"], name="seat_of_player")]

    def __str__(self) -> str:
        return f"seat {self.number} of {self.match_id}"

    @property
    def shown_name(self) -> str:
        if self.player is not None:
            return self.player.shown_name
        return self.bot_name

    @property
    def is_empty(self) -> bool:
        return self.player_id is None and not self.bot


class GameRecord(models.Model):
    """One game of a match: its secret seed, and after the end its result in numbers."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games", db_index=False)
    number = models.PositiveSmallIntegerField()
    """From 1."""
    seed = models.CharField(max_length=64)
    """Hexadecimal; a secret until the game is over."""
    seed_hash = models.CharField(max_length=64)
    rules_version = models.CharField(max_length=10)
    started_at = models.DateTimeField(default=timezone.now)
    ended_at = models.DateTimeField(null=True, blank=True)
    is_scored = models.BooleanField(default=False)
    """True once all have settled up; a game ended by agreement stays unscored."""
    tab_row = models.JSONField(default=list)
    """Seat numbers in the order in which they settled up."""

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_game_per_number")]

    def __str__(self) -> str:
        return f"game {self.number} of {self.match_id}"

    @property
    def is_running(self) -> bool:
        return self.ended_at is None


class IceTally(models.Model):
    """What one seat took home from one game that is over."""

    game = models.ForeignKey(GameRecord, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    seat = models.ForeignKey(Seat, on_delete=models.CASCADE, related_name="tallies", db_index=False)
    ice = models.PositiveIntegerField()
    place = models.PositiveSmallIntegerField()
    """In the tab row, from 1."""
    orders_taken = models.PositiveIntegerField(default=0)
    drinks_in_play = models.PositiveSmallIntegerField(default=0)
    """Drinks made before last call."""
    called_last_call = models.BooleanField(default=False)
    bot_played = models.BooleanField(default=False)
    """A bot moved a bottle or made a drink for this person, who was away or had left."""

    class Meta:
        ordering = ["game", "place"]
        constraints = [
            models.UniqueConstraint(fields=["game", "seat"], name="one_tally_per_seat"),
            models.UniqueConstraint(fields=["game", "place"], name="one_tally_per_place"),
        ]
        indexes = [
            # All that a player's page adds up, so that thousands of games are read from the index alone.
            models.Index(
                fields=["seat", "game", "ice", "place", "orders_taken", "drinks_in_play", "called_last_call"],
                name="tally_of_seat",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.ice} ice"


class JournalEntry(models.Model):
    """One accepted thing at a table, never changed and never removed. The table's state is the fold of these."""

    game = models.ForeignKey(GameRecord, on_delete=models.CASCADE, related_name="entries", db_index=False)
    number = models.PositiveIntegerField()
    at = models.FloatField()
    """Seconds since 1970, by the server's clock."""
    entry = models.TextField()
    """A JSON object."""

    class Meta:
        ordering = ["game", "number"]
        constraints = [models.UniqueConstraint(fields=["game", "number"], name="one_entry_per_number")]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.game_id}"
