"""What is stored of leagues. A league's matches are matches like any other; who sat where in a round stands here."""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils import timezone


class League(models.Model):
    """People who play season after season, with one of them as host."""

    slug = models.CharField(max_length=16, unique=True)
    name = models.CharField(max_length=60)
    about = models.TextField(blank=True, max_length=2000)
    host = models.ForeignKey("matches.Player", on_delete=models.PROTECT, related_name="hosted_leagues")
    zone = models.CharField(max_length=60, default="UTC")
    """The IANA name of the time zone in which its times are shown and entered."""
    is_open = models.BooleanField(default=False)
    """Anybody may join; else only those with the invite link."""
    is_public = models.BooleanField(default=True)
    """Anybody may read its pages; else members only."""
    invite_token = models.CharField(max_length=43, unique=True, null=True, blank=True)
    """The secret in the invite link; null when it was revoked."""
    calendar_token = models.CharField(max_length=43, unique=True)
    """The secret in the address of its calendar."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["is_public", "-created_at", "-id"], name="league_newest_public")]

    def __str__(self) -> str:
        return self.name

    @property
    def path(self) -> str:
        return f"/leagues/{self.slug}/"


class Member(models.Model):
    """A player in a league. The row stays after leaving, as results refer to it."""

    class Role(models.TextChoices):
        MEMBER = "member", "member"
        COHOST = "cohost", "co-host"
        HOST = "host", "host"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="members")
    player = models.ForeignKey("matches.Player", on_delete=models.PROTECT, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.MEMBER)
    joined_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True, blank=True)
    is_shut_out = models.BooleanField(default=False)
    """Sent away by the host: cannot join again by themselves."""

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["league", "player"], name="one_membership_per_player"),
            models.UniqueConstraint(fields=["league"], condition=Q(role="host"), name="one_host_per_league"),
        ]

    def __str__(self) -> str:
        return f"player {self.player_id} in league {self.league_id}"


class Season(models.Model):
    """So many rounds under the same options. What is chosen here is fixed from its first round on."""

    class Scoring(models.TextChoices):
        PLACES = "places", "Places: the share of opponents finished ahead of, summed up"
        ICE = "ice", "Ice: all ice cubes, the fewest win"

    class NoShow(models.TextChoices):
        BOT = "bot", "A bot takes the empty chair"
        SIT_OUT = "sit_out", "Those who are there play without them"

    league = models.ForeignKey(League, on_delete=models.CASCADE, related_name="seasons")
    number = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=60)
    scoring = models.CharField(max_length=10, choices=Scoring.choices, default=Scoring.PLACES)
    starts_on = models.DateField(null=True, blank=True)
    ends_on = models.DateField(null=True, blank=True)
    table_size = models.PositiveSmallIntegerField(default=4)
    is_exact = models.BooleanField(default=False)
    """Tables have exactly this size, and the rest sit out."""
    games_agreed = models.PositiveSmallIntegerField(default=3)
    pace = models.CharField(max_length=10, default="steady")
    remaining_drinks = models.CharField(max_length=15, default="all_at_once")
    hints = models.BooleanField(default=False)
    chat = models.CharField(max_length=10, default="off")
    no_show = models.CharField(max_length=10, choices=NoShow.choices, default=NoShow.BOT)
    created_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)
    frozen = models.JSONField(null=True, blank=True)
    """The standings as they were when the season was closed."""

    class Meta:
        ordering = ["league", "number"]
        constraints = [
            models.UniqueConstraint(fields=["league", "number"], name="one_season_per_number"),
            models.UniqueConstraint(fields=["league"], condition=Q(closed_at=None), name="one_open_season_per_league"),
            models.CheckConstraint(condition=Q(table_size__range=(2, 5)), name="league_tables_of_two_to_five"),
            models.CheckConstraint(condition=Q(games_agreed__range=(1, 12)), name="league_matches_of_one_to_twelve"),
        ]

    def __str__(self) -> str:
        return f"season {self.number} of league {self.league_id}"


class Entrant(models.Model):
    """A player in a season. Rounds before joining and after leaving count as missed."""

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="entrants")
    player = models.ForeignKey("matches.Player", on_delete=models.PROTECT, related_name="seasons")
    joined_at = models.DateTimeField(default=timezone.now)
    left_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["season", "player"], name="one_entry_per_player")]

    def __str__(self) -> str:
        return f"player {self.player_id} in season {self.season_id}"


class Round(models.Model):
    """One match for everybody who is there."""

    class Status(models.TextChoices):
        PLANNED = "planned", "planned"
        OPEN = "open", "open for check-in"
        STARTED = "started", "started"

    season = models.ForeignKey(Season, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.PLANNED)
    starts_at = models.DateTimeField(null=True, blank=True)
    starts_itself = models.BooleanField(default=False)
    """At its time, without anybody pressing a button."""
    check_in_minutes = models.PositiveSmallIntegerField(default=30)
    """How long before its time the check-in opens by itself."""
    is_at_tables = models.BooleanField(default=False)
    """Played at real tables: results come by score pad."""
    is_planned_ahead = models.BooleanField(default=False)
    """Its tables are known beforehand: the season was planned."""
    started_at = models.DateTimeField(null=True, blank=True)
    closed_at = models.DateTimeField(null=True, blank=True)
    """When the host closed it: tables without a result count as missed from then on."""
    trouble = models.CharField(max_length=200, blank=True)
    """Why it did not start at its time."""

    class Meta:
        ordering = ["season", "number"]
        constraints = [models.UniqueConstraint(fields=["season", "number"], name="one_round_per_number")]
        indexes = [models.Index(fields=["starts_at"], condition=~Q(status="started"), name="rounds_to_come")]

    def __str__(self) -> str:
        return f"round {self.number} of season {self.season_id}"


class CheckIn(models.Model):
    """A player says: I am here and play this round."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="check_ins")
    player = models.ForeignKey("matches.Player", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "player"], name="one_check_in_per_player")]

    def __str__(self) -> str:
        return f"player {self.player_id} is there for round {self.round_id}"


