"""Survey of musubi-tuner's caches: which file fits which source, and which are trained anyway."""
