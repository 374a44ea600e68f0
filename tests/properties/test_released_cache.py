"""Whatever is done to a dataset: after a build the trainer is served right pairs only.

And a build encodes as many pictures and captions as there are contents that no slot holds yet.
Builds of real folders, so it takes some seconds.
"""

from __future__ import annotations

import random
import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.support.building import BuildWorkspace, build
from tests.support.disk_cache import DiskCache, whole_concept

PATH = "data/cats"
EDITS = ("add", "copy", "delete", "rename", "caption", "mask", "touch", "clear", "switch")


class Dataset:
    """A concept, and which contents its slots and its files hold."""

    def __init__(self, root: Path) -> None:
        self.workspace = BuildWorkspace(root)
        self.workspace.configure(masked_training=True)
        self.workspace.add_concept("cats")
        self.workspace.concepts[0] = whole_concept(self.workspace.concepts[0])
        self.workspace.write()
        self.files: dict[str, tuple[int, int, str]] = {}
        self.held: tuple[set[tuple[int, int]], set[str]] = (set(), set())
        self.count = 0
        for _ in range(3):
            self.add(self.next())

    def next(self) -> int:
        self.count += 1
        return self.count

    def add(self, seed: int, caption: str = "") -> None:
        name = f"{random.Random(self.next()).randrange(10**6):06}"
        caption = caption or f"caption {self.count}"
        self.workspace.add_picture(
            f"{PATH}/{name}.png", size=(40, 40), seed=seed, caption=caption).touch()
        self.files[name] = (seed, -1, caption)

    def edit(self, what: str, which: int) -> None:
        names = sorted(self.files)
        if what == "add" or not names:
            self.add(self.next())
            return
        name = names[which % len(names)]
        seed, mask, caption = self.files[name]
        folder = self.workspace.root / PATH
        endings = [".png", ".txt", *(["-masklabel.png"] if mask >= 0 else [])]
        if what == "copy" and mask < 0:
            self.add(seed, caption)
        elif what == "delete":
            for ending in endings:
                (folder / f"{name}{ending}").unlink()
            del self.files[name]
        elif what == "rename":
            new = f"{random.Random(self.next()).randrange(10**6):06}"
            for ending in endings:
                (folder / f"{name}{ending}").rename(folder / f"{new}{ending}")
            self.files[new] = self.files.pop(name)
        elif what == "caption":
            caption = f"caption {self.next()}"
            self.workspace.write_caption(f"{PATH}/{name}.txt", caption).touch()
            self.files[name] = (seed, mask, caption)
        elif what == "mask":
            mask = self.next() % 200
            self.workspace.add_mask(f"{PATH}/{name}.png", mask).touch()
            self.files[name] = (seed, mask, caption)
        elif what == "touch":
            (folder / f"{name}.png").touch()
        elif what == "clear":
            shutil.rmtree(self.workspace.store().parent, ignore_errors=True)
            DiskCache(self.workspace).start(0)
            self.held = self.wanted()
            self.build()
        elif what == "switch":
            self.encode("cache.json")

    def wanted(self) -> tuple[set[tuple[int, int]], set[str]]:
        return ({(seed, mask) for seed, mask, _ in self.files.values()},
                {caption for _, _, caption in self.files.values()})

    def encode(self, layout: str) -> None:
        """Build; what neither layout holds is encoded, each content once.

        A picture that gets another mask is encoded only where its making is not known.
        """
        pictures, captions = self.wanted()
        built = build(self.workspace, layout=layout, even_if_busy=True)
        unseen = {seed for seed, _ in pictures} - {seed for seed, _ in self.held[0]}
        encoded = len(built.encoders.images)
        assert len(unseen) <= encoded <= len(pictures - self.held[0])
        assert len(built.encoders.prompts) == len(captions - self.held[1])
        self.held = (pictures, captions)

    def build(self) -> None:
        self.encode("released")
        trainer = DiskCache(self.workspace)
        assert trainer.right(0) == []
        assert trainer.cached == []


@settings(
    max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(
    st.lists(st.tuples(st.sampled_from(EDITS), st.integers(0, 9)), min_size=1, max_size=4),
    min_size=1, max_size=3))
def test_every_served_pair_is_right_and_only_new_contents_are_encoded(
        rounds: list[list[tuple[str, int]]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        dataset = Dataset(Path(folder))
        dataset.build()
        for edits in rounds:
            for what, which in edits:
                dataset.edit(what, which)
            if dataset.files:
                dataset.build()
