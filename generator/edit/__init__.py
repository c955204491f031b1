"""Files of a game, changed by a cell or a value at a time.

Comes in: what shall stand where. Goes out: the same file with those bytes alone changed, written
beside and moved into place; what was done, in words, and the way back.
"""
