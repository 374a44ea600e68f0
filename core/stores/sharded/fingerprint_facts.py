"""What the digests in keys stand for, kept once per digest beside the store.

`.larder/fingerprints.jsonl` holds one line per digest with the facts it was made of, so that people
can be told what changed between two digests. It explains; nothing is decided by it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from core.files.append_line import append_line
from core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from core.files.larder_folder import larder_folder, make_larder_folder

FACTS_NAME: Final = "fingerprints.jsonl"


class FingerprintFacts(msgspec.Struct, frozen=True):
    """One digest.

    Attributes:
        digest: 64 hex digits.
        name: of what it identifies, for people.
        facts: what it was made of, plain JSON.
    """

    digest: str
    name: str = ""
    facts: dict[str, Any] = {}


def note_fingerprint(
    folder: Path, digest: str, facts: Mapping[str, Any], *, name: str = ""
) -> None:
    """Remember what a digest stands for, unless that is known.

    Raises:
        UserFacingError: if the store may not be written.
        FileNotFoundError: if there is no such store.
    """
    if digest in read_fingerprints(folder):
        return
    make_larder_folder(folder)
    line = encode_ascii_json(FingerprintFacts(digest, name, dict(facts)))
    append_line(larder_folder(folder) / FACTS_NAME, line)


def read_fingerprints(folder: Path) -> dict[str, FingerprintFacts]:
    """Everything that is remembered, by digest; a line that a crash tore is passed over.

    Raises:
        OSError: if the record is there and cannot be read.
    """
    try:
        content = (larder_folder(folder) / FACTS_NAME).read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return {}
    found: dict[str, FingerprintFacts] = {}
    for line in content.splitlines():
        try:
            facts = decode_ascii_json(line, FingerprintFacts)
        except UnreadableJsonError:
            continue
        found.setdefault(facts.digest, facts)
    return found
