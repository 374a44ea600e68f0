"""The user's folders as a survey sees them: each scanned once, each path resolved one way."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from larder.core.files.folder_scan import FolderListing, scan_folder
from larder.core.workspace.roots import PathFlavour, PathMap, existing_parent, joined, resolve


class SourceTree:
    """Listings of the folders a survey looks at, kept for as long as the survey runs."""

    def __init__(self) -> None:
        self._listings: dict[str, FolderListing | OSError] = {}

    def list_folder(self, real: str) -> FolderListing:
        """The folder's listing.

        Raises:
            OSError: if it is missing or cannot be read; the same one each time.
        """
        known = self._listings.get(real)
        if known is None:
            try:
                known = scan_folder(real)
            except OSError as failure:
                known = failure
            self._listings[real] = known
        if isinstance(known, OSError):
            raise known
        return known

    def listing(self, real: str) -> FolderListing | None:
        """The folder's listing, None if it is missing or cannot be read."""
        try:
            return self.list_folder(real)
        except OSError:
            return None

    def refusal(self, real: str) -> str:
        """Why a folder that is there cannot be listed, "" when it can or is simply not there."""
        try:
            self.list_folder(real)
        except (FileNotFoundError, NotADirectoryError):
            return ""
        except OSError as failure:
            return failure.strerror or str(failure)
        return ""

    def exists(self, real: str) -> bool:
        """Whether a folder is there; asks the disk only for one that was not listed."""
        known = self._listings.get(real)
        return Path(real).is_dir() if known is None else isinstance(known, FolderListing)


@dataclass(frozen=True, slots=True)
class SpelledPaths:
    """How the paths of one index are read on this machine.

    Attributes:
        root: what relative paths refer to.
        maps: prefixes that lie elsewhere here.
        flavour: how the index spells paths.
    """

    root: Path
    maps: tuple[PathMap, ...]
    flavour: PathFlavour

    def real(self, spelled: str) -> str:
        """Where a spelled path lies here."""
        return resolve(spelled, self.root, self.maps, self.flavour)

    def real_path(self, spelled: str) -> Path:
        """`real` as a Path."""
        return Path(self.real(spelled))

    def existing_parent(self, folder: str) -> tuple[str, str]:
        """(spelled, real) of a spelled folder or its nearest parent that exists.

        A path of another system without a map has none: the folder itself then, which is missing.
        """
        inside = joined(folder, "_", self.flavour)
        parent = existing_parent(inside, self.root, self.maps, self.flavour)
        if parent is None:
            return folder, self.real(folder)
        return parent.spelled or str(parent.real), str(parent.real)


@dataclass(frozen=True, slots=True)
class RecordedPaths:
    """Where the sources of a store's record lie: "/" between folders, each folder resolved once."""

    paths: SpelledPaths
    _folders: dict[str, str] = field(default_factory=dict)

    def real(self, source: str) -> str:
        """The path of a recorded source on this system."""
        above, _, name = source.rpartition("/")
        folder = self._folders.get(above)
        if folder is None:
            spelled = above or ("/" if source.startswith("/") else "")
            folder = self._folders[above] = os.path.normpath(self.paths.real(spelled))
        return os.path.join(folder, name)  # noqa: PTH118 - one per value
