"""Plans that remove or edit rows and payloads, and the one transaction around every write.

`plan` (with `clean_scope`, `prune_scope`) finds what may go, `recheck` looks again before each
move, `apply` carries a plan out through `quarantine`, which can undo it; `plan_document` and
`reports` are what is said of them. Edits of rows alone: `readopt` (rows made in `readopted_rows`),
`touch` and `repair`. All of them write inside `transaction`.
"""
