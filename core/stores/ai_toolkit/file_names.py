"""Names of ai-toolkit's cached files: the picture's stem and a digest of how it was made.

| file | digest of |
|---|---|
| `_latent_cache/{stem}_{digest}.safetensors` | the recipe, which is in the header, too |
| `_t_e_cache/{stem}_{digest}.safetensors` | the text and the family of encoders |
| `_clip_vision_cache/{stem}_{digest}.safetensors` | the picture and the vision encoder |

They lie in the folder of the picture, at any depth below a dataset's root. Source:
`toolkit/dataloader_mixins.py:1779-1842, 2120-2163` at 27a03a9.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from typing import Final

LATENTS: Final = "_latent_cache"
TEXTS: Final = "_t_e_cache"
VISION: Final = "_clip_vision_cache"
FOLDERS: Final = (LATENTS, TEXTS, VISION)
CONTROLS: Final = "_controls"
ENDING: Final = ".safetensors"
SIZES: Final = ".aitk_size.json"
"""Size, bytes and date of each picture at the last run, in a dataset's root."""

_NAME: Final = re.compile(r"(?P<stem>.+)_(?P<digest>[A-Za-z0-9_-]{22})\.safetensors", re.DOTALL)
_TEMPORARY: Final = re.compile(r"\.tmp\w{6}")


def digest_of(recipe: Mapping[str, object]) -> str:
    """22 characters: the digest of a recipe, as the trainer computes it."""
    text = json.dumps(recipe, sort_keys=True).encode("ascii")
    digest = hashlib.md5(text, usedforsecurity=False).digest()
    return base64.urlsafe_b64encode(digest).decode("ascii").rstrip("=")


def split_name(name: str) -> tuple[str, str] | None:
    """(stem, digest) of a cached file, None for one that is called otherwise."""
    found = _NAME.fullmatch(name)
    return (found["stem"], found["digest"]) if found else None


def is_temporary(name: str) -> bool:
    """Return whether a file was being written when its run ended."""
    return _TEMPORARY.fullmatch(name) is not None


def is_own_name(path: str) -> bool:
    """Return whether a path below a dataset's root is called as a file of the trainer's."""
    above, _, name = path.rpartition("/")
    folder = above.rpartition("/")[2]
    return path == SIZES or (
        folder in FOLDERS and (split_name(name) is not None or is_temporary(name)))


def name_of(stem: str, recipe: Mapping[str, object]) -> str:
    """The name of the file with a recipe of a picture."""
    return f"{stem}_{digest_of(recipe)}{ENDING}"
