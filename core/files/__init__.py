"""Bytes on disk: atomic writes, folder listings, locks, quarantine, journal.

Nothing here knows what a cache entry is.
"""
