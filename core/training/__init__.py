"""Serving a cache to a training loop."""
