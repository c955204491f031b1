"""Reports of statistics and of the playtest lab, written to the terminal, as JSON or as HTML.

Comes in: charts, tables and lines. Goes out: text, JSON or a page.
"""
