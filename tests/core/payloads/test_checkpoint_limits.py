"""No checkpoint is written that is not read again, and none under a name some systems lack."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from larder.core.errors import PayloadError, UserFacingError
from larder.core.keys import fingerprint
from larder.core.payloads import safetensors
from larder.core.payloads.arrays import ArrayInfo
from larder.core.payloads.tree.save import export_tree
from larder.core.stores.values.trees.checkpoints import export_checkpoint, store_checkpoint

INFOS = tuple(ArrayInfo(name, "float32", (1,), 4) for name in "abc")


@pytest.mark.parametrize("limit", ["MOST_TENSORS", "HEADER_LIMIT"])
def test_arrays_beyond_what_is_read_are_refused_before_anything_is_written(
    monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    monkeypatch.setattr(safetensors, limit, 2)
    file = io.BytesIO()
    with pytest.raises(PayloadError, match="3 arrays are too many") as raised:
        safetensors.write_safetensors(file, INFOS, lambda _: np.zeros(1, np.float32))
    assert "pair of files" in raised.value.hint
    assert file.getvalue() == b""


@pytest.mark.parametrize("apply", [False, True])
@pytest.mark.parametrize("name", ["out.safetensors", "out.npz"])
def test_an_export_says_so_before_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, apply: bool
) -> None:
    pair = export_tree(tmp_path / "tree", {one: np.zeros(1, np.float32) for one in "abc"})
    monkeypatch.setattr(fingerprint, "MOST_TENSORS", 2)
    with pytest.raises(UserFacingError, match="It has 3 leaves"):
        export_checkpoint(pair.manifest, tmp_path / name, apply=apply)
    assert not (tmp_path / name).exists()
    assert len(export_checkpoint(pair.manifest, tmp_path / "copy", apply=apply).leaves) == 3


@pytest.mark.parametrize(
    "name", ["aux", "CON.v2", "com1", "lpt\u00b9.x", "unet.", "unet ", "a?b", "a\tb", "Unet"])
def test_a_tree_gets_no_name_that_some_system_takes_otherwise(tmp_path: Path, name: str) -> None:
    source = export_tree(tmp_path / "source", {"a": np.zeros(1, np.float32)}).manifest
    for fine in ("unet", "console", "aux1", ".x"):
        store_checkpoint(source, tmp_path / "store", fine, apply=True)
    with pytest.raises(UserFacingError, match="system"):
        store_checkpoint(source, tmp_path / "store", name, apply=True)
    assert len(list((tmp_path / "store").glob("*.manifest"))) == 4
