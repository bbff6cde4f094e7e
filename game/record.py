"""The game record `lastcall/1` and the match record `lastcall-match/1`: read, checked, replayed and written."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from game.rules import (
    BARTENDER_BY_WORD,
    LIQUOR_BY_WORD,
    Action,
    Bartender,
    Bottles,
    CloseMaking,
    DrinkCard,
    Game,
    InvalidSetup,
    Liquor,
    Options,
    Pass,
    Phase,
    RemainingDrinks,
    RulesError,
    apply,
    as_dict,
    new_game,
    next_game_priority,
    parse,
)

GAME_FORMAT = "lastcall/1"
MATCH_FORMAT = "lastcall-match/1"
MOST_GAMES = 12

_GAME_TEXTS = ("started_at", "site", "rules", "seed_hash", "seed")
_MATCH_TEXTS = ("started_at", "site")
_GAME_KEYS = ("format", "options", "players", "priority", "bottles", "drinks", "deck", "actions")
_GAME_OPTIONAL = ("ice", "made", "result", *_GAME_TEXTS)
_MATCH_KEYS = ("format", "players", "agreed", "games")
_RESULT_KEYS = ("tab_row", "ice", "winner")
_MOST_DIGITS = 4000


class Refused(Exception):
    """A record that cannot be played to its end; `at` is the number of the refused action, None for the document."""

    def __init__(self, at: int | None, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.at = at
        self.code = code
        self.sentence = sentence


class Record(NamedTuple):
    """A valid document: what to begin with, and what is said to have followed."""

    start: Game
    actions: tuple[object, ...]
    """As they stand in the document: each is judged only when its turn comes."""
    result: dict[str, Any] | None

    @property
    def began_in_the_middle(self) -> bool:
        return any(player.ice or player.made for player in self.start.players)


class Match(NamedTuple):
    players: tuple[str, ...]
    agreed: int
    games: tuple[object, ...]


# Reading


def read_json(text: bytes) -> object:
    """The JSON value in these bytes; InvalidSetup where they are not UTF-8 or not JSON, NaN and infinity included."""
    try:
        return json.loads(text.decode(), parse_constant=_refuse_constant, parse_int=_whole_number)
    except (ValueError, RecursionError):
        raise InvalidSetup("bad_record", "This is not a JSON document.") from None


def read_record(document: object) -> Record:
    """The game in a document `lastcall/1`; InvalidSetup where a key or the set-up is not valid."""
    data = _object(document, _GAME_KEYS, _GAME_OPTIONAL, "A game record")
    _require(data["format"] == GAME_FORMAT, f"The format of a game record is {GAME_FORMAT}.")
    for key in _GAME_TEXTS:
        _require(isinstance(data.get(key, ""), str), f"The `{key}` of a record is a text.")
    start = new_game(
        options=_read_options(data["options"]),
        players=_texts(data["players"], "players"),
        priority=_texts(data["priority"], "priority"),
        bottles=_read_bottles(data["bottles"]),
        drinks={name: _read_drinks(cards) for name, cards in _mapping(data["drinks"], "drinks").items()},
        deck=[_bartender(word) for word in _list(data["deck"], "deck")],
        ice={name: _whole(cubes, "ice") for name, cubes in _mapping(data.get("ice", {}), "ice").items()},
        made={
            name: [_whole(index, "made") for index in _list(indexes, "made")]
            for name, indexes in _mapping(data.get("made", {}), "made").items()
        },
    )
    result = _read_result(data["result"]) if "result" in data else None
    return Record(start, tuple(_list(data["actions"], "actions")), result)


def read_match(document: object) -> Match:
    """The match in a document `lastcall-match/1`, its games unread; InvalidSetup where a key is not valid."""
    data = _object(document, _MATCH_KEYS, _MATCH_TEXTS, "A match record")
    _require(data["format"] == MATCH_FORMAT, f"The format of a match record is {MATCH_FORMAT}.")
    for key in _MATCH_TEXTS:
        _require(isinstance(data.get(key, ""), str), f"The `{key}` of a match is a text.")
    players = _texts(data["players"], "players")
    _require(2 <= len(players) <= 5 and all(players), "A match has 2 to 5 players, each with a name.")
    _require(len(set(players)) == len(players), "No two players of a match have the same name.")
    agreed, games = _whole(data["agreed"], "agreed"), _list(data["games"], "games")
    _require(1 <= agreed <= MOST_GAMES, f"A match is agreed to have 1 to {MOST_GAMES} games.")
    _require(len(games) <= agreed, "There are more games than were agreed.")
    return Match(tuple(players), agreed, tuple(games))


# Replaying


def replay(record: Record) -> Game:
    """The game that the record's actions lead to; Refused at the first that the rules refuse, or by its result."""
    game = record.start
    names = frozenset(game.names)
    for at, action in enumerate(record.actions):
        try:
            game = apply(game, parse(action, names))
        except RulesError as error:
            raise Refused(at, error.code, error.sentence) from None
    if record.result is not None and record.result != result_of(game):
        raise Refused(None, "wrong_result", "The result in the record is not what its actions lead to.")
    return game


