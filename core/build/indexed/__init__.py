"""Caches with an index: what is chosen of their rows, under which names, and the rows' books."""
