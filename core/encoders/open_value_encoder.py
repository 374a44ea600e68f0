"""Opens the encoder that fills a kind of store: one row per kind that is made of single files."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from larder.core.encoders.audio import open_audio_features, open_waveforms
from larder.core.encoders.section_tokens import open_section_tokens
from larder.core.encoders.value_encoder import ValueEncoder, ValueOptions
from larder.core.encoders.vision_pixels import open_vision_pixels
from larder.core.errors import UserFacingError
from larder.core.workspace.store_kinds import StoreKind


def open_value_encoder(
    kind: StoreKind, *, model: Path | str | None = None, options: ValueOptions | None = None
) -> ValueEncoder:
    """The encoder that fills a kind of store.

    Args:
        kind: vision, audio, waveform or tokens.
        model: the name of one with its library's settings ("clip", "whisper", "bytes"), else a
            local folder; None where there is a default (waveforms need none, tokens take "bytes").
        options: what the user chose.

    Raises:
        UserFacingError: if the name is unknown, the folder lacks a file or holds another kind of
            model, a package is missing, or an option does not fit.
        ValueError: if no encoder fills such a store.
    """
    if kind not in _OPENERS:
        raise ValueError(f"no encoder fills a store of kind {kind.value}")
    return _OPENERS[kind](model, options or ValueOptions())


# What encodes one kind is loaded for that kind alone.
def _open_vision(model: Path | str | None, options: ValueOptions) -> ValueEncoder:
    return open_vision_pixels(_require_model(model, "an image processor", "siglip"), options)


def _open_audio(model: Path | str | None, options: ValueOptions) -> ValueEncoder:
    return open_audio_features(_require_model(model, "a feature extractor", "whisper"), options)


def _open_waveforms(model: Path | str | None, options: ValueOptions) -> ValueEncoder:
    del model  # they need none
    return open_waveforms(options)


def _open_tokens(model: Path | str | None, options: ValueOptions) -> ValueEncoder:
    return open_section_tokens(model or "bytes", options)


_OPENERS: Final[Mapping[StoreKind, Callable[[Path | str | None, ValueOptions], ValueEncoder]]] = {
    StoreKind.VISION: _open_vision,
    StoreKind.AUDIO: _open_audio,
    StoreKind.WAVEFORM: _open_waveforms,
    StoreKind.TOKENS: _open_tokens,
}
"""Kinds of store that are filled from single files."""


def _require_model(model: Path | str | None, what: str, example: str) -> Path | str:
    if model is None or model == "":
        raise UserFacingError(
            f"Such a cache needs {what}.",
            f'Choose one ("{example}"), or a folder with its settings.')
    return model