class RoundTable(models.Model):
    """A table of a round: a live match, or a score pad until its match is entered."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    """From 1."""
    match = models.OneToOneField(
        "matches.Match", on_delete=models.PROTECT, null=True, blank=True, related_name="league_table"
    )
    pad = models.JSONField(default=list, blank=True)
    """Games entered so far: {"tab_row": [player ids], "ice": {player id: cubes}} each."""
    pad_version = models.PositiveIntegerField(default=0)
    """Grows with each change of the pad: a form says which one it was made for."""

    class Meta:
        ordering = ["round", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "number"], name="one_round_table_per_number")]

    def __str__(self) -> str:
        return f"table {self.number} of round {self.round_id}"


class RoundSeat(models.Model):
    """Where a player sits in a round; without a table the schedule sits the player out."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey("matches.Player", on_delete=models.PROTECT, related_name="round_seats")
    table = models.ForeignKey(RoundTable, on_delete=models.CASCADE, null=True, blank=True, related_name="seats")
    number = models.PositiveSmallIntegerField(default=0)
    """The order at the table."""
    is_no_show = models.BooleanField(default=False)
    """Was not there when the round started: the match is missed."""

    class Meta:
        ordering = ["round", "table", "number"]
        constraints = [models.UniqueConstraint(fields=["round", "player"], name="one_seat_per_player_and_round")]

    def __str__(self) -> str:
        return f"player {self.player_id} in round {self.round_id}"


class Dispute(models.Model):
    """Somebody who sat at a match says that its result is wrong; a host answers."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="disputes")
    player = models.ForeignKey("matches.Player", on_delete=models.PROTECT, related_name="+")
    words = models.CharField(max_length=500)
    at = models.DateTimeField(default=timezone.now)
    settled_at = models.DateTimeField(null=True, blank=True)
    settled_by = models.ForeignKey("matches.Player", on_delete=models.PROTECT, null=True, blank=True, related_name="+")
    answer = models.CharField(max_length=500, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["match", "player"], condition=Q(settled_at=None), name="one_open_dispute_per_player"
            )
        ]

    def __str__(self) -> str:
        return f"dispute over match {self.match_id}"


class Correction(models.Model):
    """The audit note of a changed result: who, when, why, and what it was before."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="corrections")
    game_number = models.PositiveSmallIntegerField()
    by = models.ForeignKey("matches.Player", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField(default=timezone.now)
    why = models.CharField(max_length=500)
    before = models.JSONField()
    after = models.JSONField()
    """{"tab_row": [seat numbers], "ice": {seat number: cubes}}, both."""

    class Meta:
        ordering = ["match", "at", "id"]

    def __str__(self) -> str:
        return f"correction of game {self.game_number} of match {self.match_id}"


class Notification(models.Model):
    """A line under somebody's bell."""

    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="notifications")
    words = models.CharField(max_length=200)
    path = models.CharField(max_length=200)
    key = models.CharField(max_length=80)
    """What it is about: the same thing is told once."""
    at = models.DateTimeField(default=timezone.now)
    read_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["player", "key"], name="told_once")]
        indexes = [
            models.Index(fields=["player"], condition=Q(read_at=None), name="unread"),
            models.Index(fields=["player", "-at", "-id"], name="newest_notifications"),
        ]

    def __str__(self) -> str:
        return self.words
