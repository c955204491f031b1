"""The web app: print, rules, score and edit in a browser.

The files in ``page/`` are the same on a server and on a static site.
"""
