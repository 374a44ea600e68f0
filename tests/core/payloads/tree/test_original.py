"""Pairs in the original's layout: read whatever wrote them, written by export."""

from __future__ import annotations

import ast
import pprint
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.errors import PayloadError, UserFacingError
from larder.core.payloads.dtypes import BIT_TYPES, bits_of, decode
from larder.core.payloads.tree.load import load_tree
from larder.core.payloads.tree.manifest import decode_original
from larder.core.payloads.tree.paths import DamagedLeafError, InvalidTreeError
from larder.core.payloads.tree.save import SaveOptions, export_tree, save_tree
from larder.core.stores.values.trees.listing import check_tree
from tests.support.trees import NUMPY_TYPES, assert_same_tree, of_bits, same_array, some_array


def entry(path: object, array: np.ndarray, offset: object) -> dict[str, Any]:
    return {"dtype": array.dtype.str, "nbytes": array.nbytes, "offset": offset, "path": path,
            "shape": array.shape}


def write_original(
    folder: Path,
    leaves: dict[Any, np.ndarray],
    *,
    spoilt_by_numpy_2: bool = False,
    data_suffix: str = ".data",
    manifest_suffix: str = ".manifest",
    align: int = 8,
) -> Path:
    """A pair as the original writes it: pretty-printed, each leaf padded up, sizes plain."""
    content, entries = b"", []
    for path, array in leaves.items():
        offset: Any = np.int64(len(content)) if spoilt_by_numpy_2 else len(content)
        entries.append(entry(path, array, offset))
        content += array.tobytes()
        content += bytes(-array.nbytes % align)
    (folder / f"old{data_suffix}").write_bytes(content)
    manifest = folder / f"old{manifest_suffix}"
    text = pprint.pformat(entries)
    if spoilt_by_numpy_2:
        # What numpy 2 prints, whichever numpy runs this test.
        text = re.sub(r"'offset': (?:np\.int64\()?(\d+)\)?", r"'offset': np.int64(\1)", text)
    manifest.write_text(text, "utf-8")
    return manifest


LEAVES: dict[Any, np.ndarray] = {
    ("a", "b"): np.arange(6, dtype="<f4").reshape(2, 3),
    ("a/b",): np.array(7, dtype=">i2"),
    ("a", 3): np.zeros((0, 4), "|b1"),
    ("it's \"so\"\n", (1, "x"), None, -2.5, True): np.arange(3, dtype="<c8"),
    ("a very long key " * 9, b"bytes\x00"): np.arange(2, dtype="<u8"),
    ("texts",): np.array(["é", "abc"]),
}


def nested(leaves: dict[Any, np.ndarray]) -> Any:
    tree: Any = {}
    for path, array in leaves.items():
        branch = tree
        for key in path[:-1]:
            branch = branch.setdefault(key, {})
        branch[path[-1]] = array
    return tree


@pytest.mark.parametrize("spoilt", [False, True], ids=["numpy 1", "numpy 2"])
@pytest.mark.parametrize("mapped", [True, False])
def test_an_old_pair_is_loaded(tmp_path: Path, spoilt: bool, mapped: bool) -> None:
    manifest = write_original(tmp_path, LEAVES, spoilt_by_numpy_2=spoilt)
    assert ("np.int64(0)" in manifest.read_text("utf-8")) is spoilt
    assert_same_tree(load_tree(manifest, mapped=mapped), nested(LEAVES))


@pytest.mark.parametrize("align", [1, 3, 8, 100, 4096])
@pytest.mark.parametrize("mapped", [True, False])
def test_a_pair_of_any_alignment_is_loaded_and_is_sound(
    tmp_path: Path, align: int, mapped: bool
) -> None:
    manifest = write_original(tmp_path, LEAVES, align=align)
    found = load_tree(manifest, mapped=mapped)
    assert_same_tree(found, nested(LEAVES))
    assert check_tree(manifest) == ""


@pytest.mark.parametrize("align", [1, 8, 64])
def test_exported_data_is_what_the_original_writes_to_the_last_byte(
    tmp_path: Path, align: int
) -> None:
    leaves = {("a",): np.arange(3, dtype="<i2"), ("b",): np.arange(5, dtype="|u1")}
    original = write_original(tmp_path, leaves, align=align).with_suffix(".data").read_bytes()
    exported = export_tree(
        tmp_path / "out", nested(leaves), options=SaveOptions(align=align))
    assert exported.data.read_bytes() == original
    assert exported.manifest is not None
    assert exported.bytes == len(original) + exported.manifest.stat().st_size
    assert check_tree(exported.manifest) == ""


def test_an_old_root_leaf_and_an_old_empty_tree_are_loaded(tmp_path: Path) -> None:
    manifest = write_original(tmp_path, {(): np.arange(4)})
    assert_same_tree(load_tree(manifest), np.arange(4))
    manifest = write_original(tmp_path, {})
    assert manifest.read_text() == "[]"
    assert (tmp_path / "old.data").stat().st_size == 0
    assert load_tree(manifest) == {}


