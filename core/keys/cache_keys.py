"""Keys of the caches that lie sharded by their key, and the file names that spell them.

| key | file, below the store's folder |
|---|---|
| vision | `<blob[:2]>/<blob>.<processor[:12]>.<H>x<W>.npz` |
| audio | `<blob[:2]>/<blob>.<processor[:12]>.<rate>.<ms>[.rs][.n<samples>].npz` |
| waveform | `<blob[:2]>/<blob>.<rate>.<ms>[.rs][.n<samples>].wav.npz` |
| tokens | `entries/<id[:2]>/<id>.<tokenizer[:12]>.seq<length>.npz` |
| tree | `<name>`, the stem of its files |

The names are those of the document language models' caches (`dlm`), whose folders therefore open as
they are. They hold only 48 bits of a digest and whole milliseconds; what a name leaves out is told
apart by the whole key, which lies inside our payloads, and two additions: `.n<samples>` where a
cap is no whole number of milliseconds, and an id of its own for each row of a section.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any, Final

import msgspec

MOST_PIXELS: Final = 1_000_000
"""Along one side; what is larger is no size of a picture."""

_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_SECTION: Final = re.compile(r"[0-9a-f]{16}")
_STEM: Final = re.compile(r"[^/\\:\0]{1,200}")

FINGERPRINT_DIGITS: Final = 12
"""Hex digits of a processor's or tokenizer's digest that stand in a name."""

SECTION_DIGITS: Final = 16
ENTRIES_FOLDER: Final = "entries"

_CAP: Final = (
    r"(?P<sample_rate>[0-9]{1,9})\.(?P<milliseconds>[0-9]{1,12})(?P<is_resampled>\.rs)?(?:\.n(?P<samples>[0-9]{1,15}))?")

NAME_PATTERNS: Final[Mapping[str, re.Pattern[str]]] = {
    "vision": re.compile(
        r"(?P<subject>[0-9a-f]{64})\.(?P<fingerprint>[0-9a-f]{12})"
        r"\.(?P<height>[0-9]{1,9})x(?P<width>[0-9]{1,9})\.npz"),
    "audio": re.compile(
        rf"(?P<subject>[0-9a-f]{{64}})\.(?P<fingerprint>[0-9a-f]{{12}})\.{_CAP}\.npz"),
    "waveform": re.compile(rf"(?P<subject>[0-9a-f]{{64}})\.{_CAP}\.wav\.npz"),
    "tokens": re.compile(
        r"(?P<subject>[0-9a-f]{16})\.(?P<fingerprint>[0-9a-f]{12})"
        r"\.seq(?P<sequence_length>[0-9]{1,9})\.npz"),
}  # fmt: skip
"""The file names of each kind, without their folder, in the parts of `ParsedName`; no name is
one of two kinds."""

_NUMBERS: Final = frozenset({
    "height", "width", "sample_rate", "milliseconds", "samples", "sequence_length"})
"""Parts of a name that are digits."""


class CacheKey(msgspec.Struct, frozen=True):
    """Key that names one value of a cache."""

    def folder(self) -> str:
        """Folder of the payload relative to the store, "/" between folders, "" for the store."""
        return ""

    def file_name(self) -> str:
        """Name of the payload in that folder."""
        raise NotImplementedError

    def name(self) -> str:
        """Both, "/" between them."""
        return "/".join(filter(None, (self.folder(), self.file_name())))

    def document(self) -> Mapping[str, Any]:
        """Every field that says something about the value, in full, plain JSON."""
        return {field: getattr(self, field) for field in self.__struct_fields__}


class BlobKey(CacheKey, frozen=True):
    """Key of a value made from one file; `blob` is the SHA-256 of its bytes, 64 hex digits."""

    blob: str

    def folder(self) -> str:
        """Return the shard folder of the payload; see `CacheKey.folder`."""
        return self.blob[:2]


class VisionKey(BlobKey, frozen=True):
    """Pixels of `height` x `width` that an image processor made of one picture.

    `processor` is the digest of that, 64 hex digits.
    """

    processor: str
    height: int
    width: int

    def __post_init__(self) -> None:
        _check_sha(self.blob, "blob")
        _check_sha(self.processor, "processor")
        _check_count(self.height, "height", most=MOST_PIXELS)
        _check_count(self.width, "width", most=MOST_PIXELS)

    def file_name(self) -> str:
        """Return the file name of the payload; see `CacheKey.file_name`."""
        return f"{self.blob}.{self.processor[:FINGERPRINT_DIGITS]}.{self.height}x{self.width}.npz"


class AudioKey(BlobKey, frozen=True):
    """Features that an extractor made of one clip.

    Attributes:
        processor: digest of the extractor, 64 hex digits.
        sample_rate: of the samples the extractor was given, Hz.
        max_samples: where the clip was cut, samples at that rate.
        auto_resample: whether a clip of another rate is resampled instead of refused.
    """

    processor: str
    sample_rate: int
    max_samples: int
    auto_resample: bool = False

    def __post_init__(self) -> None:
        _check_sha(self.blob, "blob")
        _check_sha(self.processor, "processor")
        _check_cap(self.sample_rate, self.max_samples)

    def file_name(self) -> str:
        """Return the file name of the payload; see `CacheKey.file_name`."""
        cap = cap_in_name(self.sample_rate, self.max_samples, self.auto_resample)
        return f"{self.blob}.{self.processor[:FINGERPRINT_DIGITS]}.{cap}.npz"


class WaveformKey(BlobKey, frozen=True):
    """Mono samples of one clip, for any extractor.

    Attributes:
        sample_rate: of the samples, Hz.
        max_samples: where the clip was cut, samples.
        auto_resample: whether a clip of another rate is resampled instead of refused.
        decoder: digest of the decoder's and resampler's versions, 64 hex digits, or "" for any. It
            is not in the name: what another version made is replaced.
    """

    sample_rate: int
    max_samples: int
    auto_resample: bool = False
    decoder: str = ""

    def __post_init__(self) -> None:
        _check_sha(self.blob, "blob")
        _check_cap(self.sample_rate, self.max_samples)
        if self.decoder:
            _check_sha(self.decoder, "decoder")

    def file_name(self) -> str:
        """Return the file name of the payload; see `CacheKey.file_name`."""
        cap = cap_in_name(self.sample_rate, self.max_samples, self.auto_resample)
        return f"{self.blob}.{cap}.wav.npz"


class TokensKey(CacheKey, frozen=True):
    """Token ids of one row of a section of text.

    A section may give several rows, which share its id. Only the row of a section that is known to
    have one takes the section's id as its name; else the name is made of section, row and text.

    Attributes:
        section: id of the section, 16 hex digits.
        row: number of the row in its section, from 0.
        text: SHA-256 of the row's text, 64 hex digits.
        tokenizer: digest of the tokenizer, 64 hex digits.
        sequence_length: where the ids were cut.
        rows: rows of the section, 0 if that is not known.
    """

    section: str
    row: int
    text: str
    tokenizer: str
    sequence_length: int
    rows: int = 0

    def __post_init__(self) -> None:
        if _SECTION.fullmatch(self.section) is None:
            raise ValueError(f"a section is 16 hex digits, not {self.section!r}")
        _check_sha(self.text, "text")
        _check_sha(self.tokenizer, "tokenizer")
        _check_count(self.row, "row", least=0)
        _check_count(self.rows, "rows", least=0)
        _check_count(self.sequence_length, "sequence length")

    @property
    def is_whole_section(self) -> bool:
        """True if this is the only row of its section."""
        return self.row == 0 and self.rows == 1

    @property
    def row_id(self) -> str:
        """16 hex digits: the section's id, or those of this row."""
        return row_id(self.section, self.row, self.text, rows=self.rows)

    def folder(self) -> str:
        """Return the shard folder of the payload; see `CacheKey.folder`."""
        return f"{ENTRIES_FOLDER}/{self.row_id[:2]}"

    def file_name(self) -> str:
        """Return the file name of the payload; see `CacheKey.file_name`."""
        return (
            f"{self.row_id}.{self.tokenizer[:FINGERPRINT_DIGITS]}.seq{self.sequence_length}.npz")

    def document(self) -> Mapping[str, Any]:
        """See `CacheKey`; without `rows`, which says nothing about the value."""
        fields = dict(CacheKey.document(self))
        del fields["rows"]
        return fields