def answer(document: object) -> dict[str, Any]:
    """What a replay says of a document, a game or a match: `ok` and where it ended, or where and why it did not."""
    if isinstance(document, dict) and document.get("format") == MATCH_FORMAT:
        return _match_answer(document)
    try:
        return {"ok": True, **board_of(_replay_document(document)[1])}
    except Refused as refused:
        return {"ok": False, "at": refused.at, "error": refused.code}


def answer_to_text(text: bytes) -> dict[str, Any]:
    """`answer` for a document that is still text."""
    try:
        return answer(read_json(text))
    except InvalidSetup as error:
        return {"ok": False, "at": None, "error": error.code}


def board_of(game: Game) -> dict[str, Any]:
    """All that lies on the table, in the record's words."""
    return {
        "phase": game.phase.value,
        "priority": list(game.priority),
        "dealer": game.dealer,
        "order_taker": game.order_taker,
        "turn": game.turn,
        "cards": {bartender.word: game.cards[bartender] for bartender in Bartender},
        "bottles": _bottles_in_words(game.bottles),
        "ice": {player.name: player.ice for player in game.players},
        "made": {player.name: list(player.made) for player in game.players},
        "tab_row": list(game.tab_row),
        "winner": game.winner,
    }


def result_of(game: Game) -> dict[str, Any] | None:
    """Tab row, ice and winner of a game that is over; None before."""
    if game.phase is not Phase.OVER:
        return None
    ice = {player.name: player.ice for player in game.players}
    return {"tab_row": list(game.tab_row), "ice": ice, "winner": game.winner}


def _replay_document(document: object) -> tuple[Record, Game]:
    try:
        record = read_record(document)
    except InvalidSetup as error:
        raise Refused(None, error.code, error.sentence) from None
    return record, replay(record)


def _match_answer(document: object) -> dict[str, Any]:
    try:
        match = read_match(document)
    except InvalidSetup as error:
        return {"ok": False, "game": None, "at": None, "error": error.code}
    played: list[Game] = []
    for number, game in enumerate(match.games):
        try:
            played.append(_replay_game_of(match, game, played))
        except Refused as refused:
            return {"ok": False, "game": number, "at": refused.at, "error": refused.code}
    totals = {name: sum(game.player(name).ice for game in played) for name in match.players}
    ranking = sorted(next_game_priority(played[-1]) if played else match.players, key=lambda name: totals[name])
    is_over = len(played) == match.agreed
    return {"ok": True, "totals": totals, "ranking": ranking, "winner": ranking[0] if is_over else None}


def _replay_game_of(match: Match, document: object, before: Sequence[Game]) -> Game:
    """One game of a match: its own errors first, then what it owes to the match and to the games before it."""
    record, game = _replay_document(document)
    options = before[0].options if before else game.options
    if set(game.names) != set(match.players) or game.options != options:
        raise Refused(None, "bad_record", "All games of a match have the same players and options.")
    if before and record.start.priority != next_game_priority(before[-1]):
        raise Refused(None, "wrong_priority", "The tab row of one game is the priority of the next.")
    if game.phase is not Phase.OVER or record.began_in_the_middle:
        raise Refused(None, "wrong_result", "The games of a match are played from their beginning to their end.")
    return game


# Writing


def record_of(
    start: Game,
    actions: Iterable[Action],
    *,
    at: Sequence[float | None] = (),
    names: Mapping[str, str] = {},
    texts: Mapping[str, str] = {},
) -> dict[str, Any]:
    """The document `lastcall/1` of a game, with its result once it is over.

    `at` holds the time of each action; `names` gives the players other names than they have in the game; `texts`
    are the record's optional texts, as `started_at` and `seed`. Of a game played live, what the format has no
    room for is left out, see `strict_actions`.
    """

    def named(name: str) -> str:
        return names.get(name, name)

    written: list[dict[str, Any]] = []
    game = start._replace(holds_making_open=False)
    for number, action in _strictly(start, actions):
        entry = as_dict(action)
        if "player" in entry:
            entry["player"] = named(entry["player"])
        if number < len(at) and at[number] is not None:
            entry["at"] = at[number]
        written.append(entry)
        game = apply(game, action)
    players = start.players
    document: dict[str, Any] = {
        "format": GAME_FORMAT,
        "options": {"remaining_drinks": start.options.remaining_drinks.value},
        "players": [named(player.name) for player in players],
        "priority": [named(name) for name in start.priority],
        "bottles": {word: row for word, row in _bottles_in_words(start.bottles).items() if row},
        "drinks": {named(player.name): [_drink_in_words(drink) for drink in player.drinks] for player in players},
        "deck": [card.word for card in start.deck],
        "actions": written,
    }
    if ice := {named(player.name): player.ice for player in players if player.ice}:
        document["ice"] = ice
    if made := {named(player.name): list(player.made) for player in players if player.made}:
        document["made"] = made
    if game.phase is Phase.OVER:
        document["result"] = {
            "tab_row": [named(name) for name in game.tab_row],
            "ice": {named(player.name): player.ice for player in game.players},
            "winner": named(game.ranking[0]),
        }
    return document | {key: texts[key] for key in _GAME_TEXTS if key in texts}