@pytest.mark.parametrize(("data_suffix", "manifest_suffix"), [
    (".data", ".manifest"), ("", ".manifest"), (".bin", ".manifest"), (".weights", ".idx"),
    ("-data", "-index.txt"),
])
def test_both_suffixes_are_honoured_when_reading(
    tmp_path: Path, data_suffix: str, manifest_suffix: str
) -> None:
    leaves = {("a", "b"): np.arange(6)}
    manifest = write_original(
        tmp_path, leaves, data_suffix=data_suffix, manifest_suffix=manifest_suffix)
    data = tmp_path / f"old{data_suffix}"
    assert_same_tree(load_tree(manifest, data=data), nested(leaves))
    if "-" not in manifest_suffix:
        assert_same_tree(load_tree(manifest), nested(leaves))


@pytest.mark.parametrize(("data_suffix", "manifest_suffix"), [
    (".data", ".manifest"), ("", ".manifest"), (".weights", ".idx"), (".sbs", None), ("", None),
])
def test_both_suffixes_are_honoured_when_exporting_and_none_writes_no_manifest(
    tmp_path: Path, data_suffix: str, manifest_suffix: str | None
) -> None:
    pair = export_tree(tmp_path / "out", {"a": np.arange(3, dtype="u1"), "b": np.arange(2.0)},
                       data_suffix=data_suffix, manifest_suffix=manifest_suffix,
                       options=SaveOptions(align=1, fsync=False))
    written = {path.name for path in tmp_path.iterdir()}
    expected = {f"out{suffix}" for suffix in (data_suffix, manifest_suffix) if suffix is not None}
    assert written == expected
    assert pair.data.read_bytes() == bytes([0, 1, 2]) + np.arange(2.0).tobytes()
    assert pair.bytes == sum(path.stat().st_size for path in tmp_path.iterdir())
    if pair.manifest is not None:
        assert_same_tree(
            load_tree(pair.manifest), {"a": np.arange(3, dtype="u1"), "b": np.arange(2.0)})


def read_as_the_original_does(stem: Path) -> dict[Any, np.ndarray]:
    content = (stem.with_name(f"{stem.name}.data")).read_bytes()
    entries = ast.literal_eval(stem.with_name(f"{stem.name}.manifest").read_text("utf-8"))
    return {
        row["path"]: np.frombuffer(
            content[row["offset"] : row["offset"] + row["nbytes"]], row["dtype"]
        ).reshape(row["shape"])
        for row in entries}


def test_an_exported_pair_is_read_by_the_originals_own_steps(tmp_path: Path) -> None:
    tree = nested(LEAVES) | {code: some_array(code, 3, 2) for code in NUMPY_TYPES}
    export_tree(tmp_path / "out", tree)
    found = read_as_the_original_does(tmp_path / "out")
    expected = LEAVES | {(code,): tree[code] for code in NUMPY_TYPES}
    assert found.keys() == expected.keys()
    assert all(same_array(found[path], expected[path]) for path in expected)
    assert all(entry["offset"] % 8 == 0 for entry in ast.literal_eval(
        (tmp_path / "out.manifest").read_text("utf-8")))


def test_types_the_original_lacks_are_exported_as_float32_and_named(tmp_path: Path) -> None:
    tree = {name: of_bits(name, 4) for name in sorted(BIT_TYPES)} | {"f": np.arange(2.0)}
    pair = export_tree(tmp_path / "out", tree)
    assert pair.widened == tuple(sorted(BIT_TYPES))
    found = read_as_the_original_does(tmp_path / "out")
    for name in BIT_TYPES:
        np.testing.assert_array_equal(
            found[(name,)], decode(bits_of(tree[name])[0], name), strict=True)


def test_empty_mappings_that_the_layout_has_no_place_for_are_named(tmp_path: Path) -> None:
    pair = export_tree(tmp_path / "out", {"a": {"b": {}}, "c": np.arange(2), "d/e": {}})
    assert pair.left_out == ("a/b", "'d/e'")
    assert export_tree(tmp_path / "none", {}).left_out == ()
    assert load_tree(tmp_path / "none.manifest") == {}


@pytest.mark.parametrize("key", [frozenset({1}), ("a", frozenset()), float("inf")])
def test_a_key_that_is_no_literal_is_not_exported(tmp_path: Path, key: Any) -> None:
    with pytest.raises(InvalidTreeError) as caught:
        export_tree(tmp_path / "out", {"a": {key: np.arange(2)}})
    assert caught.value.path == ("a", key)
    assert list(tmp_path.iterdir()) == []


def test_an_export_never_replaces_a_pair(tmp_path: Path) -> None:
    export_tree(tmp_path / "out", {"a": np.arange(2)})
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(UserFacingError, match="already exists"):
        export_tree(tmp_path / "out", {"a": np.zeros(9)})
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_a_pair_is_replaced_by_a_save_in_one_step_and_its_data_goes(tmp_path: Path) -> None:
    manifest = write_original(tmp_path, LEAVES)
    old = load_tree(manifest)
    save_tree(manifest, old, options=SaveOptions(fsync=False))
    assert_same_tree(load_tree(manifest), nested(LEAVES))
    assert_same_tree(old, nested(LEAVES))
    assert not (tmp_path / "old.data").exists()


