"""Practice without a table: positions to finish, cards to spot. Pure; the same code or date gives all the same."""
