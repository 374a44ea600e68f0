"""Torch payloads (`.pt`): listing, reading and verifying without torch, writing with it."""

from __future__ import annotations

import io
import os
import pickle
import sys
import threading
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import IO, Any, Final

import numpy as np

from larder.core.errors import PayloadError
from larder.core.payloads.array_checksum import ArrayCrc, checksum_of_arrays
from larder.core.payloads.arrays import ArrayInfo, PayloadContents
from larder.core.payloads.dtypes import Array
from larder.core.payloads.file_bytes import DAMAGED_HINT
from larder.core.payloads.pt_emit import (
    STORAGES,
    Bytes,
    Emitter,
    NotPlainError,
    PlainTensor,
    SharedPart,
    archive,
)
from larder.core.payloads.pt_file import PtFile
from larder.core.payloads.pt_members import described, info

PathLike = str | os.PathLike[str]


def list_pt(path: PathLike) -> PayloadContents:
    """What a torch payload holds, without reading any array's bytes.

    Raises:
        PayloadError: if it is no torch payload, its directory or pickle is damaged, a storage is
            missing or of a wrong length, or the pickle is refused.
    """
    with PtFile(path) as payload:
        return payload.contents()


def read_pt_array(path: PathLike, name: str) -> Array:
    """One array of a torch payload, with the shape it was saved with, in memory of its own.

    bfloat16 and 8-bit floats come as float32. The checksum of its bytes is compared.

    Raises:
        PayloadError: as `list_pt`, if there is no such array, or if its bytes are damaged.
    """
    with PtFile(path) as payload:
        return payload.array(name)


def iter_pt_arrays(path: PathLike) -> Iterator[tuple[ArrayInfo, Array]]:
    """Every array of a torch payload in stored order, as `read_pt_array` gives it.

    Raises:
        PayloadError: as `read_pt_array`.
    """
    with PtFile(path) as payload:
        for name, tensor in payload.members.arrays.items():
            yield info(name, tensor), payload.array(name)


def read_pt_value(path: PathLike) -> object:
    """The saved value as plain Python, each array replaced by its `ArrayInfo`.

    The aggregate of a legacy cache is a list of mappings, one per sample.

    Raises:
        PayloadError: as `list_pt`.
    """
    with PtFile(path) as payload:
        return described("", payload.value)


def verify_pt(path: PathLike) -> None:
    """Raise PayloadError, one sentence, unless every byte of a torch payload is as it was written.

    All checksums are compared (as long as it was written with any), the pickle is read, and every
    storage it names is there in full length.
    """
    with PtFile(path) as payload:
        payload.verify()


def write_pt(target: PathLike | IO[bytes], payload: Mapping[str, object]) -> None:
    """Write a payload as a trainer would: one flat mapping, torch's zip form.

    Equal payloads give equal bytes: tensors are written compact (never the larger storage they look
    into), and nothing depends on which parts are one object, nor on the file's name. The rare types
    that torch alone knows how to write go through `torch.save` and an open file.

    Args:
        target: a path, written through a temporary file in the same folder, flushed to disk and
            put in place in one step; or a binary file, which is neither flushed nor closed.
        payload: names to tensors, numpy arrays, numbers, texts, bytes, None, and tuples, lists and
            mappings of such, or `SharedPart`s; the order of names is kept.

    Raises:
        TypeError: if it holds anything else.
        OSError: if it cannot be written; no temporary file is left then.
    """
    if not isinstance(target, str | os.PathLike):
        target.writelines(pt_parts(payload))
        return
    path = Path(target)
    # A trainer's name for a write in progress, so that whoever sweeps those up knows it.
    temporary = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}.tmp")
    try:
        with temporary.open("wb") as file:
            file.writelines(pt_parts(payload))
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise


def pt_parts(
    payload: Mapping[str, object], crcs: Mapping[int, int] = MappingProxyType({})
) -> list[Bytes]:
    """What `write_pt` writes, in parts, one after the other; tensors are not copied.

    Args:
        payload: as for `write_pt`; not to be changed before the parts are written.
        crcs: of arrays in it, as far as `checksummed` told them.

    Raises:
        TypeError: as `write_pt`.
    """
    emitter = Emitter()
    try:
        emitter.emit(payload, _Parts(crcs).plain)
        return archive(emitter.opcodes, emitter.storages)
    except NotPlainError:
        import torch

        whole = io.BytesIO()
        torch.save(_compact(payload, _Parts()), whole)
        return [whole.getbuffer()]


