"""Builds what is missing or stale: source -> piece -> payload, and one set of books.

A trainer's image and text caches: `planning` (`choose`, `sharing`) makes a `plan`; `apply` runs a
`pipeline` over it (`pieces`, `decide`, `encoding`), whose payloads go to a sink (`writing`), and
keeps a `ledger`. Stores of single values, from a folder of files: `source_files`, `source_plan`,
`source_planning`, `source_build`. Both share `books` (running, pausing, cancelling, reporting),
`rates`, and `documents`. Nothing here knows how a value is encoded.
"""
