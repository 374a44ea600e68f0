"""The prompts a sample can have, before anything is drawn.

A prompt comes from the sample's caption file, from the concept's prompt file, or from the picture's
name (`PromptSource`). Files give one prompt per line: UTF-8, stripped, empty lines dropped, one
empty prompt when nothing is left. Which line a variation takes is a draw, and so are tag dropout,
tag shuffling and random capitals; none of them is made here. Source: mgds `LoadMultipleTexts`,
`DropTags`, `CapitalizeTags`.
"""

from __future__ import annotations

import json
from typing import Final

from larder.core.errors import UserFacingError
from larder.core.keys.content_hash import hash_text
from larder.core.workspace.concepts import Concept, PromptSource
from larder.core.workspace.samples import sample_stem

CACHE_VERSION: Final = 3
"""Of the trainer's cache whose stamp `content_stamp` is."""


class CaptionEncodingError(UserFacingError):
    """A caption or prompt file is not UTF-8; the trainer stops at it."""


def caption_lines(content: bytes) -> tuple[str, ...]:
    """The prompts in a file's bytes, at least one.

    Only line feeds and carriage returns part lines, as when Python reads a text file; a byte order
    mark stays in the first line, as in the trainer.

    Raises:
        CaptionEncodingError: if the bytes are not UTF-8.
    """
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CaptionEncodingError(
            f"The caption is not UTF-8: byte {error.start} is no text.",
            "Save it as UTF-8; the trainer stops at it.",
        ) from error
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    prompts = tuple(stripped for line in lines if (stripped := line.strip()))
    return prompts or ("",)


def possible_prompts(
    concept: Concept,
    *,
    picture_name: str,
    caption: bytes | None,
    prompt_file: bytes | None = None,
) -> tuple[str, ...]:
    """Every prompt a sample can have, in the order of its lines.

    Complete only while `prompt_is_deterministic(concept)`; repeated lines are kept.

    Args:
        concept: says where prompts come from, and whether they are lower-cased.
        picture_name: file name of the sample, with its extension.
        caption: bytes of the sample's caption file, None when there is none.
        prompt_file: bytes of the concept's prompt file, None when there is none.

    Raises:
        CaptionEncodingError: if the file that is used is not UTF-8.
    """
    text = concept.text
    if text.prompt_source is PromptSource.FILENAME:
        prompts: tuple[str, ...] = (sample_stem(picture_name),)
    elif text.prompt_source is PromptSource.CONCEPT:
        prompts = caption_lines(prompt_file or b"")
    elif text.prompt_source is PromptSource.SAMPLE:
        prompts = caption_lines(caption or b"")
    else:
        prompts = ()
    if text.caps_randomize_lowercase:
        return tuple(prompt.lower() for prompt in prompts)
    return prompts


def prompt_is_deterministic(concept: Concept) -> bool:
    """Whether a prompt is one of the lines as it is: no dropout, shuffling or random capitals."""
    text = concept.text
    return not (
        text.prompt_source is PromptSource.UNKNOWN
        or text.enable_tag_shuffling
        or (text.tag_dropout_enable and text.tag_dropout_probability > 0)
        or (text.caps_randomize_enable and text.caps_randomize_probability > 0)
    )


def content_stamp(modeltype: str, names: frozenset[str], prompt: str) -> str:
    """The digest of model type, payload names and prompt that a trainer stamps text payloads with.

    16 hex digits. Vector: Z_IMAGE, {tokens, tokens_mask, text_encoder_hidden_state}, "a photo of a
    cat" gives efa7d043d2a8cb96. Source: mgds SmartDiskCache, cache version 3.
    """
    return hash_text(json.dumps(
        [CACHE_VERSION, modeltype, sorted(names), prompt], ensure_ascii=True,
        separators=(",", ":")))
