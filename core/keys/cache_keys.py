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

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from larder.core.keys.key_names import ENTRIES_FOLDER, FINGERPRINT_DIGITS, cap_in_name, row_id

MOST_PIXELS: Final = 1_000_000
"""Along one side; what is larger is no size of a picture."""

_SHA256: Final = re.compile(r"[0-9a-f]{64}")
_SECTION: Final = re.compile(r"[0-9a-f]{16}")
_STEM: Final = re.compile(r"[^/\\:\0]{1,200}")


class CacheKey(ABC):
    """What names one value of a cache."""

    __slots__: tuple[str, ...] = ()

    @abstractmethod
    def folder(self) -> str:
        """Folder of the payload relative to the store, "/" between folders, "" for the store."""

    @abstractmethod
    def file_name(self) -> str:
        """Name of the payload in that folder."""

    def name(self) -> str:
        """Both, "/" between them."""
        return f"{self.folder()}/{self.file_name()}"

    def document(self) -> Mapping[str, Any]:
        """Every field that says something about the value, in full, plain JSON."""
        return {field: getattr(self, field) for field in self.__slots__}


@dataclass(frozen=True, slots=True)
class VisionKey(CacheKey):
    """Pixels that an image processor made of one picture.

    Attributes:
        blob: SHA-256 of the picture's file, 64 hex digits.
        processor: digest of the processor, 64 hex digits.
        height: what the model wants, pixels.
        width: the same.
    """

    blob: str
    processor: str
    height: int
    width: int

    def __post_init__(self) -> None:
        _check_sha(self.blob, "blob")
        _check_sha(self.processor, "processor")
        _check_count(self.height, "height", most=MOST_PIXELS)
        _check_count(self.width, "width", most=MOST_PIXELS)

    def folder(self) -> str:
        """See `CacheKey`."""
        return self.blob[:2]

    def file_name(self) -> str:
        """See `CacheKey`."""
        return f"{self.blob}.{self.processor[:FINGERPRINT_DIGITS]}.{self.height}x{self.width}.npz"


@dataclass(frozen=True, slots=True)
class AudioKey(CacheKey):
    """Features that an extractor made of one clip.

    Attributes:
        blob: SHA-256 of the clip's file, 64 hex digits.
        processor: digest of the extractor, 64 hex digits.
        sample_rate: of the samples the extractor was given, Hz.
        max_samples: where the clip was cut, samples at that rate.
        auto_resample: whether a clip of another rate is resampled instead of refused.
    """

    blob: str
    processor: str
    sample_rate: int
    max_samples: int
    auto_resample: bool = False

    def __post_init__(self) -> None:
        _check_sha(self.blob, "blob")
        _check_sha(self.processor, "processor")
        _check_cap(self.sample_rate, self.max_samples)

    def folder(self) -> str:
        """See `CacheKey`."""
        return self.blob[:2]

    def file_name(self) -> str:
        """See `CacheKey`."""
        cap = cap_in_name(self.sample_rate, self.max_samples, self.auto_resample)
        return f"{self.blob}.{self.processor[:FINGERPRINT_DIGITS]}.{cap}.npz"


@dataclass(frozen=True, slots=True)
class WaveformKey(CacheKey):
    """Mono samples of one clip, for any extractor.

    Attributes:
        blob: SHA-256 of the clip's file, 64 hex digits.
        sample_rate: of the samples, Hz.
        max_samples: where the clip was cut, samples.
        auto_resample: whether a clip of another rate is resampled instead of refused.
        decoder: digest of the decoder's and resampler's versions, 64 hex digits, or "" for any. It
            is not in the name: what another version made is replaced.
    """

    blob: str
    sample_rate: int
    max_samples: int
    auto_resample: bool = False
    decoder: str = ""

    def __post_init__(self) -> None:
        _check_sha(self.blob, "blob")
        _check_cap(self.sample_rate, self.max_samples)
        if self.decoder:
            _check_sha(self.decoder, "decoder")

    def folder(self) -> str:
        """See `CacheKey`."""
        return self.blob[:2]

    def file_name(self) -> str:
        """See `CacheKey`."""
        cap = cap_in_name(self.sample_rate, self.max_samples, self.auto_resample)
        return f"{self.blob}.{cap}.wav.npz"


@dataclass(frozen=True, slots=True)
class TokensKey(CacheKey):
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
        """Whether this is the only row of its section."""
        return self.row == 0 and self.rows == 1

    @property
    def row_id(self) -> str:
        """16 hex digits: the section's id, or those of this row."""
        return row_id(self.section, self.row, self.text, rows=self.rows)

    def folder(self) -> str:
        """See `CacheKey`."""
        return f"{ENTRIES_FOLDER}/{self.row_id[:2]}"

    def file_name(self) -> str:
        """See `CacheKey`."""
        return (
            f"{self.row_id}.{self.tokenizer[:FINGERPRINT_DIGITS]}.seq{self.sequence_length}.npz")

    def document(self) -> Mapping[str, Any]:
        """See `CacheKey`; without `rows`, which says nothing about the value."""
        fields = dict(CacheKey.document(self))
        del fields["rows"]
        return fields


@dataclass(frozen=True, slots=True)
class TreeKey(CacheKey):
    """A parameter tree by the stem of its files."""

    stem: str

    def __post_init__(self) -> None:
        if _STEM.fullmatch(self.stem) is None or self.stem in (".", ".."):
            raise ValueError(f"{self.stem!r} is no name of a tree")

    def folder(self) -> str:
        """See `CacheKey`."""
        return ""

    def file_name(self) -> str:
        """See `CacheKey`."""
        return self.stem

    def name(self) -> str:
        """See `CacheKey`."""
        return self.stem

    def document(self) -> Mapping[str, Any]:
        """See `CacheKey`."""
        return {"name": self.stem}


def _check_sha(digits: str, what: str) -> None:
    if _SHA256.fullmatch(digits) is None:
        raise ValueError(f"{what} is 64 lowercase hex digits, not {digits!r}")


def _check_count(count: int, what: str, *, least: int = 1, most: int = 999_999_999) -> None:
    if not least <= count <= most:
        raise ValueError(f"{what} of {count:,} is not between {least:,} and {most:,}")


def _check_cap(sample_rate: int, max_samples: int) -> None:
    _check_count(sample_rate, "sample rate")
    _check_count(max_samples, "cap in samples", most=10**12)
