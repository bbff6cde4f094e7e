"""The plain way to build the live table, as tutorials do: the in-memory layer, a row of the ORM for each action, and in
every socket's consumer a Django template of the whole board for its player.

The rules are the real ones. Made as fast as this way can be: kept database connection, WAL, compiled template.
PLAIN_DATABASE names the database, PLAIN_GAME a file with a journal that leads to a turn after last call.
"""

from __future__ import annotations

import json
import os
from functools import reduce
from pathlib import Path
from threading import Thread
from typing import Any

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="plain",
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": os.environ["PLAIN_DATABASE"],
            "CONN_MAX_AGE": None,
            "OPTIONS": {
                "transaction_mode": "IMMEDIATE",
                "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
            },
        }
    },
    CHANNEL_LAYERS={"default": {"BACKEND": "channels.layers.InMemoryChannelLayer", "CONFIG": {"capacity": 1000}}},
    TEMPLATES=[{"BACKEND": "django.template.backends.django.DjangoTemplates"}],
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
)
django.setup()

from channels.db import database_sync_to_async
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter, URLRouter
from django.db import connection, models
from django.template import Context, engines
from django.urls import path

from game.record import read_record
from game.rules import Bartender, Game, Liquor, apply, parse, view_for


class Entry(models.Model):
    table = models.CharField(max_length=40)
    number = models.PositiveIntegerField()
    entry = models.TextField()

    class Meta:
        app_label = "plain"
        constraints = [models.UniqueConstraint(fields=["table", "number"], name="one_entry_per_number")]

    def __str__(self) -> str:
        return f"entry {self.number} of {self.table}"


BOARD = """
<section id="status"><h2>{{ view.turn }} is on turn</h2></section>
<p id="latest">{{ line }}</p>
<ol id="priority">{% for name in game.priority %}<li>{{ name }}</li>{% endfor %}</ol>
<ol id="bartenders">{% for bartender in bartenders %}<li id="bartender-{{ bartender.word }}" class="bartender">
<h3>{{ bartender.label }}</h3><ul class="shelves">{% for liquor, count in bartender.bottles %}
<li class="shelf {{ liquor.word }}">{{ count }} {{ liquor.label }}{% if is_on_turn %}
<input type="radio" name="bottle" value="{{ bartender.word }} {{ liquor.word }}">{% endif %}</li>{% endfor %}</ul>
{% if is_on_turn %}<button name="act" value="move-to {{ bartender.word }}">To {{ bartender.label }}</button>{% endif %}
</li>{% endfor %}</ol>
<ul id="seats">{% for player in game.players %}<li id="seat-{{ player.name }}"><h3>{{ player.name }}</h3>
<p><b>{{ player.ice }}</b> ice</p><p>{{ player.made|length }} made</p></li>{% endfor %}</ul>
<ul id="hand">{% for drink in view.drinks %}
<li{% if drink.is_made %} class="made"{% endif %}>{{ drink.drink.need }}</li>{% endfor %}</ul>
<input type="hidden" id="seen" name="seen" value="{{ number }}">
"""
template = engines["django"].from_string(BOARD).template


class PlainTable:
    def __init__(self, game: Game) -> None:
        self.game = game
        self.number = 0
        self.line = ""


def begun() -> Game:
    start, *played = [json.loads(line) for line in Path(os.environ["PLAIN_GAME"]).read_text().splitlines()]
    game = read_record(start["setup"]).start._replace(holds_making_open=True)
    return reduce(apply, (parse(entry, game.names) for entry in played), game)


GAME = begun()
tables: dict[str, PlainTable] = {}


class TableConsumer(AsyncWebsocketConsumer):
    async def connect(self) -> None:
        slug = self.scope["url_route"]["kwargs"]["slug"]
        self.seat = self.scope["query_string"].rpartition(b"=")[2].decode()
        self.slug = slug
        self.table = tables.setdefault(slug, PlainTable(GAME))
        await self.channel_layer.group_add(slug, self.channel_name)
        await self.accept()
        await self.table_changed({})

    async def disconnect(self, code: int) -> None:
        await self.channel_layer.group_discard(self.slug, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        asked = json.loads(text_data or "")
        press, _ = asked.pop("press"), asked.pop("seen")
        table = self.table
        game = apply(table.game, parse(asked | {"player": self.seat}, table.game.names))
        await database_sync_to_async(Entry.objects.create)(
            table=self.slug, number=table.number + 1, entry=json.dumps(asked)
        )
        table.game, table.number = game, table.number + 1
        table.line = f"{self.seat} moves {asked['liquor']} from {asked['giver']} to {asked['receiver']} for 1 ice."
        await self.channel_layer.group_send(self.slug, {"type": "table.changed"})
        await self.send(text_data=json.dumps({"ok": press}))

    async def table_changed(self, event: dict[str, Any]) -> None:
        await self.send(text_data=board_of(self.table, self.seat))


def board_of(table: PlainTable, seat: str) -> str:
    game = table.game
    bartenders = [
        {
            "word": bartender.word,
            "label": bartender.label,
            "bottles": [
                (liquor, game.bottles[bartender][liquor]) for liquor in Liquor if game.bottles[bartender][liquor]
            ],
        }
        for bartender in Bartender
    ]
    view = view_for(game, seat)
    shown = {
        "game": game,
        "view": view,
        "line": table.line,
        "bartenders": bartenders,
        "is_on_turn": game.turn == seat,
        "number": table.number,
    }
    return template.render(Context(shown))


def make_tables() -> None:
    with connection.schema_editor() as editor:
        editor.create_model(Entry)
    connection.close()


maker = Thread(target=make_tables)
maker.start()
maker.join()
application = ProtocolTypeRouter({"websocket": URLRouter([path("ws/tables/<slug:slug>/", TableConsumer.as_asgi())])})
