"""Draws payloads and sources: widgets that are handed what a worker made of a payload.

Only pictures of sources are read here, in a pool thread.
"""
