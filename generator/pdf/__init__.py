"""Pages into files, and files read back.

Comes in: pages, faces and what the file says of itself. Goes out: a PDF and its manifest, the same
bytes for the same input, whole or not at all.
"""
