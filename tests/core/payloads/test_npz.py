"""Numpy payloads are listed and read as numpy itself reads them, without a pickle."""

from __future__ import annotations

import os
import pickle
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from larder.core.errors import PayloadError
from larder.core.payloads.arrays import ArrayInfo
from tests.support.reading_payloads import iter_npz_arrays, list_npz, read_npz_array, verify_npz

Savez = Callable[..., None]


def write_members(path: Path, **members: bytes) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, content in members.items():
            archive.writestr(f"{name}.npy", content)
    return path


def npy(header: str, content: bytes = b"", version: bytes = b"\x01\x00") -> bytes:
    encoded = header.encode()
    width = 2 if version == b"\x01\x00" else 4
    return b"\x93NUMPY" + version + len(encoded).to_bytes(width, "little") + encoded + content


@pytest.mark.parametrize("savez", [np.savez, np.savez_compressed])
def test_arrays_are_listed_and_read_as_numpy_reads_them(savez: Savez, tmp_path: Path) -> None:
    arrays = {
        "pixel_values": np.random.default_rng(0).normal(size=(1, 3, 4, 5)).astype(np.float32),
        "fortran": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
        "big": np.arange(4, dtype=">i4"),
        "half": np.array([1, np.nan, np.inf], np.float16),
        "mask": np.array([[True], [False]]),
        "number": np.array(7),
        "empty": np.zeros((0, 3), np.uint8),
        "text": np.array("an MD5"),
        "texts": np.array([b"a", b"bc"]),
        "complex": np.array([1 + 2j]),
        "large": np.zeros((300, 300)),
    }
    savez(tmp_path / "a.npz", **arrays)

    contents = list_npz(tmp_path / "a.npz")
    assert contents.container == "npz"
    assert contents.names == tuple(arrays)
    assert contents.arrays[0] == ArrayInfo("pixel_values", "float32", (1, 3, 4, 5), 240)
    kinds = {info.name: (info.dtype, info.shape) for info in contents.arrays}
    assert kinds["big"] == ("int32", (4,))
    assert kinds["mask"] == ("bool", (2, 1))
    assert kinds["text"] == ("text", ())

    read = {info.name: array for info, array in iter_npz_arrays(tmp_path / "a.npz")}
    for name, array in arrays.items():
        expected = array.astype(array.dtype.newbyteorder("="))
        np.testing.assert_array_equal(read[name], expected, strict=True)
    verify_npz(tmp_path / "a.npz")


@given(
    arrays=st.dictionaries(
        st.text("abc_", min_size=1, max_size=4),
        arrays_of.arrays(
            st.sampled_from(["<f4", "<f8", ">i2", "<i8", "|u1", "|b1", "<f2"]),
            arrays_of.array_shapes(min_dims=0, max_dims=4, min_side=0, max_side=4),
        ),
        min_size=1,
        max_size=3,
    ),
    packed=st.booleans(),
)
def test_any_arrays_round_trip(
    arrays: dict[str, np.ndarray], packed: bool, tmp_path_factory: pytest.TempPathFactory
) -> None:
    path = tmp_path_factory.mktemp("p") / "a.npz"
    (np.savez_compressed if packed else np.savez)(path, **arrays)
    verify_npz(path)
    with np.load(path) as loaded:
        for info, array in iter_npz_arrays(path):
            assert info.shape == loaded[info.name].shape
            np.testing.assert_array_equal(array, loaded[info.name])


