"""From a table's boards to HTML: one template a region, the same for the first page and for the socket.

Public regions are rendered once and shared by all who look on. A region is rendered again only when what it shows
has changed, so a frame holds the changed regions and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.template import engines
from django.templatetags.static import static
from django.utils.safestring import SafeString, mark_safe
from jinja2 import Environment, StrictUndefined
from markupsafe import Markup

from game.board import Board, Own

SWAP = Markup(" hx-swap-oob=outerMorph")


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
    jinja.globals["static"] = static
    return jinja


class Region(NamedTuple):
    template: str
    context: dict[str, Any]
    shows: object
    """Equal when the rendered HTML would be."""

    def html(self, *, oob: bool) -> str:
        return render(self.template, oob=oob, **self.context)


def render(template: str, *, oob: bool = False, **context: Any) -> str:
    """One live template as text; `oob` for the socket, where it replaces what the page holds under the same id."""
    jinja: Environment = engines["live"].env  # type: ignore[attr-defined]
    return jinja.get_template(template).render(context, swap=SWAP if oob else "")


def public_regions(board: Board, deadline: float | None) -> dict[str, Region]:
    """The regions that everybody sees, by id; `deadline` stands for the seconds left, which change by themselves."""
    whole = {"board": board}
    regions = {
        "status": Region("status.html", whole, (board.headline, board.detail, board.phase, board.deck_left, deadline)),
        "priority": Region("priority.html", whole, (board.priority, board.tab_row)),
        "latest": Region("latest.html", whole, board.log[-1:]),
        "sheet": Region("sheet.html", whole, board.sheet),
        "proposal": Region("proposal.html", whole, board.proposal),
        "about": Region("about.html", whole, (board.seed_hash, board.game_number)),
    }
    for bartender in board.bartenders:
        context = {"bartender": bartender, "bottles": {}, "is_taking": False}
        regions[f"bartender-{bartender.bartender.word}"] = Region("bartender.html", context, bartender)
    for seat in board.seats:
        regions[f"seat-{seat.number}"] = Region("seat.html", {"seat": seat}, seat)
    return regions


def personal_regions(board: Board, own: Own) -> dict[str, Region]:
    """The regions of one seated player. The bartenders are among them while that player may take a bottle."""
    context = {"own": own}
    regions = {
        "hand": Region("hand.html", context, own.drinks),
        "controls": Region("controls.html", context, (own.order, own.controls, bool(own.table_controls), own.prompt)),
        "menu": Region("table_menu.html", context, own.table_controls),
        "seen": Region("seen.html", context, own.seen),
    }
    if own.hints:
        regions["hints"] = Region("hints.html", context, own.hints)
        regions["hints_switch"] = Region("hints_switch.html", context, own.hints.is_on)
    if own.bottles:
        for bartender in board.bartenders:
            word = bartender.bartender.word
            here = {bottle.liquor.word: bottle for bottle in own.bottles if bottle.giver.word == word}
            pickable = {"bartender": bartender, "bottles": here, "is_taking": True}
            regions[f"bartender-{word}"] = Region("bartender.html", pickable, (bartender, here))
    return regions


def changed_html(before: Mapping[str, Region], after: Mapping[str, Region]) -> str:
    """The frame that brings a page from one to the other."""
    return "".join(_changed(before, after))


def _changed(before: Mapping[str, Region], after: Mapping[str, Region]) -> Iterator[str]:
    for name, region in after.items():
        if name not in before or before[name].shows != region.shows:
            yield region.html(oob=True)


def new_lines_html(board: Board, newest: int) -> str:
    """The lines of the log above number `newest`, to be put below the others."""
    return "".join(render("log_line.html", line=line, oob=True) for line in board.log if line.number > newest)


def log_html(board: Board) -> str:
    """The whole log anew: a name in it has changed."""
    return render("log.html", board=board, oob=True)


def whole_html(board: Board, own: Own | None, deadline: float | None) -> str:
    """Everything, for a socket that has just been opened."""
    regions = public_regions(board, deadline) | (personal_regions(board, own) if own else {})
    parts = [region.html(oob=True) for region in regions.values()]
    parts.append(log_html(board))
    if own is None:
        parts.append(render("watching.html", board=board, oob=True))
    return "".join(parts)


def notice_html(words: str, kind: str) -> str:
    """A sentence for one person only."""
    return render("notice.html", words=words, kind=kind, oob=True)


def page_regions(board: Board, own: Own | None, notice: str) -> dict[str, SafeString]:
    """The same regions for the first page, by the names under which the page's frame places them."""
    regions = public_regions(board, None) | (personal_regions(board, own) if own else {})
    html = {name: region.html(oob=False) for name, region in regions.items()}
    html["bartenders"] = "".join(html[f"bartender-{b.bartender.word}"] for b in board.bartenders)
    html["seats"] = "".join(html[f"seat-{seat.number}"] for seat in board.seats)
    html["log"] = render("log.html", board=board)
    html["notice"] = render("notice.html", words=notice, kind="refusal" if notice else "")
    if own is None:
        html["hand"] = ""
        html["controls"] = render("watching.html", board=board)
    return {name: mark_safe(text) for name, text in html.items()}
