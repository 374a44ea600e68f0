"""Stamps tell whether a file is still the file it was."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.files.file_stamp import (
    INODE_BITS,
    FileStamp,
    IndexStamp,
    index_stamp,
    is_dangling,
    is_there,
    may_be_there,
    read_modified_ns,
    readable_stamp,
    stamp,
    stamp_of,
    why_hidden,
)

NANOSECONDS = st.integers(min_value=-(2**62), max_value=2**62)
STAMPS = st.builds(
    FileStamp,
    size=st.integers(min_value=0, max_value=2**62),
    mtime_ns=NANOSECONDS,
    ctime_ns=NANOSECONDS,
    inode=st.integers(min_value=0, max_value=2**INODE_BITS - 1),
)


@given(STAMPS)
def test_stamps_survive_msgpack_and_json(original: FileStamp) -> None:
    for codec in (msgspec.msgpack, msgspec.json):
        assert codec.decode(codec.encode(original), type=FileStamp) == original
        index_stamp = original.without_ctime()
        assert codec.decode(codec.encode(index_stamp), type=IndexStamp) == index_stamp


def test_a_missing_file_has_no_stamp(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert stamp(tmp_path / "missing") is None
    assert stamp(tmp_path / "file" / "below") is None


def test_a_rename_keeps_the_index_stamp(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"content")
    before = stamp(path)
    renamed = stamp(path.rename(tmp_path / "b"))
    assert before is not None
    assert renamed is not None
    assert renamed.without_ctime() == before.without_ctime()


def test_a_replaced_file_of_equal_size_and_mtime_has_another_stamp(tmp_path: Path) -> None:
    path, other = tmp_path / "a", tmp_path / "b"
    for name in (path, other):
        name.write_bytes(b"content")
        os.utime(name, ns=(5, 5))
    before = stamp(path)
    other.replace(path)
    assert before is not None
    assert before.mtime_ns == 5
    assert stamp(path) != before


@pytest.mark.parametrize("inode", [2**64 - 1, 2**127 + 5])
def test_wide_inodes_are_folded_to_what_sqlite_holds(inode: int) -> None:
    status = os.stat_result(
        (0o100644, inode, 1, 1, 0, 0, 7, 0, 0, 0), {"st_mtime_ns": 0, "st_ctime_ns": 0})
    assert 0 <= stamp_of(status).inode < 2**INODE_BITS


@pytest.mark.parametrize("name", ["a\0b", "a\ud800b"])
def test_a_name_that_no_file_can_have_is_not_there(tmp_path: Path, name: str) -> None:
    path = f"{tmp_path}/{name}"
    assert (stamp(path), readable_stamp(path), index_stamp(path)) == (None, None, None)
    assert read_modified_ns(path) == 0
    assert (is_there(path), may_be_there(path), is_dangling(path)) == (False, False, False)
    assert why_hidden(path) == ""
