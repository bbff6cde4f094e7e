"""Every socket address."""

from typing import Any

from django.urls import path

from game.consumer import TableConsumer

socket_patterns: list[Any] = [
    path("ws/tables/<slug:slug>/", TableConsumer.as_asgi()),
]
