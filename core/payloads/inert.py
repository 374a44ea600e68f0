"""What a pickle's names become: descriptions that do nothing and that no pickle can change.

A pickle can set attributes (BUILD) of whatever it got hold of. Tuples have none; the classes here
refuse, also as classes, so that a hostile file leaves no trace for the next one.
"""

from __future__ import annotations

from typing import NamedTuple, Self


class StorageKind(NamedTuple):
    """What a pickle names when it means a type of storage; `dtype` is "" for untyped bytes."""

    dtype: str
    itemsize: int


class StorageRef(NamedTuple):
    """One run of bytes of the payload that tensors look into.

    Attributes:
        kind: how its elements are counted.
        key: name of its member below `data/`.
        location: the device it was saved from ("cpu", "cuda:0"); of no consequence here.
        bytes: how long it must be.
    """

    kind: StorageKind
    key: str
    location: str
    bytes: int


class TensorRef(NamedTuple):
    """A tensor without its bytes.

    Attributes:
        storage: the bytes it looks into.
        dtype: a name of `ARRAY_TYPES`.
        offset: first element, counted in elements of `dtype`.
        shape: elements along each axis.
        strides: steps along each axis, in elements, none negative.
        bytes: elements times the size of one.
        is_conjugated: the values are the complex conjugates of the stored ones.
        is_negated: the values are the negatives of the stored ones.
    """

    storage: StorageRef
    dtype: str
    offset: int
    shape: tuple[int, ...]
    strides: tuple[int, ...]
    bytes: int
    is_conjugated: bool
    is_negated: bool


class _Sealed(type):
    """A class whose attributes nobody can set, as a pickle's BUILD would."""

    def __setattr__(cls, name: str, value: object) -> None:
        raise AttributeError(f"{cls.__name__} cannot be changed")


class InertObject(metaclass=_Sealed):
    """An object of a known class, reduced to the members that were saved with it."""

    __slots__ = ("members",)

    members: dict[str, object]

    def __new__(cls) -> Self:
        """One without members yet, as a pickle's NEWOBJ makes it."""
        made = super().__new__(cls)
        made.members = {}
        return made

    def __setstate__(self, state: object) -> None:
        if type(state) is not dict or not all(type(name) is str for name in state):
            raise TypeError("the members of an object must be a mapping of names")
        self.members = state


class InertOrderedDict(dict[object, object], metaclass=_Sealed):
    """Stands for an OrderedDict; the attributes a module hangs on its state are left out."""

    __slots__ = ()

    def __setstate__(self, state: object) -> None:
        """Leave out what is not part of the mapping."""
