"""Cleaning without its dialog: requests for a plan, the plan that came, its job, its texts."""
