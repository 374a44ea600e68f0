"""One opened torch payload: its directory, its members, its arrays' bytes, without torch.

On disk: a zip file with one top folder, in it `data.pkl` (the saved value as a pickle),
`data/<key>` (one run of bytes per storage, uncompressed, 64-byte aligned), `byteorder`, `version`
and marks that no reader needs. The pickle goes through inert stand-ins (`pt_pickle`), arrays are
numpy views of checked bytes. Containers in a pickle can share their parts, so that a file of 2 kB
can describe 2**60 values: the walk that names them counts what it visits and how deep it is, and
refuses both in excess.

A payload of ours carries a checksum over its arrays, made of each one's name, type, shape and the
CRC-32 of its bytes. A zip file keeps that CRC of every member in its directory, so whether a
payload still holds the arrays it was written with costs no more than listing it. That the bytes
agree with their CRC is what verifying checks.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any, Literal

import numpy as np
from msgspec import Struct, field

from larder.core.errors import PayloadError
from larder.core.keys.recipe import CHECKSUM_KEY, RECIPE_KEY
from larder.core.payloads.arrays import ArrayInfo, OpenPayload, PayloadContents
from larder.core.payloads.dtypes import ARRAY_TYPES, Array, decode
from larder.core.payloads.file_bytes import FileBytes
from larder.core.payloads.pt_pickle import (
    LARGEST_PICKLE,
    REFUSED_HINT,
    InertObject,
    StorageRef,
    TensorRef,
    read_pickle,
    refuse_imports,
    too_long,
)
from larder.core.payloads.torch_container import open_archive
from larder.core.payloads.value_checks import bad_values
from larder.core.payloads.zip_directory import STORED, Member

MOST_VALUES = 1_000_000
"""Values in one payload; a released aggregate of 100 000 samples has 300 000."""

DEEPEST = 64
"""Containers within containers; a concept's settings are 4 deep."""

ONLY_VALUE = "value"
"""Name of the value of a payload that is neither a mapping nor a list."""

_ATOMS = frozenset({int, str, float, bool, type(None), bytes})

CONTAINER = "pt"

LARGEST_EXPANSION = 1 << 30
"""Bytes a tensor may have beyond its storage's: repeating an axis costs nothing on disk."""

DIGITS = 16


class Members:
    """The members of one payload, named.

    Attributes:
        arrays: its tensors by dotted and indexed name, in stored order.
        values: its other members by name, as `PayloadContents.values`.
        names: its top-level names, () when the payload is no mapping.
    """

    __slots__ = ("_added", "_payload", "_visited", "arrays", "names", "values")

    def __init__(self, root: object, *, payload: str) -> None:
        """Walk over `root`, what `read_pickle` gave.

        Raises:
            PayloadError: if it holds too many values, nests too deep, contains itself, or holds a
                member of an unknown kind.
        """
        self.arrays: dict[str, TensorRef] = {}
        self.values: dict[str, object] = {}
        self._payload = payload
        self._visited = 0
        self._added = 0
        self.names: tuple[str, ...] = ()
        if isinstance(root, dict):
            self._check_keys(root)
            self.names = tuple([str(name) for name in root])
            for name, value in root.items():
                self._add(str(name), value, 1)
        elif type(root) is list or type(root) is tuple:
            for index, value in enumerate(root):
                self._add(f"[{index}]", value, 1)
        else:
            self._add(ONLY_VALUE, root, 0)
        if self._added != len(self.arrays) + len(self.values):
            raise self._make_refusal("gives two values the same name")

    def _add(self, name: str, value: object, depth: int) -> None:
        kind = type(value)
        self._added += 1
        if kind in _ATOMS:
            self.values[name] = value
        elif kind is TensorRef:
            self.arrays[name] = value  # type: ignore[assignment]
        elif kind is StorageRef:
            self.arrays[name] = as_tensor(value)  # type: ignore[arg-type]
        elif not self._holds_array(value, depth):
            self.values[name] = value
        else:
            self._added -= 1
            for part_name, part in _parts(name, value):
                self._add(part_name, part, depth + 1)

    def _holds_array(self, value: object, depth: int) -> bool:
        """Return whether to spread a container into members, as one is no plain value."""
        parts: Collection[object]
        found = False
        if isinstance(value, InertObject):
            parts = value.members.values()
            found = True
        elif isinstance(value, dict):
            self._check_keys(value)
            parts = value.values()
        elif type(value) is list or type(value) is tuple:
            parts = value
        else:
            raise self._make_refusal("contains something that is not a value")
        self._visited += len(parts) + 1
        if self._visited > MOST_VALUES:
            raise self._make_refusal(f"describes more than {MOST_VALUES:,} values")
        if depth > DEEPEST:
            raise self._make_refusal(f"nests more than {DEEPEST} containers")
        for part in parts:
            kind = type(part)
            if kind in _ATOMS:
                continue
            if kind is TensorRef or kind is StorageRef or self._holds_array(part, depth + 1):
                found = True
        return found

    def _check_keys(self, mapping: dict[object, object]) -> None:
        for key in mapping:
            if type(key) not in _ATOMS:
                raise self._make_refusal("uses a name that is neither text nor a number")

    def _make_refusal(self, what: str) -> PayloadError:
        return PayloadError(f"{self._payload} is refused: it {what}.", REFUSED_HINT)


