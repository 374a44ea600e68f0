"""Quarantine of files removed from stores, and their restoration."""
