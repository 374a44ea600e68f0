"""Whether a LoRA changes text encoders, told from the names in its header.

A `.safetensors` file begins with the length of its header (8 bytes, little-endian) and the header
itself: one JSON object whose keys name the tensors. Trainers begin the names of tensors for text
encoders with "lora_te" (kohya), "text_encoder" (diffusers) or the encoder's own name.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

LARGEST_HEADER: Final = 64 << 20
"""Bytes; a LoRA of 10 000 tensors has a header of 1.5 MB."""

TEXT_MARKS: Final = ("lora_te", "text_encoder", "clip_l.", "clip_g.", "t5xxl.", "bundle_emb")


def changes_text_encoders(file: Path) -> bool | None:
    """Whether a LoRA holds a tensor of a text encoder, or an embedding; None when unknown."""
    names = _tensor_names(file)
    if names is None:
        return None
    return any(mark in name for name in names for mark in TEXT_MARKS)


def _tensor_names(file: Path) -> list[str] | None:
    if file.suffix.lower() != ".safetensors":
        return None
    try:
        with file.open("rb") as opened:
            size = int.from_bytes(opened.read(8), "little")
            header = json.loads(opened.read(size)) if size <= LARGEST_HEADER else None
    except (OSError, ValueError, RecursionError):
        return None
    return [str(name) for name in header] if isinstance(header, dict) else None
