"""A trainer's store as the map reads it: of each sample the file that training takes first."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt

from larder.core.errors import UserFacingError
from larder.core.picture_map.document import SkippedFile
from larder.core.picture_map.feature_memory import FeatureMemory, StampedFile, find_files
from larder.core.training.cached_files import CachedFiles
from larder.core.training.pairing import Pairing
from larder.core.workspace.open_workspace import Workspace
from larder.core.workspace.store_kinds import StoreContent, StoreFormat

OTHER_SHAPE: Final = "Its shape differs from most of this cache."

NOT_CACHED: Final[Mapping[StoreContent, tuple[str, str]]] = {
    StoreContent.IMAGE: (
        "No pictures are cached for this config.", "Build the pictures' cache first."),
    StoreContent.TEXT: (
        "No captions are cached for this config, so there is no map of them.",
        "Show the map of latents, or build the captions' cache first."),
}
"""Problem and hint where the store of a content is not there."""


def check_formats(workspace: Workspace) -> None:
    """Raise an error where nothing says which cached file is of which picture.

    Raises:
        UserFacingError: if there is no config, or none of the caches is of the trainer's formats.
    """
    if workspace.config is None or not workspace.concepts:
        raise UserFacingError(
            "Only the config and its concepts say which picture, caption and cached files belong "
            "together.",
            "Open the config instead of the folder, or add it with --config.")
    formats = (StoreFormat.INDEXED, StoreFormat.RELEASED)
    if workspace.stores and not any(store.kind.format in formats for store in workspace.stores):
        raise UserFacingError(
            "This needs OneTrainer's caches of pictures and captions, and there is none here.")


@dataclass(frozen=True, slots=True)
class MappedStore:
    """A store whose cached files are paired with samples.

    Attributes:
        files: of each sample, None where nothing is cached of it.
    """

    content: StoreContent
    path: Path
    memory: FeatureMemory
    files: Sequence[StampedFile | None]

    @classmethod
    def of(cls, pairing: Pairing, content: StoreContent) -> MappedStore:
        """The store of a content, with the file that training takes first for each sample.

        Raises:
            UserFacingError: if the config caches no such content.
        """
        files: CachedFiles | None = (
            pairing.images if content is StoreContent.IMAGE else pairing.texts)
        if files is None or not files.path.is_dir():
            raise UserFacingError(*NOT_CACHED[content])
        found = [files.find(number, 0, 0) for number in range(len(pairing.samples))]
        return cls(content, files.path, FeatureMemory(files.path), find_files(
            files.path, [None if one is None else one.name for one in found]))

    @property
    def to_read(self) -> list[StampedFile]:
        """Each file once, in an order that begins everywhere."""
        distinct = list({file.name: file for file in self.files if file is not None}.values())
        order = np.random.default_rng(len(distinct)).permutation(len(distinct)).tolist()
        return [distinct[at] for at in order]

    def feature(self, sample: int) -> npt.NDArray[np.float16] | None:
        """Return what is known of a sample's file, no numbers of one that cannot be read."""
        file = self.files[sample]
        return None if file is None else self.memory.feature(file)

    def unread(self) -> list[StampedFile]:
        """Return the files whose feature is not known."""
        return [file for file in self.to_read if self.memory.feature(file) is None]

    def list_skipped(self, width: int) -> Iterator[SkippedFile]:
        """Files that were read and are on no map: those that cannot be, and those of other shape.

        Args:
            width: of most features.
        """
        for file in sorted(self.to_read, key=lambda file: file.name):
            feature = self.memory.feature(file)
            if feature is not None and len(feature) != width:
                yield SkippedFile(
                    self.content.value, file.name,
                    OTHER_SHAPE if len(feature) else self.memory.problems.get(file.name, ""))

    def usual_width(self) -> int:
        """Return the length of most features, 0 where none is known."""
        features = (self.feature(sample) for sample in range(len(self.files)))
        widths = [len(one) for one in features if one is not None and len(one)]
        return int(np.bincount(widths).argmax()) if widths else 0
