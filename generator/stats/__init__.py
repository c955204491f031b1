"""Statistics of a deck: what a balance change does to it.

Comes in: a game, and the charts that its ``stats.yaml`` asks for. Goes out: charts -> measures
(numbers) -> report (both readings, in words) -> terminal, page or record.
"""
