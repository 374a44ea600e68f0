"""Caches that travel: exported as a folder, verified on both sides, imported elsewhere.

`export` and `import_bundle` are the pages of contents; `verify` compares a bundle with its list.
"""