class TreeKey(CacheKey, frozen=True):
    """A parameter tree by the stem of its files."""

    stem: str

    def __post_init__(self) -> None:
        if _STEM.fullmatch(self.stem) is None or self.stem in (".", ".."):
            raise ValueError(f"{self.stem!r} is no name of a tree")

    def file_name(self) -> str:
        """Return the stem of the tree; see `CacheKey.file_name`."""
        return self.stem

    def document(self) -> Mapping[str, Any]:
        """Return the fields of the key; see `CacheKey.document`."""
        return {"name": self.stem}


def _check_sha(digits: str, what: str) -> None:
    if _SHA256.fullmatch(digits) is None:
        raise ValueError(f"{what} is 64 lowercase hex digits, not {digits!r}")


def _check_count(count: int, what: str, *, least: int = 1, most: int = 999_999_999) -> None:
    if not least <= count <= most:
        raise ValueError(f"{what} of {count:,} is not between {least:,} and {most:,}")


def _check_cap(sample_rate: int, max_samples: int) -> None:
    _check_count(sample_rate, "sample rate")
    _check_count(max_samples, "limit in samples", most=10**12)


class ParsedName(msgspec.Struct, frozen=True):
    """Fields read from the name of a payload; those that its kind does not have are None.

    Attributes:
        subject: the blob's digest, or the id of a section or row.
        fingerprint: first 12 digits of the processor's or tokenizer's digest, "" for waveforms.
        milliseconds: where the clip was cut, rounded.
        samples: where the clip was cut, if the name says it exactly.
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
    parts: dict[str, Any] = found.groupdict()
    if folder and folder != shard_folder(kind, parts["subject"]):
        return None
    if "is_resampled" in parts:
        parts["is_resampled"] = parts["is_resampled"] is not None
    for part in _NUMBERS.intersection(parts):
        parts[part] = None if parts[part] is None else int(parts[part])
    return ParsedName(**parts)


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
    """Return whether a cap is a whole number of milliseconds."""
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
