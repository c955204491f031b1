"""The texts of a game or of the program as files for translators, and their import."""
