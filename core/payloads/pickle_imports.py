"""Find what a pickle would import, whatever its protocol, without obeying any of it.

Nothing in a pickle runs before something was imported, and only a handful of instructions import.
So the instructions are walked over by their lengths alone, and the first import that is not known
to be harmless is reported. Where CPython's unpickler may go on and this walk cannot tell, it counts
as an import: a false alarm costs a cached file that no trainer wrote, a miss runs a program.
Nothing is checked that the unpickler checks, because it is more lenient than `pickletools` here and
there (`I0x10` is a number to it).

Source of the instructions and their lengths: CPython's `pickletools`.
"""

from __future__ import annotations

import functools
from collections.abc import Container, Mapping
from typing import Final, NamedTuple

from larder.core.errors import UnsafePayloadError

UNSAFE_HINT: Final = "Do not train with it, and do not open it with a program that unpickles it."

LONGEST_NAME: Final = 80
"""Characters of a name that are shown."""

_NAMED_IMPORTS: Final = frozenset({"GLOBAL", "INST"})
"""Instructions that take two lines, a module and a name in it; other ones of text take one line."""

_OTHER_IMPORTS: Final = frozenset({"STACK_GLOBAL", "EXT1", "EXT2", "EXT4"})
"""Instructions whose names stand elsewhere."""


class _Instruction(NamedTuple):
    """One instruction.

    Attributes:
        length: bytes that it takes behind itself; -1 for a line.
        width: bytes of the count that stands before what it takes, 0 for none.
        is_signed: whether that count has a sign.
    """

    name: str
    length: int
    width: int = 0
    is_signed: bool = False


def unsafe(payload: str, what: str) -> UnsafePayloadError:
    """Return the error for a file that a trainer would run; `what` says by which it does."""
    return UnsafePayloadError(
        f"{payload} is refused: it {what}, and a trainer that opens this file would run code from "
        "it.", UNSAFE_HINT)


def naming(name: str) -> str:
    """Return what is said of a file that names something unknown."""
    shown = name if len(name) <= LONGEST_NAME else f"{name[:LONGEST_NAME]}…"
    return f"names {shown}, which no cache needs"


def find_import(
    data: bytes, known: Container[tuple[str, str]], *, pickles: int = 1, is_whole: bool = True
) -> str | None:
    """Return what is said of the first import of pickles that is not known, None without one.

    Args:
        data: the pickles, one behind the other.
        known: (module, name) of what may be imported.
        pickles: how many of them are loaded, at most.
        is_whole: whether nothing follows `data`; an import may come where it ends.
    """
    position, texts = 0, ["", ""]
    instructions = _instructions()
    while pickles and position < len(data):
        instruction = instructions.get(data[position])
        if instruction is None:
            return None  # the unpickler stops here
        if instruction.name in _NAMED_IMPORTS:
            module, name, position = _two_lines(data, position + 1)
            if module is None or name is None:
                return None
            if (module, name) not in known:
                return naming(f"{module}.{name}")
            continue
        if instruction.name in _OTHER_IMPORTS:
            return naming(".".join(filter(None, texts)) or "something")
        pickles -= instruction.name == "STOP"
        begin, end = _argument(data, position + 1, instruction)
        if end < begin or begin > len(data):
            return None
        if "UNICODE" in instruction.name:
            texts = [texts[1], data[begin:end][:LONGEST_NAME].decode("utf-8", "replace")]
        position = end
    return None if is_whole or not pickles else "is a pickle that is too large to be checked"


@functools.cache
def _instructions() -> Mapping[int, _Instruction]:
    import pickletools  # 5 ms, and needed only for what is refused anyway

    counts = {pickletools.TAKEN_FROM_ARGUMENT1: (1, False),
              pickletools.TAKEN_FROM_ARGUMENT4: (4, True),
              pickletools.TAKEN_FROM_ARGUMENT4U: (4, False),
              pickletools.TAKEN_FROM_ARGUMENT8U: (8, False)}
    found = {}
    for known in pickletools.opcodes:
        length = 0 if known.arg is None else known.arg.n
        found[ord(known.code)] = _Instruction(known.name, length, *counts.get(length, (0, False)))
    return found


def _argument(data: bytes, position: int, instruction: _Instruction) -> tuple[int, int]:
    """Return where what an instruction takes begins and ends."""
    if instruction.width:
        begin = position + instruction.width
        count = int.from_bytes(data[position:begin], "little", signed=instruction.is_signed)
        return begin, begin + count
    if instruction.length < 0:
        return position, data.find(b"\n", position) + 1 or len(data)
    return position, position + instruction.length


def _two_lines(data: bytes, position: int) -> tuple[str | None, str | None, int]:
    """Return two lines and where they end; None for one that is no text."""
    lines: list[str | None] = []
    for _ in range(2):
        end = data.find(b"\n", position)
        end = len(data) if end < 0 else end
        try:
            lines.append(data[position:end].decode("utf-8"))
        except UnicodeDecodeError:
            lines.append(None)
        position = end + 1
    return lines[0], lines[1], position