def _parts(name: str, value: object) -> Iterator[tuple[str, object]]:
    """The parts of a container with their names."""
    if isinstance(value, InertObject):
        value = value.members
    if isinstance(value, dict):
        for key, part in value.items():
            yield f"{name}.{key}", part
    elif isinstance(value, list | tuple):
        for index, part in enumerate(value):
            yield f"{name}[{index}]", part


def as_tensor(storage: StorageRef) -> TensorRef:
    """A bare storage as the one-dimensional tensor over all of it."""
    dtype = storage.kind.dtype or "uint8"
    count = storage.bytes // ARRAY_TYPES[dtype].itemsize
    return TensorRef(storage, dtype, 0, (count,), (1,), storage.bytes, False, False)


def info(name: str, tensor: TensorRef) -> ArrayInfo:
    """Return the array description of a tensor."""
    return ArrayInfo(name, tensor.dtype, tensor.shape, tensor.bytes)


def with_arrays(name: str, value: object, array: Callable[[str, TensorRef], object]) -> object:
    """A value of `read_pickle` with each tensor replaced by what `array` makes of its name and it.

    Objects become mappings. The value must have passed through `Members`, which bounds its size and
    depth.
    """
    if isinstance(value, TensorRef):
        return array(name, value)
    if isinstance(value, StorageRef):
        return array(name, as_tensor(value))
    if isinstance(value, InertObject):
        return with_arrays(name, value.members, array)
    if isinstance(value, dict):
        return {
            key: with_arrays(f"{name}.{key}" if name else str(key), part, array)
            for key, part in value.items()
        }
    if isinstance(value, list | tuple):
        parts = [with_arrays(f"{name}[{index}]", part, array) for index, part in enumerate(value)]
        return tuple(parts) if isinstance(value, tuple) else parts
    return value


