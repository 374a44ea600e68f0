"""Telling which prompt a text payload holds, by the tokens in it; no model is loaded.

With the tokenizers of the config's model every token counts, padding too. Where those are not on
this computer, CLIP's shipped vocabulary tells what its kind of text encoders got: what stands
before the padding, which another tokenizer of that kind may fill otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final

import numpy as np

from larder.core.encoders.config_encoders import PromptTokens, load_prompt_tokens
from larder.core.encoders.model_files import EncoderOptions, ModelPlaces
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.text_families import TextFamily
from larder.core.encoders.text_settings import find_shipped_clip, stage_settings
from larder.core.encoders.text_stages import CLIP_LENGTH
from larder.core.encoders.tokenizers import LIBRARIES, describe_tokenizer, load_tokenizer
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import canonical_digest, package_versions
from larder.core.keys.token_digest import TokenDigest, token_digest
from larder.core.workspace.onetrainer_config import TrainerConfig

CLIP_FAMILIES: Final = frozenset({TextFamily.CLIP, TextFamily.CLIP_PROJECTED})

Key = tuple[str, ...]
"""Digests of token ids by the names of their arrays, in order; equal keys are equal prompts to the
encoder."""


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

    def fingerprint(self) -> str:
        """Return 16 hex digits of what decides the keys of prompts, besides Larder's own code."""
        if self._tokens is not None:
            return self._tokens.fingerprint()
        return canonical_digest([
            package_versions(LIBRARIES), describe_tokenizer(self._clip), self.names, CLIP_LENGTH])

    def of(self, prompt: str) -> Key | None:
        """Return the key of a prompt, None where its characters are no text."""
        try:
            if self._tokens is not None:
                given = self._tokens.of([prompt])[0]
                return self.key([token_digest(name, ids) for name, ids in given.items()])
            given = self._clip(prompt, padding=False, truncation=True, max_length=CLIP_LENGTH)
        except (SourceError, ValueError, TypeError):
            return None
        ids = np.array(given["input_ids"], dtype=np.int64)
        return self.key([token_digest(name, ids) for name in self.names])

    def key(self, digests: Iterable[TokenDigest]) -> Key | None:
        """Return the key of a payload's token ids, None where it lacks some."""
        found = {one.name: one.whole if self._tokens is not None else one.to_end
                 for one in digests}
        if not all(name in found for name in self.names):
            return None
        return tuple(found[name] for name in self.names)


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
        clip = load_tokenizer(stages[0].stage, find_shipped_clip(), pads_with="<|endoftext|>")
        return PromptKeys(None, clip=clip, names=[one.names["tokens"] for one in stages])
