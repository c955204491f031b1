"""The workbench: change a game where its cards are seen.

Comes in: what a person does in the page *Change* of ``ecotable serve``. Goes out: single cells and
values of the game's own files, changed; and what that does to cards, decks, tables and prints.
"""