class PtFile(OpenPayload):
    """One torch payload; opening reads the zip directory and the pickle."""

    def __init__(self, path: str | os.PathLike[str] | FileBytes) -> None:
        """Open `path`, or take what is open.

        Raises:
            PayloadError: if it is no torch payload, damaged, or its pickle is refused.
        """
        self._file = path if isinstance(path, FileBytes) else FileBytes(path)
        self.file_bytes = self._file.size
        try:
            self._directory, self._folder, described = open_archive(self._file)
            self.value = read_pickle(self._pickle(described), payload=self._file.name)
            self.members = Members(self.value, payload=self._file.name)
            self._check_storages()
        except BaseException:
            self._file.close()
            raise
        self._checked: set[str] = set()
        self._latest: tuple[str, Array] | None = None

    def close(self) -> None:
        """Close the payload's file."""
        self._file.close()

    def contents(self) -> PayloadContents:
        """Return the arrays and values of the payload; see `OpenPayload.contents`."""
        found = self.members
        return PayloadContents(
            tuple([info(name, tensor) for name, tensor in found.arrays.items()]),
            found.values, CONTAINER, found.names,
        )  # fmt: skip

    def read_array(self, name: str) -> Array:
        """As everywhere: a view of its storage's bytes."""
        tensor = self.members.arrays.get(name)
        if tensor is None:
            raise PayloadError(f"{self._file.name} contains no array {name!r}.")
        if tensor.bytes > tensor.storage.bytes + LARGEST_EXPANSION:
            raise self._file.error(f"repeats {name!r} to {tensor.bytes:,} bytes")
        stored_type = np.dtype(ARRAY_TYPES[tensor.dtype].stored).newbyteorder(self._byte_order())
        try:
            if tensor.bytes == 0:
                return np.empty(tensor.shape, dtype=stored_type)
            size = stored_type.itemsize
            view: Array = np.ndarray(
                tensor.shape, stored_type, self._storage(tensor.storage).data, tensor.offset * size,
                [stride * size for stride in tensor.strides],
            )  # fmt: skip
        except (ValueError, OverflowError) as error:
            raise self._file.error(f"describes {name!r} in an impossible way") from error
        return self._as_marked(name, tensor, view)

    def array(self, name: str) -> Array:
        """As everywhere; C order."""
        values = decode(self.read_array(name), self.members.arrays[name].dtype)
        owner = values.base
        is_whole = not isinstance(owner, np.ndarray) or owner.nbytes == values.nbytes
        return values if is_whole and values.flags.c_contiguous else np.array(values, order="C")

    def array_crc(self, name: str) -> int | None:
        """The CRC-32 that the directory has of one array's bytes in C order, without reading them.

        Returns:
            None where it cannot be told: the file was written without checksums, or the array is
            not the whole of its storage as it lies there.

        Raises:
            PayloadError: if there is no such array.
        """
        tensor = self.members.arrays.get(name)
        if tensor is None:
            raise PayloadError(f"{self._file.name} contains no array {name!r}.")
        marked = tensor.is_conjugated or tensor.is_negated
        is_whole = tensor.bytes == tensor.storage.bytes and _is_in_c_order(tensor)
        if marked or not is_whole or not self._directory.has_checksums:
            return None
        return self._directory.member(self._member_of(tensor.storage)).crc

    @property
    def spare_bytes(self) -> int:
        """Bytes of storages that none of its arrays needs.

        torch writes all of a storage for a view of a part of it: of a batch, for one member.
        """
        storages: dict[str, int] = {}
        for tensor in self.members.arrays.values():
            left = storages.get(tensor.storage.key, tensor.storage.bytes)
            storages[tensor.storage.key] = max(left - tensor.bytes, 0)
        return sum(storages.values())

    def verify(self) -> None:
        """As everywhere; a part that only torch would miss counts too."""
        if f"{self._folder}/version" not in self._directory.members:
            raise self._file.error("lacks its version number")
        self._byte_order()
        for name in self._directory.members:
            if name not in self._checked:
                self._directory.check(name)

    def _pickle(self, member: Member) -> bytes:
        if member.bytes > LARGEST_PICKLE:
            refuse_imports(self._directory.read_beginning(member.name, LARGEST_PICKLE),
                           payload=self._file.name)
            raise too_long(self._file.name, member.bytes)
        return self._directory.read(member.name)

    def _check_storages(self) -> None:
        for tensor in self.members.arrays.values():
            storage = tensor.storage
            member = self._directory.member(self._member_of(storage))
            if member.method != STORED:
                # torch writes none, and a megabyte of file could stand for a gigabyte of memory.
                raise PayloadError(
                    f"{self._file.name} contains compressed values, which no trainer writes.",
                    REFUSED_HINT)
            if member.bytes != storage.bytes:
                raise self._file.error(f"is damaged: storage {storage.key} has the wrong length")

    def _member_of(self, storage: StorageRef) -> str:
        return f"{self._folder}/data/{storage.key}"

    def _byte_order(self) -> Literal["<", ">"]:
        """As numpy writes it; torch before 2.1 left no mark and wrote as its machine did."""
        name = f"{self._folder}/byteorder"
        if name not in self._directory.members:
            return "<" if sys.byteorder == "little" else ">"
        mark = self._directory.read(name)
        if mark not in (b"little", b"big"):
            raise self._file.error("is damaged: its byte order is unknown")
        return "<" if mark == b"little" else ">"

    def _storage(self, storage: StorageRef) -> Array:
        """The bytes of a storage; the latest one is kept, because tensors share storages."""
        name = self._member_of(storage)
        if self._latest is None or self._latest[0] != name:
            self._latest = (name, self._directory.read_array(name))
            self._checked.add(name)
        return self._latest[1]

    def _as_marked(self, name: str, tensor: TensorRef, view: Array) -> Array:
        """Apply the two marks torch leaves on lazily conjugated or negated tensors."""
        if not (tensor.is_conjugated or tensor.is_negated):
            return view
        if view.dtype.kind not in "fc":
            raise self._file.error(f"marks {name!r} in a way that torch never does")
        values: Array = np.conjugate(view) if tensor.is_conjugated else view
        return np.negative(values) if tensor.is_negated else values


