"""Survey of sd-scripts' caches: which file fits which picture, and what the trainer does next."""
