"""A list of mappings is read in pieces, of any length, and as harmlessly as every other pickle."""

from __future__ import annotations

import contextlib
import os
import pickle
import struct
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.errors import PayloadError, UnsafePayloadError
from larder.core.payloads import pt_rows
from larder.core.payloads.pt import pt_parts
from larder.core.payloads.pt_pickle import TensorRef
from larder.core.payloads.pt_rows import read_pt_rows
from tests.core.payloads.archives import rewrite_archive, write_archive
from tests.support.late_packages import late_package

torch = late_package("torch")

POSITIONS = 100_000


def row(at: int) -> dict[str, Any]:
    return {"crop_resolution": (512, 448 + at % 9), "image_path": f"data/cats/{at:07}.jpg"}


def text(value: str) -> bytes:
    return b"X" + struct.pack("<I", len(value)) + value.encode()


def refusal(path: Path, body: bytes) -> str:
    write_archive(path, b"\x80\x02" + body + b".")
    with pytest.raises(PayloadError) as told:
        list(read_pt_rows(path))
    return told.value.problem


READ_A_GROUP = """
import sys
from pathlib import Path
from larder.core.stores.released.groups import read_group

def peak():
    return int(Path("/proc/self/status").read_text().split("VmHWM:")[1].split()[0]) << 10

before = peak()
read = read_group(Path(sys.argv[1]), sys.argv[2]).variations[0]
print(read.count, read.paths[-1], read.sizes[10], read.damage or "whole", peak() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="peaks of memory are counted otherwise")
def test_a_group_of_any_length_gives_the_source_of_every_slot_in_little_memory(
    tmp_path: Path,
) -> None:
    key = "ab" * 32
    aggregate = tmp_path / key / "variation-0" / "aggregate.pt"
    aggregate.parent.mkdir(parents=True)
    with aggregate.open("wb") as file:
        file.writelines(pt_parts([row(at) for at in range(POSITIONS)]))
    told = subprocess.run(
        [sys.executable, "-c", READ_A_GROUP, os.fspath(tmp_path), key], check=True,
        capture_output=True, text=True, timeout=600).stdout.rpartition(" ")
    assert told[0] == f"{POSITIONS} {row(POSITIONS - 1)['image_path']} (512, 449) whole"
    # The paths themselves are about as long as the file.
    assert int(told[2]) < 3 * aggregate.stat().st_size


@pytest.mark.parametrize("count", [0, 1, 2, 999, 1000, 1001, 2500])
def test_what_torch_wrote_is_read_as_torch_reads_it(tmp_path: Path, count: int) -> None:
    rows = [row(at) for at in range(count)]
    torch.save(rows, tmp_path / "a.pt")
    assert list(read_pt_rows(tmp_path / "a.pt")) == rows
    torch.save([{} for _ in rows], tmp_path / "b.pt")
    assert list(read_pt_rows(tmp_path / "b.pt")) == [{} for _ in rows]


def test_every_plain_value_comes_through(tmp_path: Path) -> None:
    shared = {"name": "cats", "balance": 1.5, "more": [1, 2, ()]}
    rows = [
        {"a": (1, -2, 70_000), "b": (1, 2, 3, 4), "c": None, "d": True, "e": "\N{CAT}\udcff",
         "concept": shared, "seed": 2**63, "first": at == 0} for at in range(300)]
    torch.save(rows, tmp_path / "a.pt")
    assert list(read_pt_rows(tmp_path / "a.pt")) == rows
    torch.save([{"x": torch.zeros(2, 3), "size": torch.Size((4, 5))}], tmp_path / "b.pt")
    (read,) = read_pt_rows(tmp_path / "b.pt")
    assert isinstance(read["x"], TensorRef)
    assert read["size"] == (4, 5)


def test_a_text_longer_than_a_piece_is_read(tmp_path: Path) -> None:
    rows = [{"image_path": letter * 700_000} for letter in "abc"]
    torch.save(rows, tmp_path / "a.pt")
    assert list(read_pt_rows(tmp_path / "a.pt")) == rows


@pytest.mark.parametrize("fixture", ["sdxl_clean", "sd15_legacy_diskcache"])
def test_every_list_of_the_trainer_is_read_as_torch_reads_it(
    fixture: str, unpacked_fixture: Callable[[str], Path]
) -> None:
    for path in (unpacked_fixture(fixture) / "workspace-cache").rglob("aggregate.pt"):
        assert list(read_pt_rows(path)) == torch.load(path, weights_only=True)


def test_a_name_outside_the_table_is_refused_by_name(tmp_path: Path) -> None:
    write_archive(tmp_path / "a.pt", b"\x80\x02](cos\nsystem\n" + text("true") + b"\x85Re.")
    with pytest.raises(UnsafePayloadError, match=r"os\.system"):
        list(read_pt_rows(tmp_path / "a.pt"))


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"}", "no list of items"),
        (b"](K\x01K\x02e", "something other than mappings"),
        (b"](}K\x01e", "something other than mappings"),
        (b"]}q\x00ah\x00a", "twice"),
        (b"](}q\x00h\x00e", "twice"),
        (b"]}r" + struct.pack("<I", 1 << 31) + b"a", "memo numbers with gaps"),
        (b"]" + b"(" * 100_000, "nests"),
        (b"](" + b"K\x01" * 400_000 + b"e", "values at a time"),
        (b"]}(K\x01K\x02ua", "a name is no text"),
        (b"]}K\x01K\x02sa", "a name is no text"),
        (b"]\x8a\x20" + bytes(32) + b"a", "very large integers"),
        (b"]N}" + text("x") + text("y") + b"s\x86b", "members are given to what has none"),
        (b"]K\x01)R", "no function"),
        (b"]K\x01)\x81", "no class"),
        (b"]S'a'\n", "uses the pickle instruction STRING"),
        (b"]}", "something else than a list is left"),
        (b"](", "something else than a list is left"),
        (b"]}(" + text("a") + b"ua", "is incomplete"),
    ],
)  # fmt: skip
def test_what_no_trainer_writes_is_refused(tmp_path: Path, body: bytes, why: str) -> None:
    assert why in refusal(tmp_path / "a.pt", body)


def test_a_list_that_is_cut_short_is_damaged_wherever_it_ends(tmp_path: Path) -> None:
    whole = pickle.dumps([row(at) for at in range(3)], 2)
    for length in range(len(whole)):
        write_archive(tmp_path / "a.pt", whole[:length])
        with pytest.raises(PayloadError):
            list(read_pt_rows(tmp_path / "a.pt"))


def test_a_changed_byte_is_known_at_the_end(tmp_path: Path) -> None:
    torch.save([row(at) for at in range(5)], tmp_path / "a.pt")
    content = (tmp_path / "a.pt").read_bytes()
    (tmp_path / "a.pt").write_bytes(content.replace(b"0000003.jpg", b"0000004.jpg"))
    with pytest.raises(PayloadError, match="checksum"):
        list(read_pt_rows(tmp_path / "a.pt"))


def test_a_long_list_that_is_compressed_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch.save([row(at) for at in range(100)], tmp_path / "a.pt")
    packed = rewrite_archive(
        tmp_path / "a.pt", tmp_path / "b.pt", lambda _, content: content, zipfile.ZIP_DEFLATED)
    assert len(list(read_pt_rows(packed))) == 100
    monkeypatch.setattr(pt_rows, "LARGEST_PICKLE", 1000)
    with pytest.raises(PayloadError, match="compressed"):
        list(read_pt_rows(packed))


@given(st.binary(max_size=60))
def test_random_instructions_are_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, body: bytes
) -> None:
    path = write_archive(tmp_path_factory.getbasetemp() / "a.pt", b"\x80\x02](" + body + b".")
    with contextlib.suppress(PayloadError):
        list(read_pt_rows(path))
