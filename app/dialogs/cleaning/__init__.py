"""The Clean dialog."""
