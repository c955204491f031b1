"""What changed between an earlier print and the data at hand.

Comes in: a game and what to compare with. Goes out: a report, before and after in pictures, and a
print of only what changed.
"""
