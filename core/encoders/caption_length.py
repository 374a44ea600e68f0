"""How many words of a caption a text encoder never sees, where its tokenizer is at hand.

The tokenizer of CLIP is part of Larder; others are taken from the config's model where that is a
folder with a `tokenizer.json`. Nothing is fetched, and no model is loaded.
"""

from __future__ import annotations

import importlib.util
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from larder.core.encoders.catalogue import find_row
from larder.core.encoders.text_families import TextFamily
from larder.core.encoders.text_settings import find_shipped_clip
from larder.core.encoders.text_stages import TextStage
from larder.core.workspace.onetrainer_config import TrainerConfig

CLIPS: Final = (TextFamily.CLIP, TextFamily.CLIP_PROJECTED)

CLIP_PARTS: Final = (
    r"<\|startoftext\|>|<\|endoftext\|>|'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+")
"""What CLIP takes apart before it pairs bytes (its published tokenizer)."""

MARKS: Final = 2
"""Tokens that CLIP puts around a text; other families put one behind it at most."""

_WORD: Final = re.compile(r"\S+")


class CaptionLimit:
    """Counts the words of captions that are cut off.

    Attributes:
        identity: equal for limits that cut off the same.
        tokens: that a caption may have.
    """

    def __init__(self, load: Callable[[], Any], tokens: int, identity: str) -> None:
        """Note what there is; `load` makes the tokenizer, which a survey has no use for."""
        self._load = load
        self.tokens = tokens
        self.identity = f"{identity} {tokens}"

    @cached_property
    def _tokenizer(self) -> Any:
        return self._load()

    def lost_words(self, lines: Sequence[str]) -> tuple[int, int]:
        """Words that are cut off of the line that loses most, and its words; (0, 0) for none."""
        return max((self._lost(line) for line in lines), default=(0, 0))

    def _lost(self, line: str) -> tuple[int, int]:
        if len(line.encode("utf-8", "replace")) <= self.tokens:
            return 0, 0  # a token has a byte at least
        offsets = self._tokenizer.encode(line, add_special_tokens=False).offsets
        if len(offsets) <= self.tokens:
            return 0, 0
        end = offsets[self.tokens - 1][1]
        words = [match.start() for match in _WORD.finditer(line)]
        return sum(start >= end for start in words) or 1, len(words)


def caption_limit(config: TrainerConfig | None) -> CaptionLimit | None:
    """The limit of a config's text encoders, None where no tokenizer is at hand."""
    row = None if config is None else find_row(config)
    if config is None or row is None or not row.text \
            or importlib.util.find_spec("tokenizers") is None:
        return None
    if all(stage.family in CLIPS for stage in row.text):
        tokens = min(stage.length for stage in row.text) - MARKS
        return CaptionLimit(_clip, tokens, "clip")
    return _compute_limit(config, row.text)


def _compute_limit(config: TrainerConfig, stages: Sequence[TextStage]) -> CaptionLimit | None:
    """That of the encoder that takes the longest prompts, in words of the prompt alone."""
    lengths = [config.raw.get(stage.length_key, stage.length) if stage.length_key
               else stage.length for stage in stages]
    known = [length for length in lengths if isinstance(length, int) and length > 1]
    if any(stage.chat or stage.suffix or stage.template for stage in stages) \
            or len(known) < len(stages) or not config.base_model_name:
        return None  # nothing tells how many tokens are the prompt's own
    length, stage = max(zip(known, stages, strict=True), key=lambda pair: pair[0])
    file = Path(config.base_model_name) / stage.tokenizer_folder / "tokenizer.json"
    if not file.is_file():
        return None
    return CaptionLimit(lambda: _read(file), length - 1, str(file))


def _read(file: Path) -> Any:
    from tokenizers import Tokenizer

    return Tokenizer.from_file(str(file))


def _clip() -> Any:
    """CLIP's tokenizer, from the files that come with Larder."""
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

    folder = find_shipped_clip()
    vocabulary, merges = models.BPE.read_file(
        str(folder / "vocab.json"), str(folder / "merges.txt"))
    tokenizer = Tokenizer(models.BPE(
        vocabulary, merges, continuing_subword_prefix="", end_of_word_suffix="</w>",
        fuse_unk=False, unk_token="<|endoftext|>"))
    tokenizer.normalizer = normalizers.Sequence([
        normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.Sequence([
        pre_tokenizers.Split(Regex(CLIP_PARTS), behavior="removed", invert=True),
        pre_tokenizers.ByteLevel(add_prefix_space=False)])
    return tokenizer
