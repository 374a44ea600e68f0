"""The text of single tokens, for people to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from larder.core.encoders.byte_tokenizer import BEGIN_ID, BYTES_NAME, END_ID, PAD_ID
from larder.core.encoders.device import first_line
from larder.core.errors import UserFacingError
from larder.core.stores.records import FingerprintFacts
from larder.core.workspace.hub_cache import find_hub_model, is_dataset_name
from larder.core.workspace.roots import is_folder

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


def folder_pieces(made_by: FingerprintFacts, ids: Sequence[int]) -> list[str]:
    """The text of each token by the very tokenizer that made them.

    It is looked for where it was when they were made, then in the local hub cache by the name that
    its fingerprint has ("owner/name@revision"). Nothing is downloaded.

    Args:
        made_by: what is known of it; a tokenizer with another digest is not asked.
        ids: of the tokens.

    Raises:
        UserFacingError: if it is not at hand, or is another by now; says so of the first place.
    """
    refused: list[UserFacingError] = []
    for place in _places(made_by):
        try:
            return pieces_from(place, made_by, ids)
        except UserFacingError as error:
            refused.append(error)
    if refused:
        raise refused[0]
    raise UserFacingError(f"The tokenizer {made_by.name} is not on this computer.")


def pieces_from(folder: Path, made_by: FingerprintFacts, ids: Sequence[int]) -> list[str]:
    """As `folder_pieces`, from one folder.

    Raises:
        UserFacingError: if it is gone, holds nothing that can be loaded, or another tokenizer.
    """
    from larder.core.encoders.folder_tokenizer import open_folder_tokenizer

    if not is_folder(folder):
        raise UserFacingError(f"The tokenizer {made_by.name} is no longer in {folder}.")
    try:
        tokenizer = open_folder_tokenizer(folder)
    except (OSError, ValueError) as error:
        raise UserFacingError(
            f"The tokenizer in {folder} cannot be read: {first_line(error)}") from error
    adds = made_by.facts.get("add_special_tokens") is not False
    if tokenizer.fingerprint(add_special_tokens=adds).digest != made_by.digest:
        raise UserFacingError(
            f"The tokenizer in {folder} is another one than that which made these ids.")
    return [tokenizer.piece(token) for token in ids]


def _places(made_by: FingerprintFacts) -> list[Path]:
    """Where a tokenizer may be, the likeliest first; a place of another system is none."""
    noted = Path(made_by.found_in)
    hub_name = made_by.name.partition("@")[0]
    in_hub = find_hub_model(hub_name) if is_dataset_name(hub_name) else None
    places = [noted] if noted.is_absolute() else []
    return places if in_hub is None or in_hub == noted else [*places, in_hub]


def _character(ids: Sequence[int], at: int) -> tuple[int, str]:
    """Bytes of the character that begins at a place, and the character."""
    first = ids[at]
    length = 1 if first < 0x80 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4
    try:
        return length, bytes(ids[at : at + length]).decode("utf-8")
    except ValueError:  # no character, or ids that are no bytes
        return 1, f"<0x{first:02X}>"
