"""Faces drawn with little ink."""
