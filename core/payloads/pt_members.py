"""Gives the values of a payload their names.

Containers in a pickle can share their parts, so that a file of 2 kB can describe 2**60 values. The
walk counts what it visits and how deep it is, and refuses both in excess.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from larder.core.errors import PayloadError
from larder.core.payloads.arrays import ArrayInfo
from larder.core.payloads.dtypes import ARRAY_TYPES
from larder.core.payloads.inert import InertObject, StorageRef, TensorRef
from larder.core.payloads.pickle_guard import REFUSED_HINT

MOST_VALUES = 1_000_000
"""Values in one payload; a legacy aggregate of 100 000 samples has 300 000."""

DEEPEST = 64
"""Containers within containers; a concept's settings are 4 deep."""

ONLY_VALUE = "value"
"""Name of the value of a payload that is neither a mapping nor a list."""

_ATOMS = frozenset({int, str, float, bool, type(None), bytes})


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
            raise self._refused("gives one name to two values")

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
        """Whether a container is to be spread into its members, because one is no plain value."""
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
            raise self._refused("holds something that is no value")
        self._visited += len(parts) + 1
        if self._visited > MOST_VALUES:
            raise self._refused(f"describes more than {MOST_VALUES:,} values")
        if depth > DEEPEST:
            raise self._refused(f"nests more than {DEEPEST} containers")
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
                raise self._refused("uses something else than a text or number as a name")

    def _refused(self, what: str) -> PayloadError:
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
    """What is told about a tensor."""
    return ArrayInfo(name, tensor.dtype, tensor.shape, tensor.bytes)


def described(name: str, value: object) -> object:
    """A value of `read_pickle` with each tensor replaced by its `ArrayInfo`, objects by mappings.

    The value must have passed through `Members`, which bounds its size and depth.
    """
    if isinstance(value, TensorRef):
        return info(name, value)
    if isinstance(value, StorageRef):
        return info(name, as_tensor(value))
    if isinstance(value, InertObject):
        return described(name, value.members)
    if isinstance(value, dict):
        return {
            key: described(f"{name}.{key}" if name else str(key), part)
            for key, part in value.items()
        }
    if isinstance(value, list | tuple):
        parts = [described(f"{name}[{index}]", part) for index, part in enumerate(value)]
        return tuple(parts) if isinstance(value, tuple) else parts
    return value
