"""Workspaces that are cached and trained from, and what is compared of their items."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.support.building import BuildWorkspace, build
from tests.support.disk_cache import whole_concept

LAYOUTS = ("released", "cache.json")
SIZES = ((40, 40), (40, 64), (64, 40))


def cached(
    root: Path, *, layout: str = "cache.json", pictures: int = 6, masked: Sequence[int] = (),
    resolution: str = "128", lines: int = 1, **concept: Any,
) -> BuildWorkspace:
    """A concept of pictures of three aspects, cached; captions say the picture's number."""
    workspace = BuildWorkspace(root)
    workspace.configure(resolution=resolution, masked_training=bool(masked))
    add_cats(workspace, pictures=pictures, masked=masked, lines=lines, **concept)
    build(workspace, layout=layout, even_if_busy=True)
    return workspace


def add_cats(
    workspace: BuildWorkspace, name: str = "cats", *, pictures: int = 6,
    masked: Sequence[int] = (), lines: int = 1, **concept: Any,
) -> None:
    """A concept, not cached yet."""
    path = workspace.add_concept(name, **concept)
    workspace.concepts[-1] = whole_concept(workspace.concepts[-1])
    workspace.write()
    for number in range(pictures):
        size = SIZES[number % len(SIZES)]
        workspace.add_picture(
            f"{path}/{number}.png", size=size, seed=number + 100 * len(workspace.concepts),
            caption="\n".join(f"{name} {number} line {line}" for line in range(lines)))
        if number in masked:
            workspace.add_mask(f"{path}/{number}.png", 20 * number, size=size)


def read_payload(path: Path) -> dict[str, Any]:
    """A payload as torch reads it."""
    import torch

    values: dict[str, Any] = torch.load(path, weights_only=True)
    return values


def same(one: Any, other: Any) -> bool:
    """Return whether two values are equal to the last bit, including containers of tensors."""
    import torch

    if isinstance(one, torch.Tensor):
        return one.dtype == other.dtype and torch.equal(one, other)
    if isinstance(one, Mapping):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def all_same(ones: Iterable[Any], others: Iterable[Any]) -> bool:
    """`same` for each of two lists of equal length."""
    first, second = list(ones), list(others)
    return len(first) == len(second) and all(map(same, first, second))
