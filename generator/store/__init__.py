"""What is read, known by its content, and what is kept between runs.

Comes in: paths, values and code. Goes out: contents with their hashes, keys made of them, and
results of earlier runs under those keys.
"""
