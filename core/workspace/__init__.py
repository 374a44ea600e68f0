"""What the user opens: trainer config, concepts, samples, prompts, buckets, roots.

Reads the user's own files and never writes one."""
