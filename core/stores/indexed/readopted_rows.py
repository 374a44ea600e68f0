"""Index rows for payloads that get a source again.

A row that a vanished source left behind is taken over: name, date and linked paths become those of
the file that has its content now, everything else stays byte for byte. Where no row is left, one is
made from what the payloads themselves say; the trainer fills in the rest at its next start.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from larder.core.errors import PayloadError
from larder.core.keys.payload_names import parse_indexed_name
from larder.core.payloads.arrays import PayloadContents
from larder.core.payloads.pt_file import list_pt
from larder.core.stores.indexed.json_text import JsonStyle, members, name_text, parse_json
from larder.core.workspace.roots import PathFlavour, PathMap, comparable, relocate_path, split_key

CACHE_VERSION = 3
MODELTYPE = "__modeltype"
MODELTYPE_FIELD = "modeltype"
SIDECAR_MAPS = ("sidecar_mtimes", "sidecar_hashes")


class NotAdoptableError(Exception):
    """Why no row can be made, one sentence."""


def take_over_row(
    text: bytes,
    *,
    old_key: str,
    new_key: str,
    mtime: float,
    modeltype: str | None,
    separator: str,
) -> bytes:
    """A dead row as the row of another file with the same content.

    `mtime` is the new source's, seconds; `modeltype` what the workspace trains, None when that is
    not known; `separator` joins folders in keys.

    Raises:
        NotAdoptableError: if the row has no date to replace, or is of another model type; the
            trainer stops when a file it trains has such a row.
    """
    row = members(text)
    if "mtime" not in row:
        raise NotAdoptableError("The row of the missing source file has no date.")
    made_for = parse_json(row[MODELTYPE_FIELD]) if MODELTYPE_FIELD in row else None
    if modeltype is not None and made_for is None:
        raise NotAdoptableError(
            "The row of the missing source file does not record its model type.")
    if modeltype is not None and made_for != modeltype:
        raise NotAdoptableError(
            f"It was cached for the model type {made_for}, not for {modeltype}.")
    row["mtime"] = json.dumps(mtime).encode("ascii")
    if "filename" in row:
        row["filename"] = name_text(split_key(new_key, separator)[1])
    return _with_paths(row, _Renamed(old_key, new_key, separator).path)


def row_in_folder(text: bytes, move: PathMap, flavour: PathFlavour) -> bytes:
    """A row whose folder is called otherwise now: its linked paths are, all else stays as it is."""
    return _with_paths(
        members(text), lambda path: relocate_path(path, move, flavour) or path)


def _with_paths(row: dict[str, bytes], renamed: Callable[[str], str]) -> bytes:
    """A row whose linked paths are renamed."""
    for name in SIDECAR_MAPS:
        if name in row:
            row[name] = _object({
                renamed(path): value for path, value in members(row[name]).items()})
    _edit(row, "sourceless", lambda stamp: _relink_stamp(stamp, renamed))
    _edit(row, "sourceless_rows", lambda by_index: _object({
        index: _edit_object(stamped, "metadata", lambda stamp: _relink_stamp(stamp, renamed))
        for index, stamped in members(by_index).items()}))
    return _object(row)


def row_from_payloads(
    store: Path,
    payloads: Sequence[str],
    *,
    key: str,
    content_hash: str,
    mtime: float,
    modeltype: str | None,
    separator: str,
) -> bytes:
    """A new row for payloads that no row names.

    `payloads` are of one content (hash of 16 hex digits), the newest variant's first; other
    arguments as of `take_over_row`.

    Returns:
        JSON with the fields a trainer writes for a built entry, apart from those that stand for
        training without sources.

    Raises:
        NotAdoptableError: if a payload is damaged, or was made for another model type.
    """
    variants: dict[str, dict[str, Any]] = {}
    made_for = modeltype
    resolution: list[int] | None = None
    for name in payloads:
        parsed = parse_indexed_name(name)
        if parsed is None or parsed.resolution_key in variants:
            continue
        contents = _list_payload(store / name)
        found = contents.values.get(MODELTYPE)
        if not isinstance(found, str):
            raise NotAdoptableError(f"{name} does not record which model type it was made for.")
        if made_for is not None and found != made_for:
            raise NotAdoptableError(
                f"{name} was made for the model type {found}, not for {made_for}.")
        made_for = found
        resolution = resolution or _integers(contents.values.get("original_resolution"))
        variants[parsed.resolution_key] = _variant(parsed.stem, contents)
    if made_for is None:
        raise NotAdoptableError("None of its cached files has a name that this cache uses.")
    row: dict[str, Any] = {
        "filename": split_key(key, separator)[1],
        "hash": content_hash,
        "mtime": mtime,
        "modeltype": made_for,
        "variants": variants,
        "cache_version": CACHE_VERSION,
        "sidecar_mtimes": {},
        "sidecar_hashes": {},
    }
    if resolution is not None:
        row["original_resolution"] = resolution[-2:]
    return json.dumps(row).encode("ascii")


def _list_payload(path: Path) -> PayloadContents:
    try:
        return list_pt(path)
    except PayloadError as damaged:
        raise NotAdoptableError(damaged.problem) from damaged


def _variant(stem: str, contents: PayloadContents) -> dict[str, Any]:
    variant: dict[str, Any] = {
        "cache_file": stem,
        "schema_keys": sorted(name for name in contents.names if not name.startswith("__")),
    }
    crop = _integers(contents.values.get("crop_resolution"))
    return variant if crop is None else {**variant, "crop_resolution": crop}


def _integers(value: object) -> list[int] | None:
    """A size as a list, None if it is none; frames may come before height and width."""
    try:
        numbers = msgspec.convert(value, list[int])
    except msgspec.ValidationError:
        return None
    return numbers if len(numbers) >= 2 else None


class _Renamed:
    """How paths beside a renamed source are renamed with it: "a.txt", "a-masklabel.png"."""

    def __init__(self, old_key: str, new_key: str, separator: str) -> None:
        self._flavour = PathFlavour(separator)
        self._old, self._new = comparable(old_key, self._flavour), new_key
        old_stem, self._new_stem = (_stem(key, separator) for key in (old_key, new_key))
        self._old_stem = comparable(old_stem, self._flavour)

    def path(self, spelled: str) -> str:
        """The path after the renaming; unchanged if it does not belong to the source."""
        compared = comparable(spelled, self._flavour)
        if compared == self._old:
            return self._new
        rest = spelled[len(self._old_stem):]
        if compared.startswith(self._old_stem) and rest[:1] in (".", "-"):
            return self._new_stem + rest
        return spelled


def _stem(key: str, separator: str) -> str:
    name = split_key(key, separator)[1]
    return key.removesuffix(name) + (name.rpartition(".")[0] or name)


def _relink_stamp(stamp: bytes, renamed: Callable[[str], str]) -> bytes:
    """A row's stamp whose `linked_paths` are those of the renamed source."""
    return _edit_object(stamp, "linked_paths", lambda linked: _object({
        name: _rename_text(path, renamed) for name, path in members(linked).items()}))


def _rename_text(text: bytes, renamed: Callable[[str], str]) -> bytes:
    path = parse_json(text)
    if isinstance(path, str) and renamed(path) != path:
        return name_text(renamed(path))
    return text


def _edit_object(text: bytes, name: str, edit: Callable[[bytes], bytes]) -> bytes:
    """An object one of whose values is edited, where it has it."""
    values = members(text)
    _edit(values, name, edit)
    return _object(values)


def _edit(values: dict[str, bytes], name: str, edit: Callable[[bytes], bytes]) -> None:
    if name in values:
        values[name] = edit(values[name])


def _object(values: Mapping[str, bytes]) -> bytes:
    """On one line; whoever adds it to an index lays it out anew."""
    return JsonStyle().object_text(values, 1)
