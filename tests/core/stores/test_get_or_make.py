"""`get_or_make`: what a training loop asks of a value store."""

from __future__ import annotations

import doctest
import math
import multiprocessing
import pickle
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import larder
from larder.core.stores import loops, making
from larder.core.stores.values.store import ValuesStore
from larder.core.workspace.store_kinds import StoreKind

FORK = "fork" in multiprocessing.get_all_start_methods()


def key(number: int) -> loops.VisionKey:
    return loops.VisionKey(f"{number:064x}", "c" * 64, 8, 8)


def pixels(number: int = 0) -> dict[str, Any]:
    return {"pixel_values": np.full((1, 3, 8, 8), number, np.float32)}


def test_its_example_is_true(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (example,) = doctest.DocTestFinder().find(loops.TokenStore, globs={})
    assert len(example.examples) > 3
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize(("store", "name", "values"), [
    (larder.stores.VisionStore, key(1), {"pixel_values": np.ones((1, 3, 8, 8), np.float32)}),
    (larder.stores.AudioStore, larder.stores.AudioKey("a" * 64, "b" * 64, 16_000, 16_000),
     {"input_features": np.ones((1, 4, 5), np.float32)}),
    (larder.stores.WaveformStore, larder.stores.WaveformKey("a" * 64, 16_000, 16_000),
     {"waveform": np.ones(9, np.float32)}),
    (larder.stores.TokenStore, larder.stores.TokensKey("a" * 16, 0, "b" * 64, "c" * 64, 77),
     {"input_ids": np.arange(5)}),
    (larder.stores.TreeStore, larder.stores.TreeKey("net"), {"net/w": np.ones((2, 3))}),
], ids=lambda value: getattr(value, "__name__", ""))
def test_every_kind_makes_once_and_counts_where_training_happens(
    tmp_path: Path, store: Any, name: Any, values: Mapping[str, Any],
) -> None:
    made: list[int] = []

    def make() -> Mapping[str, Any]:
        made.append(1)
        return values

    with store(tmp_path / "store") as opened:
        for _ in range(3):
            for tensors in (True, False):
                given = opened.get_or_make(name, make, tensors=tensors)
                assert given.keys() == values.keys()
                for member, array in values.items():
                    assert np.array_equal(np.asarray(given[member]), array)
                    assert hasattr(given[member], "detach") is tensors
        stats = opened.stats()
        assert opened.budget_bytes == stats.budget_bytes == 10 << 30
    assert (len(made), stats.hits, stats.misses, stats.entries) == (1, 5, 1, 1)
    with store(tmp_path / "store") as opened:
        assert (opened.stats().hits, opened.stats().misses) == (5, 1)


@pytest.mark.parametrize("dtype", [
    "float32", "float16", "bfloat16", "float8_e4m3fn", "int64", "uint8", "bool"])
def test_tensors_come_back_bit_for_bit_and_may_be_written_to(tmp_path: Path, dtype: str) -> None:
    import torch

    tensor = torch.arange(6).reshape(2, 3).to(getattr(torch, dtype)).T
    with larder.stores.TreeStore(tmp_path) as store:
        first = store.get_or_make(loops.TreeKey("a"), lambda: {"w": tensor, "one": tensor[0, 1]})
        again = store.get_or_make(loops.TreeKey("a"), pytest.fail)
    for given in (first, again):
        assert (given["w"].dtype, given["w"].shape) == (tensor.dtype, tensor.shape)
        assert torch.equal(given["w"].float(), tensor.float())
        assert given["one"].shape == ()
    again["w"].zero_()


def test_only_what_costs_more_to_make_than_to_read_is_admitted() -> None:
    admission = larder.stores.AdmissionPolicy()
    for _ in range(100):
        admission.note_read(1_920_000, 1.95e-3)
    assert not admission.admits(1_920_000, 1.95e-3)  # a WAV that decodes as fast as it is read
    assert admission.admits(1_920_000, 44e-3)  # a compressed stereo file at three times the rate
    assert (admission.admitted, admission.refused) == (1, 1)
    assert admission.reading_s(1_920_000) == pytest.approx(1.95e-3, rel=0.05)


def test_what_is_not_admitted_is_given_and_not_stored(tmp_path: Path) -> None:
    none, every = (larder.stores.AdmissionPolicy(least_gain=gain) for gain in (math.inf, 0.0))
    with larder.stores.VisionStore(tmp_path) as store:
        for made in (5, 6):
            given = store.get_or_make(key(1), lambda made=made: pixels(made), admission=none)
            assert given["pixel_values"].max() == made
        assert (store.stats().entries, none.refused) == (0, 2)
        before = every.reading_s(1 << 20)
        for _ in range(2):
            given = store.get_or_make(key(1), lambda: pixels(7), admission=every)
            assert given["pixel_values"].max() == 7
        assert (store.stats().entries, every.admitted) == (1, 1)
        assert every.reading_s(1 << 20) != before


def test_a_damaged_value_is_made_again(tmp_path: Path) -> None:
    with larder.stores.VisionStore(tmp_path) as store:
        store.get_or_make(key(1), pixels)
        path = next(tmp_path.rglob("*.npz"))
        path.write_bytes(path.read_bytes()[:-9])
        assert store.get_or_make(key(1), lambda: pixels(7))["pixel_values"].max() == 7
        assert store.get_or_make(key(1), pytest.fail)["pixel_values"].max() == 7


def test_what_fails_to_be_made_is_not_stored_and_the_next_may_try(tmp_path: Path) -> None:
    with larder.stores.VisionStore(tmp_path) as store:
        with pytest.raises(ZeroDivisionError):
            store.get_or_make(key(1), lambda: {"pixel_values": 1 // 0})
        with pytest.raises(ValueError, match="pixel_values"):
            store.get_or_make(key(1), lambda: {"other": np.ones(3)})
        assert store.stats().entries == 0
        assert store.get_or_make(key(1), pixels)


def test_a_maker_may_ask_for_another_value(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(making, "LOCKS", 2)
    monkeypatch.setattr(making, "PATIENCE_S", 20)
    with larder.stores.VisionStore(tmp_path) as store:
        began = time.monotonic()
        for number in range(10):
            store.get_or_make(key(number), lambda: store.get_or_make(
                key(1000 + number), pixels))  # noqa: B023
        assert time.monotonic() - began < 10
        assert store.stats().entries == 20


def test_where_nothing_can_be_written_the_value_is_given(tmp_path: Path) -> None:
    (tmp_path / "store").write_text("no folder")
    with larder.stores.VisionStore(tmp_path / "store") as store:
        assert store.get_or_make(key(1), lambda: pixels(3))["pixel_values"].max() == 3
        assert store.save_problem


def slow(marks: Path, number: int) -> dict[str, Any]:
    """Leaves a mark each time it runs."""
    with (marks / f"{number}").open("a") as mark:
        mark.write(".")
    time.sleep(0.02)
    return pixels(number)


def ask(folder: Path, marks: Path) -> None:
    with larder.stores.VisionStore(folder) as store:
        for number in range(8):
            given = store.get_or_make(key(number), lambda: slow(marks, number), tensors=False)  # noqa: B023
            assert given["pixel_values"].max() == number


def assert_each_made_once(marks: Path) -> None:
    assert {mark.name: mark.read_text() for mark in marks.iterdir()} == {
        str(number): "." for number in range(8)}


@pytest.fixture
def marks(tmp_path: Path) -> Path:
    (tmp_path / "marks").mkdir()
    return tmp_path / "marks"


def test_threads_make_each_value_once(tmp_path: Path, marks: Path) -> None:
    threads = [threading.Thread(target=ask, args=(tmp_path / "store", marks)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert_each_made_once(marks)


@pytest.mark.skipif(not FORK, reason="spawning takes seconds")
def test_processes_make_each_value_once(tmp_path: Path, marks: Path) -> None:
    context = multiprocessing.get_context("fork")
    children = [context.Process(target=ask, args=(tmp_path / "store", marks)) for _ in range(4)]
    for child in children:
        child.start()
    for child in children:
        child.join()
    assert [child.exitcode for child in children] == [0] * 4
    assert_each_made_once(marks)
    with larder.stores.VisionStore(tmp_path / "store") as store:
        assert (store.stats().hits, store.stats().misses) == (24, 8)


@pytest.mark.skipif(not FORK, reason="spawning takes seconds")
def test_the_workers_of_a_loader_share_a_store_that_the_loop_opened(
    tmp_path: Path, marks: Path,
) -> None:
    from torch.utils.data import DataLoader, Dataset

    class Pictures(Dataset):  # type: ignore[type-arg]
        store = larder.stores.VisionStore(tmp_path / "store")

        def __len__(self) -> int:
            return 8

        def __getitem__(self, number: int) -> Any:
            return self.store.get_or_make(key(number), lambda: slow(marks, number))["pixel_values"]

    for _ in range(2):
        batches = list(DataLoader(Pictures(), 2, num_workers=2, multiprocessing_context="fork"))
        assert [float(row.max()) for batch in batches for row in batch] == list(range(8))
    assert_each_made_once(marks)
    stats = Pictures.store.stats()
    assert (stats.hits, stats.misses) == (8, 8)


@pytest.mark.parametrize("kind", [larder.stores.VisionStore, larder.stores.TreeStore])
def test_a_store_goes_to_a_spawned_process_as_its_settings(tmp_path: Path, kind: Any) -> None:
    store = kind(tmp_path, budget_bytes=5)
    other = pickle.loads(pickle.dumps(store))
    assert type(other) is kind
    assert (other.folder, other.budget_bytes, other.spared_since_ns) == (
        tmp_path, 5, store.spared_since_ns)


def tree_key(number: int) -> loops.TreeKey:
    return loops.TreeKey(f"{number}")


@pytest.mark.parametrize(("kind", "name"), [
    (larder.stores.VisionStore, key), (larder.stores.TreeStore, tree_key)])
def test_a_run_evicts_what_older_runs_left_but_not_its_own(
    tmp_path: Path, kind: Any, name: Callable[[int], Any],
) -> None:
    with kind(tmp_path) as former:
        former.get_or_make(name(100), pixels)
        size = former.stats().bytes
        former.get_or_make(name(101), pixels)
    with kind(tmp_path, budget_bytes=size * 4) as store:
        for _ in range(2):
            for number in range(10):
                assert store.get_or_make(name(number), lambda: pixels(3)) is not None
        stats = store.stats()
        assert stats.bytes <= size * 4
        assert (stats.entries, stats.misses) == (4, 2 + 10 + 6)
        assert not store.holds(name(100))
    with pickle.loads(pickle.dumps(store)) as worker:
        worker.get_or_make(name(50), pixels)
        assert all(worker.holds(name(number)) for number in range(4))
    with kind(tmp_path, budget_bytes=size * 4) as later:
        later.get_or_make(name(50), pixels)
        assert later.holds(name(50))


def test_without_room_for_one_more_nothing_that_could_go_is_lost(tmp_path: Path) -> None:
    with larder.stores.VisionStore(tmp_path) as former:
        former.get_or_make(key(100), pixels)
        size = former.stats().bytes
    with larder.stores.VisionStore(tmp_path, budget_bytes=size * 3) as store:
        for number in range(2):
            store.get_or_make(key(number), pixels)
        large = {"pixel_values": np.zeros((1, 3, 8, 8 * (size // 768 + 2)), np.float32)}
        assert store.get_or_make(key(3), lambda: large)
        assert not store.holds(key(3))
        assert store.holds(key(100))
        store.get_or_make(key(4), pixels)
        store.get_or_make(key(5), pixels)
        assert [store.holds(key(number)) for number in (0, 1, 4, 5, 100)] == [
            True, True, True, False, False]


def test_the_stores_of_builds_evict_as_before(tmp_path: Path) -> None:
    with ValuesStore(StoreKind.VISION, tmp_path) as store:
        size = store.put(key(1), pixels()).bytes
    with ValuesStore(StoreKind.VISION, tmp_path, budget_bytes=size) as store:
        store.get_or_make(key(2), pixels)
        store.get_or_make(key(3), pixels)
        assert (store.holds(key(2)), store.holds(key(3))) == (False, True)


@pytest.mark.skipif(not FORK, reason="spawning takes seconds")
def test_a_maker_that_is_killed_leaves_the_value_to_the_next(tmp_path: Path) -> None:
    context = multiprocessing.get_context("fork")
    began = context.Event()

    def hang() -> dict[str, Any]:
        began.set()
        time.sleep(60)
        raise AssertionError("nobody waits as long")

    def run() -> None:
        larder.stores.VisionStore(tmp_path).get_or_make(key(1), hang)

    child = context.Process(target=run)
    child.start()
    assert began.wait(20)
    child.kill()
    with larder.stores.VisionStore(tmp_path) as store:
        assert store.get_or_make(key(1), lambda: pixels(2))["pixel_values"].max() == 2
        assert store.stats().entries == 1
    child.join()
