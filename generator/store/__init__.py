"""Files that are read once, keys made of their content, and the cache between runs."""
