"""Recipes that payloads were made with, as far as they are recorded or stated."""
