"""Files that are read once, keys made of their content, and the cache between runs.

Comes in: paths, values and code. Goes out: contents with their hashes, keys made of them, and
results of earlier runs under those keys.
"""
