"""A shape that numpy cannot have is damage of the file, never an error of ours."""

from __future__ import annotations

import json
import struct
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.errors import PayloadError
from larder.core.payloads.open_payload import summarize_payload

IMPOSSIBLE = [(2**32, 2**32, 0), (0,) * 65, (1,) * 65, (2**70, 0), (2**62, 0, 2)]


def as_safetensors(path: Path, shape: tuple[int, ...]) -> Path:
    size = 0 if 0 in shape else 4
    head = json.dumps({"x": {
        "dtype": "F32", "shape": list(shape), "data_offsets": [0, size]}}).encode()
    path = path.with_suffix(".safetensors")
    path.write_bytes(struct.pack("<Q", len(head)) + head + bytes(size))
    return path


def as_npz(path: Path, shape: tuple[int, ...]) -> Path:
    facts = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}, }}".encode()
    facts += b" " * (-(len(facts) + 11) % 64) + b"\n"
    path = path.with_suffix(".npz")
    with zipfile.ZipFile(path, "w") as whole:
        whole.writestr("x.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(facts)) + facts
                       + bytes(0 if 0 in shape else 4))
    return path


@pytest.mark.parametrize("shape", IMPOSSIBLE, ids=lambda shape: f"{len(shape)} axes")
@pytest.mark.parametrize("write", [as_safetensors, as_npz])
def test_an_impossible_shape_is_told(
    tmp_path: Path, write: Callable[[Path, tuple[int, ...]], Path], shape: tuple[int, ...]
) -> None:
    with pytest.raises(PayloadError):
        summarize_payload(write(tmp_path / "a", shape))


@pytest.mark.parametrize("write", [as_safetensors, as_npz])
def test_an_array_of_as_many_axes_as_there_may_be_is_summarized(
    tmp_path: Path, write: Callable[[Path, tuple[int, ...]], Path]
) -> None:
    found = summarize_payload(write(tmp_path / "a", (1,) * 32))
    assert found.arrays[0].first_five == (0.0,)
    assert summarize_payload(write(tmp_path / "b", (0, 2**31))).arrays[0].first_five == ()
