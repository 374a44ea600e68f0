"""Any tokenizer from a local folder, for the rows of texts: loaded strictly, and told apart.

Nothing says here which model the tokens are for, so what was loaded is held against the files it
was loaded from: classes that miss their vocabulary load without a word and know next to no tokens.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from larder.core.encoders.device import first_line
from larder.core.encoders.model_files import model_label
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.text_folders import CONFIG_NAME, TOKENIZER_FILES
from larder.core.encoders.text_library import load_class, quiet_library
from larder.core.encoders.text_tokenizers import (
    FETCH_HINT,
    UNLIMITED_LENGTH,
    check_merges,
    describe_tokenizer,
    need_sentencepiece,
)
from larder.core.errors import UserFacingError
from larder.core.keys.fingerprint import package_versions
from larder.core.keys.strict_fingerprint import (
    StrictFingerprint,
    canonical_json,
    fingerprint_of_facts,
    plain,
)
from larder.core.workspace.json_fields import read_json

LIBRARIES: Final = ("tokenizers", "transformers")

VOCABULARY_FILES: Final = (*TOKENIZER_FILES, "vocab.txt")

LOWEST_SHARE: Final = 0.75
"""Of a model's vocabulary that its tokenizer fills at least: models round up, DeepSeek by 2 %."""

ID_LIMIT: Final = 1 << 32
"""Fast tokenizers keep ids in 32 bits and take no number beyond them."""

LONG_TEXT: Final = 2_000
"""Characters of JSON above which a fact is kept as a digest: vocabularies are megabytes."""

NO_PART_OF_IDS: Final = ("padding_side", "model_max_length")
"""Parts of a tokenizer's description that play no part in the ids of one row: it is not padded, and
its length is the key's."""


class FolderTokenizer:
    """A fast tokenizer; `core.encoders.section_tokens.SectionTokenizer` says what it does."""

    def __init__(self, tokenizer: Any, *, folder: Path) -> None:
        """Wrap a tokenizer.

        Args:
            tokenizer: one of the library's that has a fast form.
            folder: it was loaded from.
        """
        self._tokenizer = tokenizer
        self._folder = folder
        # A fast tokenizer keeps the length of a call in itself.
        self._one_at_a_time = threading.Lock()

    def stated_length(self) -> int | None:
        """Tokens of a text as its folder says, None if it says nothing."""
        length = int(self._tokenizer.model_max_length)
        return length if length <= UNLIMITED_LENGTH else None

    def fingerprint(self, *, add_special_tokens: bool) -> StrictFingerprint:
        """Its identity, see `tokenizer_fingerprint`, and where it was found."""
        identity = tokenizer_fingerprint(
            self._tokenizer, name=model_label(self._folder), add_special_tokens=add_special_tokens)
        return replace(identity, found_in=self._folder)

    def special_tokens(self) -> int:
        """Tokens that are added to a text."""
        return int(self._tokenizer.num_special_tokens_to_add(pair=False))

    def ids(self, text: str, *, length: int, add_special_tokens: bool) -> Sequence[int]:
        """The ids of a text.

        Raises:
            SourceError: if the tokenizer cannot work with the text.
        """
        try:
            with self._one_at_a_time:
                given = self._tokenizer(
                    text, add_special_tokens=add_special_tokens, padding=False, truncation=True,
                    max_length=length)
        except (ValueError, TypeError, RuntimeError, OverflowError) as error:
            raise SourceError(f"A text cannot be tokenized: {first_line(error)}") from error
        ids: list[int] = given["input_ids"]
        return ids

    def piece(self, token: int) -> str:
        """The text of one token on its own, "" for an id that it does not know."""
        if not 0 <= token < ID_LIMIT:
            return ""
        return str(self._tokenizer.decode([token]))


def open_folder_tokenizer(folder: Path) -> FolderTokenizer:
    """The tokenizer of a folder.

    Raises:
        UserFacingError: if it cannot be loaded, has no fast form, or is not what its files say.
    """
    if not any((folder / name).is_file() for name in VOCABULARY_FILES):
        raise UserFacingError(
            f"{folder} holds no vocabulary ({', '.join(VOCABULARY_FILES)}).",
            "Choose a tokenizer's folder.")
    need_sentencepiece(folder)
    loader = load_class("AutoTokenizer")
    try:
        with quiet_library():
            tokenizer = loader.from_pretrained(
                str(folder), local_files_only=True, trust_remote_code=False)
    except Exception as error:  # the Rust part raises bare `Exception` for a bad tokenizer.json
        raise UserFacingError(
            f"The tokenizer in {folder} cannot be loaded: {first_line(error)}", FETCH_HINT
        ) from error
    check_folder_tokenizer(tokenizer, folder)
    return FolderTokenizer(tokenizer, folder=folder)


