"""A trainer saves its index at any moment of a write of ours: its save is never lost.

Each write is done again and again, with a save before its first call of the system, its second, and
so on. What the trainer saved is in `cache.json` afterwards, or came after ours and is all of it.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from larder.core.errors import StalePlanError, UserFacingError
from larder.core.files import atomic_write
from larder.core.files.file_stamp import index_stamp
from larder.core.index_edits.readopt import apply_readopt, plan_readopt
from larder.core.index_edits.touch import apply_touch, plan_touch
from larder.core.jobs import CancelToken, run_to_end
from larder.core.stores import busy
from larder.core.stores.indexed.content_index import forget_payloads, register_payloads
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.index_rewrite import rewrite_index
from tests.support.cleaning import applied, planned, undone
from tests.support.indexed_cache import IndexedWorkspace, back_date
from tests.support.meanwhile import TrainerAtWork, interrupted_at
from tests.support.surveying import run_survey
from tests.support.sweeps import Sweep

SAVES = {"final": TrainerAtWork.save, "flush": TrainerAtWork.flush,
         "restart": TrainerAtWork.save_and_start_again}

STRIDE = 29
"""Moments between two saves during the long writes, unless a sweep takes each."""

NEEDS_EXCHANGE = pytest.mark.skipif(
    atomic_write._renameat2() is None, reason="this system cannot exchange two names")


@pytest.fixture(autouse=True)
def no_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading what each process has open would be nine moments of ten."""
    monkeypatch.setattr(busy, "_files_of", lambda pid: ())


def row(digest: str) -> dict[str, Any]:
    return {"filename": "x.png", "hash": digest, "mtime": 1.5, "modeltype": "M",
            "variants": {"_": {"cache_file": digest[:12]}}}


class Edits:
    """Copies of a store, each with an edit that drops a row of its index, and a trainer."""

    def __init__(self, template: Path) -> None:
        self._template = template
        template.mkdir()
        rows = {f"{name}.png": row(name * 16) for name in "abc"}
        (template / "cache.json").write_text(json.dumps({
            "version": 3, "entries": rows,
            "hash_index": {of["hash"]: [key] for key, of in rows.items()}}, indent=2))

    def run(
        self, moment: int, save: Callable[[TrainerAtWork], None], times: int
    ) -> tuple[bool, bool, bool, bool]:
        """Return whether the moment came, was detected, left the row, and lost nothing.

        A save is detected if the edit raises `StalePlanError`.

        A save is detected if the edit raises `StalePlanError`.
        """
        store = self._template.with_name(f"{moment}")
        shutil.copytree(self._template, store)
        trainer, expected = TrainerAtWork(store), index_stamp(store / "cache.json")
        came, told = True, False
        try:
            came = interrupted_at(
                moment, lambda: rewrite_index(
                    store, IndexEdit(drop=frozenset({"a.png"})), expected=expected,
                    backup=store / "cache.json.bak"),
                lambda: save(trainer), times=times)
        except StalePlanError:
            told = True
        entries = json.loads((store / "cache.json").read_bytes())["entries"]
        assert not list(store.glob("*.larder-tmp"))
        return came, told, "a.png" in entries, {"b.png", "c.png", *trainer.rows} <= entries.keys()


@pytest.mark.parametrize("times", [1, 2, 3])
@pytest.mark.parametrize("save", SAVES.values(), ids=SAVES.keys())
@NEEDS_EXCHANGE
def test_a_save_at_any_moment_of_an_edit_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, save: Callable[[TrainerAtWork], None],
    times: int,
) -> None:
    exchanges: list[int] = []
    rename = atomic_write._rename

    def count(old: Any, new: Any, flag: int) -> bool:
        exchanges[-1] += 1
        return rename(old, new, flag)

    monkeypatch.setattr(atomic_write, "_rename", count)
    edits, outcomes = Edits(tmp_path / "template"), set()
    for moment in range(200):
        exchanges.append(0)
        came, told, stays, is_whole = edits.run(moment, save, times)
        assert is_whole, f"a save before call {moment} is lost"
        assert came or not told
        outcomes.add((told, stays))
        if not came:
            break
    assert outcomes == {(False, False), (True, True), (False, True)}
    assert max(exchanges) >= 2, "no save ever had to go back"


def test_where_names_cannot_be_exchanged_only_the_last_instant_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(atomic_write, "_renameat2", lambda: None)
    edits, lost = Edits(tmp_path / "template"), []
    for moment in range(200):
        came, told, _, is_whole = edits.run(moment, TrainerAtWork.flush, 1)
        if not is_whole:
            assert not told
            lost.append(moment)
        if not came:
            break
    assert len(lost) <= 2, "between the last look at the index and its replacement"


@NEEDS_EXCHANGE
def test_an_index_that_appears_while_the_first_one_is_written_stays(
    tmp_path: Path
) -> None:
    told = 0
    for moment in range(200):
        store = tmp_path / f"{moment}"
        store.mkdir()

        def appear(store: Path = store) -> None:
            (store / "new").write_text('{"entries": {"trainer.png": {}}}')
            (store / "new").replace(store / "cache.json")

        add = IndexEdit(add={"a.png": json.dumps(row("a" * 16)).encode()})
        try:
            came = interrupted_at(moment, lambda store=store, add=add: rewrite_index(
                store, add, expected=None, backup=None), appear)
        except StalePlanError:
            came, told = True, told + 1
        if not came:
            break
        assert "trainer.png" in json.loads((store / "cache.json").read_bytes())["entries"]
    assert told > 5