def _is_in_c_order(tensor: TensorRef) -> bool:
    """Return whether the elements are contiguous; an axis of one element may have any stride."""
    step = 1
    for size, stride in zip(reversed(tensor.shape), reversed(tensor.strides), strict=True):
        if size > 1 and stride != step:
            return False
        step *= size
    return True


def identify_array(name: str, dtype: str, shape: Iterable[int], crc: int) -> str:
    """One array as far as its identity goes; `crc` is the CRC-32 of its bytes in C order."""
    return f"{name}\0{dtype}\0{'x'.join(map(str, shape))}\0{crc:08x}"


def checksum_of_arrays(arrays: Iterable[str]) -> str:
    """16 hex digits that tell sets of arrays apart; their order is not part of them.

    `identify_array` makes a text of each array.
    """
    text = "\n".join(sorted(arrays))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:DIGITS]


def stamps(recipe: str, checksum: str) -> Mapping[str, str]:
    """Return the entries that a payload of ours carries in addition to its values."""
    return {RECIPE_KEY: recipe, CHECKSUM_KEY: checksum}


def read_carried_recipe(
    path: str | os.PathLike[str],
) -> tuple[str | None, Mapping[str, Any]]:
    """The id of the recipe a payload was made with, and what else it says of itself.

    Returns:
        None as the recipe if it carries none, or if its arrays are not those it was written with: a
        trainer that completes a payload keeps what it does not know.

    Raises:
        PayloadError: if it is no torch payload, damaged or refused.
    """
    with PtFile(path) as payload:
        values = payload.contents().values
        recipe, checksum = values.get(RECIPE_KEY), values.get(CHECKSUM_KEY)
        if not isinstance(recipe, str) or not isinstance(checksum, str):
            return None, values
        arrays: list[str] = []
        for array in payload.contents().arrays:
            crc = payload.array_crc(array.name)
            if crc is None:
                return None, values
            arrays.append(identify_array(array.name, array.dtype, array.shape, crc))
        return (recipe if checksum_of_arrays(arrays) == checksum else None), values


class Examined(Struct, frozen=True):
    """Content of a payload and the fault of its values, "" when there is none.

    Attributes:
        spare_bytes: of storages, that no array of the payload is a view of.
        kept: some of its arrays, as `PtFile.array` gives them.
    """

    contents: PayloadContents
    bad_values: str
    spare_bytes: int = 0
    kept: Mapping[str, Array] = field(default_factory=dict)


def examine_pt(
    path: str | os.PathLike[str], keeps: Callable[[str], bool] = lambda _name: False
) -> Examined:
    """Read a torch payload from end to end without torch; `keeps` picks arrays by name.

    Raises:
        PayloadError: if any part of it is damaged, missing or refused.
    """
    with PtFile(path) as payload:
        contents = payload.contents()
        wrong = (
            bad_values(info.name, payload.read_array(info.name), dtype_name=info.dtype)
            for info in contents.arrays
        )
        found = [sentence for sentence in wrong if sentence]
        payload.verify()
        kept = {info.name: payload.array(info.name)
                for info in contents.arrays if keeps(info.name)}
        return Examined(contents, found[0] if found else "", payload.spare_bytes, kept)


def list_pt(path: str | os.PathLike[str]) -> PayloadContents:
    """Return the content of a torch payload without reading any array's bytes.

    Raises:
        PayloadError: if it is no torch payload, its directory or pickle is damaged, a storage is
            missing or of a wrong length, or the pickle is refused.
    """
    with PtFile(path) as payload:
        return payload.contents()


def read_pt_array(path: str | os.PathLike[str], name: str) -> Array:
    """One array of a torch payload, with the shape it was saved with, in memory of its own.

    bfloat16 and 8-bit floats come as float32. The checksum of its bytes is compared.

    Raises:
        PayloadError: as `list_pt`, if there is no such array, or if its bytes are damaged.
    """
    with PtFile(path) as payload:
        return payload.array(name)


def read_pt_value(path: str | os.PathLike[str] | FileBytes) -> object:
    """The saved value as plain Python, each array replaced by its `ArrayInfo`.

    The aggregate of a released cache is a list of mappings, one per sample.

    Raises:
        PayloadError: as `list_pt`.
    """
    with PtFile(path) as payload:
        return with_arrays("", payload.value, info)
