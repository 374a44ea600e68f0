"""Stores of single values and of parameter trees: what is on disk, and its verdict."""
