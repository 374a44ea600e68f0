"""`larder tree`: checkpoints into a cache of trees, out of it, and what differs between two."""

from __future__ import annotations

import csv
import json
import os
import struct
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from larder.core.payloads.open_payload import open_payload
from larder.core.payloads.tree.load import load_flat
from tests.core.cli.conftest import Ran

Larder = Callable[..., Ran]


@pytest.fixture
def weights() -> dict[str, object]:
    import torch

    torch.manual_seed(0)
    return {
        "unet.in.weight": torch.randn(4, 3),
        "a/b": torch.randn(2, 2, dtype=torch.bfloat16), "scale": torch.tensor(2.5),
        "ids": torch.arange(5), "mask": torch.tensor([True, False]), "empty": torch.zeros(0, 3),
        "f8": torch.randn(6).to(torch.float8_e4m3fn)}


@pytest.fixture
def checkpoint(tmp_path: Path, weights: dict[str, object]) -> Path:
    from safetensors.torch import save_file

    path = tmp_path / "model.safetensors"
    save_file(weights, path, metadata={"format": "pt"})
    return path


def test_without_apply_nothing_is_written(larder: Larder, checkpoint: Path, tmp_path: Path) -> None:
    ran = larder("tree", "save", checkpoint, tmp_path / "trees")
    assert ran.code == 0, ran.err
    assert "unet.in.weight" in ran.out
    assert "--apply does it" in ran.out
    assert not (tmp_path / "trees").exists()
    larder("tree", "export", checkpoint, tmp_path / "out.npz")
    assert list(tmp_path.iterdir()) == [checkpoint]


def test_a_checkpoint_comes_out_of_the_cache_as_it_went_in(
    larder: Larder, checkpoint: Path, tmp_path: Path, weights: dict[str, object],
) -> None:
    import torch
    from safetensors.torch import load_file

    saved = larder("tree", "save", checkpoint, tmp_path / "trees", "--apply", "--json").document
    assert (saved["schema"], saved["is_written"]) == ("larder.tree-transfer/1", True)
    assert {leaf["name"]: leaf["dtype"] for leaf in saved["leaves"]} == {
        "unet.in.weight": "float32", "'a/b'": "bfloat16", "scale": "float32", "ids": "int64",
        "mask": "bool", "empty": "float32", "f8": "float8_e4m3fn"}
    out = tmp_path / "out.safetensors"
    assert larder("tree", "export", tmp_path / "trees" / "model", out, "--apply").code == 0
    back = load_file(out)
    assert back.keys() == weights.keys()
    for name, tensor in weights.items():
        assert back[name].dtype == tensor.dtype
        assert back[name].shape == tensor.shape
        assert torch.equal(back[name].float(), tensor.float())
    assert larder("tree", "diff", out, tmp_path / "trees" / "model.manifest").out == (
        "Different: 0 arrays. The same: 7 arrays.\n")


def test_torch_and_npz_checkpoints_are_read_too_and_other_values_are_told(
    larder: Larder, tmp_path: Path,
) -> None:
    import torch

    torch.save({"state_dict": {"w": torch.ones(2)}, "epoch": 3}, tmp_path / "run.ckpt")
    ran = larder("tree", "save", tmp_path / "run.ckpt", tmp_path / "trees", "--apply")
    assert ran.code == 0, ran.err
    assert "Left out: 1 value that is not an array (epoch)." in ran.out
    np.savez(tmp_path / "run.npz", **{"state_dict.w": np.ones(2, np.float32)})
    diff = larder("tree", "diff", tmp_path / "trees" / "run", tmp_path / "run.npz", "--json")
    assert (diff.document["same"], diff.document["differences"]) == (1, [])


