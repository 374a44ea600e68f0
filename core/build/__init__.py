"""Builds what is missing or stale: source -> piece -> payload, and one set of books.

Three kinds of store are filled. A trainer's image and text caches, of samples, in two layouts:
`index` (rows that name payloads) and `slots` (numbered folders, of the released trainer). Stores of
single values, from a folder of files: `values`.

Of samples: `planning` asks of one store after the other what becomes of its entries (`choice`) and
makes the `plan`; `documents` is what is said and saved of it, `payload_totals` counts; `apply`
carries it out. All kinds run the same threads and keep the same books (`pipeline`), and share
`rates`, `reports` and `scope`, which are light. Nothing here knows how a value is encoded.
"""
