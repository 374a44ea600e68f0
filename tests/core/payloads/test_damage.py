"""A damaged payload is always one PayloadError, and what passes is what was written."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.errors import PayloadError
from larder.core.payloads.arrays import ArrayInfo, PayloadContents
from larder.core.payloads.open_payload import summarize_payload
from larder.core.payloads.pt import write_pt
from larder.core.payloads.pt_file import list_pt
from tests.support.late_packages import late_package
from tests.support.reading_payloads import (
    iter_npz_arrays,
    iter_pt_arrays,
    list_npz,
    verify_npz,
    verify_pt,
)

torch = late_package("torch")

Lister = Callable[[Path], PayloadContents]
Reader = Callable[[Path], Iterator[tuple[ArrayInfo, np.ndarray]]]
Verifier = Callable[[Path], None]


def small_pt(folder: Path) -> Path:
    path = folder / "small.pt"
    write_pt(path, {"a": np.arange(6.0).reshape(2, 3), "t": (1, 2), "s": "text", "n": None})
    return path


def small_npz(folder: Path) -> Path:
    path = folder / "small.npz"
    np.savez(path, a=np.arange(6, dtype=np.int16).reshape(2, 3), e=np.zeros((0, 3), np.float32))
    return path


def packed_npz(folder: Path) -> Path:
    path = folder / "packed.npz"
    np.savez_compressed(path, ids=np.arange(40), mask=np.ones(40, dtype=bool))
    return path


KINDS = [
    pytest.param(small_pt, list_pt, iter_pt_arrays, verify_pt, id="pt"),
    pytest.param(small_npz, list_npz, iter_npz_arrays, verify_npz, id="npz"),
    pytest.param(packed_npz, list_npz, iter_npz_arrays, verify_npz, id="packed npz"),
]


@pytest.mark.parametrize(("write", "lists", "reads", "verifies"), KINDS)
def test_every_truncation_is_a_payload_error(
    write: Callable[[Path], Path], lists: Lister, reads: Reader, verifies: Verifier, tmp_path: Path
) -> None:
    whole = write(tmp_path).read_bytes()
    cut = tmp_path / f"cut{write(tmp_path).suffix}"
    for length in range(len(whole)):
        cut.write_bytes(whole[:length])
        for use in (lists, verifies, summarize_payload, lambda path: list(reads(path))):
            with pytest.raises(PayloadError):
                use(cut)


@pytest.mark.swept(1)
@pytest.mark.parametrize(("write", "lists", "reads", "verifies"), KINDS)
def test_every_flipped_bit_is_a_payload_error_or_changes_nothing(
    write: Callable[[Path], Path], lists: Lister, reads: Reader, verifies: Verifier, tmp_path: Path
) -> None:
    path = write(tmp_path)
    whole = path.read_bytes()
    listed, arrays = lists(path), {info.name: array for info, array in reads(path)}
    accepted: list[tuple[int, int]] = []
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_BINARY", 0))
    try:
        for place, byte in enumerate(whole):
            for bit in range(8):
                _put(descriptor, place, byte ^ (1 << bit))
                if _passes(path, listed, arrays, lists, reads, verifies):
                    accepted.append((place, bit))
            _put(descriptor, place, byte)
        if path.suffix == ".pt":
            _torch_accepts_the_same(path, descriptor, whole, accepted)
    finally:
        os.close(descriptor)


def _put(descriptor: int, place: int, byte: int) -> None:
    os.lseek(descriptor, place, os.SEEK_SET)
    os.write(descriptor, bytes([byte]))


def _passes(
    path: Path, listed: PayloadContents, arrays: dict[str, Any],
    lists: Lister, reads: Reader, verifies: Verifier,
) -> bool:  # fmt: skip
    """Return whether verification passes; assert that anything that passes is as written."""
    try:
        assert lists(path) == listed
    except PayloadError:
        with pytest.raises(PayloadError):
            verifies(path)
        return False
    try:
        for info, array in reads(path):
            np.testing.assert_array_equal(array, arrays[info.name], strict=True)
    except PayloadError:
        with pytest.raises(PayloadError):
            verifies(path)
        return False
    try:
        verifies(path)
    except PayloadError:
        return False
    return True


def _torch_accepts_the_same(
    path: Path, descriptor: int, whole: bytes, accepted: list[tuple[int, int]]
) -> None:
    """Assert that torch loads the same values from files that verification accepts.

    Every fifth one is tried.

    Every fifth one is tried.
    """
    assert accepted, "dates and padding may change"
    for place, bit in accepted[::5]:
        _put(descriptor, place, whole[place] ^ (1 << bit))
        loaded = torch.load(path, weights_only=True)
        _put(descriptor, place, whole[place])
        assert torch.equal(loaded.pop("a"), torch.arange(6, dtype=torch.float64).reshape(2, 3))
        assert loaded == {"t": (1, 2), "s": "text", "n": None}


def test_bytes_after_the_end_are_a_damage(tmp_path: Path) -> None:
    path = small_pt(tmp_path)
    for added in (b"\x00", b"x" * 100, b"PK\x05\x06", path.read_bytes()):
        (tmp_path / "longer.pt").write_bytes(path.read_bytes() + added)
        with pytest.raises(PayloadError):
            verify_pt(tmp_path / "longer.pt")


def test_a_page_of_zeros_inside_an_array_is_found_by_verifying_and_by_reading(
    tmp_path: Path,
) -> None:
    path = tmp_path / "a.pt"
    write_pt(path, {"x": np.arange(1.0, 40_000.0)})
    content = bytearray(path.read_bytes())
    content[100_000:104_096] = bytes(4096)
    path.write_bytes(content)
    assert list_pt(path).arrays[0].name == "x"
    for use in (verify_pt, summarize_payload, lambda damaged: list(iter_pt_arrays(damaged))):
        with pytest.raises(PayloadError, match="checksum"):
            use(path)
