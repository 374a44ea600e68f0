"""The arrays of one payload of a sharded store as numbers to look at, and what it is known to be.

What made a payload is known by the digest in its stamp, else by the digits of it in the name; what
a digest stands for is kept beside the store.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from larder.core.errors import PayloadError
from larder.core.keys.key_names import ParsedName, parse_name
from larder.core.payloads.bit_types import bits_of
from larder.core.payloads.dtypes import Array, decode
from larder.core.payloads.npz_file import NpzFile
from larder.core.payloads.npz_stamp import EntryStamp, open_sealed, read_payload_bytes
from larder.core.stores.sharded.fingerprint_facts import FingerprintFacts, read_fingerprints
from larder.core.stores.sharded.payloads import as_stored_waveform, check_entry
from larder.core.workspace.store_kinds import StoreKind

DIGEST_FIELDS = ("processor", "tokenizer")
"""Fields of a key that say what made the values."""


@dataclass(frozen=True, slots=True)
class PayloadValues:
    """One payload, read and found whole.

    Attributes:
        arrays: by member, native types; bfloat16 and 8-bit floats as float32.
        name: what its name tells.
        stamp: what it says of itself, None for another program's.
        made_by: what made it, None if nobody wrote that down.
    """

    arrays: Mapping[str, Array]
    name: ParsedName
    stamp: EntryStamp | None
    made_by: FingerprintFacts | None

    @property
    def key(self) -> Mapping[str, Any]:
        """The whole key; nothing of another program's payload."""
        return {} if self.stamp is None else self.stamp.key

    @property
    def settings(self) -> Mapping[str, Any]:
        """What the processor was set to, as far as that is known."""
        facts = {} if self.made_by is None else self.made_by.facts
        found = facts.get("attributes", facts)
        return found if isinstance(found, Mapping) else {}


def read_values(path: Path, kind: StoreKind, store: Path) -> PayloadValues:
    """Read one payload.

    Raises:
        PayloadError: if it is damaged, or not what its name says.
        OSError: if the drive fails.
    """
    fault = check_entry(path, kind)
    parsed = parse_name(kind.value, path.name)
    if fault or parsed is None:
        raise PayloadError(fault or f"{path.name} is no name of a {kind.value} payload.")
    content = read_payload_bytes(path)
    if content is None:
        raise PayloadError(f"{path.name} is gone.")
    sealed = open_sealed(content, name=path.name)
    stamp = None if sealed is None else sealed.stamp
    stored = _of_another(path) if sealed is None else as_stored_waveform(sealed.values())
    arrays = {name: decode(*_named(array)) for name, array in stored.items()}
    return PayloadValues(arrays, parsed, stamp, _made_by(store, stamp, parsed))


def _of_another(path: Path) -> Mapping[str, Array]:
    with NpzFile(path) as payload:
        return {name: payload.array(name) for name in payload.headers}


def _named(array: Array) -> tuple[Array, str]:
    """An array's bits and the name of its type."""
    bits, name = bits_of(array)
    return bits, name or array.dtype.name


def _made_by(
    store: Path, stamp: EntryStamp | None, parsed: ParsedName
) -> FingerprintFacts | None:
    known = read_fingerprints(store)
    key = {} if stamp is None else stamp.key
    digest = next((str(key[field]) for field in DIGEST_FIELDS if field in key), "")
    if digest:
        return known.get(digest)
    if not parsed.fingerprint:
        return None
    alike = [facts for known_as, facts in known.items()
             if known_as.startswith(parsed.fingerprint)]
    return alike[0] if len(alike) == 1 else None