def test_a_read_array_is_writable(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", x=np.zeros(3))
    array = read_npz_array(tmp_path / "a.npz", "x")
    array[0] = 1
    assert array.tolist() == [1, 0, 0]


def test_an_array_of_objects_is_refused_and_its_pickle_never_read(tmp_path: Path) -> None:
    class Hostile:
        def __reduce__(self) -> tuple[object, ...]:
            return os.system, (f"touch {tmp_path / 'mark'}",)

    np.savez(tmp_path / "a.npz", x=np.array([Hostile()], dtype=object), allow_pickle=True)
    for use in (list_npz, verify_npz, lambda path: read_npz_array(path, "x")):
        with pytest.raises(PayloadError, match="not stored as a plain array"):
            use(tmp_path / "a.npz")
    pickled = write_members(tmp_path / "b.npz", x=pickle.dumps(Hostile()))
    with pytest.raises(PayloadError):
        list_npz(pickled)
    assert not (tmp_path / "mark").exists()


@pytest.mark.parametrize(
    "member",
    [
        npy("{'descr': '|O', 'fortran_order': False, 'shape': (1,), }", bytes(8)),
        npy("{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1,), }", bytes(4)),
        npy("{'descr': '<M8[s]', 'fortran_order': False, 'shape': (1,), }", bytes(8)),
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }", bytes(4)),
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,), }", bytes(4)),
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': (True,), }", bytes(4)),
        npy("{'descr': '<f4', 'fortran_order': False, 'shape': [1], }", bytes(4)),
        npy("{'descr': '<f4', 'fortran_order': 0, 'shape': (1,), }", bytes(4)),
        npy(f"{{'descr': '<f4', 'fortran_order': False, 'shape': {(1,) * 40}, }}", bytes(4)),
        npy("{'descr': '<f3', 'fortran_order': False, 'shape': (1,), }", bytes(3)),
        npy("{'descr': '<f4', 'shape': (1,), }", bytes(4)),
        npy("__import__('os').system('true')", bytes(4)),
        npy("(" * 3000 + ")" * 3000),
        npy("{'descr': '<f4'", bytes(4)),
        npy("[]"), npy("1"), npy("{}", version=b"\x09\x00"), npy("\udcff".encode(
            "utf-8", "surrogateescape").decode("latin-1")),
        b"", b"\x93NUMPY", b"\x93NUMPY\x01\x00\xff\xff", b"\x89PNG" + bytes(40),
    ],
)  # fmt: skip
def test_a_header_that_describes_no_plain_array_is_a_payload_error(
    member: bytes, tmp_path: Path
) -> None:
    path = write_members(tmp_path / "a.npz", x=member)
    for use in (list_npz, verify_npz):
        with pytest.raises(PayloadError, match="not stored as a plain array"):
            use(path)


@pytest.mark.parametrize("version", [b"\x01\x00", b"\x02\x00", b"\x03\x00"])
def test_every_version_of_the_header_is_read(version: bytes, tmp_path: Path) -> None:
    member = npy(
        "{'descr': '<i2', 'fortran_order': False, 'shape': (2,), }\n", b"\x01\x00\x02\x00", version
    )
    path = write_members(tmp_path / "a.npz", x=member)
    assert read_npz_array(path, "x").tolist() == [1, 2]


def test_what_is_no_npz_is_told_in_one_sentence(tmp_path: Path) -> None:
    np.save(tmp_path / "single.npy", np.zeros(3))
    (tmp_path / "single.npy").rename(tmp_path / "single.npz")
    (tmp_path / "empty.npz").write_bytes(b"")
    with zipfile.ZipFile(tmp_path / "other.npz", "w") as archive:
        archive.writestr("readme.txt", "hello")
    with zipfile.ZipFile(tmp_path / "nothing.npz", "w"):
        pass
    said = {
        "single.npz": "is a single .npy array",
        "empty.npz": "is empty",
        "other.npz": "contains 'readme.txt', which is not an array",
        "nothing.npz": "contains no array",
        "gone.npz": "cannot be read",
    }
    for name, sentence in said.items():
        with pytest.raises(PayloadError) as told:
            list_npz(tmp_path / name)
        assert told.value.problem.startswith(name)
        assert sentence in told.value.problem
    with pytest.raises(PayloadError, match="is a folder"):
        list_npz(tmp_path)
    np.savez(tmp_path / "good.npz", x=np.zeros(1))
    with pytest.raises(PayloadError, match="contains no array 'y'"):
        read_npz_array(tmp_path / "good.npz", "y")


def test_a_small_file_that_claims_to_unpack_to_gigabytes_costs_nothing(tmp_path: Path) -> None:
    np.savez_compressed(tmp_path / "a.npz", x=np.zeros(1000))
    content = (tmp_path / "a.npz").read_bytes()
    claimed = (1 << 40).to_bytes(8, "little")
    directory = content.rindex(b"PK\x01\x02")
    record = bytearray(content[directory : content.rindex(b"PK\x05\x06")])
    record[24:28] = b"\xff\xff\xff\xff"
    record[30:32] = (12).to_bytes(2, "little")
    record = record[:51] + b"\x01\x00\x08\x00" + claimed
    end = bytearray(content[content.rindex(b"PK\x05\x06") :])
    end[12:16] = len(record).to_bytes(4, "little")
    (tmp_path / "a.npz").write_bytes(content[:directory] + record + end)
    for use in (list_npz, verify_npz):
        with pytest.raises(PayloadError):
            use(tmp_path / "a.npz")
