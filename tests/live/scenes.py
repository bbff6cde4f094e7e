"""A table in play with pages that look on, in a line each."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import re
from collections.abc import Callable
from random import Random
from typing import Any

from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from game.bots import make_bot
from game.clock import entries_due
from game.live import LiveTable
from game.rules import HOUSE_DECK, Phase, View, view_for
from game.state import Due, TableState
from game.tables import tables
from game.window import Line
from lastcall_site.asgi import application
from matches.models import DrinkDeck, GameRecord, JournalEntry, Match, Player
from tests.matches.builders import people, playing_match
from tests.pages.visitors import browser_of

PATIENCE = 15.0
LANGUAGES = ("en", "de", "ar", "ja")
OWN_ORIGIN = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
presses = itertools.count(1)


@sync_to_async
def keep_house_deck() -> None:
    """A test that commits is followed by a flush, which takes the stored deck with it."""
    cards = {
        kind.name.lower(): [[liquor.word for liquor in card.liquors] for card in deck]
        for kind, deck in HOUSE_DECK.items()
    }
    DrinkDeck.objects.update_or_create(slug="house", defaults={"name": "House drinks", "cards": cards})


class Page:
    """One open page: its socket, all it was sent, and how it ended. It answers pings as the site's script does."""

    def __init__(self, path: str, player: Player | None, headers: list[tuple[bytes, bytes]]) -> None:
        self.player = player
        self.socket = WebsocketCommunicator(application, path, headers=headers)
        self.frames: list[str] = []
        """Without pings."""
        self.pings: list[str] = []
        self.answers_pings = True
        self.answers_after = 0.0
        self.code: int | None = None
        self.reason = ""
        self.reader: asyncio.Task[None] | None = None
        self.news = asyncio.Event()

    async def open(self) -> Page:
        is_accepted, _ = await self.socket.connect(timeout=PATIENCE)
        assert is_accepted, "sockets are accepted before they are closed with a code"
        self.reader = asyncio.create_task(self._read())
        return self

    async def _read(self) -> None:
        while self.code is None:
            message = await self.socket.output_queue.get()
            if message["type"] == "websocket.close":
                self.code, self.reason = message.get("code", 1000), message.get("reason", "")
            elif message["text"].startswith('{"ping"'):
                await self._pinged(json.loads(message["text"])["ping"])
            else:
                self.frames.append(message["text"])
            self.news.set()

    async def _pinged(self, nonce: str) -> None:
        self.pings.append(nonce)
        if self.answers_pings:
            if self.answers_after:
                await asyncio.sleep(self.answers_after)
            await self.send({"pong": nonce})

    async def until(self, is_so: Callable[[], Any]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not is_so():
                self.news.clear()
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self.news.wait(), 0.05)

    # -- what it was sent --

    def all(self) -> str:
        return "\n".join(self.frames)

    async def shows(self, words: str, after: int = 0) -> None:
        """Wait until a frame from number `after` on holds the words."""
        try:
            await self.until(lambda: any(words in frame for frame in self.frames[after:]))
        except TimeoutError:
            raise AssertionError(f"{words!r} was not sent in {self.frames[after:]}") from None

    def answers(self) -> list[dict[str, Any]]:
        """The JSON frames among those it was sent."""
        return [json.loads(frame) for frame in self.frames if frame.startswith("{")]

    async def ended(self) -> int:
        await self.until(lambda: self.code is not None)
        assert self.code is not None
        return self.code

    # -- what it sends --

    async def send(self, data: object) -> None:
        await self.socket.send_input({"type": "websocket.receive", "text": json.dumps(data)})

    async def send_text(self, text: str) -> None:
        await self.socket.send_input({"type": "websocket.receive", "text": text})

    async def send_bytes(self, data: bytes) -> None:
        await self.socket.send_input({"type": "websocket.receive", "bytes": data})

    async def press(self, act: str, **fields: object) -> str:
        """Press a button and wait for the answer: 'ok', or the code of the refusal."""
        press = str(fields.setdefault("press", f"press-{next(presses)}"))
        await self.send({"act": act, **fields})
        await self.until(lambda: self.answer_to(press))
        return str(self.answer_to(press).get("refused", "ok"))

    def answer_to(self, press: str) -> dict[str, Any]:
        found = [answer for answer in self.answers() if press in (answer.get("ok"), answer.get("press"))]
        return found[-1] if found else {}

    async def refused(self, count: int = 1) -> dict[str, Any]:
        """Wait for so many refusals in all; the newest of them."""
        await self.until(lambda: sum("refused" in answer for answer in self.answers()) >= count or self.code)
        return [answer for answer in self.answers() if "refused" in answer][-1]

    async def close(self) -> None:
        if self.reader is not None:
            self.reader.cancel()
        await self.socket.disconnect(timeout=PATIENCE)


