"""The steps of `start.py`: each asks the computer through a `Machine`, so that tests can stand in.

Nothing here may use syntax or a library of a Python newer than 3.8, or anything outside the
standard library: this code runs before there is an environment.
"""
