"""What changed between an earlier print and the current data.

Comes in: a game and what to compare with. Goes out: a report, before and after in pictures, and a
print of only what changed.
"""