def check_folder_tokenizer(tokenizer: Any, folder: Path) -> None:
    """Hold a tokenizer against the files of its folder.

    Raises:
        UserFacingError: if it has no fast form, knows fewer tokens than its files or its model
            have, has no merges, or another end token than its files say.
    """
    if getattr(tokenizer, "backend_tokenizer", None) is None:
        raise UserFacingError(
            f"The tokenizer in {folder} has no fast form, so it cannot be compared.", FETCH_HINT)
    known, expected = len(tokenizer), max(_in_files(folder), _in_model(folder))
    if known <= len(tokenizer.all_special_ids):
        raise UserFacingError(
            f"The tokenizer in {folder} knows special tokens only: its vocabulary is missing.",
            FETCH_HINT)
    if known < expected:
        raise UserFacingError(
            f"The tokenizer in {folder} knows {known:,} tokens, and its files speak of "
            f"{expected:,}: its vocabulary is missing, or another model's.", FETCH_HINT)
    check_merges(tokenizer, folder)
    _check_end(tokenizer, folder)


def tokenizer_fingerprint(
    tokenizer: Any, *, name: str, add_special_tokens: bool = True
) -> StrictFingerprint:
    """The identity of a tokenizer: everything that decides which ids a text gives.

    Its last call's padding and length are no part of it. Vocabulary and merges are in it by their
    digests.

    Args:
        tokenizer: one of the library's that has a fast form; it is only read.
        name: what people call it.
        add_special_tokens: as texts are tokenized.

    Raises:
        UserFacingError: if a part of it cannot be compared.
    """
    described = {
        part: value for part, value in describe_tokenizer(tokenizer).items()
        if part not in NO_PART_OF_IDS
    }
    kind = type(tokenizer)
    return fingerprint_of_facts(name, {
        **{part: _short(plain(value, where=part)) for part, value in described.items()},
        "class": f"{kind.__module__}.{kind.__qualname__}",
        "ids": {
            mark: getattr(tokenizer, f"{mark}_token_id")
            for mark in ("bos", "eos", "pad", "unk", "cls", "sep", "mask")},
        "add_special_tokens": add_special_tokens,
        "libraries": dict(package_versions(LIBRARIES)),
    })


def _short(value: Any) -> Any:
    """A value whose long parts are replaced by their digests."""
    text = canonical_json(value)
    if len(text) <= LONG_TEXT:
        return value
    if isinstance(value, dict) and len(value) <= LONG_TEXT // 20:
        return {name: _short(part) for name, part in value.items()}
    digest = hashlib.sha256(text.encode("ascii")).hexdigest()
    return {"count": len(value), "sha256": digest}


def _in_files(folder: Path) -> int:
    """Tokens that a folder's vocabulary has, by the first file that tells; 0 if none does."""
    whole = folder / "tokenizer.json"
    if whole.is_file():
        return _in_tokenizer_json(read_json(whole))
    for name in ("vocab.json", "vocab.txt"):
        path = folder / name
        if path.is_file():
            return len(_entries(path))
    for name in ("spiece.model", "tokenizer.model"):
        path = folder / name
        if path.is_file():
            return _pieces(path)
    return 0


def _entries(path: Path) -> Mapping[str, object] | Sequence[str]:
    if path.suffix == ".json":
        raw = read_json(path)
        return raw if isinstance(raw, dict) else {}
    return path.read_text(encoding="utf-8").splitlines()


def _in_tokenizer_json(raw: object) -> int:
    model = raw.get("model") if isinstance(raw, dict) else None
    vocabulary = model.get("vocab") if isinstance(model, dict) else None
    return len(vocabulary) if isinstance(vocabulary, dict | list) else 0


def _pieces(path: Path) -> int:
    """Pieces of a sentencepiece model; 0 for another format of that name."""
    import sentencepiece

    try:
        return int(sentencepiece.SentencePieceProcessor(model_file=str(path)).vocab_size())
    except (OSError, RuntimeError):
        return 0


def _in_model(folder: Path) -> int:
    """The fewest tokens that fit the model in the same folder, 0 if there is none."""
    path = folder / CONFIG_NAME
    raw = read_json(path) if path.is_file() else None
    stated = raw.get("vocab_size") if isinstance(raw, dict) else None
    return int(stated * LOWEST_SHARE) if isinstance(stated, int) else 0


def _check_end(tokenizer: Any, folder: Path) -> None:
    """The end token that the folder's config names is known, and is no unknown token."""
    path = folder / "tokenizer_config.json"
    raw = read_json(path) if path.is_file() else None
    stated = raw.get("eos_token") if isinstance(raw, dict) else None
    wanted = stated.get("content") if isinstance(stated, dict) else stated
    if not wanted:
        return
    given = tokenizer.convert_tokens_to_ids(str(wanted))
    unknown = tokenizer.unk_token_id if str(wanted) != tokenizer.unk_token else None
    if tokenizer.eos_token != wanted or given is None or given == unknown:
        raise UserFacingError(
            f"The tokenizer in {folder} does not know its end token {json.dumps(wanted)}.",
            FETCH_HINT)
