"""`larder map`: what it prints, and its exit codes."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.cached_photographs import Encoded, encoded, patch_means

Larder = Callable[..., Any]


@pytest.fixture
def photos(tmp_path: Path) -> Encoded:
    return encoded(tmp_path, patch_means, count=24)


def test_a_table_has_a_row_for_every_picture(photos: Encoded, larder: Larder) -> None:
    document = larder("map", photos.indexed.config_path, "--json").document
    rows = list(csv.DictReader(
        larder("map", photos.indexed.config_path, "--csv").out.splitlines()))
    assert document["schema"] == "larder.map/1"
    assert [row["picture"] for row in rows] == [one["picture"] for one in document["items"]]
    assert sorted(row["picture"] for row in rows) == sorted(photos.sources)
    assert document["points_kept"] == 1.0


def test_people_are_told_how_many_and_which_file_is_skipped(
    photos: Encoded, larder: Larder
) -> None:
    photos.payload(0).write_bytes(b"no payload")
    ran = larder("map", photos.indexed.config_path)
    assert ran.code == 1
    assert "23 pictures on the map of latents" in ran.out
    assert f"image/{photos.payload(0).name} is not on it: " in ran.out


def test_a_family_that_is_none_is_refused(photos: Encoded, larder: Larder) -> None:
    ran = larder("map", photos.indexed.config_path, "--family", "sounds")
    assert (ran.code, ran.out) == (2, "")
    assert "latents, text, both" in ran.err
