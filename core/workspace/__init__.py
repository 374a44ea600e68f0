"""The workspace a user opens: trainer config, concepts, samples, prompts, buckets, roots.

Reads the user's own files and never writes one. Facts about OneTrainer (defaults, old key names,
which picture is a sample, which bucket it is assigned to) are here and nowhere else; the inner
layout of a cache index is not.
"""
