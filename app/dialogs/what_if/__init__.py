"""What-if dialog: the effect of config changes on the cache."""
