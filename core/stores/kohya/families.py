"""Model families of sd-scripts: what their cached files are called, and what is in them.

Source: the `strategy_*.py` of each family in sd-scripts' `library`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec


class Family(msgspec.Struct, frozen=True):
    """One model family and its cached arrays.

    Attributes:
        token: how its latents end, "_{token}.npz".
        label: as people call the models.
        channels: of a latent.
        stride: pixels to a latent's element.
        text_ending: how its text files end, without ".npz"; "" where texts are not cached.
        text_arrays: arrays that the trainer looks for in a text file.
        may_be_plain: an earlier release stored latents under plain names, which still count.
    """

    token: str
    label: str
    channels: int
    stride: int
    text_ending: str = ""
    text_arrays: frozenset[str] = frozenset()
    may_be_plain: bool = False


_ALL: Final = (
    Family("sd", "Stable Diffusion 1 or 2", 4, 8, may_be_plain=True),
    Family("sdxl", "SDXL", 4, 8, "_te_outputs",
           frozenset({"hidden_state1", "hidden_state2", "pool2"}), may_be_plain=True),
    Family("sd3", "Stable Diffusion 3", 16, 8, "_sd3_te", frozenset({
        "lg_out", "lg_pooled", "t5_out", "clip_l_attn_mask", "clip_g_attn_mask", "t5_attn_mask",
        "apply_lg_attn_mask", "apply_t5_attn_mask"})),
    Family("flux", "Flux", 16, 8, "_flux_te", frozenset({
        "l_pooled", "t5_out", "txt_ids", "t5_attn_mask", "apply_t5_attn_mask"})),
    Family("lumina", "Lumina", 16, 8, "_lumina_te", frozenset({
        "hidden_state", "attention_mask", "input_ids"})),
    Family("anima", "Anima", 16, 8, "_anima_te", frozenset({
        "prompt_embeds", "attn_mask", "t5_input_ids", "t5_attn_mask"})),
    Family("hi", "HunyuanImage", 64, 32, "_hi_te", frozenset({
        "vlm_embed", "vlm_mask", "byt5_embed", "byt5_mask", "ocr_mask"})),
)

FAMILIES: Final[Mapping[str, Family]] = {family.token: family for family in _ALL}
"""Every family, by the token in the names of its latents."""
