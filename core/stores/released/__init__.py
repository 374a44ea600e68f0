"""Stores of released OneTrainer's DiskCache: a folder per concept, numbered slots, no index."""
