"""Caches of ostris/ai-toolkit, in folders beside the pictures: read and cleaned, never built.

| module | what it knows |
|---|---|
| `file_names` | the folders and names of cached files, and the digest in them |
| `recipes` | how a picture is scaled and cut, which is what its name is the digest of |
| `captions` | the texts that are cached for a picture |

Facts and their sources: ai-toolkit at 27a03a9 (2026-08-21).
"""
