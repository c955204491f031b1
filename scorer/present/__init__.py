"""Ways to show a result. Each takes the same Result and adds nothing to it."""
