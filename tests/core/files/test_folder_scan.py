"""One scan of a folder gives what a `stat` of every file would give."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.files.file_stamp import LAST_NS, is_passed_over, readable_stamp, why_hidden
from larder.core.files.folder_scan import mtimes_as_floats, scan_folder

NANOSECONDS = st.integers(min_value=0, max_value=4_000_000_000 * 10**9)


def test_names_sizes_and_mtimes_are_those_of_stat(tmp_path: Path) -> None:
    for number in range(20):
        path = tmp_path / f"{number}.png"
        path.write_bytes(b"x" * number * 100)
        os.utime(path, ns=(0, 1_700_000_000_123_456_789 + number * 7))
    listing = scan_folder(tmp_path)
    assert sorted(listing.names) == sorted(os.listdir(tmp_path))
    assert listing.path == str(tmp_path)
    for name, size, mtime_ns in zip(
        listing.names, listing.sizes, listing.mtimes_ns, strict=True
    ):
        status = (tmp_path / name).stat()
        assert (size, mtime_ns) == (status.st_size, status.st_mtime_ns)


def test_an_empty_folder_gives_empty_columns(tmp_path: Path) -> None:
    listing = scan_folder(tmp_path)
    assert (listing.names, listing.sizes.shape, listing.mtimes_ns.shape) == ([], (0,), (0,))


def test_a_missing_folder_is_an_error_of_the_system(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        scan_folder(tmp_path / "missing")


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_a_folder_that_no_name_can_lead_to_is_missing(tmp_path: Path, name: str) -> None:
    with pytest.raises(FileNotFoundError):
        scan_folder(f"{tmp_path}/{name}")


def test_folders_and_links_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"12345")
    (tmp_path / "folder").mkdir()
    (tmp_path / "link").symlink_to("file")
    (tmp_path / "link_to_folder").symlink_to("folder")
    (tmp_path / "dangling").symlink_to("nowhere")
    listing = scan_folder(tmp_path)
    assert sorted(listing.names) == ["file", "link"]
    assert sorted(listing.subfolders) == ["folder", "link_to_folder"]
    assert listing.links == {"link", "link_to_folder", "dangling"}
    assert listing.vanished == ("dangling",)
    assert set(listing.sizes.tolist()) == {5}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
def test_what_is_no_regular_file_is_no_name_and_not_taken_for_gone(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    listing = scan_folder(tmp_path)
    assert (listing.names, listing.vanished) == ([], ("pipe",))
    assert why_hidden(tmp_path / "pipe") == "it is a named pipe, not a file"
    assert is_passed_over(tmp_path / "pipe")


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="names there are Unicode")
def test_a_name_that_is_not_utf8_is_listed(tmp_path: Path) -> None:
    name = os.fsdecode(b"caf\xe9.png")
    (tmp_path / name).touch()
    assert scan_folder(tmp_path).names == [name]


@given(st.lists(NANOSECONDS, max_size=20))
def test_mtimes_as_floats_are_sec_plus_a_billionth_of_nsec_to_the_bit(times: list[int]) -> None:
    floats = mtimes_as_floats(np.array(times, dtype=np.int64))
    assert floats.tolist() == [ns // 10**9 + 1e-9 * (ns % 10**9) for ns in times]


def test_mtimes_as_floats_are_those_that_stat_gives(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.touch()
    random = np.random.default_rng(0)
    for mtime_ns in random.integers(1_600_000_000 * 10**9, 1_800_000_000 * 10**9, 200):
        os.utime(path, ns=(0, int(mtime_ns)))
        status = path.stat()
        assert mtimes_as_floats(np.array([status.st_mtime_ns]))[0] == status.st_mtime


@pytest.mark.skipif(sys.platform == "win32", reason="a listing does not tell them there")
def test_stamps_of_a_listing_are_those_of_each_file(tmp_path: Path) -> None:
    for number in range(5):
        (tmp_path / f"{number}.pt").write_bytes(b"x" * number)
        os.utime(tmp_path / f"{number}.pt", ns=(0, 10**18 + number))
    (tmp_path / "link.pt").symlink_to("3.pt")
    os.utime(tmp_path / "4.pt", ns=(0, LAST_NS + 10**18))
    listing = scan_folder(tmp_path, is_stamped=True)
    assert dict(zip(listing.names, listing.file_stamps(), strict=True)) == {
        name: readable_stamp(tmp_path / name) for name in os.listdir(tmp_path)}
    assert scan_folder(tmp_path).file_stamps() == []
