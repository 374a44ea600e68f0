"""Tokenizers from local folders: loaded strictly, described for fingerprints, applied to texts.

Several classes load a folder without a vocabulary and silently know next to no tokens, or lose
their merges and cut every word into letters; a whole cache of such prompts trains a model on
nothing. So what was loaded is held against the model's own config before anything is encoded; where
nothing says which model the tokens are for (the rows of texts), against the files it was loaded
from.
"""

from __future__ import annotations

import hashlib
import importlib.util
import json
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from larder.core.encoders.model_files import model_label
from larder.core.encoders.packages import (
    first_line,
    install_hint,
    load_class,
    load_tokenizer_class,
    loading,
    quiet_library,
)
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.text_families import FAMILIES, TextFamily
from larder.core.encoders.text_settings import CONFIG_NAME, TOKENIZER_FILES
from larder.core.encoders.text_stages import TextStage
from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import canonical_json
from larder.core.files.regular_file import read_regular
from larder.core.keys.fingerprint import package_versions
from larder.core.keys.strict_fingerprint import StrictFingerprint, fingerprint_of_facts, plain
from larder.core.workspace.json_fields import read_json

if TYPE_CHECKING:
    from torch import Tensor

FETCH_HINT: Final = "Download the tokenizer's folder again; it is incomplete."

PADDED_VOCABULARY: Final = 512
"""A model's vocabulary may be rounded up: T5 by 28 or 128, Qwen2.5-VL by 399 tokens."""

UNLIMITED_LENGTH: Final = 10**9
"""A `model_max_length` above this means that the folder's config states none."""

OLD_CLIP_END: Final = 2
"""CLIP configs from before July 2023 state this end token; the model then takes the highest id."""

TRANSIENT_KEYS: Final = ("truncation", "padding")
"""Parts of a tokenizer's description that the last call leaves behind."""

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


def load_tokenizer(stage: TextStage, folder: Path, *, pads_with: str = "") -> Any:
    """The tokenizer of a folder, by the class a trainer loads it with.

    Raises:
        UserFacingError: if it cannot be loaded, has no fast form, or lacks what the stage needs: a
            padding token, a chat template.
    """
    options = {"pad_token": pads_with} if pads_with else {}
    tokenizer = _load_tokenizer(
        load_tokenizer_class(FAMILIES[stage.family].tokenizer_class), folder, **options)
    if tokenizer.pad_token_id is None and stage.pads_with_end:
        tokenizer.pad_token = tokenizer.eos_token
    if tokenizer.pad_token_id is None:
        raise UserFacingError(f"The tokenizer in {folder} has no padding token.", FETCH_HINT)
    if stage.chat is not None and not tokenizer.chat_template:
        raise UserFacingError(f"The tokenizer in {folder} has no chat template.", FETCH_HINT)
    return tokenizer


def load_t5_tokenizer(folder: Path) -> Any:
    """T5's tokenizer for a model that has no T5, only a table of its tokens.

    Raises:
        UserFacingError: if it cannot be loaded or has no fast form.
    """
    if not any((folder / name).is_file() for name in TOKENIZER_FILES):
        raise UserFacingError(f"There is no T5 tokenizer in {folder}.", FETCH_HINT)
    return _load_tokenizer(load_tokenizer_class(FAMILIES[TextFamily.T5].tokenizer_class), folder)


