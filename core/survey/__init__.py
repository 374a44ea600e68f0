"""Survey of what is cached, stale, missing or orphaned, and why."""
