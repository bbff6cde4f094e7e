"""Nobody's browser holds what its player may not know: whole games, every frame, every page, every attribute."""

from __future__ import annotations

import json
from random import Random

import pytest
from django.http import HttpResponse
from django.test import AsyncClient

from game.bots import make_bot
from game.rules import DrinkCard, LegalMove, Liquor, Phase
from matches.models import Player
from tests.live.eyes import recipe, recipes_in, secret_drinks, told_too_much
from tests.live.scenes import Page, Scene, cookie_of, language_of, scene, stored_game

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("still")]

CHANCE = Random(7)


def test_the_eyes_see_a_drink_in_any_dress():
    shooter = recipe(DrinkCard.of([Liquor.TRIPLE_SEC, Liquor.RUM]))
    for text in (
        '<span class="recipe"><i class="rum"></i><i class="triple_sec"></i></span>',
        "makes a Shooter (Triple Sec, Rum) at Kathy",
        '{"drinks": [["rum", "triple_sec"]]}',
        '<li title="triple_sec rum">',
        "<b>Rum</b>\n<em>Triple Sec</em>",
        "data-drink=rum+triple_sec",
    ):
        assert recipes_in(text) == {shooter}, text
    assert recipes_in('<li class="shelf rum n4">4 Rum</li><li class="shelf gin n1">1 Gin</li>') == set()


class Audit:
    """Reads everything that anybody is sent, as soon as it is sent."""

    def __init__(self, table: Scene) -> None:
        self.table = table
        self.read: dict[Page, int] = {}
        self.bytes = 0

    def look(self) -> None:
        for page in self.table.pages:
            reader = None if page.player is None else str(self.table.seated.index(page.player))
            for frame in page.frames[self.read.get(page, 0) :]:
                self.check(frame, reader)
            self.read[page] = len(page.frames)

    def check(self, text: str, reader: str | None) -> None:
        self.bytes += len(text)
        assert told_too_much(text, self.table.state, reader) == [], f"told to {reader}: {text}"

    async def open_pages(self) -> None:
        """The page by plain GET, of every player and of a stranger, and the first frame of a new socket."""
        for reader, player in [*enumerate(self.table.seated), (None, None)]:
            response = await get(f"/tables/{self.table.match.slug}/", player)
            assert response.status_code == 200
            assert (b'id="hand"' in response.content) == (player is not None)
            self.check(response.content.decode(), None if reader is None else str(reader))
            page = await self.table.page(player)
            await page.until(lambda page=page: page.frames)
            self.look()
            self.table.pages.remove(page)
            await page.close()

    async def open_other_pages(self) -> None:
        match = self.table.match
        number = self.table.state.game_number
        for player in (None, self.table.seated[0]):
            for path in (f"/matches/{match.slug}/", "/", "/matches/", f"/players/{self.table.seated[1].pk}/"):
                response = await get(path, player)
                assert response.status_code == 200, path
                self.check(response.content.decode(), None)
            record = await get(f"/matches/{match.slug}/games/{number}/record.json", player)
            assert record.status_code == 404
            self.check(record.content.decode(), None)
            page = await get(f"/matches/{match.slug}/games/{number}/", player)
            assert (page.status_code, page.headers["Location"]) == (302, f"/tables/{match.slug}/")


async def get(path: str, player: Player | None) -> HttpResponse:
    client = AsyncClient()
    if player is not None:
        client.cookies["sessionid"] = (await cookie_of(player)).decode().removeprefix("sessionid=")
    return await client.get(path, headers={"accept-language": language_of(player)})


async def play_on(table: Scene, pages: list[Page]) -> None:
    """One step of the game, pressed on the pages of those whose step it is."""
    state, bot = table.state, make_bot("regular")
    match state.phase:
        case Phase.DEALING:
            shouters = [seat for seat in range(len(pages)) if bot.wants_order(table.view(seat), CHANCE)]
            shouters = [seat for seat in shouters if table.view(seat).may.order]
            for seat in shouters:
                await pages[seat].press("order", seen=state.seen)
            await table.clock("close_orders" if shouters else "deal")
        case Phase.MOVING:
            seat = int(state.game.order_taker)
            move = bot.choose_move(table.view(seat), CHANCE)
            await pages[seat].press("lapse" if move is None else words_of(move))
        case Phase.MAKING:
            for seat, page in enumerate(pages):
                for make in bot.choose_makes(table.view(seat), CHANCE):
                    await page.press(f"make {make.drink} {make.bartender.word}")
                await page.press("pass")
            await table.clock("close_making")
        case Phase.LAST_CALL:
            seat = int(state.game.turn)
            step = bot.choose_turn_step(table.view(seat), CHANCE)
            is_move = isinstance(step, LegalMove)
            await pages[seat].press(words_of(step) if is_move else f"make {step.drink} {step.bartender.word}")
    await table.delivered()


def words_of(move: LegalMove) -> str:
    return f"move {move.liquor.word} {move.giver.word} {move.receiver.word}"


@pytest.mark.parametrize(("games", "remaining"), [(2, "all_at_once"), (1, "one_at_a_time")])
async def test_whole_games_tell_nobody_what_they_may_not_know(games, remaining, settings):
    settings.LASTCALL_ACTIONS_PER_SECOND = 1000.0
    table = await scene("Andre Bill Claire", games_agreed=games, remaining_drinks=remaining)
    pages = [await table.seat(seat) for seat in range(3)]
    await table.watcher()
    audit = Audit(table)
    assert told_too_much(pages[0].frames[0], table.state, "1"), "the eyes find a hand on the wrong page"
    for number in range(1, games + 1):
        assert table.state.game_number == number
        await audit.open_other_pages()
        await play_to_the_end(table, pages, audit)
        if number < games:
            await audit.open_pages()
            for page in pages:
                await page.press("ready")
            await table.live.table.tick()
            await pages[0].shows("Game 2 of 2 begins")
            audit.look()
    assert audit.bytes > 50_000
    assert {answer["refused"] for page in pages for answer in page.answers() if "refused" in answer} == set()
    await table.close()


async def play_to_the_end(table: Scene, pages: list[Page], audit: Audit) -> None:
    """A game, looked at after each step, and from fresh pages once in each phase."""
    phases = set()
    while not table.state.ended:
        if table.state.phase not in phases:
            phases.add(table.state.phase)
            await audit.open_pages()
        await play_on(table, pages)
        audit.look()
    assert phases == {Phase.DEALING, Phase.MOVING, Phase.MAKING, Phase.LAST_CALL}
    assert secret_drinks(table.state, None) == set(), "all drinks are made at the end"


async def test_everything_is_told_when_the_game_is_over():
    table = await scene("Andre Bill", games_agreed=1)
    pages = [await table.seat(0), await table.seat(1)]
    game = await stored_game(table.match)
    assert game.seed not in "".join(page.all() for page in pages)
    assert game.seed_hash in pages[0].frames[0], "the commitment is shown before the first card"
    await table.play_to_the_end()
    record = await get(f"/matches/{table.match.slug}/games/1/record.json", None)
    document = json.loads(record.content)
    assert (document["seed"], document["seed_hash"]) == (game.seed, game.seed_hash)
    await table.close()


async def test_the_record_and_the_page_of_a_private_match_are_for_those_who_sat_there():
    table = await scene("Andre Bill", games_agreed=1, is_public=False)
    await table.play_to_the_end()
    for path in ("games/1/record.json", "games/1/"):
        assert (await get(f"/matches/{table.match.slug}/{path}", None)).status_code == 404
        assert (await get(f"/matches/{table.match.slug}/{path}", table.seated[1])).status_code == 200
    await table.close()
