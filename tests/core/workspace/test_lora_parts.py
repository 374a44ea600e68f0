"""A LoRA's header tells whether it changes text encoders."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from larder.core.workspace.model_types import changes_text_encoders


def lora(path: Path, *tensors: str) -> Path:
    header = json.dumps({"__metadata__": {"ss_network": "lora"}, **{
        name: {"dtype": "F16", "shape": [0], "data_offsets": [0, 0]} for name in tensors}}).encode()
    path.write_bytes(len(header).to_bytes(8, "little") + header)
    return path


@pytest.mark.parametrize(("tensor", "changes"), [
    ("lora_unet_down_blocks_0.lora_down.weight", False),
    ("transformer.single_blocks.0.lora_A.weight", False),
    ("lora_te1_text_model_encoder.lora_down.weight", True),
    ("text_encoder.layers.0.lora_A.weight", True),
    ("clip_l.text_model.lora_down.weight", True),
    ("bundle_emb.cat.clip_l", True),
])
def test_the_names_of_tensors_tell(tmp_path: Path, tensor: str, changes: bool) -> None:
    assert changes_text_encoders(lora(tmp_path / "a.safetensors", tensor)) is changes


@pytest.mark.parametrize("content", [
    b"", b"\0" * 4, (99).to_bytes(8, "little") + b"{", (1 << 60).to_bytes(8, "little"),
    (4).to_bytes(8, "little") + b"[12]", (4).to_bytes(8, "little") + b"\xff\xff\xff\xff"])
def test_a_file_that_cannot_be_read_tells_nothing(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "a.safetensors").write_bytes(content)
    assert changes_text_encoders(tmp_path / "a.safetensors") is None


def test_other_formats_and_missing_files_tell_nothing(tmp_path: Path) -> None:
    assert changes_text_encoders(tmp_path / "a.safetensors") is None
    (tmp_path / "a.pt").write_bytes(b"")
    assert changes_text_encoders(tmp_path / "a.pt") is None
