"""The cache formats, a room each: `indexed`, `released`, `values` and in it `trees`.

`indexed` is an index over a flat folder, `released` numbered slots in a folder per concept,
`values` files named by their key, `trees` parameter trees. What they share lies here:
`cache_store` (a store as a mapping from keys to values), what is remembered of lookups (`use_log`,
`store_run`), how values are made (`making`) and asked for by a training loop (`loops`), what
travels with a store (`records`), signs of a trainer at work (`busy`) and what surveys remember
(`store_memory`). Reading never writes into a store.
"""
