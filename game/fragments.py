"""From a table's boards to HTML: one template a region, the same for the first page and for the socket.

A page shows regions by id. A frame holds those that have changed and nothing else; and of a region that has parts
with ids of their own (a bartender's shelves, a seat's ice) only the parts, where nothing but them has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import groupby
from operator import attrgetter
from typing import Any, NamedTuple

from django.template import engines
from django.utils.safestring import SafeString, mark_safe
from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from game.board import BartenderBoard, Board, Bottle, ColumnRow, Control, Own, OwnDrink, Sheet

SWAP = Markup(" hx-swap-oob=outerMorph")
KEPT = frozenset(("bartender.html", "shelves.html", "shelf.html", "ice.html", "seen.html", "places.html"))
"""Templates that are shown so little that the same HTML comes again and again, at all tables."""


def environment(**options: Any) -> Environment:
    """The live templates' engine, named in the settings."""
    # Never looked at again on the disk: a table renders them many times a second.
    options |= {
        "auto_reload": False,
        "undefined": StrictUndefined,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "autoescape": True,
    }
    jinja = Environment(**options)
    jinja.globals.clear()  # no live template uses any, and Jinja goes through them at each rendering
    return jinja


@cache
def _template(name: str) -> Template:
    jinja: Environment = engines["live"].env  # type: ignore[attr-defined]
    return jinja.get_template(name)


def render(template: str, *, oob: bool = False, **context: Any) -> str:
    """One live template as text; `oob` for the socket, where it replaces what the page holds under the same id."""
    return _template(template).render(context, swap=SWAP if oob else "")


@lru_cache(maxsize=2000)
def _kept(template: str, name: str, shows: object, oob: bool) -> str:
    return render(template, oob=oob, **{name: shows})


# -- regions --


class Region(NamedTuple):
    template: str
    name: str
    shows: Any
    """All that the template is given, under this name: equal when the rendered HTML would be."""

    def html(self, *, oob: bool) -> str:
        if self.template in KEPT:
            return _kept(*self, oob)
        return render(self.template, oob=oob, **{self.name: self.shows})


Regions = dict[str, Region]
"""By name: what a page shows."""


class Status(NamedTuple):
    headline: str
    detail: str
    phase: str
    deck_left: int
    deadline: float | None
    """Stands for the seconds left, which change by themselves."""
    seconds_left: float | None


class Priority(NamedTuple):
    column: tuple[ColumnRow, ...]
    tab_row: tuple[ColumnRow, ...]


class About(NamedTuple):
    game_number: int
    games_agreed: int
    options: str
    seed_hash: str


class Score(NamedTuple):
    sheet: Sheet | None
    match_url: str


class Controls(NamedTuple):
    order: Control
    others: tuple[Control, ...]
    has_more: bool
    prompt: str
    is_urgent: bool


class Pile(NamedTuple):
    """The ice of a seat."""

    number: int
    ice: int


def public_regions(board: Board, deadline: float | None) -> Regions:
    """The regions that everybody sees, by id."""
    status = Status(board.headline, board.detail, board.phase, board.deck_left, deadline, board.seconds_left)
    about = About(board.game_number, board.games_agreed, board.options, board.seed_hash)
    regions = {
        "status": Region("status.html", "status", status),
        "priority": Region("priority.html", "priority", Priority(board.priority, board.tab_row)),
        "sheet": Region("sheet.html", "score", Score(board.sheet, board.match_url)),
        "proposal": Region("proposal.html", "proposal", board.proposal),
        "about": Region("about.html", "about", about),
        "seen": Region("seen.html", "seen", board.seen),
    }
    regions |= bartender_regions(board.bartenders)
    for seat in board.seats:
        regions[f"seat-{seat.number}"] = Region("seat.html", "seat", seat)
    return regions


def bartender_regions(bartenders: Iterable[BartenderBoard]) -> Regions:
    return {f"bartender-{one.bartender.word}": Region("bartender.html", "bartender", one) for one in bartenders}


def personal_regions(public: Regions, own: Own) -> Regions:
    """What one seated player is shown: public regions and the own ones.

    While that player may take a bottle, the bartenders among the public ones have another form.
    """
    controls = Controls(own.order, own.controls, bool(own.table_controls), own.prompt, own.is_urgent)
    regions = {
        "hand": Region("hand.html", "drinks", own.drinks),
        "controls": Region("controls.html", "controls", controls),
        "menu": Region("table_menu.html", "menu", own.table_controls),
    }
    if own.hints:
        regions["hints"] = Region("hints.html", "hints", own.hints)
        regions["hints_switch"] = Region("hints_switch.html", "is_on", own.hints.is_on)
    if own.bottles:
        bottles = {giver: tuple(here) for giver, here in groupby(own.bottles, attrgetter("giver"))}
        bartenders = [region.shows for region in public.values() if region.template == "bartender.html"]
        public = public | bartender_regions(_taking(one, bottles.get(one.bartender, ())) for one in bartenders)
    return public | regions


