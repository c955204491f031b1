"""Turn pieces into SVG: templates, the names they can use, and a cache of the results."""