def match_of(
    players: Sequence[str],
    agreed: int,
    games: Sequence[Mapping[str, Any]],
    *,
    texts: Mapping[str, str] = {},
) -> dict[str, Any]:
    """The document `lastcall-match/1` of the games, written by `record_of`, that have been played of those agreed."""
    document = {"format": MATCH_FORMAT, "players": list(players), "agreed": agreed, "games": list(games)}
    return document | {key: texts[key] for key in _MATCH_TEXTS if key in texts}


def strict_actions(start: Game, actions: Iterable[Action]) -> list[Action]:
    """The actions of a game played live, without those that a replay would refuse; they lead to the same board.

    A live game holds every making step open, so people may pass with nothing to make and time may end a step in
    which there was nothing left to do. In a record such a step ends by itself.
    """
    return [action for _, action in _strictly(start, actions)]


def _strictly(start: Game, actions: Iterable[Action]) -> Iterator[tuple[int, Action]]:
    """The actions that stand in the record, each with its number among all."""
    if not start.holds_making_open:
        yield from enumerate(actions)
        return
    game = start._replace(holds_making_open=False)
    for number, action in enumerate(actions):
        is_idle_end = isinstance(action, CloseMaking) and game.phase is not Phase.MAKING
        if is_idle_end or isinstance(action, Pass):
            continue
        game = apply(game, action)
        yield number, action


def _bottles_in_words(bottles: Bottles) -> dict[str, dict[str, int]]:
    return {
        bartender.word: {liquor.word: bottles[bartender][liquor] for liquor in Liquor if bottles[bartender][liquor]}
        for bartender in Bartender
    }


def _drink_in_words(drink: DrinkCard) -> list[str]:
    return [liquor.word for liquor in drink.liquors]


# The parts of a document


def _read_options(value: object) -> Options:
    word = _object(value, ("remaining_drinks",), (), "The options")["remaining_drinks"]
    _require(word in list(RemainingDrinks), "The remaining drinks are made all_at_once or one_at_a_time.")
    return Options(RemainingDrinks(word))


def _read_bottles(value: object) -> Bottles:
    counts = [[0] * len(Liquor) for _ in Bartender]
    for word, row in _mapping(value, "bottles").items():
        for name, count in _mapping(row, "bottles").items():
            counts[_bartender(word)][_liquor(name)] = _whole(count, "bottles")
        _bartender(word)
    return tuple(tuple(row) for row in counts)


def _read_drinks(value: object) -> list[DrinkCard]:
    return [DrinkCard.of(_liquor(word) for word in _list(drink, "drinks")) for drink in _list(value, "drinks")]


def _read_result(value: object) -> dict[str, Any]:
    result = _object(value, _RESULT_KEYS, (), "The result")
    _texts(result["tab_row"], "tab_row")
    for cubes in _mapping(result["ice"], "ice").values():
        _whole(cubes, "ice")
    _require(isinstance(result["winner"], str), "The winner of a result is a player.")
    return result


def _object(value: object, keys: Sequence[str], optional: Sequence[str], what: str) -> dict[str, Any]:
    data = _mapping(value, what)
    for key in keys:
        _require(key in data, f"{what} has no `{key}`.")
    _require(set(data) <= {*keys, *optional}, f"{what} has a key that means nothing.")
    return data


def _mapping(value: object, what: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise InvalidSetup("bad_record", f"{what}: an object is needed.")
    return value


def _list(value: object, what: str) -> list[Any]:
    if not isinstance(value, list):
        raise InvalidSetup("bad_record", f"{what}: a list is needed.")
    return value


def _texts(value: object, what: str) -> list[str]:
    items = _list(value, what)
    _require(all(isinstance(item, str) for item in items), f"{what}: a list of texts is needed.")
    return items


def _whole(value: object, what: str) -> int:
    """A whole number as JSON writes it: neither 1.0 nor true."""
    if type(value) is not int:
        raise InvalidSetup("bad_record", f"{what}: a whole number is needed.")
    return value


def _bartender(word: object) -> Bartender:
    if not isinstance(word, str) or word not in BARTENDER_BY_WORD:
        raise InvalidSetup("bad_record", "There is a bartender whom nobody knows.")
    return BARTENDER_BY_WORD[word]


def _liquor(word: object) -> Liquor:
    if not isinstance(word, str) or word not in LIQUOR_BY_WORD:
        raise InvalidSetup("bad_record", "There is a liquor that nobody knows.")
    return LIQUOR_BY_WORD[word]


def _require(is_so: bool, sentence: str) -> None:
    if not is_so:
        raise InvalidSetup("bad_record", sentence)


def _refuse_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not JSON")


def _whole_number(digits: str) -> int:
    """A number too long for Python to read is as good as the longest one: no key has room for either."""
    return int(digits[: _MOST_DIGITS + 1]) if len(digits) > _MOST_DIGITS + 1 else int(digits)
