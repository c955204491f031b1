"""Lengths, outlines and colours."""
