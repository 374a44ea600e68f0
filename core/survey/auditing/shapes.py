"""Arrays unlike the same array of most other payloads of a store.

What an array must look like is learnt from the store itself: rank, type and channels are compared
with the majority of that name, height and width with the payload's own size over the store's usual
stride, so that a new model type needs no table here.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

from larder.core.payloads.arrays import ArrayInfo

Payload = TypeVar("Payload", bound=Hashable)

ENOUGH_FOR_A_MAJORITY = 3
"""Fewer payloads than this cannot outvote one."""

SPATIAL_PREFIX = "latent_"
CHANNELS_LAST = ("_hidden_state", "_pooled_state")


def odd_shapes(
    arrays: Mapping[Payload, tuple[ArrayInfo, ...]], sizes: Mapping[Payload, tuple[int, int]]
) -> dict[Payload, str]:
    """Payloads with an odd array, and what is odd about the first of them.

    Args:
        arrays: of every payload of one store.
        sizes: (height, width) of the picture each was made from, as far as known.
    """
    forms: dict[str, Counter[object]] = {}
    strides: dict[str, Counter[tuple[float, float]]] = {}
    for payload, infos in arrays.items():
        for info in infos:
            forms.setdefault(info.name, Counter())[_form(info)] += 1
            stride = _stride(info, sizes.get(payload))
            if stride is not None:
                strides.setdefault(info.name, Counter())[stride] += 1
    usual_form = {name: _majority(counts) for name, counts in forms.items()}
    usual_stride = {name: _majority(counts) for name, counts in strides.items()}
    odd: dict[Payload, str] = {}
    for payload, infos in arrays.items():
        for info in infos:
            sentence = _oddness(
                info, usual_form[info.name], usual_stride.get(info.name), sizes.get(payload))
            if sentence:
                odd[payload] = sentence
                break
    return odd


def _form(info: ArrayInfo) -> tuple[object, ...]:
    """What all arrays of one name share: rank, type and channels."""
    if info.name.startswith(SPATIAL_PREFIX) and len(info.shape) >= 2:
        return (len(info.shape), info.dtype, info.shape[:-2])
    if info.name.endswith(CHANNELS_LAST) and info.shape:
        return (len(info.shape), info.dtype, info.shape[-1])
    return (len(info.shape), info.dtype)


def _stride(info: ArrayInfo, size: tuple[int, int] | None) -> tuple[float, float] | None:
    if size is None or not info.name.startswith(SPATIAL_PREFIX) or len(info.shape) < 2:
        return None
    height, width = info.shape[-2:]
    return (size[0] / height, size[1] / width) if height and width else None


def _majority(counts: Counter[Any]) -> object | None:
    """The form of more than half of at least `ENOUGH_FOR_A_MAJORITY` arrays."""
    total = sum(counts.values())
    form, votes = counts.most_common(1)[0]
    return form if total >= ENOUGH_FOR_A_MAJORITY and votes * 2 > total else None


def _oddness(
    info: ArrayInfo, form: object | None, stride: object | None, size: tuple[int, int] | None
) -> str:
    if form is not None and _form(info) != form:
        return (f"{info.name} is {info.dtype} {list(info.shape)}, unlike most payloads of this "
                "store")
    if isinstance(stride, tuple) and size is not None and len(info.shape) >= 2:
        expected = (size[0] / stride[0], size[1] / stride[1])
        height, width = info.shape[-2:]
        # A stride that is no whole number rounds; a whole pixel off is another size.
        if abs(height - expected[0]) >= 1 or abs(width - expected[1]) >= 1:
            return (f"{info.name} is {height}x{width}, its size {size[0]}x{size[1]} would give "
                    f"{expected[0]:g}x{expected[1]:g}")
    return ""
