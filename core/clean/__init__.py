"""Plans that remove rows and payloads: clean, prune and clear.

`plan` (with `clean_scope`, `prune_scope`) finds what may go, `recheck` looks again before each
move, `apply` carries a plan out inside `writes.transaction`; `plan_document` is what is said of it.
"""
