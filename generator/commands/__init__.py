"""The commands, a file each.

Comes in: what was typed. Goes out: a call into the rooms below, and lines about what it made.
"""
