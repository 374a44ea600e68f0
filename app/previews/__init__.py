"""Draws payloads: widgets that are handed what a worker made of one, and read nothing."""
