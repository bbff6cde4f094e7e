"""Training: games played in C see the same in a standing as the pro does, and what they teach can be played by."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random

import pytest
from django.core.management import CommandError, call_command

from game.bots.arena import Arena
from game.bots.network import Network
from game.bots.outlook import Outlook, Rival, Standing, features_of
from game.bots.pro import Pro
from game.management.commands.train_pro import BUILD, SOURCE, cards_as_text
from game.rules import HOUSE_DECK, Kind
from game.solver.shares import STANDINGS
from tests.bots.tables import table

DECK = [card for cards in HOUSE_DECK.values() for card in cards]


def any_standing(chance: Random) -> Standing:
    """With two to five players, and with one to four drinks to make."""
    bottles = tuple(zip(*(chance.choice(STANDINGS) for _ in range(6)), strict=True))
    places = [number / 4 for number in range(5)]
    chance.shuffle(places)
    rivals = []
    for place in places[chance.randint(1, 4) :]:
        kinds = tuple(sorted(chance.sample(list(Kind), chance.randint(1, 4))))
        rivals.append(Rival(chance.randrange(6), len(kinds), kinds, place))
    drinks = tuple(chance.sample(DECK, chance.randint(1, 4)))
    return Standing(bottles, drinks, chance.randrange(6), places[0], tuple(rivals))


def as_line(standing: Standing) -> str:
    """As features.c reads it."""
    numbers = [count for row in standing.bottles for count in row]
    numbers += [len(standing.drinks), *map(DECK.index, standing.drinks)]
    words = [*map(str, numbers), str(standing.ice), str(standing.place), str(len(standing.rivals))]
    for rival in standing.rivals:
        kinds = sum(1 << list(Kind).index(kind) for kind in rival.kinds)
        words += [str(rival.ice), str(rival.left), str(kinds), str(rival.place)]
    return " ".join(words) + "\n"


def test_the_games_in_c_find_in_any_standing_what_the_pro_finds(tmp_path):
    chance = Random(1)
    standings = [any_standing(chance) for _ in range(60)]
    (tmp_path / "standings").write_text("".join(map(as_line, standings)))
    program = tmp_path / "features"
    source = Path(__file__).with_name("features.c")
    subprocess.run([*BUILD, "-w", f"-I{SOURCE.parent}", "-o", program, source, "-lm"], check=True)
    found = subprocess.run(
        [program, tmp_path / "standings"], input=cards_as_text(), capture_output=True, text=True, check=True
    )
    lines = found.stdout.splitlines()
    assert len(lines) == len(standings)
    for line, standing in zip(lines, standings, strict=True):
        assert list(map(float, line.split())) == pytest.approx([*map(float, features_of(standing))], abs=1e-4)


def test_what_is_learned_names_the_command_that_made_it_and_can_be_played_by(tmp_path, capfd):
    path = tmp_path / "pro.json"
    call_command("train_pro", str(path), "--rounds", "2", "--games", "12", "--seed", "7")
    learned = json.loads(path.read_text())
    assert learned.keys() == {"made_by", "patience", "networks"}
    assert learned["made_by"] == "manage.py train_pro --rounds 2 --games 12 --patience 0.97 --seed 7"
    pro = Pro(Outlook([Network.of(network) for network in learned["networks"]], learned["patience"]))
    start = table("RV RVG RVGB RVGBT")
    assert Arena(start, dict.fromkeys(start.names, pro), "1").play().actions


def test_without_a_compiler_training_says_so(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CommandError, match="cc"):
        call_command("train_pro", str(tmp_path / "pro.json"))
