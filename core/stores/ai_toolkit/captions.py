"""The texts that ai-toolkit caches for a picture, from its caption and the job.

Commas of a caption get two blanks after them; that is the trainer's doing, and the name of the file
is a digest of it. Source: `toolkit/dataloader_mixins.py:333-459, 2120-2163` at 27a03a9.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from larder.core.workspace.ai_toolkit_config import AiToolkitDataset

TRIGGER_MARKS: Final = ("[name]", "[trigger]")
_SPACES: Final[Mapping[str, str]] = {
    "ideogram4": "ideogram4_te_v2", "boogu": "boogu_image_v1",
    "boogu_edit": "boogu_image_edit_v1", "minimax_h3": "minimax_h3"}


def list_texts(caption: str | None, dataset: AiToolkitDataset) -> Iterator[str]:
    """Yield the texts that are cached for a picture; `caption` is its file's, None without one."""
    text = complete(caption, dataset)
    yield text
    has_trigger = bool(dataset.trigger) and not dataset.is_regularization
    if dataset.drops_captions:
        yield f"{dataset.trigger} " if has_trigger else ""
    if dataset.preserved_class is not None:
        yield text.replace(dataset.trigger, dataset.preserved_class) if dataset.trigger else text
        if dataset.drops_captions:
            yield f"{dataset.preserved_class} "


def complete(caption: str | None, dataset: AiToolkitDataset) -> str:
    """The text that stands for a caption: the default where it is blank, with the trigger."""
    text = caption or ""
    if not text.strip() and dataset.default_caption is not None:
        text = dataset.default_caption
    text = ", ".join(text.split(","))
    for mark in TRIGGER_MARKS:
        text = text.replace(mark, dataset.trigger)
    if dataset.trigger and not dataset.is_regularization and dataset.trigger not in text:
        text = f"{dataset.trigger} {text}"
    return text


def text_recipe(text: str, family: str) -> Mapping[str, object]:
    """The recipe of a text's file, which its name is a digest of."""
    return {"caption": text, "text_embedding_space_version": _SPACES.get(family, family),
            "text_embedding_version": 1}
