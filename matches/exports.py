"""Tables as CSV files: UTF-8, for a spreadsheet as well as for a program, and inert in both.

A cell that is text can never be a formula: whatever a spreadsheet would take for the beginning of one is shielded
with an apostrophe. Numbers are written plainly, so that one can go on calculating with them.
"""

from __future__ import annotations

import csv
import datetime
import io
import re
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Decimal

from django.http import HttpResponse

Cell = str | int | float | Decimal | bool | datetime.datetime | datetime.date | None

FORMULA = re.compile(r"[\s'\"]*[=+\-@＝＋－＠﹦﹢﹣﹫−|%]")
"""What begins a formula in some spreadsheet, also after blanks, and its wide look-alikes."""


def csv_text(header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    r"""The whole file as text, with the line ends of RFC 4180.

    >>> csv_text(["player", "ice"], [["=1+1", 7], ["Bill", None]])
    "player,ice\r\n'=1+1,7\r\nBill,\r\n"
    """
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\r\n")
    writer.writerow([written(name) for name in header])
    writer.writerows([written(cell) for cell in row] for row in rows)
    return file.getvalue()


def written(cell: Cell) -> str:
    """One cell as it stands in the file; times in UTC as ISO 8601, yes or no for a truth, nothing for None."""
    match cell:
        case None:
            return ""
        case bool():
            return "yes" if cell else "no"
        case int() | float() | Decimal():
            return str(cell)
        case datetime.datetime():
            return cell.astimezone(datetime.UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
        case datetime.date():
            return cell.isoformat()
    return inert(cell)


def inert(text: str) -> str:
    """The text on one line, shielded where a spreadsheet could take it for a formula."""
    line = "".join(" " if unicodedata.category(character) == "Cc" else character for character in text)
    return f"'{line}" if FORMULA.match(line) else line


def csv_response(filename: str, header: Sequence[str], rows: Iterable[Sequence[Cell]]) -> HttpResponse:
    """The table as a file to keep; `filename` is plain letters, digits, dots and dashes."""
    response = HttpResponse(csv_text(header, rows), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response
