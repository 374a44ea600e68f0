"""How far cached pictures look like their sources, remembered by the stamps of both.

A pair is compared once. It is compared again where one of both changed, or where its encoder's
colours were learnt from more pictures since.
"""

from __future__ import annotations

import enum
import math
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import numpy as np
import numpy.typing as npt

from larder.core.files.file_stamp import readable_stamp
from larder.core.queries.latent_colours import LatentColours, read_colours
from larder.core.settings import cache_home
from larder.core.stores.store_memory import StoreFile, load_file, save_file

Stamps = tuple[int, int, int, int]
"""Size and date of a cached file, then of its source; -1 of a source that is not there."""


class Uncompared(enum.IntEnum):
    """Why a cached picture was not compared with its source."""

    UNREADABLE = 1
    WITHOUT_SOURCE = 2
    WITHOUT_PREVIEW = 3


class ComparedPicture(msgspec.Struct, frozen=True, gc=False):
    """One cached picture beside its source.

    Attributes:
        likeness: -1 to 1, None where it cannot be told.
        why: the reason for that, None where it was compared.
        encoder: names the encoder whose colours it was compared by, "" for none.
        channels: of its latents.
        pairs: that those colours were learnt from.
    """

    likeness: float | None = None
    why: Uncompared | None = None
    encoder: str = ""
    channels: int = 0
    pairs: int = 0


class _Likenesses(StoreFile, array_like=True, gc=False):
    """A file of `likeness/`.

    Attributes:
        stamps: int64, shape (n, 4).
        likeness: float32, shape (n,); not a number where there is none.
        why: `Uncompared`, 0 for none, uint8, shape (n,).
        encoder: index into `encoders`, int32, shape (n,).
        pairs: int32, shape (n,).
    """

    subject: ClassVar[tuple[str, int]] = ("likeness", 1)

    names: list[str]
    encoders: list[tuple[str, int]]
    stamps: npt.NDArray[Any]
    likeness: npt.NDArray[Any]
    why: npt.NDArray[Any]
    encoder: npt.NDArray[Any]
    pairs: npt.NDArray[Any]


class LikenessMemory:
    """Likeness of one store's pictures by name; opened, asked, and saved again."""

    def __init__(self, store: Path) -> None:
        """Load what is remembered of a store, nothing where that cannot be read."""
        self._store = store
        self._found: dict[str, tuple[Stamps, ComparedPicture]] = {}
        self._colours: dict[tuple[str, int], LatentColours | None] = {}
        kept = load_file(cache_home(), store, _Likenesses)
        if kept is not None:
            self._take(kept)

    def _take(self, kept: _Likenesses) -> None:
        lengths = {len(kept.names), len(kept.likeness), len(kept.why), len(kept.encoder),
                   len(kept.pairs), kept.stamps.size / 4}
        if len(lengths) > 1 or (kept.encoder >= len(kept.encoders)).any():
            return  # not as it was written: as if nothing were remembered
        stamps = kept.stamps.reshape(-1, 4).tolist()
        for name, of, likeness, why, encoder, pairs in zip(
                kept.names, stamps, kept.likeness.tolist(), kept.why.tolist(),
                kept.encoder.tolist(), kept.pairs.tolist(), strict=True):
            text, channels = kept.encoders[encoder]
            self._found[name] = (of[0], of[1], of[2], of[3]), ComparedPicture(
                None if math.isnan(likeness) else likeness, Uncompared(why) if why else None,
                text, channels, pairs)

    def known(self, name: str, stamps: Stamps) -> ComparedPicture | None:
        """Return what is known of a cached file and its source as they are now, None if nothing."""
        found = self._found.get(name)
        if found is None or found[0] != stamps:
            return None
        compared = found[1]
        colours = self._known_colours(compared.encoder, compared.channels)
        return None if colours is not None and colours.pairs > compared.pairs else compared

    def note(self, name: str, stamps: Stamps, compared: ComparedPicture) -> None:
        """Remember a cached file and its source as they were compared."""
        self._found[name] = stamps, compared

    def save(self, asked: set[str]) -> None:
        """Write it; what nobody asked for goes once it is more than what was asked for."""
        if len(self._found) > 2 * len(asked):
            self._found = {name: one for name, one in self._found.items() if name in asked}
        rows = [one for _, one in self._found.values()]
        encoders = list(dict.fromkeys((one.encoder, one.channels) for one in rows))
        numbers = {encoder: at for at, encoder in enumerate(encoders)}
        save_file(cache_home(), self._store, _Likenesses(
            format=_Likenesses.subject[1], store=str(self._store), names=list(self._found),
            encoders=encoders,
            stamps=np.array([stamps for stamps, _ in self._found.values()], np.int64).reshape(-1),
            likeness=np.array([math.nan if one.likeness is None else one.likeness
                               for one in rows], np.float32),
            why=np.array([one.why or 0 for one in rows], np.uint8),
            encoder=np.array([numbers[one.encoder, one.channels] for one in rows], np.int32),
            pairs=np.array([one.pairs for one in rows], np.int32)))

    def _known_colours(self, encoder: str, channels: int) -> LatentColours | None:
        key = encoder, channels
        if key not in self._colours:
            self._colours[key] = read_colours(cache_home(), *key) if encoder else None
        return self._colours[key]


def read_stamps(payload: Path, source: Path) -> Stamps | None:
    """Return the stamps of both as they are now, None where the cached file is not there."""
    of, source_of = readable_stamp(payload), readable_stamp(source)
    if of is None:
        return None
    return (of.size, of.mtime_ns, -1, -1) if source_of is None else (
        of.size, of.mtime_ns, source_of.size, source_of.mtime_ns)
