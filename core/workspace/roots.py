"""Spelled paths: how they compare, and which folders they mean.

An index spells paths as the trainer's system did: with backslashes and drive letters on Windows,
and relative to the trainer's folder when the concept's path was. Whatever compares or looks up a
spelled path does it here, as that system would: on Windows without regard to case, both slashes
alike. `resolve`, `find_name` and `is_folder` look at the disk, the first two
only for a Windows path on another system, whose disk tells `Data` from `data`; all else are pure
functions over texts and facts, so that a Windows index can be read on Linux and tested there.

Letters fold as NTFS folds them: one for one, within the basic plane. So "ß" is not "ss", a dotless
"ı" is no "i", and names composed in different ways are different names, as they are on Windows;
`str.casefold` would take them for one.

Spelled paths stay texts: a store has one per file, and a `Path` for each would cost more than the
survey.
"""

from __future__ import annotations

import enum
import errno
import itertools
import ntpath
import os
import posixpath
import re
import stat
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

import msgspec

from larder.core.errors import WorkspaceError

if TYPE_CHECKING:
    # The window imports this before it needs numpy, which takes a tenth of a second.
    import numpy as np
    import numpy.typing as npt

DRIVE: Final = re.compile(r"[A-Za-z]:")
"""A drive at the start of a path."""

LONG_PATH: Final = re.compile(r"[\\/]{2}[?.][\\/](?=[A-Za-z]:)")
LONG_SHARE: Final = re.compile(r"[\\/]{2}[?.][\\/][Uu][Nn][Cc][\\/]")
"""Beginnings of a Windows path that may be long."""

KEYS_LOOKED_AT: Final = 1000
"""Keys that decide an index's flavour; one trainer wrote them all."""

FINAL_SIGMA: Final = "\N{GREEK SMALL LETTER FINAL SIGMA}"

NO_FOLDER: Final = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.ENAMETOOLONG})
"""What the system says where no folder is; whatever else it refuses, there may be one."""

SETTLED_NS: Final = 2_000_000_000
"""A folder that changed less long ago may change again without its date telling."""


class PathFlavour(enum.Enum):
    """How a system spells paths."""

    POSIX = "/"
    WINDOWS = "\\"

    @property
    def separator(self) -> str:
        """The separator between folder and name."""
        return self.value


HERE: Final = PathFlavour.WINDOWS if os.name == "nt" else PathFlavour.POSIX
"""The flavour of the system we run on."""


class PathMap(msgspec.Struct, frozen=True):
    """Absolute prefix or drive `old`, as an index spells it, is `new` on this system."""

    old: str
    new: str


def parse_map(text: str) -> PathMap:
    """Read a map written as "OLD=NEW"; the first "=" divides.

    Raises:
        WorkspaceError: if a side is missing, or OLD is neither absolute nor a drive.
    """
    old, _, new = text.partition("=")
    if not (old and new):
        raise WorkspaceError(
            f'The path map "{text}" needs an old and a new prefix.', "Write it as OLD=NEW.")
    if not is_absolute(old, flavour_of(old)):
        raise WorkspaceError(
            f'The path map "{text}" must start with an absolute folder or a drive.',
            "Relative paths start from the root folder instead (--root).",
        )
    return PathMap(old=old, new=new)


def flavour_of(spelled: str) -> PathFlavour:
    """The flavour of one path; a path without separator or drive is taken for this system's."""
    if DRIVE.match(spelled) or spelled.startswith("\\\\"):
        return PathFlavour.WINDOWS
    if "/" in spelled:
        return PathFlavour.POSIX
    return PathFlavour.WINDOWS if "\\" in spelled else HERE


def flavour_of_keys(keys: Iterable[str]) -> PathFlavour:
    """The flavour of an index, by the majority of its keys that tell; this system's if none does.

    A Windows trainer leaves no "/" in a key, and a backslash is a rare but lawful letter of a POSIX
    name, so a key with "/" speaks for POSIX whatever else is in it, unless it begins with a drive.
    """
    return _majority(
        flavour_of(key) for key in itertools.islice(keys, KEYS_LOOKED_AT)
        if "/" in key or "\\" in key or DRIVE.match(key))


def flavour_of_config(paths: Iterable[str]) -> PathFlavour:
    """The flavour of a config's paths, by most of those that tell; this system's if none does.

    OneTrainer writes slashes on Windows too, so a relative path tells by a backslash alone.
    """
    return _majority(
        flavour_of(path) for path in paths
        if path.startswith("/") or (path and flavour_of(path) is PathFlavour.WINDOWS))


