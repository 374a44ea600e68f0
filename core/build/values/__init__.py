"""Stores of single values, from a folder of the user's files: pixels, features, waveforms, ids."""
