"""The digests by which document language models' own program (`dlm`) names pixels and features.

That program hashes some of a processor's settings, and puts the first 12 digits into the names of
its files. So its files tell which processor may have made them. They prove no more: crops, patches,
dither and filters are left out, which decide the values too. Larder's own keys have all of them
(`strict_fingerprint`), so its files are named otherwise.

What is hashed of each sort (`OF_PICTURES`, `OF_SOUNDS`) and the name of the class stand in JSON,
names sorted. What is no number, text, list or mapping is written as Python prints it.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

PILLOW_SUFFIX: Final = "Pil"
"""Ends the class of an image processor where torchvision is not installed."""

_DIGEST: Final = re.compile(r"[0-9a-f]{64}")
_ADDRESS: Final = re.compile(r" at 0x[0-9A-Fa-f]+>")


@dataclass(frozen=True, slots=True)
class HashedSettings:
    """The settings of one sort of processors that the program hashes.

    Attributes:
        settings: names of attributes.
        switches: of those that are on or off, and which of both they are unless told.
        class_name: how the class of what is wrapped is called there, "" where it is not hashed.
        pin: the attribute that the program leaves its digest in, and believes where it finds it.
    """

    settings: tuple[str, ...]
    switches: tuple[tuple[str, bool], ...]
    class_name: str
    pin: str


OF_PICTURES: Final = HashedSettings(
    settings=("image_size", "size", "image_mean", "image_std", "rescale_factor", "resample"),
    switches=(("do_normalize", True), ("do_rescale", True)),
    class_name="", pin="_dlm_processor_sha256")
OF_SOUNDS: Final = HashedSettings(
    settings=("sampling_rate", "feature_size", "n_fft", "hop_length", "chunk_length",
              "padding_value"),
    switches=(("return_attention_mask", False),),
    class_name="fe_class", pin="_dlm_audio_processor_sha256")


def program_digests(processor: object, hashed: HashedSettings) -> tuple[str, ...]:
    """Return each digest that the program may know a processor by, 64 hex digits; none it cannot.

    It hashes the class of what it holds: of the processor itself, which has another name where
    torchvision is installed, or of the one that wraps it for a whole model. A digest that was left
    on the processor goes before all.
    """
    pinned = getattr(processor, hashed.pin, None)
    if isinstance(pinned, str) and _DIGEST.fullmatch(pinned):
        return (pinned,)
    state: dict[str, object] = {
        name: _as_hashed(getattr(processor, name, None)) for name in hashed.settings}
    state |= {name: bool(getattr(processor, name, on)) for name, on in hashed.switches}
    if hashed.class_name:
        state[hashed.class_name] = type(processor).__name__
    if _ADDRESS.search(json.dumps(state, default=str)):
        return ()  # other digits in every run of that program
    return tuple(dict.fromkeys(_digest(state, name) for name in _class_names(processor)))


def _class_names(processor: object) -> Iterator[str]:
    name = type(processor).__name__
    yield name
    yield name.removesuffix(PILLOW_SUFFIX)
    wrapper = getattr(processor, "processor_class", None)
    if isinstance(wrapper, str) and wrapper:
        yield wrapper


def _digest(state: Mapping[str, object], class_name: str) -> str:
    text = json.dumps({**state, "class": class_name}, sort_keys=True, default=str)
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _as_hashed(value: object) -> object:
    """A setting as the program's JSON has it."""
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [_as_hashed(one) for one in value]
    if isinstance(value, dict):
        return {str(key): _as_hashed(one) for key, one in value.items()}
    return str(value)
