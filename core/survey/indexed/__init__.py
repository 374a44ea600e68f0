"""Caches with an index, `cache.json`: each row and file of one gets its verdict."""