@dataclass(frozen=True, slots=True)
class Checksummed:
    """The arrays of a payload as far as their identity goes.

    Attributes:
        text: their checksum, as `array_checksum.recipe_of_file` finds it in the file.
        crcs: CRC-32 of the bytes by `id` of the array, while the payload lives.
    """

    text: str
    crcs: Mapping[int, int]


def checksummed(payload: Mapping[str, object]) -> Checksummed:
    """The checksum of a payload's arrays, and what `pt_parts` need not compute again.

    Args:
        payload: as for `write_pt`.
    """
    crcs: dict[int, int] = {}
    text = checksum_of_arrays([
        found for name, value in payload.items() if type(value) not in NO_ARRAYS
        for found in _array_crcs(str(name), value, crcs)])
    return Checksummed(text, crcs)


def array_checksum(payload: Mapping[str, object]) -> str:
    """The checksum alone."""
    return checksummed(payload).text


def read_pt_with_torch(path: PathLike) -> Any:
    """The saved value with its tensors, on the processor, for a training loop or a build.

    Raises:
        PayloadError: if torch cannot read it or refuses its pickle.
    """
    import torch

    try:
        return torch.load(path, map_location="cpu", weights_only=True)
    except (OSError, RuntimeError, EOFError, ValueError, LookupError, pickle.PickleError) as error:
        raise PayloadError(
            f"{Path(path).name} cannot be read by torch: {error}", DAMAGED_HINT
        ) from error


NO_ARRAYS: Final = frozenset({str, int, float, bool, bytes, type(None)})
"""Types whose values neither are nor hold arrays; most values of a payload are of them."""


def _array_crcs(name: str, value: object, crcs: dict[int, int]) -> Iterator[ArrayCrc]:
    """Every array in a value, named as a reader names it; their CRCs by `id` go into `crcs`."""
    import torch

    if isinstance(value, list | tuple):
        for index, part in enumerate(value):
            if type(part) not in NO_ARRAYS:
                yield from _array_crcs(f"{name}[{index}]", part, crcs)
    elif isinstance(value, torch.Tensor | np.ndarray):
        tensor = value
        if isinstance(value, np.ndarray):
            tensor = torch.from_numpy(
                np.array(value, dtype=value.dtype.newbyteorder("="), order="C"))
        crcs[id(value)] = crc = _crc(tensor)
        yield ArrayCrc(name, str(tensor.dtype).removeprefix("torch."), tuple(tensor.shape), crc)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from _array_crcs(f"{name}.{key}", part, crcs)


def _crc(tensor: Any) -> int:
    """CRC-32 of a tensor's bytes in C order."""
    import torch

    # Each of these calls lets go of the interpreter, and getting it back takes longer than it does.
    whole = tensor
    if tensor.requires_grad or tensor.device.type != "cpu" or tensor.is_conj() \
            or tensor.is_neg() or not tensor.is_contiguous():
        whole = tensor.detach().cpu().resolve_conj().resolve_neg().contiguous()
    if not whole.numel():
        return 0
    try:
        return zlib.crc32(whole.numpy())
    except TypeError:  # a type that numpy lacks
        return zlib.crc32(whole.reshape(-1).view(torch.uint8).numpy())


class _Parts:
    """What one payload is made of: tensors with a storage each, equal bytes as one object."""

    def __init__(self, crcs: Mapping[int, int] = MappingProxyType({})) -> None:
        import torch

        self._torch = torch
        self._crcs = crcs
        self._storages: set[int] = set()
        self._bytes: dict[bytes, bytes] = {}

    def compact(self, value: Any) -> Any:
        """Bytes, or a tensor or array as a compact tensor; None for anything else."""
        torch = self._torch
        if isinstance(value, torch.Tensor):
            if self._is_compact(value):
                return value
            plain = value.detach().cpu().resolve_conj().resolve_neg()
            return plain.clone(memory_format=torch.contiguous_format)
        if isinstance(value, np.ndarray):
            return torch.from_numpy(
                np.array(value, dtype=value.dtype.newbyteorder("="), order="C"))
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
        """Whether a tensor can be written as it is; two that share a storage cannot both."""
        if type(tensor) is not self._torch.Tensor or tensor.requires_grad \
                or tensor.device.type != "cpu" or not tensor.is_contiguous() \
                or tensor.is_conj() or tensor.is_neg():
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
