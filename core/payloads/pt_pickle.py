"""Reads the `data.pkl` of a torch file; nothing it names is imported or called.

A pickle is a program: it names functions and has them called. Here every name is looked up in one
fixed table of inert stand-ins that only note what they were given; any other name is an error.
What comes out are plain values, `TensorRef` where a tensor would be, and `InertObject` where an
object of a class would be. A pickle can set attributes (BUILD) of whatever it got hold of. Tuples
have none; the classes and stand-ins here refuse, also as classes, so that a hostile file leaves no
trace for the next one.

The table cannot see what keeps a reader busy or fills its memory: a memo index of 2**31 makes C's
unpickler touch 32 GiB, and a mapping keyed by tuples that share their parts takes 2**depth steps to
hash. So the instructions are looked at before anything obeys them, which costs as much as the
reading. A pickle is read only if

- it is made of the instructions with which CPython's pickler writes plain values and tensors in
  protocol 2, the one `torch.save` uses and the only one torch's own restricted reader knows;
- it remembers a value (PUT) only right after creating it, under an index no larger than its length;
- it uses a remembered tuple again only if that is short and flat, as a picture size is;
- its integers are of ordinary size.

Source of the names and argument orders: what `torch.save` of 1.6 to 2.13 writes (`torch/_utils.py`,
`torch/serialization.py`); of the instructions: CPython's `pickletools`.
"""

from __future__ import annotations

import io
import pickle
from collections.abc import Callable
from typing import Any, NamedTuple, Self

from larder.core.errors import PayloadError
from larder.core.payloads.dtypes import ARRAY_TYPES, MOST_AXES
from larder.core.payloads.pickle_imports import find_import, naming, unsafe

REFUSED_HINT = "Do not open this file with a program that unpickles it."

PROTOCOL = 2

LONGEST_SHARED_TUPLE = 64
"""Parts of a tuple that may be used again; a picture size has 2, a shape at most 8."""

MOST_WIDE_INTEGERS = 1024
"""Integers of more than 8 bytes: such integers can be chosen to have equal hashes."""

WIDEST_INTEGER = 16
"""Bytes of one integer; a 64-bit seed takes up to 9."""

# What the pass does with an instruction, the most frequent ones first.
_TEXT, _GET, _ATOM, _OTHER, _MARK, _CREATED = 1, 2, 3, 4, 5, 6
_SHORT_TUPLE, _TUPLE, _GLOBAL, _LONG_GET, _WIDE, _STOP = 7, 8, 9, 10, 11, 12

_INSTRUCTIONS: dict[bytes, tuple[int, int]] = {
    # instruction: (what the pass does with it, bytes it takes including itself)
    b"N": (_ATOM, 1), b"\x88": (_ATOM, 1), b"\x89": (_ATOM, 1),
    b"K": (_ATOM, 2), b"M": (_ATOM, 3), b"J": (_ATOM, 5), b"G": (_ATOM, 9),
    b"\x8a": (_WIDE, 2), b"X": (_TEXT, 5),
    b"(": (_MARK, 1), b")": (_OTHER, 1), b"t": (_TUPLE, 1),
    b"\x85": (_SHORT_TUPLE, 1), b"\x86": (_SHORT_TUPLE, 1), b"\x87": (_SHORT_TUPLE, 1),
    b"}": (_CREATED, 1), b"]": (_CREATED, 1), b"R": (_CREATED, 1), b"\x81": (_CREATED, 1),
    b"c": (_GLOBAL, 1), b"Q": (_OTHER, 1), b"b": (_OTHER, 1),
    b"a": (_OTHER, 1), b"e": (_OTHER, 1), b"s": (_OTHER, 1), b"u": (_OTHER, 1),
    b"h": (_GET, 2), b"j": (_LONG_GET, 5), b".": (_STOP, 1),
}  # fmt: skip
"""All but the two forms of PUT, which are looked for only behind what creates a value."""

_ACTION = bytes(_INSTRUCTIONS.get(bytes([code]), (0, 0))[0] for code in range(256))
_LENGTH = bytes(_INSTRUCTIONS.get(bytes([code]), (0, 0))[1] for code in range(256))
_PUT, _LONG_PUT, _ONE_PART_TUPLE = b"q"[0], b"r"[0], b"\x85"[0]

_APART = -(1 << 40)
"""Where the count of atoms starts that follow something else than a MARK."""

