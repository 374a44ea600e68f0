"""A tree as a payload among others: listed, read, verified, summarised, by either file."""

from __future__ import annotations

import hashlib
import io
from pathlib import Path

import numpy as np
import pytest

from larder.core.errors import PayloadError
from larder.core.payloads.open_payload import open_payload, summarize_payload
from larder.core.payloads.tree.load import find_data, read_manifest
from larder.core.payloads.tree.manifest import decode_manifest, encode_manifest
from larder.core.payloads.tree.paths import DamagedLeafError
from larder.core.payloads.tree.save import SaveOptions, export_tree, save_tree
from tests.support.reading_payloads import list_arrays, verify
from tests.support.trees import NUMPY_TYPES, of_bits, some_array

TREE = {
    "encoder": {"a/b": np.arange(6, dtype=">f4").reshape(2, 3).T, 0: np.array([True, False])},
    "bits": of_bits("bfloat16", 9),
    "names": np.array(["é", "abc"]),
    "empty": {"inner": {}},
}


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    path = tmp_path / "unet.manifest"
    save_tree(path, TREE, options=SaveOptions(fsync=False))
    return path


def data_of(manifest: Path) -> Path:
    data = find_data(manifest)
    assert data is not None
    return data


def test_leaves_are_listed_by_path_type_shape_and_bytes(manifest: Path) -> None:
    contents = list_arrays(manifest)
    assert contents.container == "tree"
    assert contents.names == ("encoder", "bits", "names", "empty")
    assert [(array.name, array.dtype, array.shape, array.bytes) for array in contents.arrays] == [
        ("encoder/'a/b'", "float32", (3, 2), 24), ("encoder/0", "bool", (2,), 2),
        ("bits", "bfloat16", (9,), 18), ("names", "text", (2,), 24)]
    assert contents.values == {"empty/inner": {}}


def test_the_data_opens_as_its_manifest_does(manifest: Path) -> None:
    assert list_arrays(data_of(manifest)) == list_arrays(manifest)
    export_tree(manifest.with_name("pair"), {"a": np.arange(3)})
    by_data = list_arrays(manifest.with_name("pair.data"))
    assert by_data == list_arrays(manifest.with_name("pair.manifest"))
    assert [array.name for array in by_data.arrays] == ["a"]


def test_a_manifest_of_any_suffix_is_known_by_its_content(tmp_path: Path) -> None:
    save_tree(tmp_path / "x.index", {"a": np.arange(3)})
    export_tree(tmp_path / "y", {"a": np.arange(3)}, data_suffix=".w", manifest_suffix=".idx")
    for name in ("x.index", "y.idx"):
        assert [array.name for array in list_arrays(tmp_path / name).arrays] == ["a"]


def test_a_summary_has_figures_of_every_leaf(manifest: Path) -> None:
    summary = summarize_payload(manifest)
    matrix, flags, bits, names = summary.arrays
    array = TREE["encoder"]["a/b"]
    assert matrix.sha256 == hashlib.sha256(array.tobytes()).hexdigest()
    assert (matrix.minimum, matrix.maximum, matrix.mean, matrix.zero_count) == (0.0, 5.0, 2.5, 1)
    assert matrix.std == pytest.approx(array.std())
    assert matrix.first_five == (0.0, 3.0, 1.0, 4.0, 2.0)
    assert flags.first_five == (True, False)
    assert bits.minimum is not None
    assert names.first_five == ("é", "abc")
    assert summary.container == "tree"
    assert summary.file_bytes == manifest.stat().st_size + data_of(manifest).stat().st_size
    assert summary.values == {"empty/inner": {}}


@pytest.mark.parametrize("code", NUMPY_TYPES)
def test_every_type_has_a_summary(tmp_path: Path, code: str) -> None:
    array = some_array(code, 3, 4)
    save_tree(tmp_path / "x.manifest", {"a": array, "none": array[:0]})
    summary, empty = summarize_payload(tmp_path / "x.manifest").arrays
    assert summary.sha256 == hashlib.sha256(array.tobytes()).hexdigest()
    assert len(summary.first_five) == 5
    assert empty.first_five == ()


