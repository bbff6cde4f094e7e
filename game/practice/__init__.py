"""Practice without a table: positions to finish and cards to spot. Pure; the same code or date gives the same to all."""
