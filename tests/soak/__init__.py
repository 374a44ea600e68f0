"""The window, used for long: what it holds must not grow.

`python -m tests.soak` does everything hundreds of times and prints a table;
`tests/app/test_long_life.py` a little of each.
"""