def _majority(flavours: Iterable[PathFlavour]) -> PathFlavour:
    votes = sum(1 if flavour is PathFlavour.WINDOWS else -1 for flavour in flavours)
    if votes == 0:
        return HERE
    return PathFlavour.WINDOWS if votes > 0 else PathFlavour.POSIX


def infer_flavour(paths: Sequence[str]) -> PathFlavour:
    """The flavour of paths that were recorded as concept folder and file name were joined.

    A drive or a share decides. Else a Windows trainer joined the last part of every path with a
    backslash, whatever the concept's folder was spelled with.
    """
    together = "\n".join(paths)
    if "\\" not in together and ":" not in together:
        return PathFlavour.POSIX  # of thousands of paths most end here
    if any(DRIVE.match(path) or path.startswith("\\\\") for path in paths):
        return PathFlavour.WINDOWS
    joined_by_windows = bool(paths) and all("\\" in path for path in paths)
    return PathFlavour.WINDOWS if joined_by_windows else PathFlavour.POSIX


def infer_config_flavour(spelled: str, index: PathFlavour) -> PathFlavour:
    """The flavour of a config's path beside an index: "data/cats" may be read either way.

    A Windows index takes slashes too. Only a path that begins with one slash stays what it is on a
    POSIX system: where the files of a cache from Windows were brought to.
    """
    own = flavour_of(spelled)
    if index is PathFlavour.WINDOWS and not _is_of_this_posix(spelled):
        return index
    return own


def _is_of_this_posix(spelled: str) -> bool:
    return HERE is PathFlavour.POSIX and spelled.startswith("/") and not spelled.startswith("//")


def comparable(path: str, flavour: PathFlavour) -> str:
    """A text that is the same for all spellings of a path, or of a name, on such a system."""
    if flavour is PathFlavour.POSIX:
        return path
    return _fold_case(_plain(path).replace("/", "\\"))


def comparable_names(names: Sequence[str], flavour: PathFlavour) -> list[str]:
    """`comparable` of many file names: 0.2 µs each, 3 µs for one that is not ASCII."""
    if flavour is PathFlavour.POSIX or not names:
        return list(names)
    # No name holds a slash, so they fold as one text.
    text = "/".join(names)
    return text.upper().split("/") if text.isascii() else list(map(_fold_case, names))


def is_same_folder(one: str, other: str, flavour: PathFlavour) -> bool:
    """Return whether two spelled folders are the same on such a system, detours resolved."""
    compared = [
        comparable(normalise_path(_plain(spelled) if flavour is PathFlavour.WINDOWS else spelled,
                                  flavour), flavour) for spelled in (one, other)]
    return compared[0] == compared[1]


class SameNames:
    """File names of one folder, found as a system of a flavour compares them."""

    def __init__(
        self, names: Sequence[str], numbers: Sequence[int], flavour: PathFlavour
    ) -> None:
        """Remember names; of names alike the first counts, but an exact spelling before it."""
        self._flavour = flavour
        self._exact = dict(zip(names, numbers, strict=True))
        self._alike: dict[str, int] = {}
        if flavour is PathFlavour.WINDOWS:
            folded = comparable_names(names, flavour)
            self._alike.update(zip(reversed(folded), reversed(numbers), strict=True))

    def find(self, names: Sequence[str]) -> npt.NDArray[np.int32]:
        """The number of each name, -1 for one that is not there; int32, shape (n,)."""
        import numpy as np

        found = np.fromiter(
            map(self._exact.get, names, itertools.repeat(-1)), dtype=np.int32, count=len(names))
        if self._alike:
            left = np.flatnonzero(found < 0)
            folded = comparable_names([names[at] for at in left.tolist()], self._flavour)
            found[left] = np.fromiter(
                map(self._alike.get, folded, itertools.repeat(-1)), dtype=np.int32,
                count=len(folded))
        return found

    def get(self, name: str) -> int | None:
        """The number of one name, None if it is not there."""
        number = self._exact.get(name)
        if number is None and self._alike:
            number = self._alike.get(comparable(name, self._flavour))
        return number

    def add(self, name: str, number: int) -> None:
        """Remember one more name."""
        self._exact[name] = number
        if self._flavour is PathFlavour.WINDOWS:
            self._alike[comparable(name, self._flavour)] = number


def split_key(key: str, separator: str) -> tuple[str, str]:
    """Folder and name of an index's key; `before_name` puts them together to the letter.

    In an index of backslashes the folder keeps what stands before the name if that is not one
    backslash: a slash, or a second separator.
    """
    if separator == PathFlavour.POSIX.separator:
        folder, _, name = key.rpartition(separator)
        return folder, name
    at = max(key.rfind("\\"), key.rfind("/"))
    keeps = at >= 0 and (key[at] == "/" or key[at - 1:at] in {"", "\\", "/"})
    return key[:at + keeps] if at >= 0 else "", key[at + 1:]


