"""Plans that remove rows and payloads: clean, prune and clear.

`clean` is the page of contents, from a plan to its report. `plan` (with `plan_clean`,
`plan_prune`) finds what may go, `recheck` looks again before anything moves, `clean_folder` does
it in one folder; `plan_document` is what is said of it.
"""
