"""Builds what is missing or stale.

A trainer's image and text caches: `planning` (`choose`, `sharing`) makes a `plan`, `apply` runs a
`pipeline` over it (`pieces`, `decide`, `encoding`, `writing`) and keeps its `ledger`. Stores of
single values, from a folder of files: `source_files`, `source_planning`, `source_build`. Both share
rates, report and documents. Nothing here knows how a value is encoded.
"""
