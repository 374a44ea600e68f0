"""Caches of kohya-ss/sd-scripts, which lie beside the pictures: read and cleaned, never built.

| module | what it knows |
|---|---|
| `families` | the model families, their arrays and the endings of their files |
| `file_names` | which picture a cached file belongs to, by its name |
| `latents` | which latents, masks and sizes a cached file contains, by its headers |
| `buckets` | the size that a picture is trained in |

Facts and their sources: sd-scripts at c162e9039cc3 (2026-06-18), `library/`.
"""
