"""One cached file: list its arrays without loading them, read, verify, summarise, write.

torch is imported inside functions of `pt` only.
"""
