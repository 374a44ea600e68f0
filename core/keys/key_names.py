"""The file names of the caches that lie sharded by their key: how they are spelled and taken apart.

`core.keys.cache_keys` says what each part stands for.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

FINGERPRINT_DIGITS: Final = 12
"""Hex digits of a processor's or tokenizer's digest that stand in a name."""

SECTION_DIGITS: Final = 16
ENTRIES_FOLDER: Final = "entries"

_CAP: Final = (
    r"(?P<rate>[0-9]{1,9})\.(?P<ms>[0-9]{1,12})(?P<rs>\.rs)?(?:\.n(?P<samples>[0-9]{1,15}))?")

NAME_PATTERNS: Final[Mapping[str, re.Pattern[str]]] = {
    "vision": re.compile(
        r"(?P<subject>[0-9a-f]{64})\.(?P<fingerprint>[0-9a-f]{12})"
        r"\.(?P<height>[0-9]{1,9})x(?P<width>[0-9]{1,9})\.npz"),
    "audio": re.compile(
        rf"(?P<subject>[0-9a-f]{{64}})\.(?P<fingerprint>[0-9a-f]{{12}})\.{_CAP}\.npz"),
    "waveform": re.compile(rf"(?P<subject>[0-9a-f]{{64}})\.{_CAP}\.wav\.npz"),
    "tokens": re.compile(
        r"(?P<subject>[0-9a-f]{16})\.(?P<fingerprint>[0-9a-f]{12})"
        r"\.seq(?P<length>[0-9]{1,9})\.npz"),
}  # fmt: skip
"""The file names of each kind, without their folder; no name is one of two kinds."""


@dataclass(frozen=True, slots=True)
class ParsedName:
    """What the name of a payload tells; fields that its kind has not are None.

    Attributes:
        subject: the blob's digest, or the id of a section or row.
        fingerprint: first 12 digits of the processor's or tokenizer's digest, "" for waveforms.
        height: pixels.
        width: pixels.
        sample_rate: Hz.
        milliseconds: where the clip was cut, rounded.
        samples: where the clip was cut, if the name says it exactly.
        is_resampled: whether clips of another rate are resampled.
        sequence_length: where the ids were cut.
    """

    subject: str
    fingerprint: str = ""
    height: int | None = None
    width: int | None = None
    sample_rate: int | None = None
    milliseconds: int | None = None
    samples: int | None = None
    is_resampled: bool | None = None
    sequence_length: int | None = None


def parse_name(kind: str, name: str) -> ParsedName | None:
    """The parts of a payload's name, None if it is not one of this kind.

    Args:
        kind: "vision", "audio", "waveform" or "tokens".
        name: relative to the store, "/" between folders, or the file's name alone.
    """
    folder, _, file_name = name.rpartition("/")
    found = NAME_PATTERNS[kind].fullmatch(file_name)
    if found is None:
        return None
    parts = found.groupdict()
    if folder and folder != shard_folder(kind, parts["subject"]):
        return None
    return ParsedName(
        subject=parts["subject"],
        fingerprint=parts.get("fingerprint") or "",
        height=_number(parts.get("height")),
        width=_number(parts.get("width")),
        sample_rate=_number(parts.get("rate")),
        milliseconds=_number(parts.get("ms")),
        samples=_number(parts.get("samples")),
        is_resampled=parts["rs"] is not None if "rs" in parts else None,
        sequence_length=_number(parts.get("length")),
    )


def row_id(section: str, row: int, text: str, *, rows: int) -> str:
    """16 hex digits that name a row of a section; its arguments are those of `TokensKey`."""
    if row == 0 and rows == 1:
        return section
    spelled = f"{section}\n{row}\n{text}"
    return hashlib.sha256(spelled.encode("ascii")).hexdigest()[:SECTION_DIGITS]


def shard_folder(kind: str, subject: str) -> str:
    """Folder of the payloads of a blob or section, relative to the store."""
    return f"{ENTRIES_FOLDER}/{subject[:2]}" if kind == "tokens" else subject[:2]


def is_whole_milliseconds(sample_rate: int, max_samples: int) -> bool:
    """Whether a cap can be told in milliseconds without rounding."""
    return 1000 * max_samples % sample_rate == 0


def cap_in_name(sample_rate: int, max_samples: int, auto_resample: bool) -> str:
    """The part of a name that says rate and cap, "16000.30000.rs" for one.

    29.9996 s and 30.0004 s at 16 kHz are both 30000 ms, so a cap between milliseconds is also told
    in samples.
    """
    exact = is_whole_milliseconds(sample_rate, max_samples)
    milliseconds = round(1000 * max_samples / sample_rate)
    resampled = ".rs" if auto_resample else ""
    return f"{sample_rate}.{milliseconds}{resampled}{'' if exact else f'.n{max_samples}'}"


def _number(digits: str | None) -> int | None:
    return None if digits is None else int(digits)
