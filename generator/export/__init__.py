"""Games for other tables than the kitchen one: pictures, simulators, printers, knives, a page.

Comes in: a composed game and what is asked of it. Goes out: files that other programs open, each
kind made by one module of ``kinds/``.
"""