@lru_cache(maxsize=1000)
def _taking(bartender: BartenderBoard, bottles: tuple[Bottle, ...]) -> BartenderBoard:
    """As it is shown to a player who may take these bottles of this bartender."""
    receivers = {bottle.liquor: bottle.receivers for bottle in bottles}
    shelves = tuple(shelf._replace(receivers=receivers.get(shelf.liquor)) for shelf in bartender.shelves)
    return bartender._replace(is_taking=True, shelves=shelves)


def _within(was: Region, region: Region) -> Iterable[Region]:
    """The smallest regions, each with an id of its own on the page, that cover what has changed in this one."""
    before, after = was.shows, region.shows
    match region.template:
        case "bartender.html":
            if (before.cards, before.is_changed, before.is_taking) != (after.cards, after.is_changed, after.is_taking):
                return (region,)
            if [shelf.liquor for shelf in before.shelves] != [shelf.liquor for shelf in after.shelves]:
                return (Region("shelves.html", "bartender", after),)
            shelves = zip(before.shelves, after.shelves, strict=True)
            return [Region("shelf.html", "shelf", new) for old, new in shelves if old != new]
        case "seat.html":
            is_ice_alone = before._replace(ice=after.ice) == after
            return (Region("ice.html", "seat", Pile(after.number, after.ice)) if is_ice_alone else region,)
        case "hand.html":
            if len(before) != len(after):
                return (region,)
            return [_within_drink(old, new) for old, new in zip(before, after, strict=True) if old != new]
        case "status.html":
            return () if before[:-1] == after[:-1] else (region,)
        case _:
            return (region,)


def _within_drink(before: OwnDrink, after: OwnDrink) -> Region:
    are_places_alone = before.places and after.places and before._replace(places=after.places) == after
    return Region("places.html" if are_places_alone else "drink.html", "own_drink", after)


# -- frames --


def changed_html(before: Regions, after: Regions) -> str:
    """The frame that brings a page from one to the other."""
    return "".join(_changed(before, after))


def _changed(before: Regions, after: Regions) -> Iterator[str]:
    for name, region in after.items():
        was = before.get(name)
        if was is None:
            yield region.html(oob=True)
        elif was.shows != region.shows:
            for changed in _within(was, region):
                yield changed.html(oob=True)


def personal_html(public_before: Regions, before: Own, public_after: Regions, after: Own) -> str:
    """The same for the page of one seated player."""
    return changed_html(personal_regions(public_before, before), personal_regions(public_after, after))


def new_lines_html(board: Board, newest: int) -> str:
    """The lines of the log above number `newest`, to be put below the others."""
    return "".join(render("log_line.html", line=line, oob=True) for line in board.log if line.number > newest)


def log_html(board: Board) -> str:
    """The whole log, and its newest line as it stands above the bartenders.

    There the page itself repeats each line that is added to the log.
    """
    line = board.log[-1] if board.log else None
    return render("latest.html", line=line, oob=True) + render("log.html", log=board.log, oob=True)


def whole_html(board: Board, own: Own | None, deadline: float | None) -> str:
    """Everything, for a socket that has just been opened."""
    regions = public_regions(board, deadline)
    if own:
        regions = personal_regions(regions, own)
    parts = [region.html(oob=True) for region in regions.values()]
    parts.append(log_html(board))
    if own is None:
        parts.append(render("watching.html", oob=True))
    return "".join(parts)


def notice_html(words: str, kind: str) -> str:
    """A sentence for one person only."""
    return render("notice.html", words=words, kind=kind, oob=True)


def page_regions(board: Board, own: Own | None, notice: str) -> dict[str, SafeString]:
    """The same regions for the first page, by the names under which the page's frame places them."""
    regions = public_regions(board, None)
    if own:
        regions = personal_regions(regions, own)
    html = {name: region.html(oob=False) for name, region in regions.items()}
    html["bartenders"] = "".join(html[f"bartender-{b.bartender.word}"] for b in board.bartenders)
    html["seats"] = "".join(html[f"seat-{seat.number}"] for seat in board.seats)
    html["latest"] = render("latest.html", line=board.log[-1] if board.log else None)
    html["log"] = render("log.html", log=board.log)
    html["notice"] = render("notice.html", words=notice, kind="refusal" if notice else "")
    if own is None:
        html["hand"] = ""
        html["controls"] = render("watching.html")
    return {name: mark_safe(text) for name, text in html.items()}
