"""Larder's headless package: everything that knows about caches, nothing that knows about Qt.

Rooms, lowest first: `files` (bytes on disk), `keys` (identities), `payloads` (one cached file),
`workspace` (what the user opens), `stores` (one cache folder), `encoders` and `training` (making
and serving payloads), `recipes`, `survey`, `clean`, `build`, `compare` (looking, planning,
applying), `queries` (rows and documents for front ends), `requests` (what a front end may ask
for), `cli` (the `larder` command) and `api` (what `import larder` offers). A room imports only from
rooms before it.
"""

__version__ = "0.1.0"
