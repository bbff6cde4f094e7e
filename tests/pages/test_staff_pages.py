"""What staff see: history to read, and no secret in it."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import User

from tests.matches.builders import open_table, people, person, playing_match, start_game

pytestmark = pytest.mark.django_db


@pytest.fixture
def staff(client):
    client.force_login(User.objects.create_superuser("staff", "staff@example.org", "x"))
    return client


def test_staff_see_no_seed_of_a_running_game_and_no_invite_link(staff):
    match = playing_match(*people("Andre Bill"))
    game = start_game(match, 1)
    private = open_table(person("Claire"), is_public=False)
    for path in (f"match/{match.pk}", f"gamerecord/{game.pk}", f"match/{private.pk}"):
        page = staff.get(f"/staff/matches/{path}/change/")
        assert page.status_code == 200
        assert game.seed not in page.content.decode()
        assert private.invite_token not in page.content.decode()


@pytest.mark.parametrize("model", ["match", "gamerecord", "player", "drinkdeck"])
def test_staff_read_and_do_not_edit(staff, model):
    playing_match(*people("Andre Bill"))
    assert staff.get(f"/staff/matches/{model}/").status_code == 200
    assert staff.get(f"/staff/matches/{model}/add/").status_code == 403
