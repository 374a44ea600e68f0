"""Builds what is missing or stale: source -> piece -> payload, and one set of books.

A trainer's image and text caches: `planning` (`choice`, `choose`; `slot_planning` for the released
layout) makes a `plan`; `apply` runs a `pipeline` over it (`pieces`, `decide`, `encoding`), whose
payloads go to a sink (`writing`), and keeps a `ledger` or the books of slots (`slot_build`). Stores
of single values, from a folder of files: `source_plan`, `source_planning`, `source_build`. All
share `books` (running, pausing, cancelling, reporting), `rates`, and `documents`. Nothing here
knows how a value is encoded.
"""
