"""The page as plain files for any web space.

Comes in: games and an empty folder. Goes out: pages, ready PDFs and a scorer for the browser.
"""
