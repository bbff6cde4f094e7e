"""Everything that may be written about tables and matches; the one door for views, consumers and the clock.

Each call is atomic, takes keyword arguments, and either does the whole thing or raises `Refused` with a sentence for
the player. The live pages hear of it after the commit.
"""

from matches.guards import Refused, SeatedElsewhere, must_be_host, must_be_open
from matches.play_now import fill_due_tables, play_now, tidy
from matches.playing import (
    Tally,
    adjourn_match,
    end_game_unscored,
    end_match,
    leave_for_good,
    record_game,
    resume_match,
    start_next_game,
)
from matches.rematches import play_again
from matches.seating import (
    add_bot,
    agree,
    change_options,
    create_match,
    fill_and_start,
    leave_seat,
    remove_bot,
    remove_from_seat,
    renew_invite,
    revoke_invite,
    start_match,
    take_seat,
)

__all__ = [
    "Refused",
    "SeatedElsewhere",
    "Tally",
    "add_bot",
    "adjourn_match",
    "agree",
    "change_options",
    "create_match",
    "end_game_unscored",
    "end_match",
    "fill_and_start",
    "fill_due_tables",
    "leave_for_good",
    "leave_seat",
    "must_be_host",
    "must_be_open",
    "play_again",
    "play_now",
    "record_game",
    "remove_bot",
    "remove_from_seat",
    "renew_invite",
    "resume_match",
    "revoke_invite",
    "start_match",
    "start_next_game",
    "take_seat",
    "tidy",
]
