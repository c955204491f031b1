"""Files that are read once, keys from their content, and the cache between runs."""
