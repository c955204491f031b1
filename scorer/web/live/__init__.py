"""Tables that several phones fill in together, and the class that watches them.

Comes in: taps of phones. Goes out: the same taps to the other phones of the table, and to the
class what stands on every table. tap_log (pure) -> tables (in memory, bounded) -> routes.
"""
