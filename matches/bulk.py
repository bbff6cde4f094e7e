"""Very many rows at once, by the fastest way that each database has. Rows that others refer to come with their ids."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from django.core.management.color import no_style
from django.db import connection
from django.db.models import Max, Model

Rows = Iterable[Sequence[Any]]


def insert(model: type[Model], fields: Sequence[str], rows: Rows) -> None:
    """Store the rows, each with a value for every one of the fields; all other fields get their defaults.

    Constraints hold as always. JSON comes as text, moments through `moments`.
    """
    by_name = {field.name: field for field in model._meta.concrete_fields}
    named = [by_name.pop(name) for name in fields]
    others = [field for field in by_name.values() if not field.primary_key]
    rest = tuple(field.get_db_prep_save(field.get_default(), connection) for field in others)
    columns = ", ".join(connection.ops.quote_name(str(field.column)) for field in (*named, *others))
    table = connection.ops.quote_name(model._meta.db_table)
    whole = ((*row, *rest) for row in rows)
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor, cursor.copy(f"COPY {table} ({columns}) FROM STDIN") as copy:
            for row in whole:
                copy.write_row(row)
    else:
        places = ", ".join(["%s"] * (len(named) + len(others)))
        with connection.cursor() as cursor:
            cursor.executemany(f"INSERT INTO {table} ({columns}) VALUES ({places})", list(whole))


def moments() -> Callable[[datetime.datetime | None], Any]:
    """What turns a moment into a value of a row."""
    if connection.vendor == "postgresql":
        return lambda moment: moment
    return connection.ops.adapt_datetimefield_value


def next_id(model: type[Model]) -> int:
    highest = model._default_manager.aggregate(highest=Max("pk"))["highest"]
    return (highest or 0) + 1


def prepare() -> None:
    """Room for the indexes while many rows come in."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA cache_size = -262144")


def finish(models: Sequence[type[Model]]) -> None:
    """The database goes on counting after the highest id; PostgreSQL looks at what has come in, as it would later."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), list(models)):
            cursor.execute(statement)
        if connection.vendor == "postgresql":
            look = "ANALYZE" if connection.in_atomic_block else "VACUUM ANALYZE"
            for model in models:
                cursor.execute(f"{look} {connection.ops.quote_name(model._meta.db_table)}")
        else:
            cursor.execute("PRAGMA cache_size = -2000")


def batches(items: Iterable[Any], size: int) -> Iterator[list[Any]]:
    batch: list[Any] = []
    for item in items:
        batch.append(item)
        if len(batch) == size:
            yield batch
            batch = []
    if batch:
        yield batch
