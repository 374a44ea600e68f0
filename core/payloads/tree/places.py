"""Where the files of a tree lie: a manifest's data, and the manifest of data."""

from __future__ import annotations

import json
import os
import re
import secrets
from pathlib import Path

from larder.core.errors import PayloadError
from larder.core.files.store_paths import is_plain_name
from larder.core.files.temp_names import is_own_temp
from larder.core.payloads.file_bytes import DAMAGED_HINT
from larder.core.payloads.tree.manifest import (
    HEAD,
    MalformedManifestError,
    Manifest,
    decode_manifest,
)
from larder.core.payloads.tree.original import decode_original, looks_original

MANIFEST_SUFFIX = ".manifest"
DATA_SUFFIX = ".data"
HEAD_BYTES = 4096
"""Enough of a manifest to tell whose it is and what data it names."""

OWN_DATA = re.compile(r"(?P<stem>.+)\.[0-9a-f]{16}\.data", re.DOTALL)
"""Data of ours; the digits are new with each save."""

_NAMED_DATA = re.compile(rb'\{"format":"larder\.tree/1","data":(?:("(?:[^"\\]|\\.)+")|null),')


def new_data_name(manifest: Path) -> str:
    """A name for the data of one save that no other save has."""
    return f"{manifest.name.removesuffix(MANIFEST_SUFFIX)}.{secrets.token_hex(8)}{DATA_SUFFIX}"


def is_manifest_head(head: bytes) -> bool:
    """Whether a file that begins like this is the manifest of a tree, ours or the original's."""
    return head.startswith(HEAD) or looks_original(head)


def named_data(head: bytes) -> str | None:
    """The data file a manifest of ours names in its head; "" for none, None if it is not ours."""
    match = _NAMED_DATA.match(head)
    if match is None:
        return None
    try:
        return str(json.loads(match.group(1) or b'""'))
    except ValueError:  # damaged
        return ""


def read_head(path: Path) -> bytes:
    """The first bytes of a file.

    Raises:
        OSError: if it cannot be read.
    """
    with path.open("rb", buffering=0) as file:
        return file.read(HEAD_BYTES)


def data_beside(manifest: Path) -> Path | None:
    """The data that the manifest of this name stands for now, by its head alone.

    None without a manifest or data; data of the original only if it is "<stem>.data".
    """
    try:
        head = read_head(manifest)
    except OSError:
        return None
    named = named_data(head)
    if named is None and looks_original(head):
        named = manifest.name.removesuffix(manifest.suffix) + DATA_SUFFIX
    if not named or not is_plain_name(named) or named == manifest.name:
        return None
    found = manifest.with_name(named)
    return found if found.is_file() else None


def read_manifest(path: Path) -> Manifest:
    """The manifest of a tree, ours or the original's.

    Raises:
        FileNotFoundError: if there is none.
        PayloadError: if it cannot be read, is damaged, or contradicts itself.
    """
    try:
        content = path.read_bytes()
    except FileNotFoundError:
        raise
    except OSError as error:
        raise PayloadError(f"{path.name} cannot be read: {error.strerror or error}.") from error
    try:
        if content.startswith(HEAD):
            return decode_manifest(content)
        if looks_original(content[:HEAD_BYTES]):
            return decode_original(content)
    except MalformedManifestError as error:
        raise PayloadError(f"{path.name} {error}.", DAMAGED_HINT) from error
    raise PayloadError(f"{path.name} is no manifest of a tree.")


def data_of(path: Path, manifest: Manifest) -> Path | None:
    """The data file of a manifest that was read from `path`; None when it needs none.

    The original names it nowhere: it is the one with the same stem and ".data", with no suffix, or
    the only other file with the same stem.

    Raises:
        PayloadError: if there is none, or several could be it.
    """
    if not manifest.is_original:
        return path.with_name(manifest.data) if manifest.data else None
    stem = path.name.removesuffix(path.suffix)
    for name in (stem + DATA_SUFFIX, stem):
        if name != path.name and path.with_name(name).is_file():
            return path.with_name(name)
    with os.scandir(path.parent) as entries:
        others = [entry.name for entry in entries
                  if entry.name.startswith(f"{stem}.") and entry.name != path.name
                  and not is_own_temp(entry.name) and not OWN_DATA.fullmatch(entry.name)]
    if len(others) == 1:
        return path.with_name(others[0])
    if not others and not any(node.bytes for node in manifest.nodes):
        return None
    raise PayloadError(
        f"The data file of {path.name} is missing." if not others
        else f"Several files could hold the data of {path.name}.",
        "" if others else DAMAGED_HINT)


def manifest_of(data: Path) -> Path:
    """The manifest that belongs to a data file.

    Raises:
        PayloadError: if none beside it does.
    """
    own = OWN_DATA.fullmatch(data.name)
    stems = [own["stem"]] if own else []
    for stem in (*stems, data.name.removesuffix(DATA_SUFFIX)):
        found = data.with_name(stem + MANIFEST_SUFFIX)
        try:
            named = named_data(read_head(found))
        except OSError:
            continue
        if named is None or named == data.name:
            return found
    raise PayloadError(
        f"{data.name} belongs to no manifest beside it.",
        "A tree's data can only be read with its manifest.")