def check_tokenizer(tokenizer: Any, stage: TextStage, config: Any, folder: Path) -> None:
    """Hold a tokenizer against the model it is for.

    Raises:
        UserFacingError: if it has too few or too many tokens, no merges, or another end token.
    """
    known, expected = len(tokenizer), int(config.vocab_size)
    kind = f"{stage.family.value} text encoder"
    missing = expected - known
    if missing < 0 or missing > min(PADDED_VOCABULARY, expected // 4):
        raise UserFacingError(
            f"The tokenizer in {folder} knows {known:,} tokens, but the {kind} has {expected:,}: "
            "its vocabulary is missing or belongs to another model.", FETCH_HINT,
        )
    check_merges(tokenizer, folder)
    _check_models_end(tokenizer, stage, config, folder)


def check_merges(tokenizer: Any, folder: Path) -> None:
    """Refuse a byte-pair tokenizer that lost its merges.

    Raises:
        UserFacingError: names the folder.
    """
    model = _backend(tokenizer)["model"]
    if model.get("type") == "BPE" and not model.get("merges"):
        raise UserFacingError(
            f"The tokenizer in {folder} has no merges, so it would split every word into letters.",
            FETCH_HINT,
        )


def need_sentencepiece(folder: Path) -> None:
    """Refuse a folder that needs the package sentencepiece where that is missing.

    Without the package the library asks for another one, which would not help.

    Raises:
        UserFacingError: says what to install.
    """
    has_other = any((folder / name).is_file() for name in ("tokenizer.json", "vocab.json"))
    if not has_other and importlib.util.find_spec("sentencepiece") is None:
        raise UserFacingError(
            f"The tokenizer in {folder} needs the package sentencepiece.",
            install_hint("sentencepiece", "protobuf"),
        )


def describe_tokenizer(tokenizer: Any) -> Mapping[str, object]:
    """Everything that decides which tokens a text gives, as plain values, and no passing state."""
    backend = _backend(tokenizer)
    return {
        "class": type(tokenizer).__name__,
        "backend": {key: value for key, value in backend.items() if key not in TRANSIENT_KEYS},
        "chat_template": tokenizer.chat_template,
        "special_tokens": {
            name: str(token) for name, token in sorted(tokenizer.special_tokens_map.items())
        },
        "padding_side": tokenizer.padding_side,
        "truncation_side": tokenizer.truncation_side,
        "model_max_length": str(tokenizer.model_max_length),
    }


def read_length(tokenizer: Any, folder: Path) -> int:
    """Tokens of a prompt as the tokenizer's folder says.

    Raises:
        UserFacingError: if it says nothing.
    """
    length = int(tokenizer.model_max_length)
    if length > UNLIMITED_LENGTH:
        raise UserFacingError(
            f"The tokenizer in {folder} does not define the length of a prompt (model_max_length).",
            FETCH_HINT,
        )
    return length


def tokenize(
    tokenizer: Any, stage: TextStage, prompts: Sequence[str], *, length: int
) -> tuple[Tensor, Tensor]:
    """Tokens and masks of prompts, worded as the stage says.

    Not safe from several threads: a fast tokenizer keeps the length of a call in itself.

    Returns:
        int64 [prompts, length + template] twice; longer prompts are cut, shorter ones padded. With
        a suffix its tokens are the last of these.

    Raises:
        SourceError: if a prompt holds characters that are no text, as the name of a file can.
        UserFacingError: if the suffix has another number of tokens than the model was made for.
    """
    for prompt in prompts:
        _check_text(prompt)
    given = tokenizer(
        [_word_prompt(tokenizer, stage, prompt) for prompt in prompts],
        padding="max_length", truncation=True,
        max_length=length + stage.template_tokens - stage.suffix_tokens, return_tensors="pt",
    )
    tokens, mask = given["input_ids"], given["attention_mask"]
    if stage.suffix:
        tokens, mask = _with_suffix(tokenizer, stage, tokens, mask)
    for row in mask if stage.unmasks else ():
        row[(row == 0).nonzero()[: stage.unmasks, 0]] = 1
    return tokens, mask


def _load_tokenizer(loader: Any, folder: Path, **options: bool | str) -> Any:
    need_sentencepiece(folder)
    with loading(f"The tokenizer in {folder}", FETCH_HINT), quiet_library():
        tokenizer = loader.from_pretrained(str(folder), local_files_only=True, **options)
    if getattr(tokenizer, "backend_tokenizer", None) is None:
        raise UserFacingError(
            f"The tokenizer in {folder} has no fast version, so it cannot be compared.", FETCH_HINT)
    return tokenizer


def _check_text(prompt: str) -> None:
    try:
        prompt.encode("utf-8")
    except UnicodeEncodeError as error:
        raise SourceError(f"Character {error.start + 1} of the prompt is not valid "
                          "text.") from error


def _with_suffix(
    tokenizer: Any, stage: TextStage, tokens: Tensor, mask: Tensor
) -> tuple[Tensor, Tensor]:
    import torch

    suffix = tokenizer([stage.suffix] * len(tokens), return_tensors="pt")
    count = int(suffix["input_ids"].shape[1])
    if count != stage.suffix_tokens:
        raise UserFacingError(
            f"The tokenizer makes {count} tokens from the text after a prompt, but the model "
            f"expects {stage.suffix_tokens}: it belongs to another model.", FETCH_HINT)
    return (torch.cat([tokens, suffix["input_ids"]], dim=1),
            torch.cat([mask, suffix["attention_mask"]], dim=1))


def _word_prompt(tokenizer: Any, stage: TextStage, prompt: str) -> str:
    text = stage.template.replace("{}", prompt) if stage.template else prompt
    chat = stage.chat
    if chat is None:
        return text
    if chat.left_out:
        text = text.replace(chat.left_out, "")
    said = [
        {"role": role, "content": [{"type": "text", "text": words}] if chat.in_parts else words}
        for role, words in (("system", chat.system), ("user", text)) if words or role == "user"]
    return str(tokenizer.apply_chat_template(said, tokenize=False, **chat.options))


def _check_models_end(tokenizer: Any, stage: TextStage, config: Any, folder: Path) -> None:
    stated = getattr(config, "eos_token_id", None)
    ends = [int(end) for end in (stated if isinstance(stated, list | tuple) else [stated])
            if end is not None]
    family = FAMILIES[stage.family]
    if not ends:
        return
    if not family.ends_texts:
        special = set(tokenizer.added_tokens_decoder)
        if special.isdisjoint(ends):
            raise UserFacingError(
                f"The tokenizer in {folder} does not know the model's end token {ends[0]}.",
                "It belongs to another model, or a part of it is missing.",
            )
        return
    if family.tokenizer_class == "CLIPTokenizer" and ends == [OLD_CLIP_END]:
        ends = [int(config.vocab_size) - 1]
    last = tokenizer("")["input_ids"][-1:]
    if not last or last[0] not in ends:
        ended = f"token {last[0]}" if last else "nothing"
        raise UserFacingError(
            f"The tokenizer in {folder} ends a text with {ended}, but the model expects token "
            f"{ends[0]}.", FETCH_HINT,
        )


def _backend(tokenizer: Any) -> Mapping[str, Any]:
    described: Mapping[str, Any] = json.loads(tokenizer.backend_tokenizer.to_str())
    return described


class FolderTokenizer:
    """A fast tokenizer; safe for several threads."""

    def __init__(self, tokenizer: Any, *, folder: Path) -> None:
        """Wrap one of the library's that has a fast form, loaded from `folder`."""
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
        return replace(identity, found_in=str(self._folder))

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
            f"{folder} contains no vocabulary ({', '.join(VOCABULARY_FILES)}).",
            "Choose a tokenizer's folder.")
    tokenizer = _load_tokenizer(load_class("AutoTokenizer"), folder, trust_remote_code=False)
    check_folder_tokenizer(tokenizer, folder)
    return FolderTokenizer(tokenizer, folder=folder)


