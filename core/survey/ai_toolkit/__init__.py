"""Survey of ai-toolkit's caches: names are computed again, and the last run's record is read."""
