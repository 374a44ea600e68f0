"""Tokenizers from local folders: loaded strictly, described for fingerprints, applied to prompts.

Several classes load a folder without a vocabulary and silently know next to no tokens, or lose
their merges and cut every word into letters; a whole cache of such prompts trains a model on
nothing. So what was loaded is held against the model's own config before anything is encoded.
"""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from larder.core.encoders.device import first_line
from larder.core.encoders.packages import install_hint
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.text_families import FAMILIES
from larder.core.encoders.text_library import load_tokenizer_class, quiet_library
from larder.core.encoders.text_stages import TextStage
from larder.core.errors import UserFacingError

if TYPE_CHECKING:
    from torch import Tensor

FETCH_HINT: Final = "Fetch the tokenizer's folder again, whole."

PADDED_VOCABULARY: Final = 512
"""A model's vocabulary may be rounded up: T5 by 28 or 128, Qwen2.5-VL by 399 tokens."""

UNLIMITED_LENGTH: Final = 10**9
"""A `model_max_length` above this means that the folder's config states none."""

OLD_CLIP_END: Final = 2
"""CLIP configs from before July 2023 state this end token; the model then takes the highest id."""

TRANSIENT_KEYS: Final = ("truncation", "padding")
"""Parts of a tokenizer's description that the last call leaves behind."""


def load_tokenizer(stage: TextStage, folder: Path) -> Any:
    """The tokenizer of a folder, by the class a trainer loads it with.

    Raises:
        UserFacingError: if it cannot be loaded, has no fast form, or lacks what the stage needs: a
            padding token, a chat template.
    """
    need_sentencepiece(folder)
    loader = load_tokenizer_class(FAMILIES[stage.family].tokenizer_class)
    try:
        with quiet_library():
            tokenizer = loader.from_pretrained(str(folder), local_files_only=True)
    except Exception as error:  # the Rust part raises bare `Exception` for a bad tokenizer.json
        raise UserFacingError(
            f"The tokenizer in {folder} cannot be loaded: {first_line(error)}", FETCH_HINT
        ) from error
    if getattr(tokenizer, "backend_tokenizer", None) is None:
        raise UserFacingError(
            f"The tokenizer in {folder} has no fast form, so it cannot be compared.", FETCH_HINT
        )
    if tokenizer.pad_token_id is None:
        raise UserFacingError(f"The tokenizer in {folder} has no padding token.", FETCH_HINT)
    if stage.chat is not None and not tokenizer.chat_template:
        raise UserFacingError(f"The tokenizer in {folder} has no chat template.", FETCH_HINT)
    return tokenizer


