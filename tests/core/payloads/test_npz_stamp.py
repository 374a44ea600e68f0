"""Payloads of ours are plain archives of numpy, sealed over every byte, and say what they are."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from larder.core.errors import PayloadError
from larder.core.payloads.sealed_npz import (
    ALIGNMENT,
    STAMP_NAME,
    SourceNote,
    lay_out,
    open_sealed,
    peek_stamp,
    read_payload_bytes,
)
from tests.support.reading_payloads import list_npz, read_stamp, verify_npz

KEY = {"blob": "a" * 64, "height": 8}


def written(values: dict[str, np.ndarray], source: SourceNote | None = None) -> bytes:
    return b"".join(lay_out(values, kind="vision", key=KEY, source=source))


def as_bytes(content: bytes) -> np.ndarray:
    return np.frombuffer(content, dtype=np.uint8)


any_array = st.one_of(
    arrays_of.arrays(
        st.one_of(
            arrays_of.integer_dtypes(), arrays_of.unsigned_integer_dtypes(),
            arrays_of.floating_dtypes(sizes=(16, 32, 64)), arrays_of.complex_number_dtypes(),
            arrays_of.boolean_dtypes()),
        arrays_of.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4)))
names = st.text(st.characters(exclude_characters="\0/\\", exclude_categories=["Cs"]), min_size=1,
                max_size=12).filter(lambda name: name != STAMP_NAME)


@given(values=st.dictionaries(names, any_array, min_size=1, max_size=4))
def test_arrays_come_back_to_the_last_bit_here_and_in_numpy(values: dict[str, np.ndarray]) -> None:
    content = written(values)
    sealed = open_sealed(as_bytes(content), name="a.npz")
    assert sealed is not None
    assert sealed.stamp.key == KEY
    got = sealed.values()
    assert list(got) == list(values)
    with np.load(io.BytesIO(content), allow_pickle=False) as archive:
        assert set(archive.files) == {STAMP_NAME, *values}
        for name, array in values.items():
            for found in (got[name], archive[name]):
                assert (found.dtype, found.shape) == (array.dtype, array.shape)
                assert found.tobytes() == array.tobytes()


def test_a_payload_is_a_zip_file_without_fault(tmp_path: Path) -> None:
    path = tmp_path / "a.npz"
    path.write_bytes(written({"pixel_values": np.ones((3, 5), np.float32), "ß": np.arange(3)}))
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [f"{STAMP_NAME}.npy", "pixel_values.npy", "ß.npy"]
    verify_npz(path)
    assert [array.name for array in list_npz(path).arrays] == [STAMP_NAME, "pixel_values", "ß"]


def test_equal_values_give_equal_files() -> None:
    values = {"a": np.arange(7), "b": np.ones((2, 2))}
    assert written(values) == written({name: array.copy() for name, array in values.items()})


def test_arrays_are_aligned_in_the_file() -> None:
    values = {"a": np.arange(7, dtype=np.int8), "b": np.ones(3), "c": np.ones((2, 2), np.float32)}
    content = written(values)
    for array in values.values():
        assert content.find(array.tobytes()) % ALIGNMENT == 0


def test_no_bit_can_change_unseen() -> None:
    content = written({"a": np.arange(4, dtype=np.int16)})
    for at in range(len(content)):
        spoilt = bytearray(content)
        spoilt[at] ^= 1 << (at % 8)
        try:
            sealed = open_sealed(as_bytes(bytes(spoilt)), name="a.npz")
        except PayloadError:
            continue
        assert sealed is None, at  # the mark of the seal itself is hit: no payload of ours


@pytest.mark.parametrize("name", ["Kätzchen.png", "no UTF-8: \udcff.png"])
def test_a_payload_tells_its_source(tmp_path: Path, name: str) -> None:
    source = SourceNote(name=name, size=1, mtime_ns=2)
    path = tmp_path / "a.npz"
    path.write_bytes(written({"a": np.ones(1)}, source))
    assert read_stamp(path).source == peek_stamp(path).source == source


def test_what_is_no_payload_of_ours_has_no_stamp(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", a=np.ones(3))
    (tmp_path / "b.npz").write_bytes(b"")
    (tmp_path / "c.npz").mkdir()
    for name in ("a.npz", "b.npz", "c.npz", "gone.npz"):
        assert read_stamp(tmp_path / name) is None
        assert peek_stamp(tmp_path / name) is None


def test_a_fifo_or_a_link_is_no_payload(tmp_path: Path) -> None:
    import os

    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "link").symlink_to(tmp_path / "fifo")
    assert read_payload_bytes(tmp_path / "fifo") is None
    assert read_payload_bytes(tmp_path / "link") is None


@pytest.mark.parametrize("values", [
    {}, {"": np.ones(1)}, {STAMP_NAME: np.ones(1)}, {"a/b": np.ones(1)}, {"a" * 201: np.ones(1)},
    {"a": np.array([{}], object)}, {"a": np.zeros(2, [("x", "f4"), ("y", "f4")])},
])  # fmt: skip
def test_what_cannot_be_stored_is_refused(values: dict[str, np.ndarray]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        lay_out(values, kind="vision", key=KEY)
