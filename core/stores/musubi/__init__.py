"""Caches of kohya-ss/musubi-tuner: read and cleaned, never built.

| module | what it knows |
|---|---|
| `architectures` | the families of models, what is cached for each and how its files end |
| `file_names` | which picture, clip or caption a cached file belongs to, by its name |
| `buckets` | the size that a picture or clip is trained in |

Facts and their sources: musubi-tuner at 30c658c4f4b0 (2026-06-24), `src/musubi_tuner/`.
"""
