"""The cost of a change of settings."""
