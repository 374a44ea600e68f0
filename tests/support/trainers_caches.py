"""Caches as trainers leave them, in both layouts: nothing of them says how they were made."""

from __future__ import annotations

import os
import shutil
from pathlib import Path
from typing import Any

from tests.support.building import OLD_NS, BuildWorkspace, build
from tests.support.disk_cache import DiskCache
from tests.support.released_building import add_concept
from tests.support.tiny_text_models import write_text_pipeline
from tests.support.tiny_vaes import write_vae

DAY_NS = 24 * 3600 * 10**9
MODEL_TYPE = "STABLE_DIFFUSION_15"


def write_models(folder: Path, *, seed: int = 0) -> Path:
    """A pipeline with a tiny VAE and a tiny text encoder."""
    write_text_pipeline(folder, MODEL_TYPE)
    write_vae(folder / "vae", seed=seed)
    return folder


def with_models(root: Path, **config: Any) -> BuildWorkspace:
    """Three pictures with captions, and the models that the config names; nothing is cached."""
    made = BuildWorkspace(root, config={
        "model_type": MODEL_TYPE, "base_model_name": "models/base", "resolution": "64",
        "train_dtype": "FLOAT_32", "text_encoder": {"train": False}, **config})
    write_models(root / "models" / "base")
    write_vae(root / "models" / "other_vae", seed=7)
    add_concept(made)
    for number in range(3):
        made.add_picture(f"data/cats/{number}.png", caption=f"a cat on the roof {number}",
                         size=(64, 64))
    return made


def let_released_trainer_cache(made: BuildWorkspace) -> None:
    """Have a released trainer cache everything, some days after the pictures were taken."""
    assert DiskCache(made).start(0)
    for path in (made.root / "workspace-cache").rglob("*.pt"):
        os.utime(path, ns=(OLD_NS + DAY_NS, OLD_NS + DAY_NS))


def let_indexing_trainer_cache(made: BuildWorkspace) -> None:
    """Have a trainer with an index cache everything: as Larder builds it, less what that notes."""
    import torch

    build(made, layout="cache.json", even_if_busy=True)
    for store in ("image", "text"):
        folder = made.store(store)
        shutil.rmtree(folder / ".larder")
        for path in folder.glob("*_*.pt"):
            values = torch.load(path, weights_only=True)
            torch.save({name: value for name, value in values.items() if not name.startswith(
                ("__larder", "__source"))}, path)
        for path in folder.iterdir():
            os.utime(path, ns=(OLD_NS + DAY_NS, OLD_NS + DAY_NS))


def as_a_trainer_leaves_it(made: BuildWorkspace) -> None:
    """Take what only Larder notes out of an index layout's caches: recipes, sources, its folder."""
    import torch

    for store in ("image", "text"):
        folder = made.store(store)
        shutil.rmtree(folder / ".larder")
        for path in folder.glob("*_*.pt"):
            values = torch.load(path, weights_only=True)
            torch.save({name: value for name, value in values.items()
                        if not name.startswith("__larder")}, path)
        for path in folder.iterdir():
            os.utime(path, ns=(OLD_NS + DAY_NS, OLD_NS + DAY_NS))
