"""Reads the `data.pkl` of a torch file; nothing it names is imported or called.

A pickle is a program: it names functions and has them called. Here every name is looked up in one
fixed table of inert stand-ins that only note what they were given; any other name is an error.
What comes out are plain values, `TensorRef` where a tensor would be, and `InertObject` where an
object of a class would be. The stand-ins cannot be changed by the pickle either, so that a hostile
file leaves no trace for the next one.

Source of the names and argument orders: what `torch.save` of 1.6 to 2.13 writes (`torch/_utils.py`,
`torch/serialization.py`).
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from typing import Any

from larder.core.errors import PayloadError
from larder.core.payloads.dtypes import ARRAY_TYPES
from larder.core.payloads.inert import (
    InertObject,
    InertOrderedDict,
    StorageKind,
    StorageRef,
    TensorRef,
)
from larder.core.payloads.pickle_guard import REFUSED_HINT, check_instructions

LARGEST_PICKLE = 4 * 1024 * 1024
"""Bytes; the largest of a real cache, with 48 arrays and a concept, has 15 kB."""

MOST_AXES = 32
"""Axes numpy 1.26 can hold; torch tensors of a cache have at most 5."""


class _StandIn:
    """Stands for one function: calling it notes the arguments."""

    __slots__ = ("_note", "name")

    def __init__(self, name: str, note: Callable[..., object]) -> None:
        object.__setattr__(self, "name", name)
        object.__setattr__(self, "_note", note)

    def __call__(self, *arguments: object) -> object:
        return self._note(*arguments)  # type: ignore[attr-defined]

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError("a stand-in cannot be changed")


def read_pickle(data: bytes, *, payload: str) -> object:
    """The value a `data.pkl` describes.

    Args:
        data: the pickle.
        payload: the payload's file name, for messages.

    Returns:
        Plain values (numbers, str, bytes, None, tuple, list, dict), `TensorRef`, `StorageRef` and
        `InertObject`, nested. A torch dtype, device or layout is its name as a str.

    Raises:
        PayloadError: if it is larger than 4 MiB, damaged, or names something that is not in the
            table; the message says what.
    """
    if len(data) > LARGEST_PICKLE:
        raise PayloadError(
            f"{payload} is refused: its pickle has {len(data):,} bytes, and no trainer writes more "
            f"than {LARGEST_PICKLE:,}.",
            REFUSED_HINT,
        )
    check_instructions(data, payload=payload)
    try:
        return _Reader(data, payload).load()
    except (
        pickle.UnpicklingError, ArithmeticError, AttributeError, EOFError, LookupError, MemoryError,
        RecursionError, TypeError, ValueError,
    ) as error:  # fmt: skip
        raise PayloadError(
            f"{payload} is damaged: its pickle does not make sense ({error}).", REFUSED_HINT
        ) from error


class _Reader(pickle.Unpickler):
    def __init__(self, data: bytes, payload: str) -> None:
        super().__init__(io.BytesIO(data))
        self._payload = payload

    def find_class(self, module: str, name: str) -> Any:
        stand_in = _STAND_INS.get((module, name))
        if stand_in is None:
            raise PayloadError(
                f"{self._payload} is refused: it names {module}.{name}, which no cache needs.",
                REFUSED_HINT,
            )
        return stand_in

    def persistent_load(self, pid: Any) -> StorageRef:
        _, kind, key, location, count = pid
        if type(kind) is not StorageKind or type(key) is not str or type(location) is not str:
            raise TypeError("a storage is described in an unknown way")
        return StorageRef(kind, key, location, _natural(count) * kind.itemsize)


def _natural(number: object) -> int:
    if type(number) is not int or number < 0:
        raise ValueError("a size or offset is no natural number")
    return number


def _tensor(
    storage: object, dtype: str, offset: object, shape: object, strides: object, marks: object
) -> TensorRef:  # fmt: skip
    if type(storage) is not StorageRef or type(shape) is not tuple or type(strides) is not tuple:
        raise TypeError("a tensor is described in an unknown way")
    if len(shape) != len(strides) or len(shape) > MOST_AXES:
        raise ValueError("a tensor has as many strides as axes, and at most 32")
    first = last = _natural(offset)
    count = 1
    for size, stride in zip(shape, strides, strict=True):
        if type(size) is not int or type(stride) is not int or size < 0 or stride < 0:
            raise ValueError("a size or stride is no natural number")
        last += (size - 1) * stride
        count *= size
    itemsize = ARRAY_TYPES[dtype].itemsize
    if count and (last + 1) * itemsize > storage.bytes:
        raise ValueError("a tensor reaches beyond its storage")
    is_conjugated, is_negated = _marks(marks) if marks else (False, False)
    return TensorRef(
        storage, dtype, first, shape, strides, count * itemsize, is_conjugated, is_negated
    )


def _marks(marks: object) -> tuple[bool, bool]:
    if type(marks) is not dict:
        raise TypeError("a tensor is marked in an unknown way")
    return marks.get("conj") is True, marks.get("neg") is True


def _tensor_v2(
    storage: Any, offset: object, shape: object, strides: object, _needs_gradient: object = False,
    _hooks: object = None, marks: object = None,
) -> TensorRef:  # fmt: skip
    return _tensor(storage, storage.kind.dtype, offset, shape, strides, marks)


def _tensor_v3(
    storage: object, offset: object, shape: object, strides: object, _needs_gradient: object,
    _hooks: object, dtype: object, marks: object = None,
) -> TensorRef:  # fmt: skip
    if type(dtype) is not str:
        raise TypeError("a tensor has no type")
    return _tensor(storage, dtype.removeprefix("torch."), offset, shape, strides, marks)


def _first(value: object, *_about: object) -> object:
    if type(value) is not TensorRef:
        raise TypeError("a parameter is described in an unknown way")
    return value


def _size(axes: object = ()) -> tuple[int, ...]:
    if not isinstance(axes, tuple) or len(axes) > MOST_AXES:
        raise TypeError("a torch.Size is described in an unknown way")
    return tuple(_natural(axis) for axis in axes)


def _device(kind: object, index: object = None) -> str:
    if type(kind) is not str or not (index is None or type(index) is int):
        raise TypeError("a device is described in an unknown way")
    return kind if index is None else f"{kind}:{index}"


def _latin_bytes(text: object, encoding: object) -> bytes:
    """Protocol 2 has no instruction for bytes: they are texts that are to be encoded."""
    if type(text) is not str or encoding != "latin1":
        raise TypeError("bytes are described in an unknown way")
    return text.encode("latin1")


def _no_bytes() -> bytes:
    return b""


_FUNCTIONS: dict[tuple[str, str], Callable[..., object]] = {
    ("collections", "OrderedDict"): InertOrderedDict,
    ("_codecs", "encode"): _latin_bytes,
    ("__builtin__", "bytes"): _no_bytes,
    ("torch", "Size"): _size,
    ("torch", "device"): _device,
    ("torch._utils", "_rebuild_tensor_v2"): _tensor_v2,
    ("torch._utils", "_rebuild_tensor_v3"): _tensor_v3,
    ("torch._utils", "_rebuild_parameter"): _first,
    ("torch._utils", "_rebuild_parameter_with_state"): _first,
    ("torch._utils", "_rebuild_device_tensor_from_cpu_tensor"): _first,
}

_STORAGE_NAMES = {
    "Double": "float64", "Float": "float32", "Half": "float16", "BFloat16": "bfloat16",
    "Long": "int64", "Int": "int32", "Short": "int16", "Char": "int8", "Byte": "uint8",
    "Bool": "bool", "ComplexDouble": "complex128", "ComplexFloat": "complex64",
}  # fmt: skip

_KNOWN_OBJECTS = (
    # A cache for fine-tuning a VAE keeps the encoder's distribution instead of its mode.
    ("diffusers.models.autoencoders.vae", "DiagonalGaussianDistribution"),
    ("diffusers.models.autoencoders.vae", "IdentityDistribution"),
    ("diffusers.models.vae", "DiagonalGaussianDistribution"),
    ("diffusers.models.modeling_utils", "DiagonalGaussianDistribution"),
)

_UNTYPED = StorageKind("", 1)

_STAND_INS: dict[tuple[str, str], object] = {
    **{place: _StandIn(".".join(place), note) for place, note in _FUNCTIONS.items()},
    **{
        ("torch", f"{spelled}Storage"): StorageKind(dtype, ARRAY_TYPES[dtype].itemsize)
        for spelled, dtype in _STORAGE_NAMES.items()
    },
    ("torch", "UntypedStorage"): _UNTYPED,
    ("torch.storage", "UntypedStorage"): _UNTYPED,
    **{("torch", dtype): f"torch.{dtype}" for dtype in ARRAY_TYPES},
    **dict.fromkeys(_KNOWN_OBJECTS, InertObject),
}
"""The only names a pickle may use."""
