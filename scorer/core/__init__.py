"""What every game and the browser need: the schema, states, forms, results and texts."""
