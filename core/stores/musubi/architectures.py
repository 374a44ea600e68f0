"""Families of models of musubi-tuner: names, strides, and the tensors of their files.

Source: `architectures.py:2-33` and the `save_…` functions of `dataset/cache_io.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec


class Architecture(msgspec.Struct, frozen=True):
    """One family.

    Attributes:
        token: at the end of file names, "_{token}.safetensors".
        label: as people call the models.
        texts: beginnings of the names of the tensors in a text file, each of which must be there.
        stride: pixels to a latent's element.
        steps: sides of buckets are multiples of it.
    """

    token: str
    label: str
    texts: tuple[str, ...]
    stride: int = 8
    steps: int = 16


_ALL: Final = (
    Architecture("hv", "HunyuanVideo", ("llm_", "clipL_")),
    Architecture("wan", "Wan", ("varlen_t5_",)),
    Architecture("fp", "FramePack", ("llama_vec_", "clip_l_pooler_")),
    Architecture("fk", "Flux Kontext", ("t5_vec_", "clip_l_pooler_")),
    Architecture("f2d", "Flux 2 dev", ("ctx_vec_",), stride=16),
    Architecture("f2k4b", "Flux 2 klein 4B", ("ctx_vec_",), stride=16),
    Architecture("f2k9b", "Flux 2 klein 9B", ("ctx_vec_",), stride=16),
    Architecture("qi", "Qwen-Image", ("varlen_vl_embed_",)),
    Architecture("qie", "Qwen-Image-Edit", ("varlen_vl_embed_",)),
    Architecture("qil", "Qwen-Image-Layered", ("varlen_vl_embed_",)),
    Architecture("k5", "Kandinsky 5", ("text_embeds_", "pooled_embed_")),
    Architecture("hv15", "HunyuanVideo 1.5", ("varlen_vl_embed_", "varlen_byt5_embed_"), stride=16),
    Architecture("zi", "Z-Image", ("varlen_llm_embed_",)),
    Architecture("ho1", "HiDream O1", ("varlen_input_ids_",), stride=32, steps=32),
    Architecture("i4", "Ideogram 4", ("varlen_i4_llm_features_",)),
    Architecture("kr2", "Krea 2", ("varlen_krea2_vl_embed_",)),
)

ARCHITECTURES: Final[Mapping[str, Architecture]] = {one.token: one for one in _ALL}
"""Every family, by the token in file names."""