LARGEST_PICKLE = 4 * 1024 * 1024
"""Bytes; the largest of a real cache, with 48 arrays and a concept, has 15 kB."""

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


def check_instructions(data: bytes, *, payload: str) -> None:
    """Raise PayloadError unless `data` is a pickle as described above."""
    if data[:1] != b"\x80" or data[1:2] != bytes([PROTOCOL]):
        raise make_refusal(payload, f"is not a pickle of protocol {PROTOCOL}")
    try:
        _check(data, payload)
    except IndexError as error:
        raise PayloadError(f"{payload} is damaged: its pickle is incomplete.") from error


def _check(data: bytes, payload: str) -> None:
    # Atoms pushed since the last instruction that pushed none: from 0 after a MARK, else from
    # _APART. A tuple made of nothing but these is flat.
    atoms = _APART
    position, wide_integers = 2, 0
    is_flat_by_index: dict[int, bool] = {}
    actions, lengths = _ACTION, _LENGTH
    while True:
        code = data[position]
        action = actions[code]
        is_flat = None
        if action == _TEXT:
            if data[position + 2] or data[position + 3] or data[position + 4]:
                position += 5 + int.from_bytes(data[position + 1 : position + 5], "little")
            else:
                position += 5 + data[position + 1]
            atoms += 1
        elif action == _GET:
            if data[position + 1] in is_flat_by_index:
                atoms = _after_shared_tuple(is_flat_by_index[data[position + 1]], payload)
            else:
                atoms += 1
            position += 2
            continue
        elif action == _ATOM:
            position += lengths[code]
            atoms += 1
            continue
        elif action == _OTHER:
            position += 1
            atoms = _APART
            continue
        elif action == _MARK:
            position += 1
            atoms = 0
            continue
        elif action == _CREATED:
            position += 1
            atoms = _APART
        elif action == _SHORT_TUPLE:
            position += 1
            is_flat = (atoms if atoms >= 0 else atoms - _APART) > code - _ONE_PART_TUPLE
            atoms = _APART
        elif action == _TUPLE:
            position += 1
            is_flat = 0 <= atoms <= LONGEST_SHARED_TUPLE
            atoms = _APART
        elif action == _GLOBAL:
            position = _after_two_lines(data, position)
            atoms = _APART
        elif action == _LONG_GET:
            index = _long_index(data, position, payload)
            if index in is_flat_by_index:
                atoms = _after_shared_tuple(is_flat_by_index[index], payload)
            else:
                atoms += 1
            position += 5
            continue
        elif action == _WIDE:
            wide_integers = _count_wide(data[position + 1], wide_integers, payload)
            position += 2 + data[position + 1]
            atoms += 1
            continue
        elif action == _STOP:
            return
        else:
            raise make_refusal(payload,
                               f"uses the pickle instruction {name_of(code)} in the wrong place")

        # Only what was just created may be remembered.
        following = data[position]
        if following == _PUT:
            if is_flat is not None:
                is_flat_by_index[data[position + 1]] = is_flat
            position += 2
        elif following == _LONG_PUT:
            index = _long_index(data, position, payload)
            if is_flat is not None:
                is_flat_by_index[index] = is_flat
            position += 5


def _count_wide(width: int, before: int, payload: str) -> int:
    """The count of wide integers after one of `width` bytes."""
    count = before + (width > 8)
    if width > WIDEST_INTEGER or count > MOST_WIDE_INTEGERS:
        raise make_refusal(payload, "contains very large integers")
    return count


def _after_shared_tuple(is_flat: bool, payload: str) -> int:
    """The count of atoms after a tuple that is used again: it is no atom itself."""
    if not is_flat:
        raise make_refusal(payload, "uses a nested or very long tuple twice")
    return _APART


def _long_index(data: bytes, position: int, payload: str) -> int:
    index = int.from_bytes(data[position + 1 : position + 5], "little")
    if index > len(data):
        raise make_refusal(payload, "stores values under very large memo numbers")
    return index


def _after_two_lines(data: bytes, position: int) -> int:
    for _ in range(2):
        position = data.find(b"\n", position) + 1
        if position == 0:
            raise IndexError
    return position


def name_of(code: int) -> str:
    """Return the name of a pickle instruction."""
    import pickletools  # 5 ms, needed only to name what is refused

    names = {known.code: known.name for known in pickletools.opcodes}
    return names.get(chr(code), f"0x{code:02x}")


