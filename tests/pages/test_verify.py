"""Fair cards: what must follow from the seed does, and whatever was changed is named. By page and by command."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from http.client import HTTPMessage
from io import BytesIO, StringIO
from pathlib import Path
from random import Random
from typing import Any
from urllib.error import URLError
from urllib.request import Request

import pytest
from asgiref.sync import sync_to_async
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.db import DatabaseError

from game import fair, verify
from game.management.commands import verify as command
from game.record import match_of, read_record, record_of
from game.rules import HOUSE_DECK, Deal, Phase, Reshuffle, apply
from game.starting import start_entry
from tests.live.scenes import scene
from tests.pages.browsers import Browser
from tests.rules.random_play import random_action

SEED = "5eed" * 16
OTHER_SEED = "0dd5" * 16
Record = dict[str, Any]


def game_record(number: int = 1, priority: tuple[str, ...] = (), seed: str = SEED, reshuffles: int = 2) -> Record:
    """A game of four that is dealt through the deck some times over; fair in everything."""
    names = ("Andre", "Bill", "Claire", "Doris")
    entry = start_entry(
        number=number,
        seed=seed,
        seats=names,
        priority=priority,
        remaining_drinks="all_at_once",
        drink_deck=HOUSE_DECK,
    )
    game = start = read_record(entry["setup"]).start
    actions: list[Any] = []
    count = 0
    while count < reshuffles or game.deck:
        if game.deck:
            actions.append(Deal())
        else:
            count += 1
            actions.append(Reshuffle(fair.reshuffle(seed, game.discards, count)))
        game = apply(game, actions[-1])
    texts = {"seed": seed, "seed_hash": fair.seed_hash(seed), "site": f"https://bar.example/matches/x/games/{number}/"}
    return record_of(start, actions, texts=texts)


def changed(record: Record, change: Callable[[Record], None]) -> Record:
    record = copy.deepcopy(record)
    change(record)
    return record


def differing(record: object) -> set[str]:
    return {
        finding.part
        for game in verify.verify(record, [dict(HOUSE_DECK)])
        for finding in game.findings
        if finding.verdict == verify.DIFFERS
    }


def swap_cards(record: Record) -> None:
    """Two different cards of the deck change places; the deals name no card, so the record still plays."""
    deck = record["deck"]
    other = next(at for at, card in enumerate(deck) if card != deck[0])
    deck[0], deck[other] = deck[other], deck[0]


def swap_hands(record: Record) -> None:
    hands = record["drinks"]
    hands["Andre"], hands["Bill"] = hands["Bill"], hands["Andre"]


def another_drink(record: Record) -> None:
    record["drinks"]["Andre"][0] = ["rum", "rum"]


def swap_bottles(record: Record) -> None:
    bottles = record["bottles"]
    bottles["frank"], bottles["kathy"] = bottles["kathy"], bottles["frank"]


def swap_priority(record: Record) -> None:
    record["priority"][0], record["priority"][1] = record["priority"][1], record["priority"][0]


def swap_reshuffled(which: int) -> Callable[[Record], None]:
    def change(record: Record) -> None:
        deck = [action for action in record["actions"] if action["act"] == "reshuffle"][which]["deck"]
        other = next(at for at, card in enumerate(deck) if card != deck[0])
        deck[0], deck[other] = deck[other], deck[0]

    return change


def another_seed(record: Record) -> None:
    record["seed"] = OTHER_SEED


def another_hash(record: Record) -> None:
    record["seed_hash"] = fair.seed_hash(OTHER_SEED)


def test_a_fair_record_is_fair_in_every_part():
    (game,) = verify.verify(game_record(), [dict(HOUSE_DECK)])
    assert game.is_fair
    assert game.title == "Game 1"
    parts = ["seed", "bottles", "drinks", "deck", "priority", "reshuffle 1", "reshuffle 2"]
    assert [finding.part for finding in game.findings] == parts
    assert {finding.verdict for finding in game.findings} == {verify.FOLLOWS}


MANIPULATIONS: dict[str, tuple[Callable[[Record], None], set[str]]] = {
    "two hands exchanged": (swap_hands, {"drinks"}),
    "another drink card": (another_drink, {"drinks"}),
    "two bartenders' bottles exchanged": (swap_bottles, {"bottles"}),
    "the column of the first game": (swap_priority, {"priority"}),
    "the second shuffle of the discards": (swap_reshuffled(1), {"reshuffle 2"}),
    "the hash": (another_hash, {"seed"}),
}


@pytest.mark.parametrize(("change", "parts"), MANIPULATIONS.values(), ids=MANIPULATIONS.keys())
def test_whatever_was_changed_is_named(change, parts):
    assert differing(changed(game_record(), change)) == parts


@pytest.mark.parametrize(("change", "part"), [(swap_cards, "deck"), (swap_reshuffled(0), "reshuffle 1")])
def test_a_changed_order_of_cards_is_named_though_later_shuffles_may_suffer_from_it(change, part):
    found = differing(changed(game_record(), change))
    assert part in found
    assert found <= {part, "reshuffle 1", "reshuffle 2", "actions"}


def test_another_seed_fits_nothing():
    assert {"seed", "bottles", "drinks", "deck", "priority"} <= differing(changed(game_record(), another_seed))


def test_a_seed_and_hash_made_up_afterwards_fit_each_other_but_not_the_cards():
    found = differing(changed(changed(game_record(), another_seed), another_hash))
    assert "seed" not in found
    assert {"bottles", "drinks", "deck"} <= found


@pytest.mark.parametrize("seed", ["", "xyz", "5EED" * 16, "5eed" * 15, "5eed" * 17, " " + "5eed" * 16])
def test_a_seed_that_is_none_is_named(seed):
    assert differing(game_record() | {"seed": seed}) == {"seed"}


def test_a_shuffle_of_other_cards_than_the_discards_cannot_be_played():
    def change(record: Record) -> None:
        next(action for action in record["actions"] if action["act"] == "reshuffle")["deck"][0] = "zoe"

    (game,) = verify.verify(changed(game_record(), change), [dict(HOUSE_DECK)])
    assert not game.is_fair
    assert game.findings[-1].part == "actions"


def test_the_column_of_a_later_game_is_open_where_the_record_alone_cannot_tell():
    later = game_record(number=2, priority=("Claire", "Doris", "Andre", "Bill"))
    (game,) = verify.verify(later, [dict(HOUSE_DECK)])
    assert game.is_fair
    assert [finding.verdict for finding in game.findings if finding.part == "priority"] == [verify.OPEN]
    unknown = {key: value for key, value in later.items() if key != "site"}
    (game,) = verify.verify(unknown, [dict(HOUSE_DECK)])
    assert game.is_fair
    assert [finding.verdict for finding in game.findings if finding.part == "priority"] == [verify.OPEN]


def test_a_game_may_have_been_played_with_another_deck_of_drink_cards():
    cards = {kind: tuple(reversed(deck)) for kind, deck in HOUSE_DECK.items()}
    assert "drinks" not in differing(game_record())
    found = verify.verify(game_record(), [cards])[0]
    assert not found.is_fair
    assert verify.verify(game_record(), [cards, dict(HOUSE_DECK)])[0].is_fair


def test_a_deck_too_small_for_the_table_was_not_the_one():
    tiny = {kind: deck[:2] for kind, deck in HOUSE_DECK.items()}
    assert verify.verify(game_record(), [dict(HOUSE_DECK), tiny])[0].is_fair


@pytest.mark.parametrize(
    "document",
    [None, [], {}, {"format": "lastcall/1"}, {"format": "lastcall/2"}, "text", {"format": "lastcall-match/1"}],
)
def test_what_is_no_record_cannot_be_verified(document):
    with pytest.raises(verify.Unverifiable):
        verify.verify(document, [dict(HOUSE_DECK)])


@pytest.mark.parametrize("key", ["seed", "seed_hash"])
def test_a_record_without_its_seed_cannot_be_verified(key):
    record = game_record()
    del record[key]
    with pytest.raises(verify.Unverifiable, match="published when the game is over"):
        verify.verify(record, [dict(HOUSE_DECK)])


def test_a_game_that_began_in_the_middle_cannot_be_verified():
    with pytest.raises(verify.Unverifiable, match="in the middle"):
        verify.verify(game_record() | {"ice": {"Andre": 3}}, [dict(HOUSE_DECK)])


# -- matches


def match_record(*games: Record) -> Record:
    return match_of(["Andre", "Bill", "Claire", "Doris"], len(games), games)


def test_in_a_match_every_game_is_checked_and_a_later_column_must_be_the_tab_row_before():
    first, tab_row = finished_record(), tuple(finished_record()["result"]["tab_row"])
    second = game_record(number=2, priority=tab_row, seed=OTHER_SEED)
    games = verify.verify(match_record(first, second), [dict(HOUSE_DECK)])
    assert [(game.title, game.is_fair) for game in games] == [("Game 1", True), ("Game 2", True)]
    assert differing(match_record(first, changed(second, swap_priority))) == {"priority"}
    assert differing(match_record(changed(first, swap_hands), second)) >= {"drinks"}


def finished_record() -> Record:
    """A game by chance, played to its end, fair in everything."""
    record = game_record(reshuffles=0)
    game = start = read_record(record).start
    actions: list[Any] = []
    chance = Random(2)
    while game.phase is not Phase.OVER:
        is_empty = game.phase is Phase.DEALING and not game.deck
        count = sum(isinstance(action, Reshuffle) for action in actions)
        order = fair.reshuffle(SEED, game.discards, count + 1) if is_empty else ()
        actions.append(Reshuffle(order) if is_empty else random_action(chance, game))
        game = apply(game, actions[-1])
    return record_of(start, actions, texts={key: record[key] for key in ("seed", "seed_hash", "site")})


# -- the command


def run(place: str, *options: str) -> tuple[int, str]:
    out = StringIO()
    try:
        call_command("verify", place, *options, stdout=out)
    except SystemExit as end:
        return int(str(end.code)), out.getvalue()
    return 0, out.getvalue()


@pytest.fixture
def saved(tmp_path: Path) -> Callable[[object], str]:
    def save(document: object) -> str:
        path = tmp_path / "record.json"
        path.write_text(json.dumps(document))
        return str(path)

    return save


@pytest.mark.django_db
class TestCommand:
    def test_it_says_in_words_that_all_is_fair(self, saved):
        status, words = run(saved(game_record()))
        assert status == 0
        assert words.startswith("Game 1: fair\n")
        assert words.count("  ok  ") == 7

    def test_it_names_what_was_changed_and_fails(self, saved):
        status, words = run(saved(changed(game_record(), swap_hands)))
        assert status == 1
        assert "Game 1: NOT as its seed says" in words
        assert "  NO  Somebody holds other drink cards than the seed hands out." in words

    def test_it_prints_json(self, saved):
        status, text = run(saved(changed(game_record(), swap_bottles)), "--json")
        answer = json.loads(text)
        assert (status, answer["ok"], answer["games"][0]["ok"]) == (1, False, False)
        verdicts = {finding["part"]: finding["verdict"] for finding in answer["games"][0]["findings"]}
        assert verdicts == dict.fromkeys(verdicts, "follows") | {"bottles": "differs"}

    def test_it_reads_standard_input(self, monkeypatch):
        class Input:
            buffer = BytesIO(json.dumps(game_record()).encode())

        monkeypatch.setattr("sys.stdin", Input)
        assert run("-")[0] == 0

    @pytest.mark.parametrize("document", [{}, game_record() | {"seed_hash": 7}, "text"])
    def test_what_cannot_be_verified_is_a_sentence_and_a_failure(self, saved, document):
        with pytest.raises(CommandError):
            run(saved(document))

    def test_a_file_that_is_no_json_or_not_there(self, tmp_path):
        (tmp_path / "x.json").write_text("{")
        for path in (tmp_path / "x.json", tmp_path / "y.json"):
            with pytest.raises(CommandError):
                run(str(path))

    def test_it_works_where_the_site_has_no_database(self, saved, monkeypatch):
        def away() -> None:
            raise DatabaseError("no such table")

        monkeypatch.setattr(command.archive, "drink_decks", away)
        assert run(saved(game_record()))[0] == 0


class Web:
    """An opener that answers from memory."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, answers: dict[str, bytes]) -> None:
        self.answers = answers
        self.asked: list[str] = []
        monkeypatch.setattr(command, "build_opener", lambda *handlers: self)

    def open(self, address: str, timeout: float) -> BytesIO:
        assert timeout <= 10
        self.asked.append(address)
        if address not in self.answers:
            raise URLError("not found")
        return BytesIO(self.answers[address])


