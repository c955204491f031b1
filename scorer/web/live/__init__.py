"""Tables that several phones fill in together, and the class that watches them."""
