"""Data remembered about stores no longer used is removed, wherever the stores are."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from larder.core.stores import store_memory
from larder.core.stores.store_memory import (
    UNUSED_AT_MOST_S,
    load_payload_recipes,
    nothing_remembered,
    save_payload_recipes,
)


def remember(home: Path, store: str) -> Path:
    """The file of a store that was remembered."""
    before = set(home.rglob("*.msgpack"))
    assert save_payload_recipes(home, Path(store), nothing_remembered())
    (made,) = set(home.rglob("*.msgpack")) - before
    return made


def date_back(file: Path, seconds: float = UNUSED_AT_MOST_S + 60) -> None:
    then = time.time() - seconds
    os.utime(file, (then, then))


def test_what_was_not_used_for_two_months_goes_when_another_store_is_remembered(
    tmp_path: Path,
) -> None:
    unused, stays = remember(tmp_path, "/away/image"), remember(tmp_path, "/away/text")
    date_back(unused)
    date_back(stays, UNUSED_AT_MOST_S / 2)
    save_payload_recipes(tmp_path, Path("/away/text"), nothing_remembered())
    assert unused.exists(), "nothing more is remembered than before"
    remember(tmp_path, "/other/image")
    assert not unused.exists()
    assert stays.exists()


def test_what_is_used_is_never_too_old(tmp_path: Path) -> None:
    used = remember(tmp_path, "/away/image")
    date_back(used)
    load_payload_recipes(tmp_path, Path("/away/image"))
    remember(tmp_path, "/other/image")
    assert used.exists()


def test_of_many_stores_those_unused_for_longest_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_memory, "MOST_STORES", 3)
    made = [remember(tmp_path, f"/work/{number}") for number in range(3)]
    for days, file in zip((2, 9, 3), made, strict=True):
        date_back(file, days * 86_400)
    remember(tmp_path, "/work/new")
    assert [file.exists() for file in made] == [True, False, True]
