"""A patch gives back the very bytes it was made for, from the very bytes it was made of."""

from __future__ import annotations

import json
import random
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.files.byte_patch import DamagedPatchError, apply_patch, make_patch


def index(rows: range, *, indent: int | None = 2) -> bytes:
    return json.dumps({"version": 3, "entries": {
        f"data/cats/{row:05d}.png": {
            "hash": f"{random.Random(row).getrandbits(64):016x}", "mtime": row * 0.37,
            "variants": {"128x128": {"schema_keys": ["latent_image", "crop_resolution"]}}}
        for row in rows}}, indent=indent).encode()


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("gone", [range(1), range(40, 41), range(100, 700), range(999, 1000)])
def test_a_patch_of_rows_that_went_is_hardly_longer_than_they_are(
    gone: range, indent: int | None
) -> None:
    before = index(range(1000), indent=indent)
    rows = json.loads(before)["entries"]
    for row in gone:
        del rows[f"data/cats/{row:05d}.png"]
    after = json.dumps({"version": 3, "entries": rows}, indent=indent).encode()
    patch = make_patch(after, before)
    if len(gone) > 500:
        assert patch is None  # as long as half of it: a copy is kept
        return
    assert patch is not None
    assert len(patch) < len(before) - len(after) + 400
    assert apply_patch(after, patch) == before


def test_a_patch_for_another_file_gives_nothing() -> None:
    before, after = index(range(100)), index(range(1, 100))
    patch = make_patch(after, before)
    assert patch is not None
    assert apply_patch(after + b" ", patch) is None
    assert apply_patch(before, patch) is None


@pytest.mark.parametrize("at", [3, 20, -5])
def test_a_damaged_patch_gives_nothing_back(at: int) -> None:
    before, after = index(range(100)), index(range(1, 100))
    patch = bytearray(make_patch(after, before) or b"")
    patch[at] ^= 1
    with suppress(DamagedPatchError):
        assert apply_patch(after, bytes(patch)) is None


@given(st.binary(max_size=300), st.binary(max_size=300), st.binary(max_size=40))
def test_whatever_the_files_are_the_target_comes_back(
    start: bytes, end: bytes, between: bytes
) -> None:
    base, target = start + end, start + between + end
    patch = make_patch(base, target)
    assert patch is None or apply_patch(base, patch) == target
