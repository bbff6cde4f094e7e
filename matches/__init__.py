"""Players, matches, seats, games' results and the journal: what is kept. Knows results, not rules."""