def check_folder_tokenizer(tokenizer: Any, folder: Path) -> None:
    """Hold a tokenizer against the files of its folder.

    Raises:
        UserFacingError: if it knows fewer tokens than its files or its model have, has no merges,
            or another end token than its files say.
    """
    known, expected = len(tokenizer), max(_in_files(folder), _in_model(folder))
    if known <= len(tokenizer.all_special_ids):
        raise UserFacingError(
            f"The tokenizer in {folder} knows only special tokens: its vocabulary is missing.",
            FETCH_HINT)
    if known < expected:
        raise UserFacingError(
            f"The tokenizer in {folder} knows {known:,} tokens, but its files mention "
            f"{expected:,}: its vocabulary is missing or belongs to another model.", FETCH_HINT)
    check_merges(tokenizer, folder)
    _check_stated_end(tokenizer, folder)


def tokenizer_fingerprint(
    tokenizer: Any, *, name: str, add_special_tokens: bool = True
) -> StrictFingerprint:
    """The identity of a tokenizer: everything that decides which ids a text gives.

    Its last call's padding and length are no part of it. Vocabulary and merges are in it by their
    digests.

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
    for name in ("tokenizer.json", "vocab.json", "vocab.txt", "spiece.model", "tokenizer.model"):
        path = folder / name
        if not path.is_file():
            continue
        if path.suffix == ".model":
            return _pieces(path)
        if path.suffix == ".txt":
            return len(read_regular(path).decode("utf-8").splitlines())
        vocabulary = read_json(path)
        if name == "tokenizer.json":
            model = vocabulary.get("model") if isinstance(vocabulary, dict) else None
            vocabulary = model.get("vocab") if isinstance(model, dict) else None
        return len(vocabulary) if isinstance(vocabulary, dict | list) else 0
    return 0


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


def _check_stated_end(tokenizer: Any, folder: Path) -> None:
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
