"""Records of groups about their slots can be read wherever they were written."""

from __future__ import annotations

from pathlib import Path

import pytest

from larder.core.stores.released.groups import Places, place_in, read_group
from larder.core.workspace.roots import PathFlavour, PathMap, infer_flavour, resolve
from tests.support.released_cache import CACHE, write_image_group, write_text_group

KEY = "cd" * 32


def places(root: Path, flavour: PathFlavour, *maps: PathMap) -> Places:
    return Places(lambda folder: Path(resolve(folder, root, maps, flavour)))


def test_a_group_gives_the_sources_of_all_its_variations_once(tmp_path: Path) -> None:
    write_image_group(tmp_path, KEY, ["data/a/x.png", "data/a/y.png"], variation=0)
    write_image_group(tmp_path, KEY, ["data/a/y.png", "data/a/z.png"], variation=1)
    record = read_group(tmp_path / CACHE / "image", KEY)
    assert record.sources() == ("data/a/x.png", "data/a/y.png", "data/a/z.png")
    assert record.variations[1].count == 2
    assert tuple(record.variations[0].sizes) == ((64, 64), (64, 64))


def test_a_text_group_records_no_sources_but_counts_its_slots(tmp_path: Path) -> None:
    write_text_group(tmp_path, KEY, 4)
    record = read_group(tmp_path / CACHE / "text", KEY)
    assert record.sources() == ()
    assert record.variations[0].count == 4
    assert record.variations[0].sources is None


def test_a_damaged_aggregate_is_noted(tmp_path: Path) -> None:
    folder = write_image_group(tmp_path, KEY, ["data/a/x.png"])
    (folder / "aggregate.pt").write_bytes(b"no archive")
    record = read_group(tmp_path / CACHE / "image", KEY)
    assert "aggregate.pt" in record.variations[0].damage
    assert record.variations[0].count == 1


def test_an_unfinished_variation_has_no_record(tmp_path: Path) -> None:
    write_image_group(tmp_path, KEY, ["data/a/x.png"], complete=False)
    record = read_group(tmp_path / CACHE / "image", KEY)
    assert record.variations == {}
    assert record.built_ns == 0


def test_a_group_that_cannot_be_listed_says_why(tmp_path: Path) -> None:
    assert read_group(tmp_path, KEY).problem


@pytest.mark.parametrize(
    ("paths", "flavour"),
    [
        (["data/a/x.png", "data/a/y.png"], PathFlavour.POSIX),
        (["D:/data/a\\x.png", "D:/data/a\\y.png"], PathFlavour.WINDOWS),
        (["data/a\\x.png", "data/a\\y.png"], PathFlavour.WINDOWS),
        (["\\\\server\\share\\x.png"], PathFlavour.WINDOWS),
        (["data/a/we\\ird.png", "data/a/y.png"], PathFlavour.POSIX),
        ([], PathFlavour.POSIX),
    ],
)
def test_the_flavour_of_recorded_paths_is_that_of_the_system_that_joined_them(
    paths: list[str], flavour: PathFlavour
) -> None:
    assert infer_flavour(paths) is flavour


def test_a_path_joined_by_windows_lies_where_the_concept_lies_here(tmp_path: Path) -> None:
    (place,) = places(tmp_path, PathFlavour.POSIX).of(
        ["data/a\\x.png"], flavour=PathFlavour.WINDOWS)
    assert place == place_in(str(tmp_path / "data" / "a"), "x.png")


def test_a_drive_is_mapped(tmp_path: Path) -> None:
    resolver = places(tmp_path, PathFlavour.WINDOWS, PathMap(old="D:\\data", new=str(tmp_path)))
    (place,) = resolver.of(["d:/DATA/a\\x.png"], flavour=PathFlavour.WINDOWS)
    assert place == place_in(str(tmp_path / "a"), "x.png")


def test_detours_in_a_recorded_path_make_no_difference(tmp_path: Path) -> None:
    detour, plain = places(tmp_path, PathFlavour.POSIX).of(
        ["./data/b/../a/x.png", "data/a/x.png"], flavour=PathFlavour.POSIX)
    assert detour == plain
