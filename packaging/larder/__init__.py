"""Larder: shows, checks, cleans and builds the tensor caches of model training."""

from pathlib import Path as _Path

if not _Path(__file__).with_name("core").is_dir():
    # A checkout: `core`, `app` and `resources` are folders of the repository, not of this one.
    __path__.append(str(_Path(__file__).resolve().parents[2]))
