"""From a table's state to HTML: one template a region, the same for the first page and for the socket."""

from typing import Any

from jinja2 import Environment


def environment(**options: Any) -> Environment:
    return Environment(**options)