@pytest.mark.django_db
class TestAddresses:
    RECORD = "https://bar.example/matches/x/games/1/record.json"

    @pytest.mark.parametrize("ending", ["record.json", "", "verify/"])
    def test_the_address_of_a_game_of_its_record_or_of_its_check(self, monkeypatch, ending):
        web = Web(monkeypatch, {self.RECORD: json.dumps(game_record()).encode()})
        assert run(f"https://bar.example/matches/x/games/1/{ending}")[0] == 0
        assert web.asked == [self.RECORD]

    def test_an_address_that_does_not_answer(self, monkeypatch):
        Web(monkeypatch, {})
        with pytest.raises(CommandError, match="cannot be read"):
            run(self.RECORD)

    def test_an_answer_larger_than_any_record_is_not_read_to_its_end(self, monkeypatch):
        Web(monkeypatch, {self.RECORD: b" " * (command.LARGEST_RECORD + 10)})
        with pytest.raises(CommandError, match="larger than any record"):
            run(self.RECORD)

    def test_an_address_that_leads_to_another_site_is_not_followed(self):
        follow = command.SameHostOnly().redirect_request
        asked = Request(self.RECORD)
        with pytest.raises(CommandError, match="another site"):
            follow(asked, BytesIO(), 302, "", HTTPMessage(), "https://evil.example/")
        assert follow(asked, BytesIO(), 302, "", HTTPMessage(), "https://bar.example/elsewhere") is not None

    def test_only_web_addresses_are_fetched(self, monkeypatch):
        web = Web(monkeypatch, {})
        for place in ("file:///etc/passwd", "ftp://bar.example/record.json"):
            with pytest.raises(CommandError):
                run(place)
        assert web.asked == []


