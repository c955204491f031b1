"""Faces ready for paper, as compressed pixels or form XObjects: each drawn once, on all cores."""
