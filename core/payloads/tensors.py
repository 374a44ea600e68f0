"""Tensors of torch as arrays and back, bit for bit, also where numpy lacks the type."""

from __future__ import annotations

from typing import Any

import numpy as np

from larder.core.payloads.dtypes import ARRAY_TYPES, BIT_TYPES, Array, bits_of, with_type


def as_array(value: Any) -> Array:
    """The elements of a tensor on any device, or of whatever numpy takes; shares memory if it can.

    bfloat16 and 8-bit floats are what `dtypes` makes of them.
    """
    if not hasattr(value, "detach"):
        return np.asarray(value)
    import torch

    tensor = value.detach().cpu().contiguous()
    name = str(tensor.dtype).removeprefix("torch.")
    if name not in BIT_TYPES:
        return np.asarray(tensor.numpy())
    bits = tensor.view(torch.int16 if tensor.element_size() == 2 else torch.uint8).numpy()
    return with_type(bits.view(ARRAY_TYPES[name].stored), name)


def as_tensor(array: Array) -> Any:
    """The tensor of an array, which may be written to; an array of texts is given as it is."""
    import torch

    bits, name = bits_of(array)
    if bits.dtype.kind not in "biufc":
        return array
    native = np.require(
        bits.astype(bits.dtype.newbyteorder("="), copy=False), requirements=["C", "W"])
    if not name:
        return torch.from_numpy(native)
    signed = native.view(np.int16) if native.itemsize == 2 else native
    return torch.from_numpy(signed).view(getattr(torch, name))
