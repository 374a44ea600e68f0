"""What the user opens: trainer config, concepts, samples, prompts, buckets, roots.

Reads the user's own files and never writes one. Facts about OneTrainer (defaults, old key names,
which picture is a sample, which bucket it lands in) live here and nowhere else; what a cache index
looks like inside does not.
"""
