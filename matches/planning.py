"""Words to the planner of SQLite, which knows the indexes of its tables and nothing of what is in them."""

from __future__ import annotations

from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Func
from django.db.models.sql.compiler import SQLCompiler


class Unindexed(Func):
    """A lower-case column, so written that SQLite takes no index for it.

    PostgreSQL counts what is in its tables and gets the column as it is: of an expression it would know nothing.
    """

    function = "LOWER"
    arity = 1

    def as_postgresql(
        self, compiler: SQLCompiler, connection: BaseDatabaseWrapper, **extra: Any
    ) -> tuple[str, tuple[Any, ...]]:
        sql, parameters = compiler.compile(self.get_source_expressions()[0])
        return sql, tuple(parameters)
