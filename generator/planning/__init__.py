"""Estimate what a print needs before anything is made."""