def check_tokenizer(tokenizer: Any, stage: TextStage, config: Any, folder: Path) -> None:
    """Hold a tokenizer against the model it is for.

    Args:
        tokenizer: as loaded.
        stage: what it is used for.
        config: the text part of the model's config, with `vocab_size` and `eos_token_id`.
        folder: where the tokenizer is, for the sentence.

    Raises:
        UserFacingError: if it has too few or too many tokens, no merges, or another end token.
    """
    known, expected = len(tokenizer), int(config.vocab_size)
    kind = f"{stage.family.value} text encoder"
    missing = expected - known
    if missing < 0 or missing > min(PADDED_VOCABULARY, expected // 4):
        raise UserFacingError(
            f"The tokenizer in {folder} knows {known:,} tokens, and the {kind} has {expected:,}: "
            "its vocabulary is missing, or another model's.", FETCH_HINT,
        )
    check_merges(tokenizer, folder)
    _check_end(tokenizer, stage, config, folder)


def check_merges(tokenizer: Any, folder: Path) -> None:
    """Refuse a byte-pair tokenizer that lost its merges.

    Raises:
        UserFacingError: names the folder.
    """
    model = _backend(tokenizer)["model"]
    if model.get("type") == "BPE" and not model.get("merges"):
        raise UserFacingError(
            f"The tokenizer in {folder} has no merges: it would cut every word into letters.",
            FETCH_HINT,
        )


def need_sentencepiece(folder: Path) -> None:
    """Refuse a folder that needs the package sentencepiece where that is missing.

    Without the package the library asks for another one, which would not help.

    Raises:
        UserFacingError: says what to install.
    """
    has_other = any((folder / name).is_file() for name in ("tokenizer.json", "vocab.json"))
    if not has_other and importlib.util.find_spec("sentencepiece") is None:
        raise UserFacingError(
            f"The tokenizer in {folder} needs the package sentencepiece.",
            install_hint("sentencepiece", "protobuf"),
        )


def describe_tokenizer(tokenizer: Any) -> Mapping[str, object]:
    """Everything that decides which tokens a text gives, as plain values, and no passing state."""
    backend = _backend(tokenizer)
    return {
        "class": type(tokenizer).__name__,
        "backend": {key: value for key, value in backend.items() if key not in TRANSIENT_KEYS},
        "chat_template": tokenizer.chat_template,
        "special_tokens": {
            name: str(token) for name, token in sorted(tokenizer.special_tokens_map.items())
        },
        "padding_side": tokenizer.padding_side,
        "truncation_side": tokenizer.truncation_side,
        "model_max_length": str(tokenizer.model_max_length),
    }


def stated_length(tokenizer: Any, folder: Path) -> int:
    """Tokens of a prompt as the tokenizer's folder says.

    Raises:
        UserFacingError: if it says nothing.
    """
    length = int(tokenizer.model_max_length)
    if length > UNLIMITED_LENGTH:
        raise UserFacingError(
            f"The tokenizer in {folder} does not say how long a prompt is (model_max_length).",
            FETCH_HINT,
        )
    return length


def tokenize(
    tokenizer: Any, stage: TextStage, prompts: Sequence[str], *, length: int
) -> tuple[Tensor, Tensor]:
    """Tokens and masks of prompts, worded as the stage says.

    Not safe from several threads: a fast tokenizer keeps the length of a call in itself.

    Args:
        tokenizer: as loaded.
        stage: template, chat options and extra tokens.
        prompts: texts as drawn.
        length: tokens of a prompt without a template.

    Returns:
        int64 [prompts, length + template] twice; longer prompts are cut, shorter ones padded.

    Raises:
        SourceError: if a prompt holds characters that are no text, as the name of a file can.
    """
    for prompt in prompts:
        _check_text(prompt)
    given = tokenizer(
        [_worded(tokenizer, stage, prompt) for prompt in prompts],
        padding="max_length", truncation=True, max_length=length + stage.template_tokens,
        return_tensors="pt",
    )
    tokens, mask = given["input_ids"], given["attention_mask"]
    for row in mask if stage.unmasks else ():
        row[(row == 0).nonzero()[: stage.unmasks, 0]] = 1
    return tokens, mask


def _check_text(prompt: str) -> None:
    try:
        prompt.encode("utf-8")
    except UnicodeEncodeError as error:
        raise SourceError(f"Character {error.start + 1} of the prompt is no text.") from error


def _worded(tokenizer: Any, stage: TextStage, prompt: str) -> str:
    text = stage.template.replace("{}", prompt) if stage.template else prompt
    if stage.chat is None:
        return text
    said = [{"role": "user", "content": text}]
    return str(tokenizer.apply_chat_template(said, tokenize=False, **stage.chat))


def _check_end(tokenizer: Any, stage: TextStage, config: Any, folder: Path) -> None:
    stated = getattr(config, "eos_token_id", None)
    ends = [int(end) for end in (stated if isinstance(stated, list | tuple) else [stated])
            if end is not None]
    family = FAMILIES[stage.family]
    if not ends:
        return
    if not family.ends_texts:
        special = set(tokenizer.added_tokens_decoder)
        if special.isdisjoint(ends):
            raise UserFacingError(
                f"The tokenizer in {folder} does not know the model's end token {ends[0]}.",
                "It is another model's tokenizer, or a part of it is missing.",
            )
        return
    if family.tokenizer_class == "CLIPTokenizer" and ends == [OLD_CLIP_END]:
        ends = [int(config.vocab_size) - 1]
    last = tokenizer("")["input_ids"][-1:]
    if not last or last[0] not in ends:
        ended = f"token {last[0]}" if last else "nothing"
        raise UserFacingError(
            f"The tokenizer in {folder} ends a text with {ended}, "
            f"and the model expects token {ends[0]}.", FETCH_HINT,
        )


def _backend(tokenizer: Any) -> Mapping[str, Any]:
    described: Mapping[str, Any] = json.loads(tokenizer.backend_tokenizer.to_str())
    return described
