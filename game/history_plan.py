"""What a made-up history consists of: who plays, how often, under which options, and with which results. Pure.

Results are drawn from games that bots really played, so ice, places, orders and drinks belong together.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate
from random import Random
from typing import NamedTuple, TypeVar

from game.made_up import made_up_game, seed_of
from game.rules import HOUSE_DECK, RemainingDrinks
from matches import scoring

T = TypeVar("T")

BOTS = ("Rosie", "Max", "Lola", "Hugo", "Nina")
GAMES_AGREED = ((1, 35), (2, 10), (3, 30), (4, 5), (5, 10), (6, 4), (8, 2), (10, 2), (12, 2))
SEATS = ((2, 12), (3, 23), (4, 45), (5, 20))
PACES = (("steady", 70), ("brisk", 20), ("relaxed", 10))
REMAINING = ((RemainingDrinks.ALL_AT_ONCE.value, 85), (RemainingDrinks.ONE_AT_A_TIME.value, 15))
ENDED_EARLY = 0.05
PRIVATE = 0.1
BOT_CHAIRS = 0.15
MOST_WITHOUT_ONE = 50


class Line(NamedTuple):
    """What one player did in one game."""

    ice: int
    place: int
    orders_taken: int
    drinks_in_play: int
    called_last_call: bool


Pattern = tuple[Line, ...]
"""A game's lines, the least ice first."""


class PlannedMatch(NamedTuple):
    players: tuple[int | None, ...]
    """By seat; players count from 0, None is a bot."""
    games_agreed: int
    seat_count: int
    pace: str
    remaining_drinks: str
    is_public: bool
    games: tuple[Pattern, ...]
    """The scored games, lines by seat."""
    is_ended_early: bool
    league: int | None = None
    """The id of the league whose match this is, and of the table in its round."""
    round_table: int | None = None


class Planner:
    """The same seed gives the same history."""

    def __init__(self, seed: str, players: int, patterns: Mapping[int, Sequence[Pattern]]) -> None:
        self.chance = Random(f"{seed}/history")
        self.patterns = patterns
        self.people = range(players)
        # A few play every day and most now and then.
        self.activity = list(accumulate((rank + 20) ** -0.75 for rank in self.people))
        self.skill = [self.chance.gauss(0, 1) for _ in self.people]

    def matches(self, games: int) -> Iterator[PlannedMatch]:
        """Matches, oldest first, that have so many scored games between them."""
        while games > 0:
            match = self._match(games)
            games -= len(match.games)
            yield match

    def league_match(self, players: Sequence[int], games_agreed: int) -> PlannedMatch:
        """A public match of people only, at the steady pace, played to its end."""
        return PlannedMatch(
            players=tuple(players),
            games_agreed=games_agreed,
            seat_count=len(players),
            pace="steady",
            remaining_drinks=RemainingDrinks.ALL_AT_ONCE.value,
            is_public=True,
            games=tuple(self._game(players) for _ in range(games_agreed)),
            is_ended_early=False,
        )

    def _match(self, most_games: int) -> PlannedMatch:
        chance = self.chance
        agreed = min(self._one_of(GAMES_AGREED), most_games)
        seats = self._one_of(SEATS)
        players = self._seated(seats)
        is_ended_early = chance.random() < ENDED_EARLY
        scored = chance.randrange(agreed) if is_ended_early else agreed
        return PlannedMatch(
            players=players,
            games_agreed=agreed,
            seat_count=min(5, seats + (chance.random() < 0.1)),
            pace=self._one_of(PACES),
            remaining_drinks=self._one_of(REMAINING),
            is_public=chance.random() >= PRIVATE,
            games=tuple(self._game(players) for _ in range(scored)),
            is_ended_early=is_ended_early,
        )

    def _one_of(self, choices: Sequence[tuple[T, int]]) -> T:
        return self.chance.choices([value for value, _ in choices], [weight for _, weight in choices])[0]

    def _seated(self, seats: int) -> tuple[int | None, ...]:
        people: set[int] = set()
        for _ in range(MOST_WITHOUT_ONE):
            people |= set(self.chance.choices(self.people, cum_weights=self.activity, k=seats - len(people)))
            if len(people) == seats:
                break
        seated: list[int | None] = [*sorted(people)[:seats], *([None] * (seats - len(people)))]
        self.chance.shuffle(seated)
        return (seated[0], *(None if self.chance.random() < BOT_CHAIRS else one for one in seated[1:]))

    def _game(self, players: Sequence[int | None]) -> Pattern:
        """The better players tend to the better lines."""
        pattern = self.chance.choice(self.patterns[len(players)])
        form = [
            (self.chance.gauss(-0.5 if player is None else self.skill[player], 2), seat)
            for seat, player in enumerate(players)
        ]
        lines: list[Line | None] = [None] * len(players)
        for line, (_, seat) in zip(pattern, sorted(form, reverse=True), strict=True):
            lines[seat] = line._replace(ice=max(0, line.ice + self.chance.choice((-2, -1, 0, 0, 0, 1, 2))))
        return tuple(line for line in lines if line is not None)


@cache
def played_patterns(seed: str, games_each: int) -> dict[int, list[Pattern]]:
    """So many games of bots for every number of players."""
    return {
        seats: [_played_pattern(seed_of(seed, "pattern", seats, game), seats) for game in range(games_each)]
        for seats in range(2, 6)
    }


def _played_pattern(seed: str, seats: int) -> Pattern:
    state = made_up_game(
        number=1,
        games_agreed=1,
        seed=seed,
        seats=seats,
        pace="steady",
        remaining_drinks=RemainingDrinks.ALL_AT_ONCE,
        drink_deck=HOUSE_DECK,
        priority=(),
        began_at=0.0,
    ).state
    game = state.game
    lines = [
        Line(
            ice=player.ice,
            place=game.tab_row.index(player.name) + 1,
            orders_taken=state.orders_taken[player.name],
            drinks_in_play=state.drinks_in_play[player.name],
            called_last_call=player.name == state.caller,
        )
        for player in game.players
    ]
    return tuple(sorted(lines))


def tab_row(game: Pattern) -> list[int]:
    """Seats in the order in which they settled up."""
    return sorted(range(len(game)), key=lambda seat: game[seat].place)


def results(games: Sequence[Pattern]) -> list[scoring.Standing]:
    return scoring.ranking(
        [
            scoring.GameResult(number, {seat: line.ice for seat, line in enumerate(game)}, tab_row(game))
            for number, game in enumerate(games, start=1)
        ]
    )
