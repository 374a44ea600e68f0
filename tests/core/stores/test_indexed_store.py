"""Guarantees of a trainer's store beyond the contract of all stores: its index."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.errors import StoreBusyError
from larder.core.keys.payload_names import parse_indexed_name
from larder.core.stores.indexed.store import IndexedStore
from larder.core.workspace.store_kinds import StoreKind

Fixture = Callable[[str], Path]


def store_of(workspace: Path, content: str = "image") -> IndexedStore:
    folder = workspace / "workspace-cache" / "run" / content
    return IndexedStore(StoreKind(f"smart-{content}"), folder)


def rows(store: IndexedStore) -> dict[str, dict]:
    return json.loads((store.folder / "cache.json").read_bytes())["entries"]


def payloads(store: IndexedStore) -> list[str]:
    return sorted(path.name for path in store.folder.glob("*_*.pt")
                  if parse_indexed_name(path.name))


@pytest.mark.parametrize("content", ["image", "text"])
def test_payloads_of_the_trainer_are_served(fixture_workspace: Fixture, content: str) -> None:
    with store_of(fixture_workspace("sdxl_clean"), content) as store:
        for name in payloads(store):
            values = store.get(parse_indexed_name(name))
            assert values is not None, name
            assert not any(member.startswith("__") for member in values)
        stats = store.stats()
        assert (stats.entries, stats.hits, stats.misses) == (
            len(payloads(store)), len(payloads(store)), 0)


def test_a_removed_payload_takes_the_rows_that_name_it(fixture_workspace: Fixture) -> None:
    with store_of(fixture_workspace("sdxl_clean")) as store:
        before = rows(store)
        name = payloads(store)[0]
        stem = name.rpartition("_")[0]
        owners = [key for key, row in before.items()
                  if any(v["cache_file"] == stem for v in row["variants"].values())]
        assert owners
        assert store.remove(parse_indexed_name(name))
        assert rows(store) == {key: row for key, row in before.items() if key not in owners}


def test_clear_leaves_an_index_without_rows_and_the_trainers_stand_in(
    fixture_workspace: Fixture,
) -> None:
    with store_of(fixture_workspace("sdxl_clean")) as store:
        announced = store.clear(dry_run=True)
        assert list(announced.names) == payloads(store)
        assert store.clear() == announced
        assert (rows(store), payloads(store)) == ({}, [])
        assert (store.folder / "blank_sentinel.pt").exists()


def test_a_trainers_unfinished_write_is_never_removed(tmp_path: Path) -> None:
    """While a trainer caches for the first time there is no index that would show it."""
    with IndexedStore(StoreKind.INDEXED_IMAGE, tmp_path) as store:
        left = tmp_path / "0123456789ab_64x64_1.pt.4711.1400.tmp"
        left.write_bytes(b"half")
        assert store.stats().temporaries == 0
        assert store.clear().names == ()
        assert store.prune(older_than_s=0.0).names == ()
        assert store.sweep().names == ()
        assert left.exists()


def test_nothing_goes_while_a_trainer_seems_to_be_at_work(fixture_workspace: Fixture) -> None:
    with store_of(fixture_workspace("sdxl_clean")) as store:
        (store.folder / "cache.json").touch()
        before = payloads(store), rows(store)
        with pytest.raises(StoreBusyError, match=r"cache\.json changed"):
            store.clear()
        assert (payloads(store), rows(store)) == before


def test_what_is_put_changes_no_row(fixture_workspace: Fixture) -> None:
    with store_of(fixture_workspace("sdxl_clean")) as store:
        before = (store.folder / "cache.json").read_bytes()
        name = parse_indexed_name(payloads(store)[0])
        values = store.get(name)
        store.put(name, {"latent_image": values["latent_image"] * 2})
        assert (store.get(name)["latent_image"] == values["latent_image"] * 2).all()
        assert (store.folder / "cache.json").read_bytes() == before
