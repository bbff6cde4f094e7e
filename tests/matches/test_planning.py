"""What the planner of each database is asked for."""

from __future__ import annotations

from django.db import connection
from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQL

from matches.models import Match
from matches.planning import Unindexed


def test_only_sqlite_is_asked_for_what_no_index_holds():
    over = Match.objects.alias(state=Unindexed("status")).filter(state="over").query
    on_sqlite, _ = over.get_compiler(connection=connection).as_sql()
    on_postgresql, _ = over.get_compiler(connection=PostgreSQL(connection.settings_dict)).as_sql()
    assert 'LOWER("matches_match"."status") = ' in on_sqlite
    assert '"matches_match"."status" = ' in on_postgresql
    assert "LOWER" not in on_postgresql