class Scene:
    """A match in play: Andre at seat 0, Bill at 1 and so on, then bots."""

    def __init__(self, match: Match, seated: list[Player], live: LiveTable) -> None:
        self.match = match
        self.seated = seated
        self.live = live
        self.pages: list[Page] = []
        self.path = f"/ws/tables/{match.slug}/"

    @property
    def state(self) -> TableState:
        return self.live.table.state

    def view(self, seat: int) -> View:
        return view_for(self.state.game, str(seat))

    # -- pages --

    async def page(self, player: Player | None = None, *, query: str = "", **options: Any) -> Page:
        headers = [*options.pop("headers", OWN_ORIGIN), (b"accept-language", language_of(player).encode())]
        if player is not None:
            headers.append((b"cookie", await cookie_of(player)))
        page = Page(self.path + query, player, headers)
        for name, value in options.items():
            setattr(page, name, value)
        self.pages.append(page)
        return await page.open()

    async def seat(self, number: int, **options: Any) -> Page:
        """The page of who sits there, once it has been sent everything."""
        page = await self.page(self.seated[number], **options)
        await page.until(lambda: page.frames or page.code)
        return page

    async def watcher(self, **options: Any) -> Page:
        page = await self.page(None, **options)
        await page.until(lambda: page.frames or page.code)
        return page

    def lines(self) -> list[Line]:
        """What the server knows of each open page's line."""
        return [socket.line for socket in self.live.sockets]  # type: ignore[attr-defined]

    # -- the clock's part --

    async def clock(self, what: str) -> None:
        """Now the clock does this, whatever the time."""
        entries = entries_due(self.state, Due(0.0, what))
        await self.live.table.append(entries, lambda state: False)

    async def deal_until_someone_may_order(self, seat: int | None = None) -> int:
        """Cards fall until a player who does not deal (this one) may order; the seat of that player."""
        for _ in range(200):
            seats = range(len(self.state.chairs)) if seat is None else [seat]
            for number in seats:
                if self.view(number).may.order and str(number) != self.state.game.dealer:
                    return number
            await self.clock("deal")
        raise AssertionError("nobody may order after 200 cards")

    async def play_to_the_end(self, until: Phase | None = None) -> None:
        """This game, quickly: whoever may order does and moves well, and everybody makes what can be made."""
        ask, bot = self.live.table.ask, make_bot("regular")
        while not self.state.ended and self.state.phase is not until:
            match self.state.phase:
                case Phase.DEALING:
                    seat = await self.deal_until_someone_may_order()
                    await ask(str(seat), {"act": "order"})
                    await self.clock("close_orders")
                case Phase.MOVING:
                    taker = str(self.state.game.order_taker)
                    move = bot.choose_move(self.view(int(taker)), Random(1)) or self.view(int(taker)).may.move[0]
                    await ask(taker, {"act": f"move {move.liquor.word} {move.giver.word} {move.receiver.word}"})
                case Phase.MAKING:
                    for seat in range(len(self.state.chairs)):
                        while makes := self.view(seat).may.make:
                            await ask(str(seat), {"act": f"make {makes[0].drink} {makes[0].bartender.word}"})
                    await self.clock("close_making")
                case Phase.LAST_CALL:
                    await self.clock("turn")

    # -- what is stored --

    async def rows(self, game: int = 1) -> list[dict[str, Any]]:
        return [json.loads(text) for _, _, text in await stored_rows(self.match.pk, game)]

    async def settled(self) -> None:
        """Until whatever was on its way has arrived everywhere."""
        await self.delivered()
        await asyncio.sleep(0.05)

    async def delivered(self) -> None:
        """Until all that was pushed has been sent."""
        async with self.live.table.lock:
            pass
        for _ in range(20):
            await asyncio.sleep(0)

    async def close(self) -> None:
        for page in self.pages:
            await page.close()


async def scene(names: str = "Andre Bill", **options: Any) -> Scene:
    match, seated = await _playing(names, options)
    live = await tables().open(match.slug)
    assert live is not None
    return Scene(match, seated, live)


@sync_to_async
def _playing(names: str, options: dict[str, Any]) -> tuple[Match, list[Player]]:
    seated = people(names)
    return playing_match(*seated, **options), seated


def language_of(player: Player | None) -> str:
    """Everybody's browser asks for another language."""
    return LANGUAGES[player.pk % len(LANGUAGES)] if player else "fr"


@sync_to_async
def cookie_of(player: Player) -> bytes:
    return f"sessionid={browser_of(player).cookies['sessionid'].value}".encode()


@sync_to_async
def stored_rows(match_id: int, game: int = 1) -> list[tuple[int, float, str]]:
    entries = JournalEntry.objects.filter(game__match=match_id, game__number=game).order_by("number")
    return list(entries.values_list("number", "at", "entry"))


@sync_to_async
def stored_game(match: Match, number: int = 1) -> GameRecord:
    return GameRecord.objects.get(match=match, number=number)


def regions_in(frame: str) -> list[str]:
    """The ids of the regions that a frame replaces."""
    return re.findall(r'id="([a-z0-9-]+)"[^>]*hx-swap-oob', frame)
