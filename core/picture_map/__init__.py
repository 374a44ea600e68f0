"""The map of a cache: every picture a point, placed by what is cached of it already.

`picture_map` is the page of contents. No model is loaded, and no cache is written to.
"""