def split_keys(keys: Sequence[str], separator: str) -> list[tuple[str, str]]:
    """Return `split_key` of each of many keys."""
    if separator != PathFlavour.POSIX.separator:
        text = "\0" + "\0".join(keys)
        if "/" in text or "\\\\" in text or "\0\\" in text:
            return [split_key(key, separator) for key in keys]
    return [(folder, name) for folder, _, name in [key.rpartition(separator) for key in keys]]


def before_name(folder: str, separator: str) -> str:
    """Return the text before the name of a folder's file in an index's key."""
    if not folder or (separator != PathFlavour.POSIX.separator and folder[-1] in "\\/"):
        return folder
    return folder + separator


def is_absolute(spelled: str, flavour: PathFlavour) -> bool:
    """Return whether a spelled path means the same from every folder; a bare drive counts."""
    if flavour is PathFlavour.WINDOWS:
        return bool(DRIVE.match(spelled)) or spelled[:1] in {"\\", "/"}
    return spelled.startswith("/")


def normalise_path(spelled: str, flavour: PathFlavour) -> str:
    """The path as the trainer's `os.path.normpath` leaves it on a system of that flavour."""
    if not spelled:
        return ""
    if flavour is PathFlavour.WINDOWS:
        return ntpath.normpath(spelled)
    return posixpath.normpath(spelled)


def _plain(spelled: str) -> str:
    r"""A Windows path without the prefix that lifts the limit on its length: the same place.

    ``\\?\C:\train`` is ``C:\train``, and ``\\?\UNC\nas\share`` is ``\\nas\share``.
    """
    if spelled[:1] not in {"\\", "/"}:
        return spelled
    unc = LONG_SHARE.match(spelled)
    if unc:
        return "\\\\" + spelled[unc.end():]
    long = LONG_PATH.match(spelled)
    return spelled[long.end():] if long else spelled


def join_path(folder: str, name: str, flavour: PathFlavour) -> str:
    """Folder and name in one spelled path; a folder of "" or "." adds nothing."""
    if folder in {"", "."}:
        return name
    if folder.endswith(flavour.separator):
        return folder + name
    return f"{folder}{flavour.separator}{name}"


def speller(folder: str, flavour: PathFlavour) -> Callable[[str], str]:
    """Return `join_path` for the many names of one folder."""
    before = join_path(folder, "", flavour)
    return lambda name: before + name


def split_last(spelled: str, flavour: PathFlavour) -> tuple[str, str]:
    """Folder and name of a spelled path; the folder is "" for a bare name."""
    if flavour is PathFlavour.WINDOWS:
        return ntpath.split(spelled)
    return posixpath.split(spelled)


def end_of_folder(spelled: str, flavour: PathFlavour) -> int:
    """Return where the name begins in a spelled path, 0 for one without a separator."""
    if flavour is PathFlavour.WINDOWS:
        return max(spelled.rfind("/"), spelled.rfind("\\")) + 1
    return spelled.rfind("/") + 1


def resolve(
    spelled: str, root: Path | str, maps: Sequence[PathMap], flavour: PathFlavour
) -> str:
    """Where a spelled path is on this system.

    An absolute path goes through `maps`: the longest `old` that is a prefix of it counts, whole
    parts only, compared as the index's own system would. A relative one starts at `root`. An
    absolute path of the other flavour without a map comes back unchanged and names nothing here
    (`is_foreign` tells).
    Of a Windows path each part is taken that is there in this or another case.
    """
    if is_absolute(spelled, flavour):
        mapped = _apply_maps(spelled, maps, flavour)
        if mapped is None:
            return posixpath.normpath(spelled) if _is_of_this_posix(spelled) else spelled
        new, rest = mapped
        return _below(new.rstrip("/\\") or "/", rest, flavour) if rest else new
    base = os.fspath(root)
    if flavour is HERE is PathFlavour.POSIX:
        return posixpath.join(base, spelled) if spelled else base
    return _below(base, _parts(spelled, flavour), flavour)


def find_name(real_folder: str, name: str, flavour: PathFlavour) -> str:
    """Return a file's name in a folder of this system, in any case; `name` if it is not there."""
    if flavour is HERE or flavour is PathFlavour.POSIX:
        return name
    if os.path.lexists(os.path.join(real_folder, name)):  # noqa: PTH118 - one per file
        return name
    return _alike_in(real_folder).get(comparable(name, flavour), name)


