"""Caches that travel: exported as a folder, verified on both sides, imported elsewhere."""
