"""The house's own drink cards, stored under the name `house`."""

from typing import Any

from django.db import migrations

from game.rules import HOUSE_DECK


def add_house_deck(apps: Any, schema_editor: Any) -> None:
    cards = {
        kind.name.lower(): [[liquor.word for liquor in card.liquors] for card in deck] for kind, deck in HOUSE_DECK.items()
    }
    decks = apps.get_model("matches", "DrinkDeck").objects
    decks.update_or_create(slug="house", defaults={"name": "House drinks", "cards": cards})


class Migration(migrations.Migration):
    dependencies = [("matches", "0001_initial")]
    operations = [migrations.RunPython(add_house_deck, migrations.RunPython.noop)]