def make_refusal(payload: str, what: str) -> PayloadError:
    """Return the error for a file that does what no trainer's does; `what` has no full stop."""
    return PayloadError(f"{payload} is refused: it {what}, which no trainer writes.", REFUSED_HINT)


class StorageKind(NamedTuple):
    """Storage type as a pickle names it; `dtype` is "" for untyped bytes."""

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
        dtype: a name of `ARRAY_TYPES`.
        offset: first element, counted in elements of `dtype`.
        strides: steps along each axis, in elements, none negative.
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

    Returns:
        Plain values (numbers, str, bytes, None, tuple, list, dict), `TensorRef`, `StorageRef` and
        `InertObject`, nested. A torch dtype, device or layout is its name as a str.

    Raises:
        UnsafePayloadError: if it names something that is not in the table; the message says what.
        PayloadError: if it is larger than 4 MiB, or damaged.
    """
    if len(data) > LARGEST_PICKLE:
        raise too_long(payload, len(data))
    try:
        check_instructions(data, payload=payload)
    except PayloadError:
        refuse_imports(data, payload=payload)
        raise
    try:
        return _Reader(data, payload).load()
    except (
        pickle.UnpicklingError, ArithmeticError, AttributeError, EOFError, LookupError, MemoryError,
        RecursionError, TypeError, ValueError,
    ) as error:  # fmt: skip
        raise PayloadError(
            f"{payload} is damaged: its pickle is not valid ({error}).", REFUSED_HINT
        ) from error


def too_long(payload: str, size: int) -> PayloadError:
    """Return the error for a pickle that is not read at once."""
    return PayloadError(
        f"{payload} is refused: its pickle has {size:,} bytes, and the limit for a cached file is "
        f"{LARGEST_PICKLE:,}. Only the list of a numbered folder, aggregate.pt, may be "
        "larger.", REFUSED_HINT)


def refuse_imports(
    data: bytes, *, payload: str, pickles: int = 1, is_whole: bool = True
) -> None:
    """Raise UnsafePayloadError if pickles of any protocol would import what is not in the table.

    Args:
        data: the pickles, one behind the other.
        payload: the file's name, for messages.
        pickles: how many of them a trainer loads, at most.
        is_whole: whether nothing follows `data`.
    """
    found = find_import(data, _STAND_INS, pickles=pickles, is_whole=is_whole)
    if found is not None:
        raise unsafe(payload, found)


class _Reader(pickle.Unpickler):
    def __init__(self, data: bytes, payload: str) -> None:
        super().__init__(io.BytesIO(data))
        self._payload = payload

    def find_class(self, module: str, name: str) -> Any:
        return find_stand_in(module, name, self._payload)

    def persistent_load(self, pid: Any) -> StorageRef:
        return storage_of(pid)


def find_stand_in(module: str, name: str, payload: str) -> Any:
    """Return what stands for a name of a pickle.

    Raises:
        UnsafePayloadError: if it is not in the table.
    """
    stand_in = _STAND_INS.get((module, name))
    if stand_in is None:
        raise unsafe(payload, naming(f"{module}.{name}"))
    return stand_in


def storage_of(pid: Any) -> StorageRef:
    """Return the run of bytes that a pickle describes in five parts."""
    _, kind, key, location, count = pid
    if type(kind) is not StorageKind or type(key) is not str or type(location) is not str:
        raise TypeError("a storage is described in an unknown way")
    return StorageRef(kind, key, location, _natural(count) * kind.itemsize)


def call(stand_in: object, arguments: object) -> object:
    """Have a stand-in note its arguments, as a pickle's REDUCE calls a function.

    Raises:
        TypeError: if it stands for none, or the arguments are no tuple.
    """
    if type(arguments) is not tuple or not (
            type(stand_in) is _StandIn or stand_in is InertOrderedDict):
        raise TypeError("something is called that is no function")
    return stand_in(*arguments)


def make_object(kind: object, arguments: object) -> InertObject:
    """Return an object without members, as a pickle's NEWOBJ makes it.

    Raises:
        TypeError: if `kind` is no known class, or something is given to it.
    """
    if kind is not InertObject or arguments != ():
        raise TypeError("an object is made of what is no class")
    return InertObject()


def set_state(made: object, state: object) -> None:
    """Give an object its members, as a pickle's BUILD does.

    Raises:
        TypeError: if it takes none.
    """
    if not isinstance(made, InertObject | InertOrderedDict):
        raise TypeError("members are given to what has none")
    made.__setstate__(state)


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
