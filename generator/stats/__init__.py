"""Statistics of a deck: what a balance change does to it.

``cards_data/<slug>/stats.yaml`` lists charts; each names a measure and its parameters. The steps:
charts (what is asked) → measures (numbers) → report (both readings, in words) → terminal, page
or record.
"""
