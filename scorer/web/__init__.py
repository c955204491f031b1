"""The page: print, rules, score and change in a browser.

The files in ``page/`` are the same served and published.
"""
