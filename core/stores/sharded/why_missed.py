"""Why a lookup found nothing: what the store has of the same source instead, and what differs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from larder.core.keys.cache_keys import TokensKey
from larder.core.keys.key_names import ParsedName
from larder.core.keys.strict_fingerprint import difference
from larder.core.payloads.npz_stamp import peek_stamp
from larder.core.stores.sharded.entry_file import find_value
from larder.core.stores.sharded.fingerprint_facts import read_fingerprints
from larder.core.stores.sharded.grammar import Grammar, ShardedKey, grammar_of
from larder.core.stores.sharded.sharded_store import ShardedStore

DIGESTS: Final = frozenset({"processor", "tokenizer", "decoder"})
"""Fields of a key that hold a digest whose facts may be known."""

NAMES_OF_FIELDS: Final = {"max_samples": "cap in samples", "auto_resample": "resampling"}


def why_missed(store: ShardedStore, key: ShardedKey, /) -> str:
    """One clause that says why a store has no value for a key; "" if it has one.

    Compares with the payloads of the same source: which fields of the key differ, and where a
    digest differs and its facts are known, which of those ("crop_size.height 224 -> 256").

    Raises:
        OSError: if the drive fails.
    """
    grammar = grammar_of(store.kind)
    found = find_value(store.folder, key.name(), key, grammar)
    if found.values is not None:
        return ""
    if found.fault and not (stamp := peek_stamp(store.folder / key.name())):
        return found.fault
    if found.fault and stamp is not None and stamp.key == key.document():
        return found.fault
    differences = [
        _difference(store.folder, stored, key) for stored in _of_same_source(store, key, grammar)]
    return min(differences, key=len, default="nothing of this source is stored")


def _of_same_source(
    store: ShardedStore, key: ShardedKey, grammar: Grammar
) -> list[Mapping[str, Any]]:
    """Documents of the keys that the same source's payloads were stored for."""
    shard = store.folder / key.folder()
    document = key.document()
    subject = "section" if isinstance(key, TokensKey) else "blob"
    documents = []
    try:
        names = sorted(path.name for path in shard.iterdir())
    except (FileNotFoundError, NotADirectoryError):
        return []
    for name in names:
        parsed = grammar.parse(f"{key.folder()}/{name}")
        if parsed is None:
            continue
        stamp = peek_stamp(shard / name)
        stored = stamp.key if stamp is not None else _told_by_name(parsed, key)
        if stored.get(subject) == document[subject]:
            documents.append(stored)
    return documents


def _told_by_name(parsed: ParsedName, key: ShardedKey) -> Mapping[str, Any]:
    """What the name of another program's payload tells; fields it leaves open are as in the key."""
    told: dict[str, Any] = dict(key.document())
    told.update({"section": parsed.subject} if isinstance(key, TokensKey) else {
        "blob": parsed.subject})
    named = {
        "height": parsed.height, "width": parsed.width, "sample_rate": parsed.sample_rate,
        "auto_resample": parsed.is_resampled, "sequence_length": parsed.sequence_length}
    told.update({field: value for field, value in named.items() if value is not None})
    for field in ("processor", "tokenizer"):
        if field in told and not str(told[field]).startswith(parsed.fingerprint):
            told[field] = parsed.fingerprint
    return told


def _difference(folder: Path, stored: Mapping[str, Any], key: ShardedKey) -> str:
    known = read_fingerprints(folder)
    clauses: list[str] = []
    for field, wanted in key.document().items():
        had = stored.get(field)
        if had == wanted:
            continue
        if field in DIGESTS:
            facts: tuple[str, ...] = ()
            if had in known and wanted in known:
                facts = difference(known[had].facts, known[wanted].facts)
            clauses += facts or (f"another {field}",)
        elif field == "text":
            clauses.append("the text is another")
        else:
            spelled = NAMES_OF_FIELDS.get(field, field.replace("_", " "))
            clauses.append(f"{spelled} {had} -> {wanted}")
    return ", ".join(clauses) or "another program stored it, and its name leaves open what it is"
