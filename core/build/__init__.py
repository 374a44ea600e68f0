"""Builds what is missing or stale: plan, look, decide, encode, write, keep the books."""
