"""Builds what is missing or stale: source -> piece -> payload, and one set of books.

Three kinds of store are filled. A trainer's image and text caches, of samples, in two layouts:
`indexed` (rows that name payloads) and `released` (numbered folders). Stores of single values, from
a folder of files: `values`.

`build` is the page of contents, from a plan to its report, and `convert` that of a build which
encodes nothing. Of samples, `planning` asks of one store after the other what becomes of its
entries (`choice`) and makes the `plan`; `payload_totals` counts; `store_build` builds one store.
All kinds run the same threads and keep the same books (`pipeline`), and share `rates`, `reports`
and `scope`, which are light. Nothing here knows how a value is encoded.
"""
