"""Reads a list of mappings from a torch file in pieces: the `aggregate.pt` of a numbered folder.

Such a list has a mapping per picture of a concept, so its pickle grows with the data set, and the
4 MiB that `pt_pickle` takes would end at some 60,000 pictures. Here a pickle of any size is obeyed
instruction by instruction while its pieces are read; each mapping of the list is given out and
dropped as soon as it is complete. Nothing that the pickle names is imported or called: names are
looked up in the table of `pt_pickle`.

What could keep this reader busy or fill its memory is refused, as no trainer writes it: values
remembered under numbers that skip, names that are no text, integers of extraordinary size, deep
nesting, more than `MOST_WAITING` values that wait for their container, and a mapping of the list
that is used again. Values are never walked over or hashed, so it does not matter what they share.

Source of the instructions: CPython's `pickletools`. A pickler appends 1,000 members at a time,
`pt.Emitter` all of them.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Callable, Iterator
from typing import Any, Final

from larder.core.errors import PayloadError
from larder.core.payloads.file_bytes import FileBytes
from larder.core.payloads.pt_file import DEEPEST
from larder.core.payloads.pt_pickle import (
    LARGEST_PICKLE,
    PROTOCOL,
    REFUSED_HINT,
    WIDEST_INTEGER,
    call,
    find_stand_in,
    make_object,
    make_refusal,
    name_of,
    refuse_imports,
    set_state,
    storage_of,
)
from larder.core.payloads.torch_container import open_archive
from larder.core.payloads.zip_directory import STORED

MOST_WAITING: Final = 100_000
"""Values that wait for their container; a pickler leaves a batch of 1,000 members there."""

MOST_SIZES: Final = 4096
"""Different pairs of numbers of which one copy serves every mapping; buckets have a few hundred."""

LONGEST_NAMES: Final = 1024
"""Bytes of an instruction that names something; every other one without a text is shorter."""

_GIVEN_OUT: Final = object()
"""What is remembered of a mapping of the list."""

_GET, _LONG_GET, _PUT, _LONG_PUT, _TEXT, _MARK = b"hjqrX("
_SHORT_NUMBER, _NUMBER, _PAIR, _EMPTY_MAPPING, _SET_ITEMS = b"KM\x86}u"
_APPENDS, _APPEND, _EMPTY_LIST, _TUPLE, _WIDE, _GLOBAL, _STOP = b"ea]t\x8ac."


def _set_one(stack: list[Any], _: bytes) -> None:
    value, name = stack.pop(), stack.pop()
    set_members(stack[-1], [name, value])


def _call(stack: list[Any], _: bytes) -> None:
    arguments, stand_in = stack.pop(), stack.pop()
    stack.append(call(stand_in, arguments))


def _make(stack: list[Any], _: bytes) -> None:
    arguments, kind = stack.pop(), stack.pop()
    stack.append(make_object(kind, arguments))


def _build(stack: list[Any], _: bytes) -> None:
    state = stack.pop()
    set_state(stack[-1], state)


_RARE: Final[dict[int, tuple[int, Callable[[list[Any], bytes], None]]]] = {
    # instruction: (bytes that follow it, what it does to the stack)
    b"N"[0]: (0, lambda stack, _: stack.append(None)),
    b"\x88"[0]: (0, lambda stack, _: stack.append(True)),
    b"\x89"[0]: (0, lambda stack, _: stack.append(False)),
    b"J"[0]: (4, lambda stack, of: stack.append(int.from_bytes(of, "little", signed=True))),
    b"G"[0]: (8, lambda stack, of: stack.append(struct.unpack(">d", of)[0])),
    b")"[0]: (0, lambda stack, _: stack.append(())),
    b"]"[0]: (0, lambda stack, _: stack.append([])),
    b"\x85"[0]: (0, lambda stack, _: stack.append((stack.pop(),))),
    b"\x87"[0]: (0, lambda stack, _: stack.append((stack.pop(), stack.pop(), stack.pop())[::-1])),
    b"Q"[0]: (0, lambda stack, _: stack.append(storage_of(stack.pop()))),
    b"s"[0]: (0, _set_one), b"R"[0]: (0, _call), b"\x81"[0]: (0, _make), b"b"[0]: (0, _build),
}  # fmt: skip


def set_members(mapping: object, members: list[Any]) -> None:
    """Fill a mapping with names and values that follow one another."""
    if not isinstance(mapping, dict):
        raise TypeError("members are added to what is no mapping")
    for at in range(0, len(members), 2):
        # Texts have hashes that no file can foresee.
        if type(members[at]) is not str:
            raise TypeError("a name is no text")
        mapping[members[at]] = members[at + 1]


class _PickleRows:
    """A pickle as far as it is read.

    Attributes:
        data: bytes from the place that `more` was told last.
        safe: the last place where an instruction is whole, as far as it has no text.
    """

    def __init__(self, pieces: Iterator[memoryview]) -> None:
        self._pieces = pieces
        self.data = b""
        self.safe = -1
        self.more(0, 0)

    def more(self, position: int, needed: int) -> None:
        """Drop what lies before `position`, and read on until `needed` bytes and a name follow."""
        parts = [self.data[position:]]
        size, piece = len(parts[0]), None
        while size < needed + 2 * LONGEST_NAMES and (piece := next(self._pieces, None)) is not None:
            parts.append(bytes(piece))
            size += len(piece)
        self.data = b"".join(parts)
        # Behind the end an index error tells that the pickle is cut short.
        self.safe = size - LONGEST_NAMES if piece is not None else size

    def finish(self) -> None:
        """Read to the end, where the checksum is compared."""
        for _ in self._pieces:
            pass


def read_pt_rows(path: str | os.PathLike[str] | FileBytes) -> Iterator[dict[str, Any]]:
    """Yield the mappings of a list that `torch.save` wrote, in order.

    A tensor is given as its `TensorRef`. The checksum of the whole is compared behind the last
    mapping, so nothing may be believed before the end was reached.

    Raises:
        PayloadError: if it is no torch payload, damaged, refused, or no list of mappings.
    """
    file = path if isinstance(path, FileBytes) else FileBytes(path)
    try:
        directory, _, member = open_archive(file)
        if member.method != STORED and member.bytes > LARGEST_PICKLE:
            # A megabyte of file could stand for a gigabyte of memory.
            raise make_refusal(file.name, "contains a compressed list")
        try:
            yield from _rows(_PickleRows(directory.pieces(member.name)), file.name)
        except PayloadError:
            refuse_imports(directory.read_beginning(member.name, LARGEST_PICKLE),
                           payload=file.name)
            raise
    finally:
        file.close()


def _rows(pieces: _PickleRows, payload: str) -> Iterator[dict[str, Any]]:
    if pieces.data[:2] != b"\x80" + bytes([PROTOCOL]):
        raise make_refusal(payload, f"is not a pickle of protocol {PROTOCOL}")
    try:
        yield from _Machine(pieces, payload).rows()
    except IndexError as error:
        raise PayloadError(f"{payload} is damaged: its pickle is incomplete.") from error
    except MemoryError as error:
        raise PayloadError(f"{payload} needs more memory than is available.") from error
    except (
        ArithmeticError, AttributeError, LookupError, TypeError, ValueError, struct.error,
    ) as error:  # fmt: skip
        raise PayloadError(
            f"{payload} is damaged: its pickle is not valid ({error}).", REFUSED_HINT
        ) from error
    pieces.finish()


class _Machine:
    """Obeys the instructions of one pickle."""

    def __init__(self, pieces: _PickleRows, payload: str) -> None:
        self._pieces = pieces
        self._payload = payload
        self._stack: list[Any] = []
        # What lay below each mark that is open.
        self._below: list[list[Any]] = []
        self._memo: list[Any] = []
        self._sizes: dict[tuple[int, ...], tuple[int, ...]] = {}
        self._root: list[Any] = []

    def rows(self) -> Iterator[dict[str, Any]]:
        """Obey to the end; the instructions of an ordinary mapping come first."""
        pieces, stack, memo = self._pieces, self._stack, self._memo
        data, safe, position = pieces.data, pieces.safe, self._begin()
        while True:
            if position > safe:
                self._check_waiting(stack)
                pieces.more(position, 0)
                data, safe, position = pieces.data, pieces.safe, 0
            code = data[position]
            if code == _GET:
                value = memo[data[position + 1]]
                if value is _GIVEN_OUT:
                    raise self._make_refusal("uses a mapping of its list twice")
                stack.append(value)
                position += 2
            elif code in (_PUT, _LONG_PUT):
                if code == _PUT:
                    index = data[position + 1]
                    position += 2
                else:
                    index = int.from_bytes(data[position + 1 : position + 5], "little")
                    position += 5
                value = stack[-1]
                if type(value) is dict and self._is_row():
                    value = _GIVEN_OUT
                if index == len(memo):
                    memo.append(value)
                elif index < len(memo):
                    memo[index] = value
                else:
                    raise self._make_refusal("stores values under memo numbers with gaps")
            elif code == _TEXT:
                end = position + 5 + int.from_bytes(data[position + 1 : position + 5], "little")
                if end > len(data):
                    pieces.more(position, end - position)
                    data, safe = pieces.data, pieces.safe
                    end, position = end - position, 0
                    if end > len(data):
                        raise IndexError
                stack.append(data[position + 5 : end].decode("utf-8", "surrogatepass"))
                position = end
            elif code == _MARK:
                self._below.append(stack)
                self._stack = stack = []
                if len(self._below) > DEEPEST:
                    raise self._make_refusal(f"nests more than {DEEPEST} containers")
                position += 1
            elif code == _SHORT_NUMBER:
                stack.append(data[position + 1])
                position += 2
            elif code == _NUMBER:
                stack.append(data[position + 1] | data[position + 2] << 8)
                position += 3
            elif code == _PAIR:
                stack[-2:] = [self._share((stack[-2], stack[-1]))]
                position += 1
            elif code == _EMPTY_MAPPING:
                if len(stack) == 1 and len(self._below) == 1 and self._below[0][-1] is self._root:
                    # Larder writes all members at once: none waits for the end of the list.
                    yield self._row(stack.pop())
                stack.append({})
                position += 1
            elif code == _SET_ITEMS:
                members = stack
                self._stack = stack = self._below.pop()
                set_members(stack[-1], members)
                position += 1
            elif code in (_APPENDS, _APPEND):
                yield from self._append(code)
                stack = self._stack
                position += 1
            elif code == _STOP:
                break
            else:
                position = self._obey(code, data, position)
                stack = self._stack
        if len(stack) != 1 or stack[0] is not self._root or self._below:
            raise ValueError("something else than a list is left")

    def _begin(self) -> int:
        """Begin with the list of items; return where its first instruction is."""
        position = 2
        if self._pieces.data[position] != _EMPTY_LIST:
            raise PayloadError(f"{self._payload} contains no list of items.")
        self._stack.append(self._root)
        return position + 1

    def _append(self, code: int) -> Iterator[dict[str, Any]]:
        """Add members to the list below them; yield those that become rows by it."""
        if code == _APPENDS:
            members = self._stack
            self._stack = self._below.pop()
        else:
            members = [self._stack.pop()]
        holder = self._stack[-1]
        if holder is self._root:
            yield from map(self._row, members)
        elif type(holder) is list:
            holder.extend(members)
        else:
            raise TypeError("members are added to what is no list")

    def _is_row(self) -> bool:
        """Return whether the mapping on top of the stack is a direct member of the list."""
        stack = self._stack
        return len(self._below) < 2 and (len(stack) < 2 or type(stack[-2]) is not str)

    def _row(self, member: object) -> dict[str, Any]:
        if type(member) is not dict:
            raise PayloadError(f"{self._payload} contains something other than mappings.")
        return member

    def _share(self, pair: tuple[Any, Any]) -> tuple[Any, ...]:
        """One copy of each pair of small numbers, as picture sizes are."""
        if type(pair[0]) is not int or type(pair[1]) is not int or len(self._sizes) > MOST_SIZES:
            return pair
        return self._sizes.setdefault(pair, pair)

    def _obey(self, code: int, data: bytes, position: int) -> int:
        """Obey what is rare; returns where the next instruction is."""
        stack, begin = self._stack, position + 1
        if code in _RARE:
            count, act = _RARE[code]
            if begin + count > len(data):
                raise IndexError
            act(stack, data[begin : begin + count])
            return begin + count
        if code == _LONG_GET:
            value = self._memo[int.from_bytes(data[begin : begin + 4], "little")]
            if value is _GIVEN_OUT:
                raise self._make_refusal("uses a mapping of its list twice")
            stack.append(value)
            return begin + 4
        if code == _TUPLE:
            self._stack = self._below.pop()
            self._stack.append(tuple(stack))
            return begin
        if code == _WIDE:
            width = data[begin]
            if width > WIDEST_INTEGER:
                raise self._make_refusal("contains very large integers")
            stack.append(int.from_bytes(
                data[begin + 1 : begin + 1 + width], "little", signed=True))
            return begin + 1 + width
        if code == _GLOBAL:
            middle = data.index(b"\n", begin, begin + LONGEST_NAMES)
            end = data.index(b"\n", middle + 1, begin + LONGEST_NAMES)
            stack.append(find_stand_in(
                data[begin:middle].decode(), data[middle + 1 : end].decode(), self._payload))
            return end + 1
        raise self._make_refusal(f"uses the pickle instruction {name_of(code)} in the wrong place")

    def _check_waiting(self, stack: list[Any]) -> None:
        if len(stack) > MOST_WAITING:
            raise self._make_refusal(f"describes more than {MOST_WAITING:,} values at a time")

    def _make_refusal(self, what: str) -> PayloadError:
        return make_refusal(self._payload, what)
