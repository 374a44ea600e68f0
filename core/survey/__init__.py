"""What is cached, stale, missing, orphaned, and why."""
