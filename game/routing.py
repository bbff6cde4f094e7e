"""Every socket address."""

from typing import Any

from django.urls import path

from game.consumer import TableConsumer
from game.consumer_lobby import LobbyConsumer

socket_patterns: list[Any] = [
    path("ws/tables/<slug:slug>/", TableConsumer.as_asgi()),
    path("ws/tables/<slug:slug>/room/", LobbyConsumer.as_asgi()),
    path("ws/lobby/", LobbyConsumer.as_asgi()),
]
