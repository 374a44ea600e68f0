"""Every verb, with a file operation that fails, at every one of them: what it says, what is lost.

`python -m tests.faults` runs all of it and prints the table; `test_faults.py` a few of each.
"""
