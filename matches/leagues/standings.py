"""The standings of a league's season, from results in numbers alone: pure sums, no database and no rules of the game.

Two systems. `places`: a match gives each player the share of opponents finished ahead of, from 0 to 1, and the season
is their sum, most first. `ice`: the total ice, fewest first. In both

- bots are no opponents and have no place, and a match without two people counts for nothing, for its one person like
  a bye;
- a game that a bot played for an absent player counts for the player, but never better than the worst of the people
  who played it themselves: the ice is raised to theirs, and the place in the tab row comes behind theirs;
- a match missed without a bye counts 0 in `places`, and in `ice` the worst total of a person at any table of that
  round and 5 more. Rounds before joining and after leaving are missed, and so is a match of which no game was scored;
- a bye counts the player's own mean of the season, missed matches included, as missing one would else raise it;
- a match that ended early counts in `ice` as if its other games had gone like those that were played;
- ice per game is that ice over the games agreed, missed matches included: missing one wins no tie either.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby

from matches.leagues.ties import Key, Tie, broken

PLACES, ICE = "places", "ice"
MISSED_ICE = 5
"""How much worse than the worst total a missed match is."""


@dataclass(frozen=True)
class Game:
    """A scored game. Players are the ids of people, and of bots anything else, such as negative numbers."""

    ice: Mapping[int, int]
    tab_row: Sequence[int]
    bot_played: frozenset[int] = frozenset()
    """People for whom a bot played, be it a part of the game."""


@dataclass(frozen=True)
class LeagueMatch:
    """A match that is over."""

    round: int
    people: frozenset[int]
    """Who of the seats is a person and has a place in the standings."""
    games: Sequence[Game]
    agreed: int
    at: float = 0.0
    """When it ended: the later of two matches of a round."""


@dataclass(frozen=True)
class LeagueRound:
    """`is_over` once all its tables are: until then nobody has missed it."""

    number: int
    is_over: bool
    byes: frozenset[int] = frozenset()
    playing: frozenset[int] = frozenset()
    """Who sits at a table whose match is still awaited."""


@dataclass(frozen=True)
class Row:
    """One line of the standings. `place` is None for those for whom nothing counts yet."""

    player: int
    place: int | None
    is_shared: bool
    matches: int
    wins: int
    points: Fraction
    """Of the system `places`, byes included."""
    ice: Fraction
    """Of the system `ice`: missed matches, byes and games not played included."""
    games: int
    """Those played in matches that count."""
    ice_per_game: Fraction | None
    """Missed matches and games not played included, byes not; None where nothing counts."""
    missed: int
    byes: int
    tie_break: str = ""


def standings(
    system: str,
    players: Iterable[int],
    rounds: Sequence[LeagueRound],
    matches: Sequence[LeagueMatch],
    through: int | None = None,
) -> list[Row]:
    """The rows, best first, as of round `through`, or of all."""
    rounds = [one for one in rounds if through is None or one.number <= through]
    numbers = {one.number for one in rounds}
    matches = sorted((one for one in matches if one.round in numbers), key=lambda one: (one.round, one.at))
    tallies = {player: _Tally() for player in players}
    orders = [(match, match_order(match)) for match in matches]
    for match, order in orders:
        _count(match, order, tallies)
    for one in rounds:
        _count_absent(one, [ordered for ordered in orders if ordered[0].round == one.number], tallies)
    rows = [_row(player, tally) for player, tally in tallies.items()]
    placed = [row for row in rows if row.matches or row.missed]
    return [*_ranked(system, placed, matches), *(row for row in rows if not (row.matches or row.missed))]


# --- What counts


@dataclass
class _Tally:
    """What has been counted for one player."""

    shares: list[Fraction] = field(default_factory=list)
    ices: list[Fraction] = field(default_factory=list)
    rounds: set[int] = field(default_factory=set)
    """Rounds that are settled for the player, in one way or another."""
    matches: int = 0
    wins: int = 0
    games: int = 0
    agreed: int = 0
    missed: int = 0
    byes: int = 0


def counted_game(game: Game, people: frozenset[int]) -> Game:
    """The game between people alone, with what bots played for some of them made no better than the worst of the rest.

    >>> game = Game({1: 3, 2: 9, 3: 12}, tab_row=[1, 2, 3], bot_played=frozenset({1}))
    >>> counted = counted_game(game, frozenset({1, 2, 3}))
    >>> counted.ice, counted.tab_row
    ({1: 12, 2: 9, 3: 12}, (2, 3, 1))
    """
    if not game.bot_played and len(game.tab_row) == len(people):
        return game
    row = [player for player in game.tab_row if player in people]
    themselves = [player for player in row if player not in game.bot_played]
    worst = max((game.ice[player] for player in themselves or row), default=0)
    ice = {player: game.ice[player] if player in themselves else max(worst, game.ice[player]) for player in row}
    return Game(ice, (*themselves, *(player for player in row if player in game.bot_played)), game.bot_played)


Order = list[tuple[int, int]]


def match_order(match: LeagueMatch) -> Order:
    """The people of a match with their ice that counts: fewest first, a tie goes by the tab row of the last game."""
    games = [counted_game(game, match.people) for game in match.games]
    if not games:
        return []
    last = list(games[-1].tab_row)
    totals = {player: sum(game.ice[player] for game in games) for player in last}
    return [(player, totals[player]) for player in sorted(last, key=lambda one: (totals[one], last.index(one)))]


def _count(match: LeagueMatch, order: Order, tallies: Mapping[int, _Tally]) -> None:
    opponents = len(order) - 1
    if not match.games or opponents < 1:
        return
    played_by_nobody = _gone(match) >= match.people
    for ahead, (player, ice) in enumerate(order):
        if player not in tallies:
            continue
        tally = tallies[player]
        share = Fraction(0) if played_by_nobody else Fraction(opponents - ahead, opponents)
        tally.shares.append(share)
        tally.ices.append(_full_ice(match, ice))
        tally.matches += 1
        tally.wins += share == 1
        tally.games += len(match.games)
        tally.agreed += max(match.agreed, len(match.games))
        tally.rounds.add(match.round)


def _gone(match: LeagueMatch) -> frozenset[int]:
    """For whom bots played every game."""
    return frozenset.intersection(*(frozenset(game.bot_played) for game in match.games)) & match.people


def _count_absent(one: LeagueRound, orders: Sequence[tuple[LeagueMatch, Order]], tallies: Mapping[int, _Tally]) -> None:
    """Byes, those who sat alone among bots, and, once the round is over, those who missed it."""
    matches = [match for match, _ in orders]
    alone = {player for match in matches if len(match.people) == 1 and match.games for player in match.people}
    took_place = any(match.games for match in matches)
    agreed = max((match.agreed for match in matches), default=1)
    worst = max((_full_ice(match, ice) for match, order in orders for _, ice in order), default=Fraction(0))
    for player, tally in tallies.items():
        if one.number in tally.rounds or player in one.playing:
            continue
        if player in one.byes or player in alone:
            tally.byes += 1
        elif one.is_over and took_place:
            tally.missed += 1
            tally.shares.append(Fraction(0))
            tally.ices.append(worst + MISSED_ICE)
            tally.agreed += agreed


def _full_ice(match: LeagueMatch, ice: int) -> Fraction:
    return Fraction(ice * max(match.agreed, len(match.games)), len(match.games))


def _row(player: int, tally: _Tally) -> Row:
    entries = len(tally.shares)
    factor = Fraction(entries + tally.byes, entries) if entries else Fraction(0)
    return Row(
        player=player,
        place=None,
        is_shared=False,
        matches=tally.matches,
        wins=tally.wins,
        points=sum(tally.shares, Fraction(0)) * factor,
        ice=sum(tally.ices, Fraction(0)) * factor,
        games=tally.games,
        ice_per_game=sum(tally.ices, Fraction(0)) / tally.agreed if tally.agreed else None,
        missed=tally.missed,
        byes=tally.byes,
    )


# --- Who stands where


def _ranked(system: str, rows: Sequence[Row], matches: Sequence[LeagueMatch]) -> list[Row]:
    def primary(row: Row) -> Fraction:
        return row.ice if system == ICE else -row.points

    ranked: list[Row] = []
    for _, equals in groupby(sorted(rows, key=primary), key=primary):
        tied = list(equals)
        by_player = {row.player: row for row in tied}
        ties = broken(_first_key(system), [_tie(row) for row in tied], lambda one, other: _met(matches, one, other))
        for group, words in ties:
            place = len(ranked) + 1
            for player in group:
                row = by_player[player]
                ranked.append(_placed(row, place, len(group) > 1, words[player]))
    return ranked


def _first_key(system: str) -> Key:
    return Key.ICE if system == ICE else Key.POINTS


def _tie(row: Row) -> Tie:
    return Tie(row.player, row.points, row.ice, row.ice_per_game, row.wins)


def _placed(row: Row, place: int, is_shared: bool, words: str) -> Row:
    return Row(**{**row.__dict__, "place": place, "is_shared": is_shared, "tie_break": words})


def _met(matches: Sequence[LeagueMatch], one: int, other: int) -> int:
    """Who of two settled up earlier in the last game of the latest match both sat in: -1 the one, 1 the other, 0."""
    for match in reversed(matches):
        if match.games and {one, other} <= match.people:
            row = counted_game(match.games[-1], match.people).tab_row
            return -1 if row.index(one) < row.index(other) else 1
    return 0
