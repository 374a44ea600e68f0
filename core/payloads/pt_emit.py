"""Writes a payload's value as the pickle and the zip file that `torch.load` reads.

`torch.save` spends 0.2 ms on a payload of a few kilobytes, most of it in hand-overs between its
records. What payloads are made of is little: numbers, texts, bytes, containers, plain tensors. So
their opcodes and records are written here, laid out as torch lays them out:

- `archive/data.pkl`, pickle protocol 2 without a memo, so equal values give equal bytes however
  they came about; tensors by `torch._utils._rebuild_tensor_v2` over storages by number.
- `archive/byteorder`, `archive/data/<number>`, `archive/version`; stored, with checksums, every
  record beginning at a multiple of 64 bytes.
"""

from __future__ import annotations

import math
import struct
import sys
import zlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

import msgspec

STORAGES: Final = {
    "float64": "DoubleStorage", "float32": "FloatStorage", "float16": "HalfStorage",
    "bfloat16": "BFloat16Storage", "int64": "LongStorage", "int32": "IntStorage",
    "int16": "ShortStorage", "int8": "CharStorage", "uint8": "ByteStorage", "bool": "BoolStorage"}
"""Types that every torch names in this way; of others `torch.save` knows how."""

ALIGNED: Final = 64
MOST_BYTES: Final = (1 << 32) - (1 << 20)
"""Beyond it a zip file needs longer fields."""

MOST_DIGITS: Final = 255
"""Bytes of a whole number; one byte says how many."""

_LOCAL = struct.Struct("<4s5H3I2H")
_CENTRAL = struct.Struct("<4s6H3I5H2I")
_END = struct.Struct("<4s4H2IH")
_PADDING = struct.Struct("<2sH")
_INT = struct.Struct("<i")
_UINT = struct.Struct("<I")
_FLOAT = struct.Struct(">d")
_TENSOR = b"ctorch._utils\n_rebuild_tensor_v2\n(("
_NO_HOOKS = b"\x89ccollections\nOrderedDict\n)RtR"
_ENCODE = b"c_codecs\nencode\n"
_TUPLE_ENDS = (b")", b"\x85", b"\x86", b"\x87")

Bytes = bytes | bytearray | memoryview


class PlainTensor(msgspec.Struct, frozen=True, gc=False):
    """A tensor that is alone in its storage, in C order.

    Attributes:
        dtype: a key of `STORAGES`.
        shape: of the tensor.
        stride: in values.
        content: its bytes, one after the other.
        crc: CRC-32 of them, None where nobody computed it yet.
    """

    dtype: str
    shape: Sequence[int]
    stride: Sequence[int]
    content: memoryview
    crc: int | None = None


class NotPlainError(Exception):
    """The payload holds something that only torch knows how to write."""


class Emitter:
    """Emits one pickle.

    Attributes:
        storages: bytes of the tensors by number, and their CRC-32 where it is known.
    """

    __slots__ = ("_parts", "storages")

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self.storages: list[tuple[memoryview, int | None]] = []

    @property
    def opcodes(self) -> bytes:
        """What was emitted so far."""
        return b"".join(self._parts)

    def emit(self, value: object, tensor_of: Callable[[object], PlainTensor | None]) -> None:
        """Emit a value.

        Args:
            value: what `write_pt` takes.
            tensor_of: gives an array, None of what is none.

        Raises:
            TypeError: if it is or holds something that cannot be written.
            NotPlainError: if only torch knows how to write it.
        """
        spell = _SPELL.get(type(value))
        if spell is not None:
            self._parts.append(spell(value))
        elif isinstance(value, SharedPart):
            self._parts.append(value.opcodes)
        elif isinstance(value, tuple):
            self._begin_tuple(len(value))
            self._emit_each(value, tensor_of)
            self._end_tuple(len(value))
        elif isinstance(value, list):
            self._parts.append(b"](")
            self._emit_each(value, tensor_of)
            self._parts.append(b"e")
        elif isinstance(value, dict | Mapping):
            self._parts.append(b"}(")
            self._emit_members(value, tensor_of)
            self._parts.append(b"u")
        else:
            tensor = tensor_of(value)
            if tensor is None:
                raise TypeError(f"a payload cannot hold a {type(value).__name__}")
            self._tensor(tensor)

    def _emit_each(
        self, values: Iterable[object], tensor_of: Callable[[object], PlainTensor | None]
    ) -> None:
        for value in values:
            spell = _SPELL.get(type(value))
            if spell is None:
                self.emit(value, tensor_of)
            else:  # most parts are plain, and a call for each takes longer than spelling it
                self._parts.append(spell(value))

    def _emit_members(
        self, members: Mapping[Any, object], tensor_of: Callable[[object], PlainTensor | None]
    ) -> None:
        for key, value in members.items():
            if type(key) is str:
                self._parts.append(_name(key))
            else:
                self.emit(key, tensor_of)
            spell = _SPELL.get(type(value))
            if spell is None:
                self.emit(value, tensor_of)
            else:
                self._parts.append(spell(value))

    def _begin_tuple(self, length: int) -> None:
        if length >= len(_TUPLE_ENDS):
            self._parts.append(b"(")

    def _end_tuple(self, length: int) -> None:
        self._parts.append(_TUPLE_ENDS[length] if length < len(_TUPLE_ENDS) else b"t")

    def _tensor(self, tensor: PlainTensor) -> None:
        self._parts += (
            _storage(tensor.dtype), _encoded(b"%d" % len(self.storages)), _CPU,
            _whole(math.prod(tensor.shape)), b"tQK\x00")
        for numbers in (tensor.shape, tensor.stride):
            self._begin_tuple(len(numbers))
            self._parts += map(_whole, numbers)
            self._end_tuple(len(numbers))
        self._parts.append(_NO_HOOKS)
        self.storages.append((tensor.content, tensor.crc))


