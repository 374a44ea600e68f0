"""Larder's window: Qt widgets over `core`. Nothing here decides what a cache entry is worth."""
