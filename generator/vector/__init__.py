"""A drawing into PDF operators.

Comes in: a drawing. Goes out: a form XObject with the fonts, gradients and pictures it names.
"""
