"""Parameter trees: nested mappings of arrays as aligned bytes (`.data`) beside a manifest.

What lies here knows one tree at a time. A folder of many, with hits and budgets, is a store.
"""
