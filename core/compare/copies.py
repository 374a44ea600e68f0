"""Copies of one picture: what each of them is, and which one is better.

`RULES` decides, the first rule first: a copy that nobody trains with loses to one that is, then
pixels count, then how little was lost by compression, then the caption, then the date. What is not
known of one of two copies decides nothing between them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final

import msgspec

from larder.core.compare.copy_facts import (
    ADVANTAGES,
    LOSSLESS,
    UNKNOWN,
    Advantage,
    CopyFacts,
    rival_of,
)
from larder.core.files.file_stamp import FileStamp, may_be_there, readable_stamp
from larder.core.files.regular_file import open_regular
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import map_files
from larder.core.keys.hash_memory import HashMemory
from larder.core.settings import cache_home
from larder.core.workspace.picture_size import read_picture_size

MEMORY_NAME: Final = "copies.sqlite"
"""File in the cache folder that remembers sizes and compression of pictures with copies."""

LOSSLESS_FORMATS: Final = frozenset({"PNG", "BMP", "TIFF"})

STANDARD_TABLE_SUM: Final = 3688
"""Sum of the luminance table of ITU-T T.81, K.1, which encoders scale by their quality."""

PROGRESS_EVERY: Final = 64

RULES: Final[Mapping[Advantage, _Value]] = {
    Advantage.CONCEPT: lambda file, _: int(file.is_asked),
    Advantage.PIXELS: lambda _, facts: facts.width * facts.height or None,
    Advantage.COMPRESSION: lambda _, facts: facts.quality or None,
    Advantage.CAPTION: lambda _, facts: (
        None if facts.has_caption is None else int(facts.has_caption)),
    Advantage.DATE: lambda _, facts: -facts.mtime_ns or None,
}
"""What each rule compares, more is better, None for unknown; what decides first is first."""


class CopyFile(msgspec.Struct, frozen=True, gc=False):
    """Where a copy is.

    Attributes:
        real: its path on this machine.
        caption: path of its caption file, "" where none is asked for.
        is_asked: whether a concept of the config asks for it, or there is no config.
    """

    real: str
    caption: str
    is_asked: bool


class RankedCopies(msgspec.Struct, frozen=True):
    """The copies of a group in its order.

    Attributes:
        best: position of the best copy, None where no rule tells them apart.
    """

    copies: tuple[CopyFacts, ...]
    best: int | None


_Value = Callable[[CopyFile, CopyFacts], int | None]


def read_copies(
    files: Sequence[CopyFile], token: CancelToken
) -> Job[dict[str, CopyFacts]]:
    """Read what is known of copies, from headers unless it is remembered; by real path.

    Raises:
        JobCancelled: if the token was cancelled.
    """
    distinct = {file.real: file for file in files}
    paths = list(distinct)
    stamps = [readable_stamp(path) for path in paths]
    with HashMemory(cache_home() / MEMORY_NAME) as memory:
        digits, reading = memory.ask(
            paths, lambda left: map_files(left, lambda: read_header, token=token), stamps=stamps)
        unknown = digits.count(None)
        for count, (at, outcome) in enumerate(reading):
            if count % PROGRESS_EVERY == 0:
                yield Progress("comparing copies", count, unknown, "pictures")
            digits[at] = None if isinstance(outcome, OSError) else outcome
    return {
        path: _facts(distinct[path], stamp, known)
        for path, stamp, known in zip(paths, stamps, digits, strict=True)}


def read_header(path: str) -> str:
    """Return 18 hex digits: height and width of an upright picture, and its quality.

    Raises:
        OSError: if the file cannot be read.
    """
    size = read_picture_size(path)
    if size is None:
        return f"{0:018x}"
    return f"{size[0]:08x}{size[1]:08x}{_quality(path):02x}"


def rank_copies(group: Sequence[tuple[CopyFile, CopyFacts]]) -> RankedCopies:
    """Find the best copy by `RULES`, and say in what it differs from the others."""
    values = [[value(*copy) for value in RULES.values()] for copy in group]
    best = values.index(min(values, key=functools.cmp_to_key(_first_difference)))
    orders = [_compare(values[best], one) for one in values]
    behind = [_advantages(order, -1) for order in orders]
    ahead = [_advantages(order, 1) for order in orders]
    rivals = [at for at in range(len(group)) if behind[at]]
    if not rivals:
        return RankedCopies(tuple(facts for _, facts in group), None)
    rank = functools.cmp_to_key(_first_difference)
    rival = min(rivals, key=lambda at: rank(values[at]))
    ahead[best] = behind[rival]
    return RankedCopies(
        tuple(msgspec.structs.replace(facts, ahead=ahead[at], behind=behind[at])
              for at, (_, facts) in enumerate(group)), best)


def better_text(copies: Sequence[CopyFacts], best: int, names: Sequence[str]) -> str:
    """Return one or two sentences: which copy is better, and why; `names` are what to call them."""
    why = ", ".join(ADVANTAGES[advantage] for advantage in copies[best].ahead)
    rival = rival_of(copies, best)
    if rival is None:
        return f"{names[best]} is the better copy: {why}."
    return f"{names[best]} is the best copy. Compared with {names[rival]}: {why}."


def _compare(one: Sequence[int | None], other: Sequence[int | None]) -> list[int]:
    """Per rule -1 where the first is better, 1 where the other is, 0 where it does not tell."""
    return [0 if mine is None or others is None else (others > mine) - (others < mine)
            for mine, others in zip(one, other, strict=True)]


def _first_difference(one: Sequence[int | None], other: Sequence[int | None]) -> int:
    return next(filter(None, _compare(one, other)), 0)


def _advantages(orders: Sequence[int], sign: int) -> tuple[Advantage, ...]:
    """The rules with this sign; a date counts only where nothing else tells copies apart."""
    found = {rule: order for rule, order in zip(RULES, orders, strict=True) if order}
    if len(found) > 1:
        found.pop(Advantage.DATE, None)
    return tuple(rule for rule, order in found.items() if order == sign)


def _facts(file: CopyFile, stamp: FileStamp | None, digits: str | None) -> CopyFacts:
    known = digits or f"{0:018x}"
    return CopyFacts(
        width=int(known[8:16], 16), height=int(known[:8], 16), quality=int(known[16:], 16),
        bytes=0 if stamp is None else stamp.size,
        mtime_ns=0 if stamp is None else stamp.mtime_ns,
        has_caption=may_be_there(file.caption) if file.caption else None)


def _quality(path: str) -> int:
    """The quality that a picture's format and tables tell of."""
    from PIL import Image

    with open_regular(path, buffered=True) as file, Image.open(file) as picture:
        if picture.format in LOSSLESS_FORMATS:
            return LOSSLESS
        tables = getattr(picture, "quantization", None)
        return _table_quality(tables[0]) if tables else UNKNOWN


def _table_quality(table: Iterable[int]) -> int:
    """The quality with which an encoder scaled the standard table, as libjpeg's scale goes."""
    percent = max(100 * sum(table) / STANDARD_TABLE_SUM, 1.0)
    quality = (200 - percent) / 2 if percent <= 100 else 5000 / percent
    return min(max(round(quality), 1), 100)
