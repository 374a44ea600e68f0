"""Caches of older trainers, which know sources by position only."""
