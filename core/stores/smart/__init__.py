"""Stores of the open pull request's SmartDiskCache: a flat folder with an index, `cache.json`."""
