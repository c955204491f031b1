"""Export the texts of a game or of the program for translators, and import translations."""
