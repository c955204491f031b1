"""The page: print, rules, score and change in a browser.

api (plain values, runs in a browser's Python too) -> routes (what is served) -> server (HTTP).
``page/`` holds the files that a browser loads; they are the same served and published.
"""
