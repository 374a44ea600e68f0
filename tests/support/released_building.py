"""Workspaces whose cache is laid out as released OneTrainer has it, and what is done to them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from tests.support.building import BuildWorkspace, Built, build
from tests.support.disk_cache import DiskCache, whole_concept

PATH = "data/cats"


def cats(root: Path) -> BuildWorkspace:
    """Six pictures with captions and two masks, nothing cached."""
    made = BuildWorkspace(root)
    made.configure(masked_training=True)
    add_concept(made)
    for number in range(6):
        made.add_picture(
            f"{PATH}/{number}.png", caption=f"a cat number {number}", size=(40 + number, 48))
    made.add_mask(f"{PATH}/1.png", 100, size=(41, 48))
    made.add_mask(f"{PATH}/4.png", 200, size=(44, 48))
    return made


def add_concept(workspace: BuildWorkspace, name: str = "cats", **settings: Any) -> None:
    workspace.add_concept(name, **settings)
    workspace.concepts[-1] = whole_concept(workspace.concepts[-1])
    workspace.write()


def build_released(workspace: BuildWorkspace, **options: Any) -> Built:
    return build(workspace, layout="released", even_if_busy=True, **options)


def assert_served_right(workspace: BuildWorkspace, *, epochs: int = 1) -> None:
    """The trainer caches nothing itself, and every sample gets what its own files give."""
    trainer = DiskCache(workspace)
    for epoch in range(epochs):
        assert trainer.right(epoch) == []
    assert trainer.cached == []


def add_one(workspace: BuildWorkspace) -> None:
    workspace.add_picture(f"{PATH}/00.png", caption="a new cat", size=(50, 48))


def add_one_without_caption(workspace: BuildWorkspace) -> None:
    workspace.add_picture(f"{PATH}/00.png", size=(50, 48))


def delete_one(workspace: BuildWorkspace) -> None:
    for name in ("2.png", "2.txt"):
        (workspace.root / PATH / name).unlink()


def rename_one(workspace: BuildWorkspace) -> None:
    for ending in (".png", ".txt", "-masklabel.png"):
        (workspace.root / PATH / f"1{ending}").rename(workspace.root / PATH / f"9{ending}")


def edit_caption(workspace: BuildWorkspace) -> None:
    workspace.age(workspace.write_caption(f"{PATH}/3.txt", "something else"), by_ns=7)


def edit_mask(workspace: BuildWorkspace) -> None:
    workspace.age(workspace.add_mask(f"{PATH}/4.png", 90, size=(44, 48)), by_ns=7)


def touch_one(workspace: BuildWorkspace) -> None:
    workspace.age(workspace.root / PATH / "5.png", by_ns=9)


def rename_folder(workspace: BuildWorkspace) -> None:
    (workspace.root / PATH).rename(workspace.root / "data/dogs")
    workspace.concepts[0]["path"] = "data/dogs"
    workspace.write()


def files_of(workspace: BuildWorkspace) -> dict[str, tuple[int, int]]:
    """Inode and date of everything that the trainer reads."""
    return {
        str(path.relative_to(workspace.root)): (path.stat().st_ino, path.stat().st_mtime_ns)
        for store in ("image", "text") for path in workspace.store(store).rglob("*.pt")
        if ".larder" not in path.parts}


def let_train(workspace: BuildWorkspace) -> BuildWorkspace:
    """Have the trainer make the whole cache, each file a millisecond after the one before."""
    trainer = DiskCache(workspace)
    assert trainer.right(0) == []
    assert len(trainer.cached) == 2
    written = sorted(
        (path for store in ("image", "text") for path in workspace.store(store).rglob("*.pt")),
        key=lambda path: (path.name == "aggregate.pt", path))
    began_ns = min(path.stat().st_mtime_ns for path in written)
    for at, path in enumerate(written):
        os.utime(path, ns=(began_ns + at * 10**6,) * 2)
    return workspace