def test_a_truncated_pair_names_the_leaf(tmp_path: Path) -> None:
    manifest = write_original(tmp_path, {("a",): np.arange(4), ("b", "c"): np.arange(4)})
    data = tmp_path / "old.data"
    data.write_bytes(data.read_bytes()[:-1])
    with pytest.raises(DamagedLeafError) as caught:
        load_tree(manifest)
    assert caught.value.leaf == "b/c"


GOOD = {"dtype": "<f4", "nbytes": 8, "offset": 0, "path": ("a",), "shape": (2,)}


@pytest.mark.parametrize("changes", [
    [{"offset": -8}], [{"offset": -1}], [{"nbytes": -8}], [{"shape": (-2,)}],
    [{"shape": (-1, -2)}], [{"offset": 8}], [{"offset": 10**30}], [{"nbytes": 4}],
    [{"nbytes": 12}], [{"shape": (3,)}], [{"shape": ()}], [{"shape": (10**30,)}],
    [{"shape": (2**62, 4, 2)}],
    [{}, {"path": ("b",)}], [{}, {"path": ("b",), "offset": 4}], [{}, {"path": ("a",)}],
    [{}, {"path": ("a", "b"), "offset": 8}], [{}, {"path": (), "offset": 8}],
    [{"path": ()}, {"offset": 8}], [{"dtype": "|O"}], [{"dtype": "O"}], [{"dtype": "<f3"}],
    [{"dtype": "f4,i4"}], [{"dtype": "float32"}], [{"dtype": ""}], [{"dtype": "<V2"}],
    [{"dtype": 4}], [{"offset": 0.0}], [{"offset": True}], [{"offset": "0"}], [{"offset": None}],
    [{"shape": [2]}], [{"shape": (2.0,)}], [{"path": ["a"]}], [{"path": "a"}],
    [{"path": (["a"],)}], [{"shape": (2,) + (1,) * 64}],
], ids=str)  # fmt: skip
def test_unsupported_values_in_a_manifest_are_refused(
    tmp_path: Path, changes: list[dict[str, Any]]
) -> None:
    (tmp_path / "old.data").write_bytes(bytes(12))
    manifest = tmp_path / "old.manifest"
    for spelled in (repr, lambda text: pprint.pformat(text, width=1)):
        manifest.write_text(spelled([GOOD | change for change in changes]))
        for check in (True, False):
            with pytest.raises(PayloadError):
                load_tree(manifest, check=check)


@pytest.mark.parametrize("text", [
    "", "[", "[{", "{}", "[1]", "[{}]", "[{'dtype': '<f4'}]", "nonsense", "[] []", "[],",
    repr([GOOD])[:-1], repr([GOOD]) + "]", repr([GOOD]) + " x",
    repr([GOOD, GOOD]).replace("},", "}"),
    repr([GOOD | {"extra": 1}]), repr([GOOD]).replace("8", "__import__('os').getpid()"),
    repr([GOOD]).replace("8", "4 + 4"), repr([GOOD]).replace("8", "np.int64(4, 4)"),
    repr([GOOD]).replace("8", "os.int64(8)"), repr([GOOD]).replace("8", "np.loads(8)"),
    repr([GOOD]).replace("'a'", "'\\q'"), repr([GOOD]).replace("'a'", "f'{1}'"),
    repr([GOOD]).replace("('a',)", "(" * 500 + "'a'" + ",)" * 500),
    repr([GOOD]).replace("8", "9" * 5000),
])  # fmt: skip
def test_what_is_no_manifest_is_refused_and_nothing_in_it_runs(tmp_path: Path, text: str) -> None:
    (tmp_path / "old.data").write_bytes(bytes(8))
    manifest = tmp_path / "old.manifest"
    manifest.write_text(text)
    with pytest.raises(PayloadError):
        load_tree(manifest)


def test_numbers_are_read_in_every_spelling_numpy_prints() -> None:
    spelled = ("[{'dtype': np.str_('<f4'), 'nbytes': np.int64(8), 'offset': np.uint64(0), "
               "'path': (np.str_('a'), np.int32(3), np.float64(2.5), np.True_), "
               "'shape': (np.int64(2),)}]")
    manifest = decode_original(spelled.encode())
    assert [node.key for node in manifest.nodes] == [None, "a", 3, 2.5, True]
    assert manifest.nodes[-1].shape == (2,)


def test_both_readers_of_entries_agree(tmp_path: Path) -> None:
    usual = write_original(
        tmp_path, {("a", "b c", "d.e"): np.arange(6.0).reshape(3, 2), ("f",): np.array(1)})
    text = usual.read_text("utf-8")
    unusual = re.sub(r"'(dtype|path)'", r'"\1"', text)
    assert unusual != text
    assert repr(decode_original(text.encode())) == repr(decode_original(unusual.encode()))
