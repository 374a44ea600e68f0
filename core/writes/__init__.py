"""Every write into a store: the transaction around it, the quarantine, and the way back.

`undo` is the page of contents of that way. `history` lists what was done, `emptying` ends it.
"""
