"""Several processes with one budget: it holds at every moment, also when one of them is killed."""

from __future__ import annotations

import os
import random
import signal
import time
from pathlib import Path

import numpy as np
import pytest

from larder.core.keys.cache_keys import VisionKey
from larder.core.stores.values.store import ValuesStore
from larder.core.workspace.store_kinds import StoreKind

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="the other process is a fork")


def key(number: int) -> VisionKey:
    return VisionKey(f"{number * 7919 % 256:02x}" * 32, "c" * 64, 8, 8)


def pixels(number: int) -> dict[str, np.ndarray]:
    return {"pixel_values": np.full((1, 3, 8, 8), number, np.float32)}


def work(folder: Path, budget: int, seed: int) -> None:
    dice = random.Random(seed)
    with ValuesStore(StoreKind.VISION, folder, budget_bytes=budget) as store:
        for _ in range(60):
            number = dice.randrange(20)
            store.put(key(number), pixels(number))
            got = store.get(key(dice.randrange(20)))
            assert got is None or got["pixel_values"].shape == (1, 3, 8, 8)
            assert store.total_bytes <= budget


def started(folder: Path, budget: int, seed: int) -> int:
    child = os.fork()
    if child:
        return child
    try:
        work(folder, budget, seed)
    except BaseException as error:
        print(repr(error))
        os._exit(1)
    os._exit(0)


def bytes_in(folder: Path) -> int:
    total = 0
    for path in folder.glob("??/*.npz"):
        try:
            total += path.stat().st_size
        except FileNotFoundError:
            continue
    return total


@pytest.mark.parametrize("kills", [0, 1])
def test_a_budget_holds_among_processes(tmp_path: Path, kills: int) -> None:
    with ValuesStore(StoreKind.VISION, tmp_path / "one") as store:
        size = store.put(key(0), pixels(0)).bytes
    folder, budget = tmp_path / "store", 5 * size
    children = [started(folder, budget, seed) for seed in range(3)]
    if kills:
        time.sleep(0.1)
        os.kill(children[0], signal.SIGKILL)
    statuses = [os.waitpid(child, 0)[1] for child in children]
    assert [os.WEXITSTATUS(status) for status in statuses[kills:]] == [0] * (3 - kills)
    assert bytes_in(folder) <= budget
    with ValuesStore(StoreKind.VISION, folder, budget_bytes=budget) as store:
        store.sweep()
        assert store.total_bytes == store.stats().bytes == bytes_in(folder) <= budget
        assert store.stats().temporaries == 0
        held = [number for number in range(20) if store.holds(key(number))]
        assert held
        for number in held:
            assert (store.get(key(number))["pixel_values"] == number).all()
