"""One module a game: numbers, state, rules named after the rulebook's headings, registration."""
