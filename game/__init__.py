"""Last Call, the game: its rules, live tables and the pages that show them."""
