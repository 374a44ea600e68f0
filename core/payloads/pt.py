"""Torch payloads (`.pt`), written as a trainer would.

One flat mapping, in a zip file laid out as torch lays it out:

- `archive/data.pkl`, pickle protocol 2 without a memo, so equal values give equal bytes however
  they came about; tensors by `torch._utils._rebuild_tensor_v2` over storages by number.
- `archive/byteorder`, `archive/data/<number>`, `archive/version`; stored, with checksums, every
  record beginning at a multiple of 64 bytes.

What payloads are made of is little: numbers, texts, bytes, containers, plain tensors. So opcodes
and records are written here, and only what torch alone knows how to write goes through
`torch.save`. Measured in November 2026: a payload with a latent of 128 KiB takes 0.11 ms of the
processor here and 0.23 ms in `torch.save`, and all of a build 0.5 and 0.9 to 1.1 ms per entry. At
0.5 ms per caption on a graphics card, 0.7 of the encoder's pace leaves 0.71 ms for everything.
"""

from __future__ import annotations

import io
import math
import os
import struct
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, cached_property, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, Final

import msgspec
import numpy as np

from larder.core.files.atomic_write import write_atomically
from larder.core.payloads.pt_file import checksum_of_arrays, identify_array

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

_BYTES: Final = tuple(b"K%c" % value for value in range(1 << 8))

PathLike = str | os.PathLike[str]

NO_ARRAYS: Final = frozenset({str, int, float, bool, bytes, type(None)})
"""Types whose values neither are nor hold arrays; most values of a payload are of them."""


