"""Everything that can be wrong with a game before it is printed.

Comes in: games whose data can be read. Goes out: every problem of every face, paper and colour.
"""