def test_the_original_programs_pair_goes_out_and_in(larder: Larder, tmp_path: Path) -> None:
    np.savez(tmp_path / "w.npz", a=np.arange(6, dtype=">f4").reshape(2, 3), b=np.int8(3))
    assert larder("tree", "export", tmp_path / "w.npz", tmp_path / "pair", "--apply").code == 0
    assert {path.name for path in tmp_path.iterdir()} == {"w.npz", "pair.data", "pair.manifest"}
    ran = larder("tree", "import", tmp_path / "pair.manifest", tmp_path / "trees",
                 "--name", "other", "--apply")
    assert ran.code == 0, ran.err
    leaves = load_flat(tmp_path / "trees" / "other.manifest")
    assert leaves["a"].dtype.str == ">f4"
    assert leaves["a"].tolist() == [[0, 1, 2], [3, 4, 5]]
    refused = larder("tree", "import", tmp_path / "w.npz", tmp_path / "trees")
    assert refused.code == 2
    assert "tree save" in refused.err


def test_types_that_numpy_lacks_are_widened_in_an_npz_and_that_is_said(
    larder: Larder, checkpoint: Path, tmp_path: Path, weights: dict[str, object],
) -> None:
    ran = larder("tree", "export", checkpoint, tmp_path / "out.npz", "--apply")
    assert "'a/b': stored as float32" in ran.out
    with np.load(tmp_path / "out.npz") as arrays:
        assert arrays["a/b"].dtype == np.float32
        assert arrays["a/b"].tolist() == weights["a/b"].tolist()
        assert arrays["mask"].tolist() == [True, False]


@pytest.mark.parametrize("target", ["out.safetensors", "out.npz", "out.data", "out"])
def test_nothing_is_replaced(
    larder: Larder, checkpoint: Path, tmp_path: Path, target: str,
) -> None:
    there = tmp_path / (target if target != "out" else "out.manifest")
    there.write_bytes(b"mine")
    refused = larder("tree", "export", checkpoint, tmp_path / target, "--apply")
    assert refused.code == 2
    assert "already exists" in refused.err
    assert there.read_bytes() == b"mine"
    assert larder("tree", "save", checkpoint, tmp_path / "trees", "--apply").code == 0
    before = sorted((tmp_path / "trees").iterdir())
    assert larder("tree", "save", checkpoint, tmp_path / "trees", "--apply").code == 2
    assert sorted((tmp_path / "trees").iterdir()) == before


def test_what_differs_is_told_leaf_by_leaf(larder: Larder, tmp_path: Path) -> None:
    big = 2**62
    one = {"same": np.array([np.nan, 1.0]), "moved": np.array([1.0, 2.0, np.nan]),
           "shape": np.zeros(3), "type": np.array([1.0, 2.0], np.float32), "gone": np.zeros(1),
           "whole": np.array([big, 5]), "text": np.array(["a"])}
    other = {**one, "moved": np.array([1.0, 4.5, 0.0]), "shape": np.zeros((3, 1)),
             "type": np.array([1.0, 2.5], np.float16), "new": np.zeros(1),
             "whole": np.array([big + 1, 5]), "text": np.array(["b"])}
    del other["gone"]
    np.savez(tmp_path / "one.npz", **one)
    np.savez(tmp_path / "other.npz", **other)
    words = ("tree", "diff", tmp_path / "one.npz", tmp_path / "other.npz")
    found = {row["leaf"]: (row["what"], row.get("elements"), row.get("largest"))
             for row in larder(*words, "--json").document["differences"]}
    assert found == {
        "moved": ("values", 2, 2.5), "shape": ("shape", None, None), "type": ("type", 1, 0.5),
        "gone": ("only first", None, None), "new": ("only second", None, None),
        "whole": ("values", 1, 1), "text": ("values", 1, None)}
    head, *rows = csv.reader(larder(*words, "--csv").out.splitlines())
    assert head[:2] == ["leaf", "differs_in"]
    assert len(rows) == 7
    assert larder(*words).out.endswith(
        "Where no largest difference is given, a value is NaN, infinite or not a number.\n"
        "Different: 7 arrays. The same: 1 array.\n")


