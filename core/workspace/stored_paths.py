"""How the paths of one index or record are read on this machine."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from larder.core.workspace.roots import (
    HERE,
    PathFlavour,
    PathMap,
    comparable,
    find_name,
    is_folder,
    is_foreign,
    join_path,
    resolve,
    split_key,
    split_last,
)


class SpelledPaths(msgspec.Struct, frozen=True):
    """How the paths of one index are read on this machine.

    Attributes:
        root: what relative paths refer to.
        maps: prefixes that lie elsewhere here.
        flavour: how the index spells paths.
    """

    root: Path
    maps: tuple[PathMap, ...]
    flavour: PathFlavour
    _reals: dict[str, str] = msgspec.field(default_factory=dict)

    def real(self, spelled: str) -> str:
        """Where a spelled path lies here."""
        return resolve(spelled, self.root, self.maps, self.flavour)

    def reals(self, folder: str, names: Sequence[str]) -> list[str]:
        """`real` of many files in one spelled folder."""
        if self.maps or not self.flavour is HERE is PathFlavour.POSIX:
            return [self.real(join_path(folder, name, self.flavour)) for name in names]
        above = self.real(join_path(folder, "_", self.flavour))[:-1]
        return [above + name for name in names]

    def of_files(self) -> Callable[[str], str]:
        """Return `real` for calls on many files; it resolves each folder once."""
        if self.maps or not self.flavour is HERE is PathFlavour.POSIX:
            return self.real
        folders: dict[str, str] = {}

        def real(spelled: str) -> str:
            folder, _, name = spelled.rpartition("/")
            if not (folder and name):
                return self.real(spelled)
            above = folders.get(folder)
            if above is None:
                above = folders[folder] = self.real(f"{folder}/_")[:-1]
            return above + name

        return real

    def real_path(self, spelled: str) -> Path:
        """`real` as a Path."""
        return Path(self.real(spelled))

    def file_in(self, folder: str, name: str) -> str:
        """Return the name in a folder of this system of a file that the index names."""
        return find_name(folder, name, self.flavour)

    def place(self, real: str) -> str:
        """A text that is the same for all spellings of a place on this system."""
        if self.flavour is PathFlavour.POSIX:
            return real
        return comparable(real, self.flavour).rstrip(self.flavour.separator)

    def holds(self, folder: str, place: str) -> bool:
        """Return whether a place is a folder itself or inside it; both as `place` returns them."""
        separator = os.sep if self.flavour is PathFlavour.POSIX else self.flavour.separator
        return place == folder or place.startswith(folder.rstrip(separator) + separator)

    def same_folder(self, spelled: str, real: str) -> str:
        """A text that is the same for all spellings of one folder in index and config.

        A POSIX trainer tells folders by their spelling alone; those of Windows are the same where
        they mean the same place.
        """
        return spelled if self.flavour is PathFlavour.POSIX else self.place(real)

    def existing_parent(self, folder: str) -> tuple[str, str]:
        """(spelled, real) of a spelled folder or its nearest parent that exists.

        A path of another system without a map has none: the folder itself then, which is missing.
        """
        above = join_path(folder, "_", self.flavour)
        if not is_foreign(above, self.maps, self.flavour):
            while (shorter := split_last(above, self.flavour)[0]) != above:
                above, real = shorter, self.real_path(shorter)
                if is_folder(real):
                    return above or str(real), str(real)
        return folder, self.real(folder)

    def same_source(self, spelled: str) -> str:
        """A text that is the same for all spellings of one source; see `same_folder`."""
        return spelled if self.flavour is PathFlavour.POSIX else self.place(self.order_key(spelled))

    def order_key(self, spelled: str) -> str:
        """A text by which a trainer on the index's system has a source in its order.

        It sorts whole paths, by the separator of its system and the case that folders have there.
        """
        if self.flavour is PathFlavour.POSIX:
            return spelled
        folder, name = split_key(spelled, self.flavour.separator)
        real = self._reals.get(folder)
        if real is None:
            real = self._reals[folder] = self.real(folder).replace("/", "\\")
        return f"{real}\\{name}"


def locate_recorded(paths: SpelledPaths) -> Callable[[str], str]:
    """Return a function that gives the path of a recorded source on this system.

    A store's record has "/" between folders; each folder is resolved once.
    """
    folders: dict[str, str] = {}

    def real(source: str) -> str:
        above, _, name = source.rpartition("/")
        folder = folders.get(above)
        if folder is None:
            spelled = above or ("/" if source.startswith("/") else "")
            folder = folders[above] = os.path.normpath(paths.real(spelled))
        return os.path.join(folder, name)  # noqa: PTH118 - one per value

    return real