@pytest.fixture
def template(tmp_path: Path) -> Path:
    """Pictures: one gone, one moved, one touched; a trainer's old temp file."""
    made = IndexedWorkspace(tmp_path / "template")
    cats = made.add_concept()
    for number in range(5):
        made.add_picture(f"{cats}/{number}.png")
    made.write(stores=("image",))
    made.add_payload("image", "0123456789ab_128x128_1.pt.1.2.tmp")
    (made.root / cats / "0.png").unlink()
    (made.root / cats / "1.png").rename(made.root / cats / "moved.png")
    back_date(made.root / cats / "2.png", by_ns=10**9)
    return made.root


def image(workspace: Path) -> Path:
    return workspace / "workspace-cache/run/image"


def config(workspace: Path) -> Path:
    return workspace / "training_presets/config.json"


def prepared_clean(workspace: Path) -> Callable[[], object]:
    plan = planned(workspace)
    return lambda: applied(plan, even_if_busy=True)


def prepared_undo(workspace: Path) -> Callable[[], object]:
    plan = planned(workspace)
    report = applied(plan)
    return lambda: undone(plan, report.undo, even_if_busy=True)


def prepared_touch(workspace: Path) -> Callable[[], object]:
    plan = plan_touch(run_survey(config(workspace)))
    return lambda: run_to_end(apply_touch(plan, even_if_busy=True, token=CancelToken()))


def prepared_readopt(workspace: Path) -> Callable[[], object]:
    plan = plan_readopt(run_survey(config(workspace)))
    return lambda: run_to_end(apply_readopt(plan, even_if_busy=True, token=CancelToken()))


WRITES: dict[str, Callable[[Path], Callable[[], object]]] = {
    "clean": prepared_clean, "undo": prepared_undo, "touch": prepared_touch,
    "readopt": prepared_readopt}


@pytest.mark.parametrize("prepare", WRITES.values(), ids=WRITES.keys())
@NEEDS_EXCHANGE
def test_a_save_at_any_moment_of_an_operation_stays(
    template: Path, prepare: Callable[[Path], Callable[[], object]], sweep: Sweep
) -> None:
    outcomes = set()
    for moment in range(0, 6000, sweep.stride(STRIDE)):
        workspace = template.with_name(f"copy{moment}")
        shutil.copytree(template, workspace)
        write = prepare(workspace)
        trainer, told = TrainerAtWork(image(workspace)), False
        try:
            came = interrupted_at(moment, write, trainer.flush)
        except UserFacingError:
            came = told = True
        entries = json.loads((image(workspace) / "cache.json").read_bytes())["entries"]
        live = {f"data/cats/{number}.png" for number in (2, 3, 4)}
        assert {*live, *trainer.rows} <= entries.keys(), f"a save before call {moment} is lost"
        outcomes.add(told)
        shutil.rmtree(workspace)
        if not came:
            break
    else:
        raise AssertionError("it never came to its end")
    assert False in outcomes


@pytest.mark.parametrize("edit", [
    lambda store: register_payloads(store, {"new": "c_1.pt"}),
    lambda store: forget_payloads(store, ["a_1.pt"])], ids=["register", "forget"])
@NEEDS_EXCHANGE
def test_prompts_that_a_trainer_saves_meanwhile_are_merged(
    tmp_path: Path, edit: Callable[[Path], object]
) -> None:
    for moment in range(200):
        store = tmp_path / f"{moment}"
        store.mkdir()
        index = store / "content_index.json"
        held = {"version": 1, "entries": {"old": "a_1.pt", "kept": "b_1.pt"}}
        index.write_text(json.dumps(held))
        edit(store)
        expected = {**json.loads(index.read_text())["entries"], "trainer": "t_1.pt"}
        index.write_text(json.dumps(held))

        def save(store: Path = store, held: dict[str, Any] = held) -> None:
            entries = json.loads((store / "content_index.json").read_text())["entries"]
            (store / "tmp").write_text(json.dumps(
                {**held, "entries": {**entries, "trainer": "t_1.pt"}}))
            (store / "tmp").replace(store / "content_index.json")

        came = interrupted_at(moment, lambda store=store: edit(store), save)
        if not came:
            break
        assert json.loads(index.read_text())["entries"] == expected, f"before call {moment}"
    assert moment > 10


@NEEDS_EXCHANGE
def test_an_interrupt_right_after_the_exchange_loses_no_save(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache.json").write_text('{"entries": {}}')
    expected = index_stamp(tmp_path / "cache.json")
    rename, calls = atomic_write._rename, []

    def interrupted(old: Any, new: Any, flag: int) -> bool:
        calls.append(flag)
        if len(calls) == 1:
            (tmp_path / "saved").write_text("the trainer's")
            (tmp_path / "saved").replace(tmp_path / "cache.json")
            rename(old, new, flag)
            raise KeyboardInterrupt
        return rename(old, new, flag)

    monkeypatch.setattr(atomic_write, "_rename", interrupted)
    with atomic_write.pending_file(tmp_path / "cache.json") as pending:
        pending.file.write(b"ours")
        with pytest.raises(KeyboardInterrupt):
            pending.publish_over(expected)
    assert (tmp_path / "cache.json").read_text() == "the trainer's"
    assert [path.name for path in tmp_path.iterdir()] == ["cache.json"]
