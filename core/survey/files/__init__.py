"""Surveys of other trainers' caches, file by file: states, their proof, and the way to a report.

Each trainer has a room of its own that judges its files (`survey.kohya`). What they have in common
is here.
"""
