"""Builds the stores of single values (pixels, features, samples, tokens) from a folder of files.

The same three steps as every operation: a folder is listed, a plan says what is missing, and
applying it makes exactly that. Nothing here knows how a value is encoded or how it lies on disk.
"""
