"""Conversion of torch tensors to arrays and back, bit for bit, and of payloads to tensors."""

from __future__ import annotations

import os
import pickle
from typing import TYPE_CHECKING, Any

import numpy as np

from larder.core.errors import PayloadError
from larder.core.payloads.dtypes import ARRAY_TYPES, BIT_TYPES, Array, bits_of, with_type
from larder.core.payloads.file_bytes import DAMAGED_HINT, FileBytes

if TYPE_CHECKING:
    from larder.core.payloads.pt_pickle import TensorRef


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


def read_pt_with_torch(path: str | os.PathLike[str]) -> Any:
    """The saved value with its tensors, on the processor, for a training loop or a build.

    Raises:
        PayloadError: if torch cannot read it or refuses its pickle.
    """
    import torch

    try:
        return torch.load(path, map_location="cpu", weights_only=True)
    except pickle.UnpicklingError as error:
        # What torch says tells people to read it again in the way that runs it.
        raise PayloadError(
            f"torch cannot read {os.fspath(path)}: its pickle is damaged or would run "
            "code.", DAMAGED_HINT) from error
    except (OSError, RuntimeError, EOFError, ValueError, LookupError) as error:
        raise PayloadError(
            f"torch cannot read {os.fspath(path)}: {error}", DAMAGED_HINT
        ) from error


def read_pt_tensors(path: str | os.PathLike[str] | FileBytes) -> Any:
    """The saved value with its tensors, on the processor, for a training loop.

    Nothing is unpickled, and every checksum is compared. Types are as saved, bfloat16 too; each
    tensor is alone in memory of its own, in the order it was saved with; of a mapped file it is a
    view of the map. In half of the time that `torch.load(weights_only=True)` takes for a latent of
    128 KiB.

    Raises:
        PayloadError: if it is no torch payload, damaged or refused.
    """
    import torch

    from larder.core.payloads.pt_file import PtFile, with_arrays  # who has arrays is spared it

    with PtFile(path) as payload:
        def tensor(name: str, saved: TensorRef) -> Any:
            stored = payload.read_array(name)
            if saved.bytes != saved.storage.bytes:
                stored = stored.copy()  # others' values would be kept, too
            if not stored.dtype.isnative:
                stored = stored.astype(stored.dtype.newbyteorder("="))
            return torch.from_numpy(stored).view(getattr(torch, saved.dtype))

        return with_arrays("", payload.value, tensor)
