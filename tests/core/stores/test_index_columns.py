from __future__ import annotations

import gc
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.stores.indexed import columns as index_columns
from larder.core.stores.indexed.index_file import read_index

GOOD = {
    "filename": "a.png", "hash": "0123456789abcdef", "mtime": 1.5, "modeltype": "FLUX_DEV_1",
    "variants": {"64x192": {
        "cache_file": "0123456789ab_64x192", "crop_resolution": [64, 192],
        "schema_keys": ["latent_image"]}},
    "original_resolution": [140, 373], "sidecar_hashes": {},
}
TOO_LARGE = 1 << 31


def write_index(store: Path, **rows: dict[str, Any]) -> Path:
    store.mkdir(exist_ok=True)
    (store / "cache.json").write_text(json.dumps({"version": 3, "entries": rows}), "ascii")
    return store


def test_numbers_and_texts_become_columns(tmp_path: Path) -> None:
    columns = read_index(
        write_index(tmp_path / "image", **{"d/a.png": GOOD, "b.png": GOOD})).columns
    assert (columns.folders, columns.folder.tolist()) == (["d", ""], [0, 1])
    assert columns.names == ["a.png", "b.png"]
    assert columns.hashes.tolist() == [b"0123456789abcdef"] * 2
    assert columns.mtimes.tolist() == [1.5, 1.5]
    assert (columns.heights.tolist(), columns.widths.tolist()) == ([140, 140], [373, 373])
    assert (columns.variant_height.tolist(), columns.variant_width.tolist()) == (
        [64, 64], [192, 192])
    assert columns.variant_row.tolist() == [0, 1]
    assert columns.schemas == [("latent_image",)]
    assert columns.has_sidecar_map.tolist() == [True, True]
    assert [getattr(columns, name).dtype for name in ("folder", "heights", "variant_row")] == [
        np.int32] * 3
    assert (columns.modeltype.dtype, columns.schema.dtype) == (np.int16, np.int16)
    assert (columns.variant_has_crop.dtype, columns.has_sidecar_map.dtype) == (np.bool_, np.bool_)


def test_rows_read_in_several_blocks_keep_their_numbers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows: dict[str, dict[str, Any]] = {}
    for number in range(7):
        sizes = ["64x192", "64x64"][:number % 3]
        rows[f"d{number % 2}/{number}.png"] = {
            **GOOD, "hash": f"{number:016x}", "sidecar_hashes": {"m": "1"} if number == 5 else None,
            "variants": {size: {"cache_file": f"{number:012x}_{size}"} for size in sizes}}
    rows["d1/3.png"] = {"hash": "no row"}
    monkeypatch.setattr(index_columns, "ROWS_AT_ONCE", 2)
    columns = read_index(write_index(tmp_path / "image", **rows)).columns
    numbers = [0, 1, 2, 4, 5, 6]
    assert columns.names == [f"{number}.png" for number in numbers]
    assert columns.hashes.tolist() == [b"%016x" % number for number in numbers]
    assert [columns.folders[at] for at in columns.folder] == [f"d{n % 2}" for n in numbers]
    assert [(numbers[row], stem) for row, stem in zip(
        columns.variant_row.tolist(), columns.stems, strict=True)] == [
            (number, f"{number:012x}_{size}")
            for number in numbers for size in ["64x192", "64x64"][:number % 3]]
    assert columns.sidecars == {4: {"m": "1"}}
    assert columns.unreadable.keys() == {"d1/3.png"}


@pytest.mark.parametrize("bad", [
    {"hash": "0123456789abcde"},
    {"hash": "0123456789abcdef\n0123456789abcdef"},
    {"variants": {"_": {"cache_file": "0123456789ab\n0123456789ab"}}},
    {"variants": None},
])
def test_one_faulty_row_of_a_block_leaves_the_others(tmp_path: Path, bad: dict[str, Any]) -> None:
    rows = {"a.png": GOOD, "b.png": {**GOOD, **bad}, "": GOOD, "c.png": GOOD}
    columns = read_index(write_index(tmp_path / "image", **rows)).columns
    assert columns.names == ["a.png", "c.png"]
    assert columns.unreadable.keys() == {"b.png", ""}
    assert len(columns.stems) == len(columns.hashes) == 2


@pytest.mark.parametrize("bad", [
    {"original_resolution": [TOO_LARGE, 1]},
    {"original_resolution": [10**30, 1]},
    {"variants": {"_": {"cache_file": "0123456789ab", "crop_resolution": [1, -TOO_LARGE - 1]}}},
])
def test_a_number_that_fits_no_column_makes_its_row_unreadable_and_no_other(
    tmp_path: Path, bad: dict[str, Any]
) -> None:
    columns = read_index(
        write_index(tmp_path / "image", **{"a.png": {**GOOD, **bad}, "b.png": GOOD})).columns
    assert columns.names == ["b.png"]
    assert set(columns.unreadable) == {"a.png"}


def test_a_variant_key_of_too_many_digits_is_no_size(tmp_path: Path) -> None:
    variants = {f"1x{10**12}": {"cache_file": "0123456789ab"}}
    columns = read_index(
        write_index(tmp_path / "image", **{"a.png": {**GOOD, "variants": variants}})).columns
    assert (columns.variant_height.tolist(), columns.variant_width.tolist()) == ([-1], [-1])


@pytest.mark.parametrize("text", ['{"entries": {}}', "{", ""])
def test_garbage_is_collected_again_after_an_index_was_read(tmp_path: Path, text: str) -> None:
    (tmp_path / "cache.json").write_text(text, "ascii")
    read_index(tmp_path)
    assert gc.isenabled()
