"""Modules for a browser, under the names of libraries that have no build for it."""
