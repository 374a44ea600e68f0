"""Stores of the open pull request's SmartDiskCache: a flat folder with an index, `cache.json`.

Reading: `index_file` picks and decodes a copy, `columns` keeps its rows, `salvage` those that stand
whole in a damaged one. Writing: `open_index` finds rows undecoded, `index_rewrite` edits them over
`json_text` and `hash_lists` as an `index_edit` says, `index_check` looks at what was written;
`stamps` makes the rows that a build adds and what they say of samples, `packed_rows` holds them
until then, `content_index` keeps a text store's own list. `store` is the folder as a mapping.
"""
