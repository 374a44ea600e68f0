"""Which values of vanished sources are still worth something: their content is there elsewhere.

A renamed or moved file keeps its values, because a payload is named by content and a lookup by the
moved file finds it. So before a value of a vanished source, or the old value of an edited one, is
called waste, its content is looked for where sources are: below the folders of the recorded ones,
and below those of the concepts. Files are told apart by size first and read only if that is equal;
what was read once is remembered. A survey that finds every source as recorded looks for nothing.

What cannot be listed or read may be the file that moved, so it is never taken for absent.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from larder.core.errors import error_reason
from larder.core.files.folder_scan import real_path, real_path_below
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.jobs import Job, Progress
from larder.core.keys.cache_keys import NAME_PATTERNS, parse_name
from larder.core.keys.hash_memory import blob_digests, blob_memory
from larder.core.settings import cache_home
from larder.core.stores.records import RecordedSource
from larder.core.survey.context import SurveyContext
from larder.core.survey.roots import RootTable, StoreRoots
from larder.core.survey.sources import SourceTree
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.open_workspace import StoreKind, StoreLocation
from larder.core.workspace.stored_paths import locate_recorded

MOST_FOLDERS: Final = 50_000
"""Folders that are looked through; a home folder has more, and listing it takes minutes."""

TEXT_ENDINGS: Final = (".txt", ".md", ".markdown", ".rst")
MARK_BYTES: Final = 3
"""A byte order mark, which is no part of a text."""


def content_of_lost(
    context: SurveyContext,
    location: StoreLocation,
    roots: StoreRoots,
    table: RootTable,
    rows: Sequence[int],
    names: Sequence[str],
    recorded: Sequence[RecordedSource | None],
    drifted: Mapping[int, Verdict],
) -> Job[tuple[dict[int, str], dict[int, str]]]:
    """Look for the content of values that would be called waste.

    `rows` are those values, `names` all on disk, `recorded` what each was made from and `drifted`
    the verdicts of sources that are not as recorded, all by row. The store's folder is not entered.

    Returns:
        By row of the value: the path of a file with its content, and one sentence about what could
        not be looked at.
    """
    kind = location.kind
    lost = {row: source for row in rows if (source := recorded[row]) is not None}
    search = _Search(context, kind, lost, {row: _subject(kind, names[row]) for row in lost})
    # Sources that are as recorded need not be read again.
    present: dict[str, str] = {}
    real = locate_recorded(table.paths)
    for row, source in enumerate(recorded) if lost else ():
        if source is None or drifted.get(row, Verdict.VALID) < Verdict.TOUCHED:
            continue
        path = real(source.source)
        subject = _subject(kind, names[row]) if row < len(names) else ""
        for content in filter(None, (subject, source.digest)):
            present[content] = path
    for content, path in present.items():
        search.give(content, path)
    if search.rows:
        yield from search.look_below(
            _folders(roots, table, context.tree), frozenset(present.values()),
            beside=str(location.path))
    return search.found, search.doubt


def _folders(roots: StoreRoots, table: RootTable, tree: SourceTree) -> list[str]:
    """Where a file may have moved to: the roots, and what holds two of them.

    Of "pictures/a" and "pictures/b" that is "pictures", so that a new folder beside them is seen;
    never the user's own folder or one above it. A folder that is not there is left out if its files
    were said to be deleted for good.
    """
    reals = [*roots.reals, *(concept.real for concept in table.concepts)]
    tops = {real.rstrip(os.sep) or os.sep for real in reals
            if tree.exists(real) or not table.find_declared_gone(real)}
    home = os.path.expanduser("~")  # noqa: PTH111 - folders are texts here
    parents = [os.path.dirname(top) for top in tops]  # noqa: PTH120
    shared = {parent for parent in parents if parents.count(parent) > 1}
    tops |= {parent for parent in shared if not f"{home}{os.sep}".startswith(
        f"{parent.rstrip(os.sep)}{os.sep}")}
    return sorted(tops)


def _subject(kind: StoreKind, name: str) -> str:
    """The content that a payload's name tells: digest of a file, id of a row of text.

    "" for a tree, whose name is anybody's choice.
    """
    parsed = parse_name(kind.value, name) if kind.value in NAME_PATTERNS else None
    return "" if parsed is None else parsed.subject


class _Search:
    """Looks for the contents of values; `rows` are those of which nothing was found yet."""

    def __init__(
        self, context: SurveyContext, kind: StoreKind, lost: Mapping[int, RecordedSource],
        subjects: Mapping[int, str],
    ) -> None:
        self._tree, self._token = context.tree, context.token
        self._has_rows = kind is StoreKind.TOKENS
        self.found: dict[int, str] = {}
        self.doubt: dict[int, str] = {}
        self.rows = dict(lost)
        self._sizes = {source.size for source in lost.values()}
        self._of: dict[str, list[int]] = {}
        for row, source in lost.items():
            for content in {subjects[row], source.digest} - {""}:
                self._of.setdefault(content, []).append(row)
        # Files that may be the ones, those of the same size with it, and why some are not known.
        self._same_size: dict[str, int] = {}
        self._texts: list[str] = []
        self._unlisted = ""

    def give(self, content: str, path: str) -> None:
        """A file with a content is at a path."""
        for row in self._of.pop(content, ()):
            if self.rows.pop(row, None) is not None:
                self.found[row] = path

    def look_below(
        self, folders: Iterable[str], known: Collection[str], *, beside: str
    ) -> Job[None]:
        """Look at all files in and below some folders that are not `known`, nor in `beside`."""
        yield from self._list(folders, known, beside)
        yield from self._hash()
        if self.rows:
            self._read_texts()
        if self._unlisted:
            self._doubt(self._unlisted)

    def _doubt(self, why: str, *, size: int | None = None) -> None:
        """Something of this size, or of any, could not be looked at."""
        for row, source in self.rows.items():
            if size is None or source.size == size:
                self.doubt.setdefault(row, why)

    def _list(self, folders: Iterable[str], known: Collection[str], beside: str) -> Job[None]:
        # A text may hold a row with other line ends or a mark.
        least, most = min(self._sizes) // 2 - MARK_BYTES, 2 * max(self._sizes) + MARK_BYTES
        entered: set[str] = {real_path(beside)}
        waiting = [(folder, real_path(folder)) for folder in folders]
        while waiting:
            self._token.check()
            here, identity = waiting.pop()
            if identity in entered:
                continue
            entered.add(identity)
            if len(entered) > MOST_FOLDERS:
                self._unlisted = f"More than {MOST_FOLDERS:,} folders may hold its source."
                return
            yield Progress("looking for moved files", len(entered), 0, "folders")
            try:
                listing = self._tree.list_folder(here)
            except OSError as error:
                self._unlisted = _explain_unlisted(here, error)
                continue
            self._unlisted = self._unlisted or _explain_refused(here, listing.vanished)
            for name, size in zip(listing.names, listing.sizes.tolist(), strict=True):
                path = _join_path(here, name)
                if name.startswith(".") or path in known:
                    continue
                if size in self._sizes:
                    self._same_size[path] = size
                if self._has_rows and name.lower().endswith(TEXT_ENDINGS) and least <= size <= most:
                    self._texts.append(path)
            waiting += [
                (_join_path(here, name), real_path_below(identity, listing, name))
                for name in listing.subfolders if name[:1] != "."]

    def _hash(self) -> Job[None]:
        if not self._same_size:
            return
        with blob_memory(cache_home()) as memory:
            digests = blob_digests(map(Path, self._same_size), memory, token=self._token)
            for done, (path, digest) in enumerate(digests):
                yield Progress("looking for moved files", done, len(self._same_size), "files")
                if isinstance(digest, OSError):
                    self._doubt(_unread(path, digest), size=self._same_size[str(path)])
                else:
                    self.give(digest, str(path))

    def _read_texts(self) -> None:
        """Name the rows of each text as a lookup does."""
        for path in map(Path, self._texts):
            self._token.check()
            try:
                content = read_regular(path, at_most=LARGEST_TEXT)
            except OSError as error:
                self._doubt(_unread(path, error))
                continue
            for row_id in _row_ids(content):
                self.give(row_id, str(path))


def _row_ids(content: bytes) -> Iterator[str]:
    from larder.core.encoders.text_sections import row_digest, section_of
    from larder.core.keys.cache_keys import row_id

    try:
        section, rows = section_of(content.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return
    for number, row in enumerate(rows):
        yield row_id(section, number, row_digest(row), rows=len(rows))


def _unread(path: Path, error: OSError) -> str:
    return (f"Its source may have moved: {path} cannot be read: "
            f"{error_reason(error)}.")


def _explain_unlisted(folder: str, error: OSError) -> str:
    return (f"Its source may have moved: the folder {folder} cannot be listed: "
            f"{error_reason(error)}.")


def _explain_refused(folder: str, vanished: Sequence[str]) -> str:
    """A sentence about a file that is there and may not be looked at, "" if they are just gone."""
    for name in vanished:
        path = _join_path(folder, name)
        try:
            os.stat(path)  # noqa: PTH116 - a text
        except FileNotFoundError:
            continue
        except OSError as error:
            return _unread(Path(path), error)
    return ""


def _join_path(folder: str, name: str) -> str:
    return os.path.join(folder, name)  # noqa: PTH118 - thousands of them