def relocate_path(spelled: str, move: PathMap, flavour: PathFlavour) -> str | None:
    """A spelled path whose folder `move.old` is called `move.new` now; None for all others.

    Folders compare as for `resolve`, and the new path is spelled as its trainer would normalise it.
    """
    mapped = _apply_maps(spelled, (move,), flavour)
    if mapped is None:
        return None
    new, rest = mapped
    return normalise_path(
        join_path(new, flavour.separator.join(rest), flavour) if rest else new, flavour)


def is_foreign(spelled: str, maps: Sequence[PathMap], flavour: PathFlavour) -> bool:
    """Return whether an absolute path of another system has no map and so no meaning here."""
    return (
        flavour is not HERE
        and not _is_of_this_posix(spelled)
        and is_absolute(spelled, flavour)
        and _apply_maps(spelled, maps, flavour) is None
    )


def is_folder(path: Path) -> bool:
    """Return whether a folder is there; True also if unknown, as listing it gives the reason.

    `is_dir` returns False on some refusals, and from Python 3.14 on every one.
    """
    try:
        return stat.S_ISDIR(path.stat().st_mode)
    except OSError as error:
        return error.errno not in NO_FOLDER
    except ValueError:  # a NUL, or a surrogate that stands for no byte
        return False


def is_whole_computer(folder: str) -> bool:
    """Return whether a folder is the file system's root, or that of the drive Windows runs from."""
    place = os.path.normpath(folder)
    if os.name == "nt":
        return place.lower() == os.environ.get("SYSTEMDRIVE", "C:").lower() + "\\"
    return place in ("/", "//")  # POSIX leaves two slashes alone


def _parts(spelled: str, flavour: PathFlavour) -> list[str]:
    """Path parts; an absolute POSIX path begins with "", a Windows share with two of them."""
    plain = _plain(spelled).replace("\\", "/") if flavour is PathFlavour.WINDOWS else spelled
    lead = len(plain) - len(plain.lstrip("/"))
    named = [part for part in plain.split("/") if part not in {"", "."}]
    return [""] * min(lead, 2 if flavour is PathFlavour.WINDOWS else 1) + named


def _apply_maps(
    spelled: str, maps: Sequence[PathMap], flavour: PathFlavour
) -> tuple[str, list[str]] | None:
    """Return the longest matching prefix's target and the parts after it; None if none matches."""
    if not maps:
        return None
    parts = _parts(spelled, flavour)
    compared = comparable_names(parts, flavour)
    best: tuple[int, str] | None = None
    for candidate in maps:
        old = comparable_names(_parts(candidate.old, flavour), flavour)
        if compared[:len(old)] == old and (best is None or len(old) > best[0]):
            best = (len(old), candidate.new)
    return None if best is None else (best[1], parts[best[0]:])


def _below(base: str, parts: Sequence[str], flavour: PathFlavour) -> str:
    """A path below a folder of this system, parts that are there spelled as they are there."""
    whole = os.path.join(base, *parts)  # noqa: PTH118 - texts, not paths
    if flavour is HERE or os.path.lexists(whole):
        return whole
    found = base
    for part in parts:
        found = os.path.join(found, find_name(found, part, flavour))  # noqa: PTH118
    return found


def _alike_in(folder: str) -> Mapping[str, str]:
    """The names in a folder by what they compare as, none for one that cannot be listed."""
    try:
        changed_ns = os.stat(folder).st_mtime_ns  # noqa: PTH116 - texts, not paths
        if time.time_ns() - changed_ns < SETTLED_NS:
            return _list_alike(folder)
        return _recall_alike(folder, changed_ns)
    except OSError:
        return {}


@lru_cache(maxsize=8)
def _recall_alike(folder: str, _changed_ns: int) -> Mapping[str, str]:
    return _list_alike(folder)


def _list_alike(folder: str) -> Mapping[str, str]:
    names = sorted(os.listdir(folder), reverse=True)
    return dict(zip(comparable_names(names, PathFlavour.WINDOWS), names, strict=True))


def _fold_case(text: str) -> str:
    return text.upper() if text.isascii() else text.translate(_folding())


@cache
def _folding() -> Mapping[int, str]:
    """Small letter -> capital, where each is one letter and stands for the other alone.

    That is the table of NTFS, in which one letter more has another's capital: the final sigma.
    """
    letters = list(map(chr, range(0x10000)))
    return {
        ord(letter): capital
        for letter, capital in zip(letters, map(str.upper, letters), strict=True)
        if letter != capital and len(capital) == 1
        and (capital.lower() == letter or letter == FINAL_SIGMA)}
