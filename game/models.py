"""What is kept of games besides their journals: what analysis found, and records that somebody brought along."""

from __future__ import annotations

from django.db import models
from django.utils import timezone

from matches.models import GameRecord


class GameAnalysis(models.Model):
    """The findings about one game that is over. They follow from its journal and can be thrown away."""

    game = models.OneToOneField(GameRecord, on_delete=models.CASCADE, primary_key=True, related_name="analysis")
    version = models.PositiveSmallIntegerField()
    """Findings of another version than `game.analysis.VERSION` are worked out anew."""
    findings = models.JSONField()
    """As `game.analysis.as_dict` writes them: seats, numbers and words of the record, no names."""
    made_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name_plural = "game analyses"

    def __str__(self) -> str:
        return f"analysis of game {self.game_id}"


class BroughtRecord(models.Model):
    """A record that somebody uploaded to step through it; it goes away by itself."""

    key = models.CharField(max_length=32, primary_key=True)
    """From the SHA-256 of the document: the same document has the same address."""
    document = models.BinaryField()
    """The JSON text, compressed with zlib."""
    kept_until = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.key
