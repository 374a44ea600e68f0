"""Contract of every cache that stores values by key, tested on all implementations."""

from __future__ import annotations

import multiprocessing
import os
import random
import signal
import threading
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.stores.cache_store import PutResult
from tests.support.store_cases.store_case import (
    StoreCase,
    all_cases,
    assert_same_values,
    is_same,
)

CASES = all_cases()

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="the other process is a fork")


@pytest.fixture(params=CASES, ids=str)
def case(request: pytest.FixtureRequest) -> StoreCase:
    return request.param


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "store"


def flip(path: Path, at: int, bit: int = 0) -> None:
    content = bytearray(path.read_bytes())
    content[at] ^= 1 << bit
    path.write_bytes(content)


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "in it.txt").write_text("somebody's")


COMMON_DAMAGES: dict[str, Callable[[Path], None]] = {
    "0 bytes": lambda path: path.write_bytes(b"") and None,
    "first half": lambda path: os.truncate(path, path.stat().st_size // 2),
    "minus one byte": lambda path: os.truncate(path, path.stat().st_size - 1),
    "one byte more": lambda path: path.write_bytes(path.read_bytes() + b"\0") and None,
    "bit flip in the payload": lambda path: flip(path, path.stat().st_size // 2),
    "bit flip at the end": lambda path: flip(path, path.stat().st_size - 60),
    "garbage": lambda path: path.write_bytes(b"not a real payload") and None,
    "all zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)) and None,
    "a folder": as_folder,
}


def in_child(action: Callable[[], object]) -> int:
    """Run in a forked process; its number."""
    child = os.fork()
    if child:
        return child
    try:
        action()
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def assert_ended_well(*children: int) -> None:
    for child in children:
        _, status = os.waitpid(child, 0)
        assert os.WIFEXITED(status)
        assert os.WEXITSTATUS(status) == 0, "see its traceback"


def bytes_on_disk(case: StoreCase, folder: Path, store: Any) -> int:
    """Sizes of the payloads of the keys that the store holds, as the folder has them."""
    return store.stats().bytes


def test_making_a_store_touches_no_disk(case: StoreCase, folder: Path) -> None:
    store = case.factory(folder)
    assert not folder.exists()
    assert store.folder == folder
    assert store.stats().entries == 0
    assert not store.holds(case.keys[0])
    store.close()
    assert not folder.exists()


def test_what_was_put_is_got_to_the_last_bit_also_after_reopening(
    case: StoreCase, folder: Path
) -> None:
    with case.factory(folder) as store:
        for key, value in zip(case.keys, case.values, strict=False):
            put = store.put(key, value)
            assert put.result is PutResult.STORED
            assert put.bytes > 0
            assert put.evicted == ()
            assert_same_values(store.get(key), value)
    with case.factory(folder) as again:
        for key, value in zip(case.keys, case.values, strict=False):
            assert again.holds(key)
            assert_same_values(again.get(key), value)


def test_what_was_never_put_is_a_miss_and_counted(case: StoreCase, folder: Path) -> None:
    with case.factory(folder) as store:
        assert store.stats().hit_rate == 0.0
        assert store.get(case.keys[0]) is None
        store.put(case.keys[0], case.values[0])
        assert store.get(case.keys[1]) is None
        assert store.get(case.keys[0]) is not None
        stats = store.stats()
        assert (stats.entries, stats.hits, stats.misses) == (1, 1, 2)
        assert store.damage_count == 0
        assert stats.hit_rate == pytest.approx(1 / 3)


def test_a_second_put_replaces_the_first(case: StoreCase, folder: Path) -> None:
    with case.factory(folder) as store:
        store.put(case.keys[0], case.values[0])
        put = store.put(case.keys[0], case.values[1])
        assert_same_values(store.get(case.keys[0]), case.values[1])
        assert store.stats().entries == 1
        assert store.stats().bytes == put.bytes


def test_a_value_got_is_the_callers_own(case: StoreCase, folder: Path) -> None:
    with case.factory(folder) as store:
        store.put(case.keys[0], case.values[0])
        got = store.get(case.keys[0])
        for array in got.values():
            if array.flags.writeable:
                array[...] = np.zeros((), array.dtype)
        del got
        assert_same_values(store.get(case.keys[0]), case.values[0])


@pytest.mark.parametrize("damage", COMMON_DAMAGES)
def test_a_damaged_payload_is_a_miss_and_the_next_put_repairs_it(
    case: StoreCase, folder: Path, damage: str
) -> None:
    assert_repaired(case, folder, COMMON_DAMAGES[damage])


@pytest.mark.parametrize(
    ("case", "damage"), [(case, damage) for case in CASES for damage in case.damages], ids=str)
def test_a_payload_of_another_form_is_a_miss_and_the_next_put_repairs_it(
    case: StoreCase, folder: Path, damage: str
) -> None:
    assert_repaired(case, folder, case.damages[damage])


def assert_repaired(case: StoreCase, folder: Path, damage: Callable[[Path], None]) -> None:
    with case.factory(folder) as store:
        for number in range(2):
            store.put(case.keys[number], case.values[number])
        damage(case.file_of(folder, case.keys[0]))
        assert store.get(case.keys[0]) is None
        assert (store.damage_count, store.stats().misses) == (1, 1)
        assert_same_values(store.get(case.keys[1]), case.values[1])
        assert store.put(case.keys[0], case.values[2]).result is PutResult.STORED
        assert_same_values(store.get(case.keys[0]), case.values[2])
        assert store.stats().entries == 2


def test_no_single_bit_of_a_payload_can_turn_into_another_value(
    case: StoreCase, folder: Path
) -> None:
    dice = random.Random(5)
    with case.factory(folder) as store:
        store.put(case.keys[0], case.values[0])
        path = case.file_of(folder, case.keys[0])
        good = path.read_bytes()
        for _ in range(60):
            flip(path, dice.randrange(len(good)), dice.randrange(8))
            got = store.get(case.keys[0])
            assert got is None or is_same(got, case.values[0])
            path.write_bytes(good)


def test_every_truncation_is_a_miss(case: StoreCase, folder: Path) -> None:
    dice = random.Random(6)
    with case.factory(folder) as store:
        store.put(case.keys[0], case.values[0])
        path = case.file_of(folder, case.keys[0])
        good = path.read_bytes()
        for length in {0, 1, 21, 22, 64, *(dice.randrange(len(good)) for _ in range(40))}:
            path.write_bytes(good[:length])
            assert store.get(case.keys[0]) is None, length


def test_remove_removes_one_value(case: StoreCase, folder: Path) -> None:
    with case.factory(folder) as store:
        for number in range(2):
            store.put(case.keys[number], case.values[number])
        assert store.remove(case.keys[0])
        assert not store.remove(case.keys[0])
        assert not store.holds(case.keys[0])
        assert store.get(case.keys[0]) is None
        assert_same_values(store.get(case.keys[1]), case.values[1])
        assert store.stats().entries == 1


def test_clear_removes_every_value_and_nothing_of_others(case: StoreCase, folder: Path) -> None:
    with case.factory(folder) as store:
        for number in range(3):
            store.put(case.keys[number], case.values[number])
        strange = folder / "notes.txt"
        strange.write_text("mine")
        beside = case.file_of(folder, case.keys[0]).with_name("strange.bin")
        beside.write_bytes(b"mine too")
        announced = store.clear(dry_run=True)
        assert store.stats().entries == 3
        held = store.stats().bytes
        assert announced.bytes == held
        assert store.clear() == announced
        stats = store.stats()
        assert (stats.entries, stats.bytes, stats.temporaries) == (0, 0, 0)
        assert [store.get(key) for key in case.keys[:3]] == [None] * 3
        assert strange.read_text() == "mine"
        assert beside.read_bytes() == b"mine too"
        store.put(case.keys[0], case.values[0])
        assert_same_values(store.get(case.keys[0]), case.values[0])


def test_clear_of_a_store_that_does_not_exist_makes_none(case: StoreCase, folder: Path) -> None:
    with case.factory(folder) as store:
        assert store.clear().names == ()
        assert store.prune(older_than_s=0.0).names == ()
        assert store.sweep().names == ()
    assert not folder.exists()


def test_prune_by_age_removes_what_was_not_used_since(case: StoreCase, folder: Path) -> None:
    if case.clocked is None:
        pytest.skip("it has no clock")
    now = time.time_ns()
    with case.clocked(folder, lambda: now) as store:
        for number in range(3):
            store.put(case.keys[number], case.values[number])
            now += 10**9
        now += 100 * 10**9
        assert store.get(case.keys[1]) is not None
    with case.clocked(folder, lambda: now) as store:
        announced = store.prune(older_than_s=50.0, dry_run=True)
        assert len(announced.names) == 2
        assert store.stats().entries == 3
        assert store.prune(older_than_s=50.0) == announced
        assert [store.holds(key) for key in case.keys[:3]] == [False, True, False]
        assert store.prune(older_than_s=50.0).names == ()


def test_prune_to_a_budget_removes_the_least_recently_used(
    case: StoreCase, folder: Path
) -> None:
    if case.clocked is None:
        pytest.skip("it has no clock")
    now = time.time_ns()
    with case.clocked(folder, lambda: now) as store:
        sizes = []
        for number in range(4):
            sizes.append(store.put(case.keys[number], case.values[0]).bytes)
            now += 10**9
        assert store.get(case.keys[0]) is not None
        now += 10**9
        removed = store.prune(budget_bytes=sizes[0] + sizes[3])
        assert removed.bytes == sizes[1] + sizes[2]
        assert [store.holds(key) for key in case.keys[:4]] == [True, False, False, True]
        assert store.stats().bytes == sizes[0] + sizes[3]
        assert store.prune(budget_bytes=0).bytes == sizes[0] + sizes[3]


def test_unfinished_writes_of_killed_processes_are_swept(case: StoreCase, folder: Path) -> None:
    if case.leave_temporary is None:
        pytest.skip("it cannot leave one")
    left = case.leave_temporary(folder, case.keys[0])
    with case.factory(folder) as store:
        store.put(case.keys[1], case.values[1])
        assert store.stats().temporaries == 1
        assert store.get(case.keys[0]) is None
        announced = store.sweep(dry_run=True)
        assert announced.bytes == left.stat().st_size
        assert store.sweep() == announced
        assert not left.exists()
        assert store.stats().temporaries == 0
        assert_same_values(store.get(case.keys[1]), case.values[1])


def test_a_budget_is_never_exceeded_and_a_refusal_changes_nothing(
    case: StoreCase, folder: Path
) -> None:
    if case.with_budget is None:
        pytest.skip("it has no budget")
    with case.factory(folder) as store:
        size = store.put(case.keys[0], case.values[0]).bytes
        store.clear()
    budget = 2 * size + size // 2
    with case.with_budget(folder, budget) as store:
        for key in case.keys:
            put = store.put(key, case.values[0])
            assert put.result is PutResult.STORED
            assert store.stats().bytes <= budget
        assert store.stats().entries == 2
        assert [store.holds(key) for key in case.keys[-2:]] == [True, True]
    with case.with_budget(folder, size // 2) as store:
        put = store.put(case.keys[0], case.values[0])
        assert put.result is PutResult.OVER_BUDGET
        assert store.stats().entries == 2
        assert not store.holds(case.keys[0])


def test_a_failed_write_leaves_the_old_value_and_no_temporary(
    case: StoreCase, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with case.factory(folder) as store:
        store.put(case.keys[0], case.values[0])

        def refuse(*_: object, **__: object) -> None:
            raise OSError(28, "No space left on device")

        with monkeypatch.context() as patch:
            patch.setattr(os, "replace", refuse)
            patch.setattr(os, "rename", refuse)
            patch.setattr(Path, "replace", refuse)
            patch.setattr(Path, "rename", refuse)
            with pytest.raises(Exception, match="full"):
                store.put(case.keys[0], case.values[1])
        assert_same_values(store.get(case.keys[0]), case.values[0])
        assert store.stats().temporaries == 0


def test_many_threads_share_one_store(case: StoreCase, folder: Path) -> None:
    wrong: list[object] = []

    def work(seed: int) -> None:
        dice = random.Random(seed)
        try:
            for _ in range(20):
                key = dice.randrange(3)
                store.put(case.keys[key], case.values[key])
                if not is_same(store.get(case.keys[key]), case.values[key]):
                    wrong.append(key)
        except Exception as error:
            wrong.append(error)

    with case.factory(folder) as store:
        threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert wrong == []
        assert store.stats().entries == 3
        assert store.stats().temporaries == 0


@pytest.mark.swept(3)
@needs_fork
def test_two_processes_that_add_different_keys_both_find_all(
    case: StoreCase, folder: Path
) -> None:
    def add(numbers: range) -> None:
        with case.factory(folder) as store:
            for number in numbers:
                store.put(case.keys[number], case.values[number % len(case.values)])

    assert_ended_well(in_child(lambda: add(range(3))), in_child(lambda: add(range(3, 6))))
    with case.factory(folder) as store:
        for number in range(6):
            assert_same_values(
                store.get(case.keys[number]), case.values[number % len(case.values)])
        assert store.stats().entries == 6


@pytest.mark.swept(3)
@needs_fork
def test_lookups_of_a_loading_process_that_ends_without_closing_are_counted(
    case: StoreCase, folder: Path
) -> None:
    with case.factory(folder) as store:
        store.put(case.keys[0], case.values[0])
        store.get(case.keys[0])
    before = case.factory(folder).stats()

    def load_three() -> None:
        opened_before_the_fork.get(case.keys[0])
        opened_here = case.factory(folder)
        opened_here.get(case.keys[0])
        opened_here.get(case.keys[1])

    with case.factory(folder) as opened_before_the_fork:
        loading = multiprocessing.get_context("fork").Process(target=load_three)
        loading.start()
        loading.join()
    assert loading.exitcode == 0
    after = case.factory(folder).stats()
    assert (after.hits - before.hits, after.misses - before.misses) == (2, 1)


@pytest.mark.swept(3)
@needs_fork
def test_processes_that_put_the_same_keys_never_fail_and_never_see_half(
    case: StoreCase, folder: Path
) -> None:
    def hammer(seed: int) -> None:
        dice = random.Random(seed)
        with case.factory(folder) as store:
            for _ in range(40):
                key = dice.randrange(3)
                store.put(case.keys[key], dice.choice(case.values))
                got = store.get(case.keys[dice.randrange(3)])
                assert got is None or any(is_same(got, value) for value in case.values)
                assert store.get(case.keys[key]) is not None

    assert_ended_well(*(in_child(lambda of=seed: hammer(of)) for seed in range(3)))
    with case.factory(folder) as store:
        assert store.stats().entries == 3
        assert store.stats().temporaries == 0
        assert store.stats().misses == 0 or store.stats().hits > 0


@pytest.mark.swept(3)
@needs_fork
def test_a_writer_killed_at_any_moment_loses_at_most_the_put_in_flight(
    case: StoreCase, folder: Path
) -> None:
    dice = random.Random(11)
    for round_number in range(5):
        read_end, write_end = os.pipe()

        def fill(report: int = write_end) -> None:
            store = case.factory(folder)
            while True:
                for number, key in enumerate(case.keys):
                    store.put(key, case.values[number % len(case.values)])
                    os.write(report, bytes([number]))

        child = in_child(fill)
        os.close(write_end)
        finished = set(os.read(read_end, 1))
        time.sleep(dice.random() * 0.03)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        while rest := os.read(read_end, 4096):
            finished.update(rest)
        os.close(read_end)
        with case.factory(folder) as store:
            store.sweep()
            for number in finished:
                assert_same_values(
                    store.get(case.keys[number]), case.values[number % len(case.values)])
            stats = store.stats()
            assert stats.temporaries == 0, round_number
            assert stats.entries == sum(store.holds(key) for key in case.keys)
            store.clear()
