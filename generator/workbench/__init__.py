"""The workbench: a live gallery of a game, and its tables, layouts and numbers to edit.

``ecotable preview`` opens it read-only.
"""
