"""Looks at an index that was written anew before it takes the old one's place."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from pathlib import Path

import msgspec

from larder.core.errors import WorkspaceError
from larder.core.files.regular_file import open_regular
from larder.core.stores.indexed.hash_lists import fields_of, lists_after, lists_in
from larder.core.stores.indexed.index_edit import IndexEdit
from larder.core.stores.indexed.index_file import IndexPieces, NotLaidOut
from larder.core.stores.indexed.json_text import members, parse_json
from larder.core.stores.indexed.open_index import OpenIndex, members_of

HOLDERS = ("entries", "hash_index", "concepts")
"""Fields of the top level whose members are edited one by one."""

NOT_MEANT = "other rows would remain than intended"
_PIECE = msgspec.json.Decoder(dict[str, msgspec.Raw])


def check_rewritten(old: OpenIndex, written: Path, edit: IndexEdit) -> None:
    """Make sure that a written index is `old` with its rows and fields edited as meant, no more.

    It is read and decoded anew, so that a mistake in the editing, or an index of a shape nobody
    thought of, ends as a refusal and not as a lost row. One in the layout of trainers is read piece
    by piece.

    Raises:
        WorkspaceError: if anything else differs.
    """
    rows = _RowCheck(old, edit)
    try:
        with open_regular(written) as file:
            pieces = IndexPieces(file)
            pieces.take_rows(lambda piece: rows.take(_PIECE.decode(piece)))
            top = members(pieces.rest())
    except NotLaidOut:
        rows, new = _RowCheck(old, edit), OpenIndex.read(written)
        rows.take(new.entries)
        top = new.top
    rows.finish()
    for name, text in old.top.items():
        if name not in HOLDERS and name not in edit.top:
            _require(top.get(name) == text, f"the field {name!r} would be wrong")
    for name, text in edit.top.items():
        same = name in top and parse_json(top[name]) == parse_json(text)
        _require(same, f"the field {name!r} would be wrong")
    _require_lists(old, top, edit)
    before, after = members_of(old.top, "concepts"), members_of(top, "concepts")
    _require(all(before.get(name, text) == text for name, text in after.items()),
             "a concept would be wrong")


def _require_lists(old: OpenIndex, top: Mapping[str, bytes], edit: IndexEdit) -> None:
    wanted = (one for one in lists_after(old.top.get("hash_index", b"{}"), edit)
              if one.paths or one.text is not None)
    written = lists_in(top.get("hash_index", b"{}"))
    _require(all(
        one is not None and meant is not None
        and one.digest == meant.digest and one.paths == meant.paths
        for one, meant in itertools.zip_longest(written, wanted)), "hash_index would be wrong")


class _RowCheck:
    """Compares the rows of a written index, in their order, with what was meant."""

    def __init__(self, old: OpenIndex, edit: IndexEdit) -> None:
        self._old, self._edit = old.entries, edit
        self._expected = itertools.chain(
            (key for key in old.entries if key not in edit.drop), edit.add)
        self._problem = ""

    def take(self, rows: Mapping[str, bytes]) -> None:
        """Look at some of them; raises nothing, as they may be views into what is still read."""
        for key, text in rows.items():
            if next(self._expected, None) != key:
                self._problem = self._problem or NOT_MEANT
            elif not self._is_as_meant(key, text):
                self._problem = self._problem or f"the row of {key!r} would be wrong"

    def _is_as_meant(self, key: str, text: bytes) -> bool:
        if key in self._edit.add:
            return parse_json(text) == parse_json(self._edit.add[key])
        if key in self._edit.mtimes:
            return parse_json(text) == {
                **fields_of(self._old[key]), "mtime": self._edit.mtimes[key]}
        return bytes(text) == bytes(self._old[key])

    def finish(self) -> None:
        """There are no more.

        Raises:
            WorkspaceError: if any was not as meant.
        """
        _require(not self._problem, self._problem)
        _require(next(self._expected, None) is None, NOT_MEANT)


def _require(condition: bool, problem: str) -> None:
    if not condition:
        raise WorkspaceError(
            f"The index was not changed, because the new version failed its check: {problem}.",
            "Let the trainer rebuild the index, or report this with the index attached.")
