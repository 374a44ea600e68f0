"""What the digests in keys stand for, kept once per digest beside the store.

`.larder/fingerprints.jsonl` holds one line per digest with the facts it was made of, so that people
can be told what changed between two digests. It explains; nothing is decided by it. A digest has
another line when what it stands for was found in another folder: its last line says where.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import append_line
from larder.core.files.store_paths import larder_folder, make_larder_folder

FACTS_NAME: Final = "fingerprints.jsonl"


class FingerprintFacts(msgspec.Struct, frozen=True):
    """One digest.

    Attributes:
        digest: 64 hex digits.
        name: of what it identifies, for people.
        facts: what it was made of, plain JSON.
        found_in: the folder that what it identifies was last loaded from, absolute, as the system
            that built spells it; "" where that is not known. No part of the digest.
    """

    digest: str
    name: str = ""
    facts: dict[str, Any] = {}
    found_in: str = ""


def note_fingerprint(
    folder: Path, digest: str, facts: Mapping[str, Any], *, name: str = "",
    found_in: Path | None = None,
) -> None:
    """Remember what a digest stands for and where that was, unless both are known.

    Args:
        folder: of the store.
        digest: 64 hex digits.
        facts: what it is made of.
        name: of what it identifies, for people.
        found_in: the folder that was loaded from, None if there is none to remember.

    Raises:
        UserFacingError: if the store may not be written.
        FileNotFoundError: if there is no such store.
    """
    place = "" if found_in is None else str(found_in.absolute())
    known = read_fingerprints(folder).get(digest)
    if known is not None and place in ("", known.found_in):
        return
    make_larder_folder(folder)
    line = encode_ascii_json(FingerprintFacts(digest, name, dict(facts), place))
    append_line(larder_folder(folder) / FACTS_NAME, line)


def read_fingerprints(folder: Path) -> dict[str, FingerprintFacts]:
    """Everything that is remembered, by digest; a line that a crash tore is passed over.

    Of several lines with one digest the first tells its facts, the last that names one its folder.

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
        known = found.setdefault(facts.digest, facts)
        if facts.found_in != known.found_in and facts.found_in:
            found[facts.digest] = msgspec.structs.replace(known, found_in=facts.found_in)
    return found
