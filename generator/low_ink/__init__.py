"""A drawing that takes little ink: outlines and hatching instead of fills.

Comes in: a drawing. Goes out: a drawing of the same size in lines.
"""
