"""With what a value was made, and of which folders: enough to make it again."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from larder.core.encoders.catalogue import BYTES_NAME, FEATURE_EXTRACTORS, IMAGE_PROCESSORS
from larder.core.files.journal import JournalAction, JournalRecord, naming_action, search_journal
from larder.core.files.regular_file import read_or_default
from larder.core.keys.cache_keys import ParsedName, parse_name
from larder.core.keys.strict_fingerprint import StrictFingerprint
from larder.core.stores.records import read_fingerprints
from larder.core.workspace.roots import is_folder
from larder.core.workspace.store_kinds import StoreKind

FIRST_OFFERED: Final = {StoreKind.VISION: "siglip", StoreKind.AUDIO: "whisper"}
MILLISECONDS: Final = 1000


def built_folders(store: Path) -> tuple[str, ...]:
    """Folders of the user's files that builds went over, each once, the latest first.

    Returns:
        Absolute paths as the system that built spelled them; none where no build is recorded.

    Raises:
        OSError: if the journal is there but cannot be read.
    """
    built: tuple[JournalRecord, ...] = read_or_default(
        lambda: search_journal(store, naming_action(JournalAction.BUILT)), ())
    told = (record.detail.get("sources") for record in reversed(built)
            if record.action == JournalAction.BUILT)
    return tuple(dict.fromkeys(
        folder for folder in told if isinstance(folder, str) and folder))


class RebuildSettings(msgspec.Struct, frozen=True):
    """Options with which a build makes values of the same names.

    Attributes:
        maker: what made the value, "" where nothing tells.
        model: name or folder to open that with, None where it is not known or needs none.
        sample_rate: Hz, None where the kind has none.
        max_seconds: where clips are cut.
        resample: clips of another rate are resampled.
        sequence_length: where ids are cut.
        size: (height, width) of pictures, where saying it gives the same settings again; None where
            it is not known, and of a processor that says its size otherwise.
    """

    maker: str = ""
    model: str | None = None
    sample_rate: int | None = None
    max_seconds: float | None = None
    resample: bool = False
    sequence_length: int | None = None
    size: tuple[int, int] | None = None

    def options(self, kind: StoreKind) -> tuple[str, ...]:
        """The words of a command line that make values so, the kind first."""
        of_model = () if self.model is None else (
            "--encoder" if self.model in list_encoders(kind) else "--model", self.model)
        said = {
            "--size": self.size and "{}x{}".format(*self.size),
            "--sample-rate": self.sample_rate,
            "--max-seconds": None if self.max_seconds is None else f"{self.max_seconds:.10g}",
            "--sequence-length": self.sequence_length}
        return (
            "--store", kind.value, *of_model,
            *(word for name, value in said.items() if value is not None
              for word in (name, str(value))),
            *(("--resample",) if self.resample else ()))


def former_folder(folders: Sequence[Path], built: Sequence[Path]) -> Path | None:
    """The folder to build from: the latest that was built and holds all `folders` of sources.

    Else it is the deepest one above all; None for a whole drive, which nobody meant, and where they
    lie on several. At least one folder, all of them absolute.
    """
    places = (Path(os.path.normpath(place)) for place in built)
    found = next((place for place in places
                  if all(folder.is_relative_to(place) for folder in folders)), None)
    if found is not None:
        return found
    try:
        common = Path(os.path.commonpath(folders))
    except ValueError:  # different drives
        return None
    return common if common != common.parent else None


def list_encoders(kind: StoreKind) -> Sequence[str]:
    """Encoders with their library's own settings, by name; the first is offered first."""
    names: Collection[str] = {
        StoreKind.VISION: IMAGE_PROCESSORS, StoreKind.AUDIO: FEATURE_EXTRACTORS,
        StoreKind.TOKENS: (BYTES_NAME,)}.get(kind, ())
    return tuple(sorted(names, key=lambda name: (name != FIRST_OFFERED.get(kind), name)))


class RebuildMakers:
    """Makers of the values of one store, each looked up once."""

    def __init__(self, store: Path, kind: StoreKind) -> None:
        """Read what the store knows of its makers.

        Raises:
            OSError: if the record is there and cannot be read.
        """
        self._kind = kind
        self._facts: dict[str, StrictFingerprint] = read_or_default(
            lambda: read_fingerprints(store), {})
        self._found: dict[str, tuple[str, str | None]] = {}
        self._may_make: dict[str, bool] = {}

    def settings(self, name: str) -> RebuildSettings:
        """With what a value was made, by its payload's name in the store."""
        parsed = parse_name(self._kind.value, name)
        if parsed is None:
            return RebuildSettings()
        maker, model = self._maker(parsed.fingerprint)
        seconds = None if parsed.milliseconds is None else parsed.milliseconds / MILLISECONDS
        if parsed.samples is not None and parsed.sample_rate:
            seconds = parsed.samples / parsed.sample_rate
        return RebuildSettings(
            maker=maker, model=model, sample_rate=parsed.sample_rate,
            max_seconds=seconds, resample=bool(parsed.is_resampled),
            sequence_length=parsed.sequence_length, size=self._size(parsed))

    def may_make(self, name: str) -> bool:
        """Return whether Larder can make a value of this name again, as far as is known.

        The part of a name after the content's digits takes few forms, however many values there
        are, so results are cached by form.
        """
        form = name.rpartition("/")[2].partition(".")[2]
        if form not in self._may_make:
            settings = self.settings(name)
            self._may_make[form] = (self._kind is StoreKind.WAVEFORM or not settings.maker
                                    or settings.model is not None)
        return self._may_make[form]

    def _size(self, parsed: ParsedName) -> tuple[int, int] | None:
        """The size of a value, if its processor has just the settings that saying it gives."""
        facts = next((facts for digest, facts in self._facts.items()
                      if parsed.fingerprint and digest.startswith(parsed.fingerprint)), None)
        attributes = None if facts is None else facts.facts.get("attributes")
        if parsed.height is None or parsed.width is None or not isinstance(attributes, Mapping):
            return None
        size, crop = _extents(attributes.get("size")), _extents(attributes.get("crop_size"))
        wanted = {"height": parsed.height, "width": parsed.width}
        is_cropped = bool(crop) and attributes.get("do_center_crop") is not False
        is_told = (not is_cropped or crop == wanted) and (size == wanted or (
            size == {"shortest_edge": max(wanted.values())}
            and (is_cropped or parsed.height == parsed.width)))
        return (parsed.height, parsed.width) if is_told else None

    def _maker(self, digits: str) -> tuple[str, str | None]:
        """Name of a maker, and what opens it."""
        if not digits:
            return "", None
        if digits not in self._found:
            self._found[digits] = next(
                ((facts.name, self._model(facts)) for digest, facts in self._facts.items()
                 if digest.startswith(digits)), ("", None))
        return self._found[digits]

    def _model(self, facts: StrictFingerprint) -> str | None:
        if facts.found_in:
            return facts.found_in if is_folder(Path(facts.found_in)) else None
        return facts.name if facts.name in list_encoders(self._kind) else None


def _extents(size: object) -> dict[str, int]:
    """Return the edges that a processor's size setting gives; libraries write None for others."""
    return {name: edge for name, edge in size.items() if isinstance(edge, int)} \
        if isinstance(size, Mapping) else {}
