"""Reads one payload and says whether it is what its name and a key promise."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from larder.core.errors import PayloadError
from larder.core.keys.cache_keys import TokensKey, VisionKey
from larder.core.keys.key_names import ParsedName
from larder.core.payloads.dtypes import Array
from larder.core.payloads.npz_file import NpzFile
from larder.core.payloads.npz_stamp import (
    STAMP_NAME,
    EntryStamp,
    key_matches,
    open_sealed,
    read_payload_bytes,
)
from larder.core.stores.sharded.grammar import Grammar, ShardedKey, original_may_serve
from larder.core.stores.sharded.shapes import is_as_the_original_stores
from larder.core.stores.sharded.waveform_storage import as_stored_waveform

Values = Mapping[str, Array]


@dataclass(frozen=True, slots=True)
class Found:
    """What a lookup found.

    Attributes:
        values: the arrays, None if there are none to serve.
        fault: why a file that is there is not served, "" if it is served or absent.
        bytes: size of the file.
    """

    values: Values | None
    fault: str = ""
    bytes: int = 0


ABSENT: Final = Found(None)


def find_value(folder: Path, name: str, key: ShardedKey, grammar: Grammar) -> Found:
    """The value of a key.

    Args:
        folder: the store.
        name: of the key.
        key: what is looked up.
        grammar: of the store.

    Raises:
        OSError: if the drive fails.
        ValueError: if stores of this kind have other keys.
    """
    if type(key) is not grammar.key:
        raise ValueError(f"a {grammar.kind.value} store has no {type(key).__name__}")
    path = folder / name
    content = read_payload_bytes(path)
    if content is None:
        return Found(None, "it is no file") if _is_in_the_way(path) else ABSENT
    try:
        values, stamp = _arrays(path, content)
    except PayloadError as error:
        return Found(None, error.problem, len(content))
    fault = _fault_for_key(values, stamp, key, grammar)
    return Found(None, fault, len(content)) if fault else Found(values, "", len(content))


def check_payload(path: Path, grammar: Grammar) -> str:
    """Why a payload is not what its name promises, one sentence; "" if nothing is wrong.

    Raises:
        OSError: if the drive fails.
    """
    parsed = grammar.parse(f"{grammar.shards()}{path.parent.name}/{path.name}")
    if parsed is None:
        return f"{path.name} is no name of a {grammar.kind.value} payload."
    content = read_payload_bytes(path)
    if content is None:
        return f"{path.name} is no regular file."
    try:
        values, stamp = _arrays(path, content)
    except PayloadError as error:
        return error.problem
    fault = grammar.fault(values, parsed) or _fault_of_stamp(stamp, path.name, grammar)
    return f"{path.name} is not what its name says: {fault}." if fault else ""


def _arrays(
    path: Path, content: npt.NDArray[np.uint8]
) -> tuple[Values, EntryStamp | None]:
    """The arrays, and the stamp if the payload is ours.

    Raises:
        PayloadError: if any byte of it is damaged.
    """
    sealed = open_sealed(content, name=path.name)
    if sealed is not None:
        return as_stored_waveform(sealed.values()), sealed.stamp
    with NpzFile(path) as payload:
        payload.verify()
        if STAMP_NAME in payload.headers:
            raise PayloadError(f"{path.name} is damaged: its seal is missing.")
        return {name: payload.array(name) for name in payload.headers}, None


def _fault_for_key(
    values: Values, stamp: EntryStamp | None, key: ShardedKey, grammar: Grammar
) -> str:
    name = name_of_key(key, grammar)
    if stamp is None:
        if not original_may_serve(key):
            return "another program stored it, and its name leaves open what it stands for"
        if not is_as_the_original_stores(values, name):
            return "it is not in the form of the program that names its files so"
    elif not key_matches(stamp, grammar.kind.value, key.document()):
        return "it was stored for another key whose name is the same"
    return grammar.fault(values, name)


def name_of_key(key: ShardedKey, grammar: Grammar) -> ParsedName:
    """What the name of a key says, with the exact cap in samples.

    Raises:
        ValueError: if stores of this kind have other keys.
    """
    if type(key) is not grammar.key:
        raise ValueError(f"a {grammar.kind.value} store has no {type(key).__name__}")
    parsed = grammar.parse(key.name())
    if parsed is None:
        raise ValueError(f"{key.name()} is no name of a {grammar.kind.value} payload")
    if isinstance(key, TokensKey | VisionKey):
        return parsed
    return replace(parsed, samples=key.max_samples)


def _fault_of_stamp(stamp: EntryStamp | None, file_name: str, grammar: Grammar) -> str:
    if stamp is None:
        return ""
    if stamp.kind != grammar.kind.value:
        return f"it is a {stamp.kind} payload"
    return "" if file_name in _names_of(stamp.key, grammar) else "it was stored for another key"


def _names_of(document: Mapping[str, Any], grammar: Grammar) -> list[str]:
    """The file names that a key's document may have; a row's depends on whether it is the only."""
    try:
        key = grammar.key(**document)
        names = [key.file_name()]
        if isinstance(key, TokensKey):
            names.append(replace(key, rows=1).file_name())
    except (TypeError, ValueError):
        return []
    return names


def _is_in_the_way(path: Path) -> bool:
    """Whether something that is no regular file has the payload's name."""
    return path.is_symlink() or path.exists()