def bent(header: dict[str, object], data: bytes = b"") -> bytes:
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def test_parameters_beside_a_trainers_own_state_are_compared_without_it(
    larder: Larder, tmp_path: Path,
) -> None:
    import torch

    torch.save({"state_dict": {"w": torch.ones(2), "b": torch.ones(1)}, "epoch": 3},
               tmp_path / "run.ckpt")
    np.savez(tmp_path / "w.npz", w=np.zeros(2, np.float32), b=np.ones(1, np.float32))
    np.savez(tmp_path / "other.npz", other=np.ones(1))
    for order in (("run.ckpt", "w.npz"), ("w.npz", "run.ckpt")):
        ran = larder("tree", "diff", *(tmp_path / name for name in order))
        assert f"Of {tmp_path / 'run.ckpt'}, only state_dict was compared." in ran.out
        assert "Different: 1 array. The same: 1 array." in ran.out
    ran = larder("tree", "diff", tmp_path / "run.ckpt", tmp_path / "other.npz")
    assert "Different: 3 arrays." in ran.out
    assert "state_dict." in ran.out


def test_a_pair_is_imported_by_the_name_it_was_exported_by(
    larder: Larder, checkpoint: Path, tmp_path: Path,
) -> None:
    trees = tmp_path / "trees"
    assert larder("tree", "export", checkpoint, tmp_path / "pair", "--apply").code == 0
    for name in ("pair", "pair.manifest"):
        ran = larder("tree", "import", tmp_path / name, trees, "--name", f"{name}-in", "--apply")
        assert ran.code == 0, ran.err
        assert (trees / f"{name}-in.manifest").exists()
    ran = larder("tree", "import", checkpoint, trees, "--name", "no", "--apply")
    assert (ran.code, "`larder tree save` takes a checkpoint" in ran.err) == (2, True)


def test_a_file_where_the_folder_of_a_cache_should_be_is_told(
    larder: Larder, checkpoint: Path, tmp_path: Path,
) -> None:
    (tmp_path / "file.npz").write_bytes(b"")
    ran = larder("tree", "save", checkpoint, tmp_path / "file.npz", "--apply")
    assert (ran.code, ran.err) == (
        2, f"{tmp_path / 'file.npz'} is a file, not a cache folder. "
           "Choose another folder.\n")


@pytest.mark.parametrize("content", [
    b"", b"short", b"\xff" * 40, bent({"a": 3}),
    bent({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 8]}}, b"1234"),
    bent({"a": {"dtype": "F32", "shape": [2], "data_offsets": [0, 4]}}, b"1234"),
    bent({"a": {"dtype": "F32", "shape": [-1, -1], "data_offsets": [0, 4]}}, b"1234"),
    bent({"a": {"dtype": "F32", "shape": [1], "data_offsets": [-90, -86]}}, b"1234"),
    bent({"a": {"dtype": "F4", "shape": [2], "data_offsets": [0, 1]}}, b"1234"),
])
def test_a_damaged_checkpoint_is_a_sentence_and_leaves_nothing(
    larder: Larder, tmp_path: Path, content: bytes,
) -> None:
    (tmp_path / "bad.safetensors").write_bytes(content)
    ran = larder("tree", "save", tmp_path / "bad.safetensors", tmp_path / "trees", "--apply")
    assert ran.code == 2
    assert "bad.safetensors" in ran.err
    assert not list((tmp_path).rglob("*.manifest"))


