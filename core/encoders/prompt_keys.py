"""Telling which prompt a text payload holds, by the tokens in it; no model is loaded.

With the tokenizers of the config's model every token counts, padding too. Where those are not on
this computer, CLIP's shipped vocabulary tells what its kind of text encoders got: what stands
before the padding, which another tokenizer of that kind may fill otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.encoders.config_encoders import PromptTokens, load_prompt_tokens
from larder.core.encoders.model_files import EncoderOptions, ModelPlaces
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.text_families import TextFamily
from larder.core.encoders.text_settings import shipped_clip, stage_settings
from larder.core.encoders.text_stages import CLIP_LENGTH
from larder.core.encoders.tokenizers import load_tokenizer
from larder.core.errors import UserFacingError
from larder.core.workspace.onetrainer_config import TrainerConfig

CLIP_END: Final = 49_407
"""The token that ends a prompt in CLIP's vocabulary."""

CLIP_FAMILIES: Final = frozenset({TextFamily.CLIP, TextFamily.CLIP_PROJECTED})

Key = tuple[bytes, ...]
"""Token ids by the names of their arrays, in order; equal keys are equal prompts to the encoder."""


class PromptKeys:
    """Makes keys of prompts and of the token arrays of payloads."""

    def __init__(
        self, tokens: PromptTokens | None, *, clip: Any = None, names: Sequence[str] = ()
    ) -> None:
        """Take a config's tokenizers, or CLIP's shipped one for the arrays of some names."""
        self._tokens = tokens
        self._clip = clip
        self.names = tuple(sorted(
            tokens.of([""])[0] if tokens is not None else names))

    def of(self, prompt: str) -> Key | None:
        """Return the key of a prompt, None where its characters are no text."""
        try:
            if self._tokens is not None:
                return self.key(self._tokens.of([prompt])[0])
            given = self._clip(prompt, padding=False, truncation=True, max_length=CLIP_LENGTH)
        except (SourceError, ValueError, TypeError):
            return None
        ids = np.array(given["input_ids"], dtype=np.int64)
        return self.key(dict.fromkeys(self.names, ids))

    def key(self, arrays: Mapping[str, npt.NDArray[Any]]) -> Key:
        """Return the key of a payload's token arrays."""
        return tuple(self._counted(arrays[name]).tobytes() for name in self.names)

    def _counted(self, ids: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        flat = np.ascontiguousarray(ids, dtype=np.int64).reshape(-1)
        if self._tokens is not None:
            return flat
        ends = np.flatnonzero(flat == CLIP_END)
        return flat[:ends[0] + 1] if len(ends) else flat


def load_prompt_keys(
    config: TrainerConfig, options: EncoderOptions, places: ModelPlaces
) -> PromptKeys:
    """Return what makes keys with the config's tokenizers, else with CLIP's where it fits.

    Raises:
        UserFacingError: if no tokenizer of the config's text encoders is here.
        WorkspaceError: if a value of the config cannot be read.
    """
    try:
        return PromptKeys(load_prompt_tokens(config, options, places))
    except UserFacingError:
        stages = [
            one for one in stage_settings(config)
            if one.included and one.stage.family in CLIP_FAMILIES and not one.stage.template
            and "tokens" in one.names]
        if not stages:
            raise
        clip = load_tokenizer(stages[0].stage, shipped_clip(), pads_with="<|endoftext|>")
        return PromptKeys(None, clip=clip, names=[one.names["tokens"] for one in stages])