# -- the page, and games that were played here


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("live_tables", "still")
class TestPlayedHere:
    async def test_a_game_that_was_played_here_is_fair_by_page_by_path_and_by_record(self, tmp_path):
        table = await scene("Andre Bill Claire", games_agreed=2)
        await table.play_to_the_end()
        for seat in "012":
            await table.live.table.ask(seat, {"act": "ready"})
        await table.live.table.tick()
        await table.play_to_the_end()
        for number in (1, 2):
            path = f"/matches/{table.match.slug}/games/{number}/"
            browser = Browser()
            assert (await browser.get(path + "verify/")).status_code == 200
            assert f"Game {number}: everything follows from the seed" in browser.page
            assert ("cannot tell" in browser.page) == (number == 2)
            status, words = await sync_to_async(run)(path)
            assert (status, words.splitlines()[0]) == (0, f"Game {number}: fair")
            record = (await browser.get(path + "record.json")).content
            (tmp_path / "record.json").write_bytes(record)
            assert (await sync_to_async(run)(str(tmp_path / "record.json")))[0] == 0

    async def test_a_game_that_runs_or_is_not_there_is_not_verified(self):
        table = await scene("Andre Bill")
        for path in (f"/matches/{table.match.slug}/games/1/", "/matches/nowhere/games/1/"):
            with pytest.raises(CommandError, match="not over"):
                await sync_to_async(run)(path)


