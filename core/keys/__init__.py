"""Identities: content hashes, payload names, resolution keys, the hash memory.

Nothing here reads an index or a config.
"""
