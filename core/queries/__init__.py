"""Rows, totals and documents that tables, charts and the command line read."""
