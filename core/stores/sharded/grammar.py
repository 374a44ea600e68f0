"""What is particular to each kind of sharded store: one row per kind, everything else is shared."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from larder.core.keys.cache_keys import AudioKey, TokensKey, VisionKey, WaveformKey
from larder.core.keys.key_names import (
    ENTRIES_FOLDER,
    NAME_PATTERNS,
    ParsedName,
    is_whole_milliseconds,
    parse_name,
)
from larder.core.payloads.dtypes import Array
from larder.core.stores.sharded.shapes import (
    audio_fault,
    tokens_fault,
    vision_fault,
    waveform_fault,
)
from larder.core.workspace.store_kinds import StoreKind

ShardedKey = VisionKey | AudioKey | WaveformKey | TokensKey

SHARD_NAME: Final = re.compile(r"[0-9a-f]{2}")
MANIFEST_NAME: Final = "manifest.json"
"""Index of the tokens' original program, in the store's folder."""

TEMPORARY: Final = re.compile(
    r"(?P<target>.+)\.tmp(?:\.(?P<pid>[0-9]{1,10})(?:\.(?P<nonce>[0-9a-f]{8}))?)?", re.DOTALL)
"""Names of unfinished writes, the originals' and ours: with a process and eight digits, in an older
form without the digits, and for tokens with nothing."""

Fault = Callable[[Mapping[str, Array], ParsedName], str]


@dataclass(frozen=True, slots=True)
class Grammar:
    """One kind of sharded store.

    Attributes:
        kind: which.
        key: class of its keys.
        root: folder that holds the shards, relative to the store, "" for the store itself.
        pattern: of a payload's name without its folder.
        fault: why values are not what a payload of this name holds, "" if they may be.
        root_files: names in the store's folder that are the format's own.
    """

    kind: StoreKind
    key: type[ShardedKey]
    root: str
    pattern: re.Pattern[str]
    fault: Fault
    root_files: frozenset[str] = frozenset()

    def shards(self) -> str:
        """The root with a "/" behind it, "" for the store itself."""
        return f"{self.root}/" if self.root else ""

    def parse(self, name: str) -> ParsedName | None:
        """The parts of a name relative to the store, None if it is no payload of this kind."""
        parsed = parse_name(self.kind.value, name)
        return parsed if "/" in name else None


def _grammar(
    kind: StoreKind, key: type[ShardedKey], root: str, fault: Fault, *root_files: str
) -> Grammar:
    return Grammar(kind, key, root, NAME_PATTERNS[kind.value], fault, frozenset(root_files))


GRAMMARS: Final[Mapping[StoreKind, Grammar]] = MappingProxyType({
    row.kind: row
    for row in (
        _grammar(StoreKind.VISION, VisionKey, "", vision_fault),
        _grammar(StoreKind.AUDIO, AudioKey, "", audio_fault),
        _grammar(StoreKind.WAVEFORM, WaveformKey, "", waveform_fault),
        _grammar(StoreKind.TOKENS, TokensKey, ENTRIES_FOLDER, tokens_fault, MANIFEST_NAME),
    )
})


def grammar_of(kind: StoreKind) -> Grammar:
    """The row of a kind.

    Raises:
        ValueError: if stores of this kind are not sharded.
    """
    try:
        return GRAMMARS[kind]
    except KeyError as error:
        raise ValueError(f"{kind.value} stores are not sharded") from error


def kind_of_name(name: str) -> StoreKind | None:
    """The kind of store that has payloads of this name, relative to the store."""
    return next((row.kind for row in GRAMMARS.values() if row.parse(name) is not None), None)


def original_may_serve(key: ShardedKey) -> bool:
    """Whether a payload of the original program, which lacks the whole key, can be this key's.

    Not for one row of several, which it stored under one name, and not for a cap between
    milliseconds, which it rounded.
    """
    if isinstance(key, TokensKey):
        return key.is_whole_section
    if isinstance(key, VisionKey):
        return True
    return is_whole_milliseconds(key.sample_rate, key.max_samples)
