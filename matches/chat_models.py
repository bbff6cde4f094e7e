"""What is said at the tables, and whom somebody does not want to read."""

from __future__ import annotations

from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from matches.chat_words import MOST_STORED


class ChatLine(models.Model):
    """What a person wrote at a table: no part of the journal, gone with its writer, and for all after a month."""

    match = models.ForeignKey("matches.Match", on_delete=models.CASCADE, related_name="chat_lines", db_index=False)
    number = models.PositiveIntegerField()
    """See `Match.chat_number`. In the order of the commits: who has read up to one has missed nothing below it."""
    player = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="chat_lines")
    words = models.CharField(max_length=MOST_STORED)
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="one_chat_line_per_number")]

    def __str__(self) -> str:
        return f"line {self.number} of {self.match_id}"


class Ignored(models.Model):
    """`by` reads nothing that `whom` writes. Blocked, `whom` cannot sit down at tables of `by` either."""

    by = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="ignores", db_index=False)
    whom = models.ForeignKey("matches.Player", on_delete=models.CASCADE, related_name="ignored_by")
    is_blocked = models.BooleanField(default=False)
    """False for somebody who is only muted."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "ignored"
        ordering = ["by", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["by", "whom"], name="ignored_once"),
            models.CheckConstraint(condition=~Q(by=F("whom")), name="nobody_ignores_themselves"),
        ]

    def __str__(self) -> str:
        return f"{self.whom_id} by {self.by_id}"
