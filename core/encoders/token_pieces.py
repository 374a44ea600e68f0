"""The text of single tokens, for people to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from core.encoders.byte_tokenizer import BEGIN_ID, BYTES_NAME, END_ID, PAD_ID
from core.errors import UserFacingError
from core.workspace.hub_cache import find_hub_model, is_dataset_name

SPECIAL_BYTES: Final = {PAD_ID: "<pad>", BEGIN_ID: "<begin>", END_ID: "<end>"}


def byte_pieces(ids: Sequence[int]) -> list[str]:
    """What each byte adds to the text: a character with the first of its bytes, then nothing.

    A byte that is no part of a character is shown by its number.
    """
    pieces = [SPECIAL_BYTES.get(token, "") for token in ids]
    at = 0
    while at < len(ids):
        if 0 <= ids[at] < PAD_ID:
            length, pieces[at] = _character(ids, at)
            at += length
        else:
            at += 1
    return pieces


def is_byte_tokenizer(facts: Mapping[str, Any]) -> bool:
    """Whether a fingerprint's facts are those of the tokenizer that needs no vocabulary."""
    return facts.get("class") == BYTES_NAME


def folder_pieces(
    name: str, facts: Mapping[str, Any], digest: str, ids: Sequence[int]
) -> list[str]:
    """The text of each token by a tokenizer from the local hub cache.

    Args:
        name: what its fingerprint calls it, "owner/name@revision".
        facts: of its fingerprint.
        digest: of its fingerprint; a tokenizer that has another one is not asked.
        ids: of the tokens.

    Raises:
        UserFacingError: if it is not at hand, or is another by now.
    """
    hub_name = name.partition("@")[0]
    folder = find_hub_model(hub_name) if is_dataset_name(hub_name) else None
    if folder is None:
        raise UserFacingError(f"The tokenizer {name} is not on this computer.")
    return pieces_from(folder, name=name, facts=facts, digest=digest, ids=ids)


def pieces_from(
    folder: Path, *, name: str, facts: Mapping[str, Any], digest: str, ids: Sequence[int]
) -> list[str]:
    """As `folder_pieces`, from a folder.

    Raises:
        UserFacingError: if it cannot be loaded, or is another by now.
    """
    from core.encoders.folder_tokenizer import open_folder_tokenizer, tokenizer_fingerprint
    from core.encoders.text_library import load_class, quiet_library

    adds = facts.get("add_special_tokens") is not False
    open_folder_tokenizer(folder)
    with quiet_library():
        tokenizer = load_class("AutoTokenizer").from_pretrained(
            str(folder), local_files_only=True, trust_remote_code=False)
    if tokenizer_fingerprint(tokenizer, name=name, add_special_tokens=adds).digest != digest:
        raise UserFacingError(f"The tokenizer {name} on this computer is another one.")
    return [str(tokenizer.decode([token])) for token in ids]


def _character(ids: Sequence[int], at: int) -> tuple[int, str]:
    """Bytes of the character that begins at a place, and the character."""
    first = ids[at]
    length = 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    try:
        return length, bytes(ids[at : at + length]).decode("utf-8")
    except ValueError:  # no character, or ids that are no bytes
        return 1, f"<0x{first:02X}>"