def test_npz_and_tree_have_the_same_summary_of_the_same_array(tmp_path: Path) -> None:
    array = np.random.default_rng(1).normal(size=(5, 7)).astype("f2")
    save_tree(tmp_path / "x.manifest", {"a": array})
    held = io.BytesIO()
    np.savez(held, a=array)
    (tmp_path / "x.npz").write_bytes(held.getvalue())
    assert (summarize_payload(tmp_path / "x.manifest").arrays
            == summarize_payload(tmp_path / "x.npz").arrays)


def test_arrays_come_decoded_and_as_stored(manifest: Path) -> None:
    with open_payload(manifest) as tree:
        assert tree.array("encoder/0").dtype == bool
        assert tree.read_array("encoder/0").dtype == np.uint8
        assert tree.array("bits").dtype == np.float32
        assert tree.read_array("bits").dtype == np.uint16
        assert tree.array("encoder/'a/b'").dtype.isnative
        np.testing.assert_array_equal(tree.array("encoder/'a/b'"), TREE["encoder"]["a/b"])
        tree.array("names")[0] = "mine"
        with pytest.raises(PayloadError, match="contains no array 'encoder'"):
            tree.array("encoder")


def test_verify_names_the_damaged_leaf_and_others_are_still_read(manifest: Path) -> None:
    verify(manifest)
    data = data_of(manifest)
    content = bytearray(data.read_bytes())
    content[64] ^= 1
    data.write_bytes(content)
    with pytest.raises(DamagedLeafError, match=r"The leaf encoder/0 of unet\.manifest is damaged"):
        verify(manifest)
    with open_payload(manifest) as tree:
        assert tree.array("encoder/'a/b'").shape == (3, 2)
        with pytest.raises(DamagedLeafError):
            tree.array("encoder/0")


def test_verify_sees_a_bit_between_two_leaves(manifest: Path) -> None:
    data = data_of(manifest)
    content = bytearray(data.read_bytes())
    content[40] ^= 1
    data.write_bytes(content)
    with pytest.raises(DamagedLeafError, match="encoder/0"):
        verify(manifest)


def test_verify_sees_a_bit_behind_the_last_leaf(manifest: Path) -> None:
    data, said = data_of(manifest), read_manifest(manifest)
    padded = type(said)(said.nodes, said.data, data.stat().st_size + 8, said.align)
    manifest.write_bytes(encode_manifest(padded))
    content = data.read_bytes() + bytes(8)
    data.write_bytes(content)
    verify(manifest)
    data.write_bytes(content[:-1] + b"\1")
    with pytest.raises(DamagedLeafError, match="names"):
        verify(manifest)


@pytest.mark.parametrize("content", [b"", b"junk", b"[", b'{"format":"larder.tree/1",', b"\0" * 99])
def test_a_manifest_that_is_none_is_a_sentence(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.manifest"
    path.write_bytes(content)
    with pytest.raises(PayloadError):
        list_arrays(path)


def test_data_without_a_manifest_is_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "x.data"
    path.write_bytes(b"junk")
    with pytest.raises(PayloadError, match="has no manifest next to it"):
        list_arrays(path)


def test_what_is_missing_or_a_folder_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.manifest").mkdir()
    for name in ("a.manifest", "b.manifest"):
        with pytest.raises(PayloadError):
            list_arrays(tmp_path / name)


def test_a_manifest_never_leads_out_of_its_folder(manifest: Path) -> None:
    """Not even one whose checksum is right."""
    read = decode_manifest(manifest.read_bytes())
    for name in ("../x.data", "/etc/passwd", "a\\b", ".."):
        evil = type(read)(read.nodes, name, read.bytes, read.align)
        manifest.write_bytes(encode_manifest(evil))
        with pytest.raises(PayloadError, match="outside its folder"):
            list_arrays(manifest)


def test_a_long_double_has_a_summary_of_plain_numbers(tmp_path: Path) -> None:
    save_tree(tmp_path / "x.manifest", {"a": np.arange(3, dtype=np.longdouble)})
    (summary,) = summarize_payload(tmp_path / "x.manifest").arrays
    assert (summary.minimum, summary.maximum, summary.mean) == (0.0, 2.0, 1.0)
    assert type(summary.maximum) is float