class PlainTensor(msgspec.Struct, frozen=True, gc=False):
    """A tensor that is alone in its storage, in C order.

    Attributes:
        dtype: a key of `STORAGES`.
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

    __slots__ = ("_opcodes", "_tensor_of", "storages")

    def __init__(self, tensor_of: Callable[[object], PlainTensor | None]) -> None:
        """Begin; `tensor_of` gives what a tensor or array is written as, None for anything else."""
        self._tensor_of = tensor_of
        self._opcodes = bytearray()  # a list of its parts takes five times the memory
        self.storages: list[tuple[memoryview, int | None]] = []

    @property
    def opcodes(self) -> bytes:
        """The opcodes emitted so far."""
        return bytes(self._opcodes)

    def emit(self, value: object) -> None:
        """Emit a value.

        Raises:
            TypeError: if it is or holds something that cannot be written.
            NotPlainError: if only torch knows how to write it.
        """
        spell = _SPELL.get(type(value))
        if spell is not None:
            self._opcodes += spell(value)
        elif isinstance(value, SharedPart):
            self._opcodes += value.opcodes
        elif isinstance(value, tuple):
            self._begin_tuple(len(value))
            self._emit_each(value)
            self._end_tuple(len(value))
        elif isinstance(value, list):
            self.emit_list(value)
        elif isinstance(value, dict | Mapping):
            self._opcodes += b"}("
            self._emit_members(value)
            self._opcodes += b"u"
        else:
            tensor = self._tensor_of(value)
            if tensor is None:
                raise TypeError(f"a payload cannot hold a {type(value).__name__}")
            self._tensor(tensor)

    def emit_list(self, values: Iterable[object]) -> None:
        """Emit a list of these, gone through once; raises as `emit`."""
        self._opcodes += b"]("
        self._emit_each(values)
        self._opcodes += b"e"

    def _emit_each(self, values: Iterable[object]) -> None:
        for value in values:
            spell = _SPELL.get(type(value))
            if spell is None:
                self.emit(value)
            else:  # most parts are plain, and a call for each takes longer than spelling it
                self._opcodes += spell(value)

    def _emit_members(self, members: Mapping[Any, object]) -> None:
        for key, value in members.items():
            if type(key) is str:
                self._opcodes += _name(key)
            else:
                self.emit(key)
            spell = _SPELL.get(type(value))
            if spell is None:
                self.emit(value)
            else:
                self._opcodes += spell(value)

    def _begin_tuple(self, length: int) -> None:
        if length >= len(_TUPLE_ENDS):
            self._opcodes += b"("

    def _end_tuple(self, length: int) -> None:
        self._opcodes += _TUPLE_ENDS[length] if length < len(_TUPLE_ENDS) else b"t"

    def _tensor(self, tensor: PlainTensor) -> None:
        self._opcodes += b"".join((
            _storage(tensor.dtype), _encode_text(b"%d" % len(self.storages)), _CPU,
            _whole(math.prod(tensor.shape)), b"tQK\x00"))
        for numbers in (tensor.shape, tensor.stride):
            self._begin_tuple(len(numbers))
            self._opcodes += b"".join(map(_whole, numbers))
            self._end_tuple(len(numbers))
        self._opcodes += _NO_HOOKS
        self.storages.append((tensor.content, tensor.crc))


def _encode_text(text: bytes) -> bytes:
    return b"X" + _UINT.pack(len(text)) + text


def _text(value: str) -> bytes:
    return _encode_text(value.encode("utf-8", "surrogatepass"))


@lru_cache(maxsize=1024)
def _name(value: str) -> bytes:
    """A text that names a value: the same few in every payload."""
    return _text(value)


@cache
def _storage(dtype: str) -> bytes:
    """A tensor's beginning, up to its storage's number."""
    return _TENSOR + _encode_text(b"storage") + b"ctorch\n%s\n" % STORAGES[dtype].encode("ascii")


def _bytes(value: bytes) -> bytes:
    return _ENCODE + _text(value.decode("latin-1")) + _encode_text(b"latin1") + b"\x86R"


def _whole(value: int) -> bytes:
    if 0 <= value < 1 << 8:
        return _BYTES[value]
    if -(1 << 31) <= value < 1 << 31:
        return b"J" + _INT.pack(value)
    length = value.bit_length() // 8 + 1
    if length > MOST_DIGITS:
        raise NotPlainError("a number with that many digits")
    return b"\x8a%c" % length + value.to_bytes(length, "little", signed=True)


_CPU: Final = _encode_text(b"cpu")

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
        emitter = Emitter(lambda _: None)
        emitter.emit(value)
        self.value = value
        self.opcodes = emitter.opcodes


def _has_bytes(value: object) -> bool:
    """Return whether a value contains bytes; torch would write equal ones of two parts once."""
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
        raise NotPlainError("a file of four gigabytes")
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


def write_pt(target: PathLike | IO[bytes], payload: Mapping[str, object]) -> None:
    """Write a payload as a trainer would: one flat mapping, torch's zip form.

    Equal payloads give equal bytes: tensors are written compact (never the larger storage they look
    into), and nothing depends on which parts are one object, nor on the file's name. The rare types
    that torch alone knows how to write go through `torch.save` and an open file.

    Args:
        target: a path (see `write_atomically`), or a binary file, which is neither flushed nor
            closed.
        payload: names to tensors, numpy arrays, numbers, texts, bytes, None, and tuples, lists and
            mappings of such, or `SharedPart`s; the order of names is kept.

    Raises:
        TypeError: if it holds anything else.
        UserFacingError, OSError: if it cannot be written; nothing is left behind then.
    """
    if isinstance(target, str | os.PathLike):
        write_atomically(Path(target), pt_parts(payload))
    else:
        target.writelines(pt_parts(payload))


def pt_parts(
    payload: Mapping[str, object] | Sequence[Mapping[str, object]],
    crcs: Mapping[int, int] = MappingProxyType({}),
) -> list[Bytes]:
    """Return the bytes that `write_pt` writes, as consecutive parts; tensors are not copied.

    Args:
        payload: as for `write_pt`, or a list of such; not to be changed before the parts are
            written.
        crcs: of arrays in it, as far as `compute_checksum` returned them.

    Raises:
        TypeError: as `write_pt`.
    """
    emitter = Emitter(_Parts(crcs).plain)
    try:
        if isinstance(payload, Mapping):
            emitter.emit(payload)
        else:
            emitter.emit_list(payload)
        return archive(emitter.opcodes, emitter.storages)
    except NotPlainError:
        import torch

        whole = io.BytesIO()
        whole_payload = payload if isinstance(payload, Mapping) else list(payload)
        torch.save(_compact(whole_payload, _Parts()), whole)
        return [whole.getbuffer()]


def compute_checksum(payload: Mapping[str, object]) -> tuple[str, Mapping[int, int]]:
    """The checksum of a payload's arrays, and what `pt_parts` need not compute again.

    Returns:
        The checksum as `pt_file.read_carried_recipe` finds it in the file, and the CRC-32 of the
        bytes of each array by its `id`, while the payload lives.
    """
    crcs: dict[int, int] = {}
    text = checksum_of_arrays([
        found for name, value in payload.items() if type(value) not in NO_ARRAYS
        for found in _identify_arrays(str(name), value, crcs)])
    return text, crcs


def array_checksum(payload: Mapping[str, object]) -> str:
    """Return only the checksum text of a payload."""
    return compute_checksum(payload)[0]


def _identify_arrays(name: str, value: object, crcs: dict[int, int]) -> Iterator[str]:
    """Every array in a value, named as a reader names it; their CRCs by `id` go into `crcs`."""
    import torch

    if isinstance(value, list | tuple):
        for index, part in enumerate(value):
            if type(part) not in NO_ARRAYS:
                yield from _identify_arrays(f"{name}[{index}]", part, crcs)
    elif isinstance(value, torch.Tensor | np.ndarray):
        tensor = value
        if isinstance(value, np.ndarray):
            tensor = _of_numpy(value)
        crcs[id(value)] = crc = _crc(tensor)
        yield identify_array(name, str(tensor.dtype).removeprefix("torch."), tensor.shape, crc)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _identify_arrays(f"{name}.{key}", part, crcs)


def _crc(tensor: Any) -> int:
    """CRC-32 of a tensor's bytes in C order."""
    import torch

    # Each of these calls lets go of the interpreter, and getting it back takes longer than it does.
    whole = tensor if _is_plain(tensor) else _plain(tensor).contiguous()
    if not whole.numel():
        return 0
    try:
        return zlib.crc32(whole.numpy())
    except TypeError:  # a type that numpy lacks
        return zlib.crc32(whole.reshape(-1).view(torch.uint8).numpy())


