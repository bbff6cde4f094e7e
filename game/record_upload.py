"""A record in a form: a file, or pasted text."""

from __future__ import annotations

from django.http import HttpRequest

LARGEST_RECORD = 1024 * 1024
"""Bytes of a record that a page takes; a match of twelve long games has a third of it."""


class NoRecord(ValueError):
    """Its text is the sentence for the page."""


def uploaded_text(request: HttpRequest) -> bytes:
    """What was sent; NoRecord where it is larger than any record."""
    upload = request.FILES.get("file")
    if upload is not None and (upload.size or 0) > LARGEST_RECORD:
        raise NoRecord("That file is larger than any record.")
    text = upload.read() if upload is not None else request.POST.get("record", "").encode(errors="replace")
    if len(text) > LARGEST_RECORD:
        raise NoRecord("That text is longer than any record.")
    return text
