"""Whatever is done to sources, and whatever is cleaned and undone: good work is never lost.

A small trainer stands beside the store: it builds what is missing, adopts payloads it finds by
name, drops rows of edited files, and saves its index in one of its two layouts.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import xxhash
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from larder.core.index_edits.readopt import apply_readopt, plan_readopt
from larder.core.index_edits.touch import apply_touch, plan_touch
from larder.core.jobs import CancelToken, run_to_end
from larder.core.payloads.pt import write_pt
from larder.core.writes.emptying import empty_quarantines
from larder.core.writes.quarantine.record import list_quarantines
from tests.support.cleaning import applied, planned, undone
from tests.support.indexed_cache import (
    IMAGE_NAMES,
    MODEL_TYPE,
    IndexedWorkspace,
    back_date,
    tree_state,
)
from tests.support.surveying import run_survey

NAMES = st.sampled_from(["a.png", "b.png", "c.png", "d.png", "sub/e.png"])
CONTENTS = st.integers(min_value=0, max_value=4)


class CacheOfOneConcept(RuleBasedStateMachine):
    """Sources, a trainer and Larder taking turns on one image store."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.workspace = IndexedWorkspace(
            self.folder / "work", config={"train_text_encoder": False})
        self.concept = self.workspace.add_concept()
        self.pictures = self._pictures()
        self.clock = 0

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    @initialize(names=st.sets(NAMES, min_size=2))
    def begin(self, names: set[str]) -> None:
        for number, name in enumerate(sorted(names)):
            self._put(name, number % 5)
        self.workspace.write(stores=())
        self.workspace.store().mkdir(parents=True)
        self._train(compact=False)

    @rule(name=NAMES, content=CONTENTS)
    def write_source(self, name: str, content: int) -> None:
        self._put(name, content)

    @rule(name=NAMES)
    def delete_source(self, name: str) -> None:
        (self.data / name).unlink(missing_ok=True)

    @rule(name=NAMES, other=NAMES)
    def rename_source(self, name: str, other: str) -> None:
        if (self.data / name).exists():
            (self.data / other).parent.mkdir(exist_ok=True)
            (self.data / name).replace(self.data / other)

    @rule(name=NAMES)
    def touch_source(self, name: str) -> None:
        if (self.data / name).exists():
            self._date(self.data / name)

    @rule(compact=st.booleans())
    def train(self, compact: bool) -> None:
        self._train(compact=compact)

    @rule(draw=st.randoms(use_true_random=False), everything=st.booleans(), delete=st.booleans())
    def clean(self, draw: Any, everything: bool, delete: bool) -> None:
        before, sources = self._payloads(), tree_state(self.data)
        plan = planned(self.workspace.root)
        selected = plan.preselected & np.array(
            [everything or draw.random() < 0.5 for _ in range(len(plan))], dtype=np.bool_)
        report = applied(plan, selected=selected, delete=delete, even_if_busy=True)
        assert report.dropped == report.failed == ()
        lost = before - self._payloads()
        assert len(lost) == report.quarantined.files + report.deleted.files
        needed = {self._hash(path)[:12] for path in self._sources()}
        assert not {name for name in lost if name[:12] in needed}
        assert tree_state(self.data) == sources

    @precondition(lambda self: list_quarantines(self.workspace.store()))
    @rule(newest=st.booleans())
    def undo(self, newest: bool) -> None:
        before, sources = self._payloads(), tree_state(self.data)
        records = list_quarantines(self.workspace.store())
        record = records[-1 if newest else 0]
        plan = planned(self.workspace.root)
        report = undone(plan, record.id, even_if_busy=True)
        assert record.manifest is not None
        moved = {move.name for move in record.manifest.moves}
        assert self._payloads() == before | moved
        assert {left.payload for left in report.not_restored} <= before
        assert set(record.manifest.dropped_rows) <= set(self._index()["entries"])
        assert tree_state(self.data) == sources

    @rule()
    def clean_and_undo_at_once(self) -> None:
        before = tree_state(self.workspace.store())
        plan = planned(self.workspace.root)
        identity = applied(plan, even_if_busy=True).undo
        if identity is not None:
            undone(plan, identity, even_if_busy=True)
        assert tree_state(self.workspace.store()) == before

    @rule()
    def readopt(self) -> None:
        before = self._payloads()
        # An edited source that takes another payload leaves its old one to a copy of its old self.
        for _ in range(len(self._sources()) + 1):
            plan = plan_readopt(run_survey(self.workspace.config_path))
            report = run_to_end(apply_readopt(plan, even_if_busy=True, token=CancelToken()))
            assert (report.entries, report.dropped) == (plan.entries, ())
            assert self._payloads() == before
            if not plan.entries:
                break
        assert plan.entries == 0

    @rule()
    def store_touched_dates(self) -> None:
        plan = plan_touch(run_survey(self.workspace.config_path))
        run_to_end(apply_touch(plan, even_if_busy=True, token=CancelToken()))
        assert plan_touch(run_survey(self.workspace.config_path)).entries == 0

    @rule()
    def empty_quarantine(self) -> None:
        before = self._payloads()
        run_to_end(empty_quarantines([self.workspace.store()], token=CancelToken()))
        assert self._payloads() == before

    @invariant()
    def every_live_row_has_its_payload(self) -> None:
        if not (self.workspace.store() / "cache.json").exists():
            return
        index, payloads = self._index(), self._payloads()
        for key, row in index["entries"].items():
            path = self.workspace.root / key
            if path.exists() and self._hash(path) == row["hash"]:
                for variant in row["variants"].values():
                    assert f"{variant['cache_file']}_1.pt" in payloads
        for digest, keys in index["hash_index"].items():
            assert keys
            for key in keys:
                assert index["entries"][key]["hash"] == digest

    @property
    def data(self) -> Path:
        return self.workspace.root / self.concept

    def _pictures(self) -> list[bytes]:
        """Five pictures, as bytes to be written again and again."""
        from PIL import Image

        path = self.folder / "picture.png"
        made = []
        for shade in range(5):
            Image.new("RGB", (64, 64), (shade, 50 * shade, 9)).save(path)
            made.append(path.read_bytes())
        return made

    def _put(self, name: str, content: int) -> None:
        (self.data / name).parent.mkdir(parents=True, exist_ok=True)
        (self.data / name).write_bytes(self.pictures[content])
        self._date(self.data / name)

    def _date(self, path: Path) -> None:
        self.clock += 1
        back_date(path, by_ns=self.clock * 1_000_000_007)

    def _sources(self) -> list[Path]:
        return sorted(self.data.rglob("*.png"))

    def _hash(self, path: Path) -> str:
        return xxhash.xxh64_hexdigest(path.read_bytes())

    def _payloads(self) -> set[str]:
        return {path.name for path in self.workspace.store().glob("*.pt")}

    def _index(self) -> dict[str, Any]:
        return self.workspace.index()

    def _train(self, *, compact: bool) -> None:
        path = self.workspace.store() / "cache.json"
        index = self._index() if path.exists() else {
            "version": 3, "entries": {}, "hash_index": {}, "schema": IMAGE_NAMES,
            "schema_method": "shape_v1"}
        for source in self._sources():
            self._train_one(index, source)
        (path.with_suffix(".tmp")).write_text(
            json.dumps(index, separators=(",", ":")) if compact else json.dumps(index, indent=2))
        self._date(path.with_suffix(".tmp"))
        path.with_suffix(".tmp").replace(path)

    def _train_one(self, index: dict[str, Any], source: Path) -> None:
        key, content = str(source.relative_to(self.workspace.root)), self._hash(source)
        row, mtime = index["entries"].get(key), source.stat().st_mtime
        if row is not None and row["hash"] == content:
            row["mtime"] = mtime
            return
        if row is not None:
            index["hash_index"][row["hash"]].remove(key)
            if not index["hash_index"][row["hash"]]:
                del index["hash_index"][row["hash"]]
            del index["entries"][key]
        stem = f"{content[:12]}_128x128"
        payload = self.workspace.store() / f"{stem}_1.pt"
        if not payload.exists():
            write_pt(payload, {
                "latent_image": np.ones((4, 16, 16), np.float32), "original_resolution": (64, 64),
                "crop_offset": (0, 0), "crop_resolution": (128, 128), "image_path": key,
                "__cache_version": 3, "__modeltype": MODEL_TYPE})
            self._date(payload)
        index["entries"][key] = {
            "filename": source.name, "hash": content, "mtime": mtime, "modeltype": MODEL_TYPE,
            "variants": {"128x128": {
                "cache_file": stem, "schema_keys": sorted(IMAGE_NAMES),
                "crop_resolution": [128, 128]}},
            "cache_version": 3, "sidecar_mtimes": {}, "sidecar_hashes": {},
            "original_resolution": [64, 64]}
        index["hash_index"].setdefault(content, []).append(key)


def test_no_sequence_of_edits_cleans_and_undos_loses_a_payload_that_a_source_needs() -> None:
    run_state_machine_as_test(
        CacheOfOneConcept,
        settings=settings(
            max_examples=12, stateful_step_count=15, deadline=None,
            suppress_health_check=list(HealthCheck)))
