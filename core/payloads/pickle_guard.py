"""Looks at the instructions of a pickle before anything obeys them.

`find_class` decides what a pickle may name. It cannot see what keeps a reader busy or fills its
memory: a memo index of 2**31 makes C's unpickler touch 32 GiB, and a mapping keyed by tuples that
share their parts takes 2**depth steps to hash. So a pickle is read only if

- it is made of the instructions with which CPython's pickler writes plain values and tensors in
  protocol 2, the one `torch.save` uses and the only one torch's own restricted reader knows;
- it remembers a value (PUT) only right after creating it, under an index no larger than its length;
- it uses a remembered tuple again only if that is short and flat, as a picture size is;
- its integers are of ordinary size.

The pass costs as much as the reading.

Source of the instructions: CPython's `pickletools`.
"""

from __future__ import annotations

from larder.core.errors import PayloadError

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


def check_instructions(data: bytes, *, payload: str) -> None:
    """Raise PayloadError unless `data` is a pickle as described above.

    Args:
        data: the pickle.
        payload: the payload's file name, for the message.
    """
    if data[:1] != b"\x80" or data[1:2] != bytes([PROTOCOL]):
        raise _refused(payload, f"is no pickle of protocol {PROTOCOL}")
    try:
        _check(data, payload)
    except IndexError as error:
        raise PayloadError(f"{payload} is damaged: its pickle is cut short.") from error


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
            width = data[position + 1]
            wide_integers += width > 8
            if width > WIDEST_INTEGER or wide_integers > MOST_WIDE_INTEGERS:
                raise _refused(payload, "holds very large integers")
            position += 2 + width
            atoms += 1
            continue
        elif action == _STOP:
            return
        else:
            raise _refused(payload, f"uses the pickle instruction {_name_of(code)} out of place")

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


def _after_shared_tuple(is_flat: bool, payload: str) -> int:
    """The count of atoms after a tuple that is used again: it is no atom itself."""
    if not is_flat:
        raise _refused(payload, "uses a nested or very long tuple twice")
    return _APART


def _long_index(data: bytes, position: int, payload: str) -> int:
    index = int.from_bytes(data[position + 1 : position + 5], "little")
    if index > len(data):
        raise _refused(payload, "remembers values under very large numbers")
    return index


def _after_two_lines(data: bytes, position: int) -> int:
    for _ in range(2):
        position = data.find(b"\n", position) + 1
        if position == 0:
            raise IndexError
    return position


def _name_of(code: int) -> str:
    import pickletools  # 5 ms, needed only to name what is refused

    names = {known.code: known.name for known in pickletools.opcodes}
    return names.get(chr(code), f"0x{code:02x}")


def _refused(payload: str, what: str) -> PayloadError:
    return PayloadError(f"{payload} is refused: it {what}, which no trainer writes.", REFUSED_HINT)