def test_a_leaf_that_is_damaged_leaves_no_half_tree(larder: Larder, tmp_path: Path) -> None:
    np.savez(tmp_path / "w.npz", a=np.zeros(40_000), b=np.ones(40_000))
    content = bytearray((tmp_path / "w.npz").read_bytes())
    content[len(content) * 3 // 4] ^= 1
    (tmp_path / "w.npz").write_bytes(content)
    for words in (("save", tmp_path / "w.npz", tmp_path / "trees"),
                  ("export", tmp_path / "w.npz", tmp_path / "out.safetensors"),
                  ("export", tmp_path / "w.npz", tmp_path / "pair")):
        ran = larder("tree", *words, "--apply")
        assert ran.code == 2
        assert "w.npz" in ran.err
    assert not [path for path in tmp_path.rglob("*") if path.is_file() and path.name != "w.npz"]


def test_a_checkpoint_that_would_run_something_runs_nothing(larder: Larder, tmp_path: Path) -> None:
    import torch

    class Runs:
        def __reduce__(self) -> object:
            return Path.touch, (tmp_path / "ran",)

    torch.save({"w": torch.ones(1), "x": Runs()}, tmp_path / "evil.pt")
    larder("tree", "save", tmp_path / "evil.pt", tmp_path / "trees", "--apply")
    assert not (tmp_path / "ran").exists()


def test_inspect_shows_a_checkpoint(larder: Larder, checkpoint: Path) -> None:
    with open_payload(checkpoint) as payload:
        assert payload.array("scale") == 2.5
    assert "unet.in.weight" in larder("inspect", checkpoint).out


@pytest.mark.parametrize("words", [
    ("diff", "a", "b", "--apply"), ("diff", "a", "b", "--name", "x"), ("save", "a", "b"),
    ("save", "a", "b", "--csv", "--apply"), ("save", "a", "b", "--name", "../x")])
def test_what_makes_no_sense_is_refused(larder: Larder, words: tuple[str, ...]) -> None:
    ran = larder("tree", *words)
    assert ran.code == 2
    assert ran.err
    assert "Traceback" not in ran.err


@pytest.mark.parametrize(("target", "problem"), [
    ("/", "already exists"), ("there", "already exists"), ("gone/out.npz", "does not exist"),
    ("gone/pair", "does not exist"), ("..", "already exists")])
def test_a_place_where_nothing_can_be_written_is_told_before_anything_is(
    larder: Larder, checkpoint: Path, tmp_path: Path, target: str, problem: str,
) -> None:
    (tmp_path / "there").mkdir()
    for apply in ((), ("--apply",)):
        ran = larder("tree", "export", checkpoint, tmp_path / target, *apply)
        assert ran.code == 2
        assert problem in ran.err
    assert {path.name for path in tmp_path.iterdir()} == {"there", checkpoint.name}


@pytest.mark.parametrize("name", [".manifest", ".data", ".npz"])
def test_a_name_that_is_only_a_suffix_is_a_name(
    larder: Larder, checkpoint: Path, tmp_path: Path, name: str,
) -> None:
    (tmp_path / "out").mkdir()
    assert larder("tree", "export", checkpoint, tmp_path / "out" / name, "--apply").code == 0
    assert list((tmp_path / "out").iterdir())


def test_the_next_save_takes_back_what_a_killed_one_left_and_says_so(
    larder: Larder, checkpoint: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    from larder.core.files.temp_names import host_digest

    trees = tmp_path / "trees"
    trees.mkdir()
    dead = trees / f"model.manifest.{host_digest()}.{2**22 + 5}.7.0123abcd.larder-tmp"
    alive = trees / f"other.manifest.{host_digest()}.{os.getpid()}.7.0123abcd.larder-tmp"
    elsewhere = trees / f"other.manifest.{'0' * 8}.{2**22 + 5}.7.0123abcd.larder-tmp"
    data = trees / "model.0123456789abcdef.data"
    for left in (dead, alive, elsewhere, data):
        left.write_bytes(b"half")
    ran = larder("tree", "save", checkpoint, trees)
    assert ran.code == 0
    assert dead.exists(), "looking removes nothing"
    ran = larder("tree", "save", checkpoint, trees, "--apply")
    assert ran.code == 0, ran.err
    assert not dead.exists()
    assert not data.exists()
    assert alive.exists()
    assert elsewhere.exists(), "its process cannot be asked"
    assert (f"{trees}: unfinished files of ended processes were removed: 2."
            in caplog.text)
    assert load_flat(trees / "model.manifest")
    caplog.clear()
    assert larder("tree", "save", checkpoint, trees, "--name", "again", "--apply").code == 0
    assert not caplog.text
