"""What the page asks of the rules, as plain values: the same on the server and in the browser."""