def _is_plain(tensor: Any) -> bool:
    """Return whether a tensor's bytes are in C order where they can be read as they are."""
    return (not tensor.requires_grad and tensor.device.type == "cpu" and tensor.is_contiguous()
            and not tensor.is_conj() and not tensor.is_neg())


def _of_numpy(array: np.ndarray[Any, Any]) -> Any:
    """A copy in C order and this processor's byte order."""
    import torch

    return torch.from_numpy(np.array(array, dtype=array.dtype.newbyteorder("="), order="C"))


def _plain(tensor: Any) -> Any:
    return tensor.detach().cpu().resolve_conj().resolve_neg()


class _Parts:
    """Parts of one payload: tensors with a storage each, equal bytes as one object."""

    def __init__(self, crcs: Mapping[int, int] = MappingProxyType({})) -> None:
        self._crcs = crcs
        self._storages: set[int] = set()
        self._bytes: dict[bytes, bytes] = {}

    @cached_property
    def _torch(self) -> Any:
        # Loaded only where there is an array: lists of slots hold none, and it takes two seconds.
        import torch

        return torch

    def compact(self, value: Any) -> Any:
        """Bytes, or a tensor or array as a compact tensor; None for anything else."""
        torch = self._torch
        if isinstance(value, torch.Tensor):
            if self._is_compact(value):
                return value
            return _plain(value).clone(memory_format=torch.contiguous_format)
        if isinstance(value, np.ndarray):
            return _of_numpy(value)
        return self._bytes.setdefault(value, value) if type(value) is bytes else None

    def plain(self, value: Any) -> PlainTensor | None:
        """A tensor or array as it is written; None for anything else."""
        if not isinstance(value, self._torch.Tensor | np.ndarray):
            return None
        tensor = self.compact(value)
        name = str(tensor.dtype).removeprefix("torch.")
        if name not in STORAGES:
            raise NotPlainError(name)
        bits = tensor.view(self._torch.int16) if name == "bfloat16" else tensor  # numpy lacks it
        return PlainTensor(
            name, tuple(tensor.shape), tensor.stride(),
            memoryview(bits.numpy().reshape(-1).view(np.uint8)), self._crcs.get(id(value)))

    def _is_compact(self, tensor: Any) -> bool:
        """Return whether a tensor can be written as it is; two that share a storage cannot both."""
        if type(tensor) is not self._torch.Tensor or not _is_plain(tensor):
            return False
        storage = tensor.untyped_storage()
        if storage.nbytes() != tensor.nbytes or storage.data_ptr() in self._storages:
            return False
        self._storages.add(storage.data_ptr())
        return True


def _compact(value: object, parts: _Parts) -> object:
    """`value` for torch: with new containers, compact tensors, and one object per distinct text."""
    if type(value) is str:
        return sys.intern(value)
    if value is None or type(value) in (int, float, bool):
        return value
    if isinstance(value, SharedPart):
        return _compact(value.value, parts)
    if isinstance(value, Mapping):
        return {_compact(key, parts): _compact(part, parts) for key, part in value.items()}
    if isinstance(value, tuple):
        return tuple([_compact(part, parts) for part in value])
    if isinstance(value, list):
        return [_compact(part, parts) for part in value]
    found = parts.compact(value)
    if found is None:
        raise TypeError(f"a payload cannot hold a {type(value).__name__}")
    return found
