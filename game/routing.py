"""Every socket address."""

from typing import Any

socket_patterns: list[Any] = []
