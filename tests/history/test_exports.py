"""CSV files: UTF-8, text that can be no formula, numbers that stay numbers."""

from __future__ import annotations

import csv
import datetime
import io
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.exports import csv_response, csv_text, inert, written

FORMULAS = (
    "=1+1",
    "+1",
    "-1",
    "@SUM(A1)",
    "\t=1+1",
    "\r=1+1",
    "  =cmd|' /C calc'!A0",
    "'=1+1",
    '"=1+1',
    "＝1+1",
    "＋1",
    "－1",
    "＠A1",
    "%00=1",
    "|calc",
    "\u00a0=1",
)


@pytest.mark.parametrize("text", FORMULAS)
def test_text_that_could_be_a_formula_is_shielded(text):
    assert written(text).startswith("'")


@pytest.mark.parametrize(
    "text", ["Bill", "Andre-Bill", "a=b", "1.5", "ßüß", "👩‍🚀 Amy", "שלום", "𝔚ide", "<b>x</b>", ""]
)
def test_other_text_stays_as_it_is(text):
    assert written(text) == text


@pytest.mark.parametrize(("number", "shown"), [(7, "7"), (-7, "-7"), (0.5, "0.5"), (Decimal("-1.25"), "-1.25")])
def test_plain_numbers_stay_numbers(number, shown):
    assert written(number) == shown


def test_a_cell_is_empty_for_nothing_and_yes_or_no_for_a_truth():
    assert [written(cell) for cell in (None, True, False)] == ["", "yes", "no"]


def test_times_are_written_in_utc():
    berlin = datetime.timezone(datetime.timedelta(hours=2))
    assert written(datetime.datetime(2026, 7, 1, 1, 30, tzinfo=berlin)) == "2026-06-30T23:30:00Z"
    assert written(datetime.date(2026, 7, 1)) == "2026-07-01"


@given(st.text())
def test_no_text_begins_a_formula_or_breaks_its_line(text):
    cell = inert(text)
    assert cell.lstrip()[:1] not in {"=", "+", "-", "@"}
    assert not any(mark in cell for mark in "\r\n\t\0")


@given(st.lists(st.lists(st.text() | st.integers(), min_size=2, max_size=2), max_size=5))
def test_any_table_reads_back_with_as_many_rows_and_columns(rows):
    read = list(csv.reader(io.StringIO(csv_text(["one", "two"], rows), newline="")))
    assert read[0] == ["one", "two"]
    assert [len(row) for row in read[1:]] == [2] * len(rows)
    assert read[1:] == [[written(cell) for cell in row] for row in rows]


def test_the_file_is_utf_8_and_named():
    response = csv_response("sheet.csv", ["Spieler"], [["Zoë"]])
    assert response["Content-Type"] == "text/csv; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="sheet.csv"'
    assert response.content == "Spieler\r\nZoë\r\n".encode()
