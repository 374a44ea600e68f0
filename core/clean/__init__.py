"""What can go: plan, preview, apply; clearing and pruning are plans of the same kind."""
