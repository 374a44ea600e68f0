"""`larder inspect` as people read it: every kind of payload, and one of ours."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from larder.core.keys.cache_keys import VisionKey
from larder.core.payloads.sealed_npz import SourceNote
from larder.core.stores.values.store import ValuesStore
from larder.core.workspace.store_kinds import StoreKind
from tests.support.value_caches import tree_entry

Larder = Callable[..., Any]


@pytest.mark.parametrize("container", ["pt", "npz", "tree"])
def test_the_table_has_digest_and_first_values_of_every_array(
    larder: Larder, tmp_path: Path, container: str
) -> None:
    array = np.array([[-0.5, 0.25, 3], [1e-9, 7, 8]], np.float32)
    if container == "pt":
        torch = pytest.importorskip("torch")
        file = tmp_path / "a.pt"
        torch.save({"name": torch.from_numpy(array)}, file)
    elif container == "npz":
        file = tmp_path / "a.npz"
        np.savez(file, name=array)
    else:
        tree_entry(tmp_path, "a", {"name": array})
        file = tmp_path / "a.manifest"
    lines = larder("inspect", file).out.splitlines()
    row = next(at for at, line in enumerate(lines) if line.startswith("name "))
    assert lines[row].split() == [
        "name", "float32", "2x3", "24", "B", "-0.5", "8", "2.958", "3.411", "0", "0", "0"]
    assert lines[row + 1 : row + 3] == [
        f"    sha256 {hashlib.sha256(array.tobytes()).hexdigest()}",
        "    first five -0.5, 0.25, 3, 1e-09, 7"]
    assert max(map(len, lines[1:])) <= 80


def test_first_values_that_are_texts_cannot_move_the_terminal_s_cursor(
    larder: Larder, tmp_path: Path
) -> None:
    np.savez(tmp_path / "a.npz", words=np.array(["\x1b[2J", "x" * 99]), empty=np.zeros((0, 2)))
    out = larder("inspect", tmp_path / "a.npz").out
    assert f"    first five '\\x1b[2J', '{'x' * 24}...'\n" in out
    assert "    no values\n" in out
    assert "\x1b" not in out


def test_what_a_payload_of_ours_says_of_itself_is_told_in_words(
    larder: Larder, tmp_path: Path
) -> None:
    key = VisionKey("ab" * 32, "cd" * 32, 4, 4)
    with ValuesStore(StoreKind.VISION, tmp_path) as store:
        store.put(key, {"pixel_values": np.ones((1, 3, 4, 4), np.float32)},
                  source=SourceNote(name="data/cat.png", size=3, mtime_ns=4))
    file = tmp_path / key.name()
    out = larder("inspect", file).out
    assert "__larder__" not in out
    assert "written by Larder for a cache of kind vision, made from data/cat.png\n" in out
    for told in (f"blob: {'ab' * 32}", f"processor: {'cd' * 32}", "height: 4", "width: 4"):
        assert f"\n    {told}\n" in out
    assert "\npixel_values  float32  1x3x4x4 " in out
    document = larder("inspect", file, "--json").document
    assert [array["name"] for array in document["arrays"]] == ["__larder__", "pixel_values"]


def test_another_program_s_array_of_the_stamp_s_name_stays_listed(
    larder: Larder, tmp_path: Path
) -> None:
    np.savez(tmp_path / "a.npz", __larder__=np.ones(2))
    assert "\n__larder__  float64  2 " in larder("inspect", tmp_path / "a.npz").out
