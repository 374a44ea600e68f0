"""Datasets of another trainer's config: where their pictures are, and where they are cached."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

import msgspec


class DatasetPlace(msgspec.Struct, frozen=True):
    """Where a dataset's pictures are and where they are cached, as the config spells it.

    Attributes:
        sources: a folder, or the file that lists the pictures.
        stores: folders of stores: where files of the trainer are, or the nearest folder above that
            may have a `.larder` without the trainer listing that.
    """

    sources: str
    stores: tuple[str, ...]


class OtherConfig(Protocol):
    """A config of any trainer but OneTrainer, as far as all of them are alike."""

    @property
    def form(self) -> str:
        """The kind of config that it is, for one line."""

    @property
    def unknown(self) -> tuple[str, ...]:
        """Sentences about settings that decide about caches and are not in the config."""

    @property
    def places(self) -> Sequence[DatasetPlace]:
        """Its datasets in file order."""

    @property
    def left_out(self) -> Mapping[str, str]:
        """Further folders that it names and that the trainer leaves out, with the reason."""
