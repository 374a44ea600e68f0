"""Stores of single values: pixels, sounds, tokens, trees."""
