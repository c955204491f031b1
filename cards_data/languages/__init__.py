"""What is known of every language.

Comes in: a language's code. Goes out: its plural rule, list patterns, number signs and order of
letters; texts for translators; English made longer.
"""