@pytest.mark.django_db
class TestPage:
    def test_a_record_is_uploaded_or_pasted(self, client):
        text = json.dumps(changed(game_record(), swap_hands))
        upload = SimpleUploadedFile("record.json", text.encode(), "application/json")
        for fields in ({"record": text}, {"file": upload}):
            page = client.post("/verify/", fields)
            assert page.status_code == 200
            assert "Game 1: not everything follows from the seed" in page.content.decode()
            assert "Somebody holds other drink cards" in page.content.decode()

    def test_a_match_is_checked_game_by_game(self, client):
        match = match_record(finished_record(), game_record(2, tuple(finished_record()["result"]["tab_row"])))
        page = client.post("/verify/", {"record": json.dumps(match)}).content.decode()
        assert page.count("everything follows from the seed") == 2

    @pytest.mark.parametrize("text", ["", "{", "null", "[]", "{}", "\x00", "NaN", "[" * 100_000])
    def test_what_is_no_record_gets_a_sentence(self, client, text):
        page = client.post("/verify/", {"record": text})
        assert page.status_code == 422
        assert 'role="alert"' in page.content.decode()

    def test_what_is_too_large_gets_a_sentence(self, client):
        large = b" " * (1024 * 1024 + 1)
        for fields in ({"record": large.decode()}, {"file": SimpleUploadedFile("record.json", large)}):
            page = client.post("/verify/", fields)
            assert page.status_code == 422
            assert "than any record" in page.content.decode()

    def test_a_file_that_is_no_text(self, client):
        page = client.post("/verify/", {"file": SimpleUploadedFile("record.json", b"\xff\xfe\x00")})
        assert page.status_code == 422

    def test_words_of_the_record_are_escaped(self, client):
        record = changed(game_record(), lambda record: record["actions"].insert(0, {"act": "<script>"}))
        page = client.post("/verify/", {"record": json.dumps(record)}).content.decode()
        assert "cannot be played" in page
        assert "<script>" not in page

    def test_the_form_is_there_with_a_token(self, client):
        page = client.get("/verify/").content.decode()
        assert 'enctype="multipart/form-data"' in page
        assert "csrfmiddlewaretoken" in page
