"""One package per game: numbers, state, rules named after the rulebook, registration."""
