"""A manifest whose checksum is right is still not believed; what a saved one is like."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.errors import PayloadError
from larder.core.payloads.tree.load import find_data, load_tree
from larder.core.payloads.tree.manifest import (
    MalformedManifestError,
    decode_manifest,
    digest_of,
    encode_manifest,
)
from larder.core.payloads.tree.paths import InvalidTreeError
from larder.core.payloads.tree.save import save_tree

DIGEST = "0" * 32
ROOT = [-1, None]
LEAF = [0, "a", "<f4", [2], 0, 8, DIGEST]


def crafted(nodes: list[Any], **changes: Any) -> bytes:
    """A manifest with a checksum of its own."""
    document = {"format": "larder.tree/1", "data": "x.0123456789abcdef.data", "bytes": 64,
                "align": 64} | changes
    body = json.dumps(document, separators=(",", ":"))[:-1] + ',"nodes":[\n'
    body += ",\n".join(json.dumps(node) for node in nodes) + "\n]"
    content = body.encode()
    return content + b',"check":"' + digest_of(content).encode() + b'"}\n'


def test_a_crafted_manifest_that_is_right_is_read_and_written_alike() -> None:
    content = crafted([ROOT, LEAF, [0, "b"], [2, {"tuple": [1, {"set": ["x"]}]}]])
    manifest = decode_manifest(content)
    assert [node.key for node in manifest.nodes] == [None, "a", "b", (1, frozenset({"x"}))]
    assert decode_manifest(encode_manifest(manifest)) == manifest


@pytest.mark.parametrize(("nodes", "problem"), [
    ([], "no root"),
    ([[0, None]], "parent"),
    ([[0, "a"], ROOT], "parent"),
    ([ROOT, [1, "a"]], "parent"),
    ([ROOT, [5, "a"]], "parent"),
    ([ROOT, [-1, "a"]], "parent"),
    ([ROOT, LEAF, LEAF], "a is listed twice"),
    ([ROOT, LEAF, [0, "a"]], "a is listed twice"),
    ([ROOT, [0, 1], [0, True]], "True is listed twice"),
    ([ROOT, LEAF, [1, "b"]], "a/b is below a leaf"),
    ([ROOT, [0, "a", "<f4", [2], -8, 8, DIGEST]], "a has a negative"),
    ([ROOT, [0, "a", "<f4", [-2], 0, -8, DIGEST]], "a has a negative"),
    ([ROOT, [0, "a", "<f4", [2], 60, 8, DIGEST]], "a is beyond"),
    ([ROOT, [0, "a", "<f4", [2], 1 << 70, 8, DIGEST]], "a is beyond"),
    ([ROOT, [0, "a", "<f4", [3], 0, 8, DIGEST]], "shape and type need 12"),
    ([ROOT, [0, "a", "<f4", [1 << 62, 8], 0, 0, DIGEST]], "shape and type need"),
    ([ROOT, LEAF, [0, "b", "<f4", [2], 4, 8, DIGEST]], "b shares bytes"),
    ([ROOT, [0, "a", "<f4", [1] * 65, 0, 4, DIGEST]], "65 axes"),
    ([ROOT, [0, "a", "|O", [2], 0, 16, DIGEST]], "type"),
    ([ROOT, [0, "a", "O", [2], 0, 16, DIGEST]], "type"),
    ([ROOT, [0, "a", "f4,f4", [1], 0, 8, DIGEST]], "type"),
    ([ROOT, [0, "a", "<f4", [2], 0, 8]], "no checksum"),
    ([ROOT, [0, "a", "<f4", [2.0], 0, 8, DIGEST]], "not a tree manifest"),
    ([ROOT, [0, "a", "<f4", [2], 0, 8, DIGEST, 1]], "not a tree manifest"),
    ([ROOT, [0, ["a"]]], "not a key"),
    ([ROOT, [0, {"tuple": "a"}]], "not a key"),
    ([ROOT, [0, {"float": "nan"}]], "NaN"),
    ([ROOT, [0, {"bytes": "xy"}]], "not a key"),
    ([ROOT, [0, {"int": "9"}]], "not a key"),
    ([ROOT, [0, {"a": 1, "b": 2}]], "not a key"),
])  # fmt: skip
def test_what_contradicts_itself_is_refused(nodes: list[Any], problem: str) -> None:
    with pytest.raises(MalformedManifestError, match=problem):
        decode_manifest(crafted(nodes))


@pytest.mark.parametrize(("changes", "problem"), [
    ({"format": "larder.tree/2"}, "unknown format"),
    ({"data": "../x.data"}, "outside its folder"),
    ({"data": 3}, "not a tree manifest"),
    ({"bytes": None}, "not a tree manifest"),
])  # fmt: skip
def test_a_head_that_is_wrong_is_refused(changes: dict[str, Any], problem: str) -> None:
    with pytest.raises(MalformedManifestError, match=problem):
        decode_manifest(crafted([ROOT, LEAF], **changes))


def test_keys_nested_too_deeply_are_refused() -> None:
    key: Any = "a"
    for _ in range(400):
        key = {"tuple": [key]}
    with pytest.raises(MalformedManifestError):
        decode_manifest(crafted([ROOT, [0, key]]))


def test_the_manifest_has_a_line_per_node_and_no_path_twice(tmp_path: Path) -> None:
    """Its length does not grow with the depth of the tree, as that of full paths does."""
    tree: Any = {"leaf": np.arange(1)}
    for _ in range(2000):
        tree = {"key": tree, "leaf": np.arange(1)}
    path = tmp_path / "tree.manifest"
    save_tree(path, tree)
    lines = path.read_bytes().splitlines()
    assert len(lines) == 2 * 2001 + 2
    assert max(map(len, lines)) < 150
    assert len(json.loads(path.read_bytes())["nodes"]) == 2 * 2001


def test_a_mapped_load_without_checking_reads_no_data(tmp_path: Path) -> None:
    """A mapped load without checking reads no data. Its cost is measured by the benchmark of trees.
    """
    path = tmp_path / "tree.manifest"
    save_tree(path, {"a": np.zeros(1 << 20)})
    data = find_data(path)
    assert data is not None
    size = data.stat().st_size
    data.unlink()
    with data.open("wb") as file:
        os.truncate(file.fileno(), size)  # a hole: reading it would give zeros as well
        file.seek(size - 8)
        file.write(b"\1" * 8)
    assert load_tree(path, check=False)["a"].shape == (1 << 20,)
    with pytest.raises(PayloadError):
        load_tree(path)


@pytest.mark.parametrize("name", ["int4", "uint4", "float8_e3m4", "float4_e2m1fn"])
def test_types_that_are_not_supported_are_refused_by_their_path(tmp_path: Path, name: str) -> None:
    ml_dtypes = pytest.importorskip("ml_dtypes")
    if not hasattr(ml_dtypes, name):
        pytest.skip("this ml_dtypes lacks it")
    with pytest.raises(InvalidTreeError, match=name) as caught:
        save_tree(tmp_path / "tree.manifest", {"a": {"b": np.zeros(3, getattr(ml_dtypes, name))}})
    assert caught.value.path == ("a", "b")
    assert list(tmp_path.iterdir()) == []