def _encoded(text: bytes) -> bytes:
    return b"X" + _UINT.pack(len(text)) + text


def _text(value: str) -> bytes:
    return _encoded(value.encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=1024)
def _name(value: str) -> bytes:
    """A text that names a value: the same few in every payload."""
    return _text(value)


@cache
def _storage(dtype: str) -> bytes:
    """A tensor's beginning, up to its storage's number."""
    return _TENSOR + _encoded(b"storage") + b"ctorch\n%s\n" % STORAGES[dtype].encode("ascii")


def _bytes(value: bytes) -> bytes:
    return _ENCODE + _text(value.decode("latin-1")) + _encoded(b"latin1") + b"\x86R"


def _whole(value: int) -> bytes:
    if 0 <= value < 1 << 8:
        return _BYTES[value]
    if -(1 << 31) <= value < 1 << 31:
        return b"J" + _INT.pack(value)
    length = value.bit_length() // 8 + 1
    if length > MOST_DIGITS:
        raise NotPlainError("a number of that many digits")
    return b"\x8a%c" % length + value.to_bytes(length, "little", signed=True)


_BYTES: Final = tuple(b"K%c" % value for value in range(1 << 8))
_CPU: Final = _encoded(b"cpu")

_SPELL: Final[Mapping[type, Callable[[Any], bytes]]] = {
    str: _text, int: _whole, bytes: _bytes,
    float: lambda value: b"G" + _FLOAT.pack(value),
    bool: lambda value: b"\x88" if value else b"\x89",
    type(None): lambda _: b"N"}
"""How values that hold no others are written, by their exact type."""


class SharedPart:
    """A part that many payloads hold alike, made ready for writing once.

    Attributes:
        value: the part; not to be changed.
        opcodes: as they stand in a pickle.
    """

    __slots__ = ("opcodes", "value")

    def __init__(self, value: Mapping[str, object]) -> None:
        """Make ready.

        Raises:
            TypeError: if it holds an array, bytes or something that cannot be written.
        """
        if _has_bytes(value):
            raise TypeError("a shared part cannot hold bytes")
        emitter = Emitter()
        emitter.emit(value, lambda _: None)
        self.value = value
        self.opcodes = emitter.opcodes


def _has_bytes(value: object) -> bool:
    """Whether bytes are in a value; torch would write equal ones of two parts once."""
    if isinstance(value, Mapping):
        return any(map(_has_bytes, value)) or any(map(_has_bytes, value.values()))
    if isinstance(value, list | tuple):
        return any(map(_has_bytes, value))
    return isinstance(value, bytes)


def archive(
    opcodes: bytes | bytearray, storages: Sequence[tuple[Bytes, int | None]]
) -> list[Bytes]:
    """The parts of the file: a pickle without header and end, and the storages it names.

    Raises:
        NotPlainError: if it is too long for a plain zip file.
    """
    records: list[tuple[bytes, Bytes, int | None]] = [
        (b"archive/data.pkl", b"\x80\x02" + opcodes + b".", None),
        (b"archive/byteorder", sys.byteorder.encode("ascii"), None)]
    records += [
        (b"archive/data/%d" % number, *storage) for number, storage in enumerate(storages)]
    records.append((b"archive/version", b"3\n", None))
    if sum(len(content) for _, content, _ in records) > MOST_BYTES:
        raise NotPlainError("a payload of four gigabytes")
    parts: list[Bytes] = []
    directory = bytearray()
    at = 0
    for name, content, known in records:
        size, crc = len(content), zlib.crc32(content) if known is None else known
        fixed = at + _LOCAL.size + len(name) + _PADDING.size
        padding = -fixed % ALIGNED
        common = (0, 0, 0, 0, 0, crc, size, size, len(name))
        directory += _CENTRAL.pack(b"PK\x01\x02", 0, *common, 0, 0, 0, 0, 0, at) + name
        parts += (
            _LOCAL.pack(b"PK\x03\x04", *common, _PADDING.size + padding) + name
            + _PADDING.pack(b"FB", padding) + b"Z" * padding, content)
        at = fixed + padding + size
    parts.append(directory + _END.pack(
        b"PK\x05\x06", 0, 0, len(records), len(records), len(directory), at, 0))
    return parts
