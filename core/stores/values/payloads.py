"""Payloads of a sharded store: their names, their arrays, and whether the two agree.

One row of `GRAMMARS` per kind holds what is particular to it; everything else is shared. Other
arrays than `*_fault` allows are neither stored nor served. Their sources are the processors of
transformers (`pixel_values` (1, 3, H, W), (patches, features) with `image_grid_thw`, (1, tiles, 3,
H, W), (1, patches, features)), its feature extractors (`input_features` (1, mels, frames),
`input_values` (1, samples)) and its tokenizers.

A sound file of 16 bits decodes to whole multiples of 1/32768. Such a waveform may be stored under a
name of its own as those multiples, half the bytes, so that a program that expects floats finds none
rather than numbers 32768 times too large. A mean over channels or a resampling leaves the
multiples, and then nothing is saved this way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec.structs import replace

from larder.core.errors import PayloadError
from larder.core.keys.cache_keys import (
    ENTRIES_FOLDER,
    NAME_PATTERNS,
    AudioKey,
    ParsedName,
    TokensKey,
    VisionKey,
    WaveformKey,
    is_whole_milliseconds,
    parse_name,
)
from larder.core.payloads.dtypes import BIT_TYPES, Array, Values, bits_of
from larder.core.payloads.file_bytes import MappedBytes
from larder.core.payloads.npz import NpzFile
from larder.core.payloads.sealed_npz import (
    STAMP_NAME,
    EntryStamp,
    key_matches,
    open_sealed,
    read_payload_bytes,
)
from larder.core.workspace.store_kinds import StoreKind

PIXELS: Final = "pixel_values"
FEATURES: Final = ("input_features", "input_values")
WAVEFORM: Final = "waveform"
TOKEN_IDS: Final = "input_ids"
TOKEN_MASK: Final = "attention_mask"

EXACT_INT16: Final = "waveform_int16"
SCALE: Final = np.float32(32768.0)

ValueKey = VisionKey | AudioKey | WaveformKey | TokensKey

SHARD_NAME: Final = re.compile(r"[0-9a-f]{2}")
MANIFEST_NAME: Final = "manifest.json"
"""Index of the tokens' original program, in the store's folder."""

TEMPORARY: Final = re.compile(
    r"(?P<target>.+)\.tmp(?:\.(?P<pid>[0-9]{1,10})(?:\.(?P<nonce>[0-9a-f]{8}))?)?", re.DOTALL)
"""Names of unfinished writes, the originals' and ours: with a process and eight digits, in an older
form without the digits, and for tokens with nothing."""

Fault = Callable[[Values, ParsedName], str]


def vision_fault(values: Values, _name: ParsedName) -> str:
    """Why these are no pixels, "" if they may be."""
    return _no_floats(values, PIXELS, least_axes=2, most_axes=6)


def audio_fault(values: Values, _name: ParsedName) -> str:
    """Why these are no features, "" if they may be."""
    found = next((member for member in FEATURES if member in values), FEATURES[0])
    return _no_floats(values, found, least_axes=1, most_axes=4)


def waveform_fault(values: Values, name: ParsedName) -> str:
    """Why these are no mono samples of this length at most, "" if they may be."""
    if WAVEFORM not in values:
        return f"it contains no {WAVEFORM}"
    samples = values[WAVEFORM]
    if samples.dtype != np.float32 or samples.ndim != 1:
        return f"{WAVEFORM} is {_format_array(samples)}, not one-dimensional float32"
    most = _most_samples(name)
    if most is not None and len(samples) > most:
        return f"{WAVEFORM} has {len(samples):,} samples; the limit is {most:,}"
    return ""


def tokens_fault(values: Values, name: ParsedName) -> str:
    """Why these are no token ids of this length at most, "" if they may be."""
    if TOKEN_IDS not in values:
        return f"it contains no {TOKEN_IDS}"
    ids = values[TOKEN_IDS]
    if ids.dtype.kind not in "iu" or ids.ndim != 1:
        return f"{TOKEN_IDS} is {_format_array(ids)}, not one-dimensional integers"
    if name.sequence_length is not None and len(ids) > name.sequence_length:
        return f"{TOKEN_IDS} has {len(ids):,} ids; the limit is {name.sequence_length:,}"
    mask = values.get(TOKEN_MASK)
    if mask is not None and (mask.shape != ids.shape or mask.dtype.kind not in "iub"):
        return f"{TOKEN_MASK} is {_format_array(mask)}, but the ids are {_format_array(ids)}"
    return ""


def is_as_the_original_stores(values: Values, name: ParsedName) -> bool:
    """Return whether values without a stamp have the exact form the original program writes.

    It stores one float32 array, or two of int64. Pictures of one frame have the size in the name;
    where they do not, the program's processor decided on another size, and nothing records which.
    """
    if set(values) == {TOKEN_IDS, TOKEN_MASK}:
        return all(array.dtype == np.int64 for array in values.values())
    if len(values) != 1:
        return False
    (member, array), = values.items()
    if array.dtype != np.float32:
        return False
    if member == PIXELS:
        return array.ndim != 4 or array.shape == (1, 3, name.height, name.width)
    if member == FEATURES[0]:
        return array.ndim in (2, 3) and array.shape[0] == 1
    return member == WAVEFORM


def _most_samples(name: ParsedName) -> int | None:
    if name.samples is not None:
        return name.samples
    if name.sample_rate is None or name.milliseconds is None:
        return None
    return -(-(2 * name.milliseconds + 1) * name.sample_rate // 2000)


def _no_floats(
    values: Values, member: str, *, least_axes: int, most_axes: int
) -> str:
    array = values.get(member)
    if array is None:
        return f"it contains no {member}"
    is_float = array.dtype.kind == "f" or bits_of(array)[1] in BIT_TYPES
    if not is_float or not least_axes <= array.ndim <= most_axes or array.size == 0:
        return f"{member} is {_format_array(array)}, neither a picture nor a sound"
    return ""


def _format_array(array: Array) -> str:
    return f"{array.dtype} of shape {array.shape}"


class Grammar(msgspec.Struct, frozen=True):
    """One kind of sharded store.

    Attributes:
        key: class of its keys.
        root: folder that holds the shards, relative to the store, "" for the store itself.
        pattern: of a payload's name without its folder.
        fault: why values are not what a payload of this name holds, "" if they may be.
        root_files: names in the store's folder that are the format's own.
    """

    kind: StoreKind
    key: type[ValueKey]
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
    kind: StoreKind, key: type[ValueKey], root: str, fault: Fault, *root_files: str
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


def original_may_serve(key: ValueKey) -> bool:
    """Return whether a payload of the original program, which lacks the whole key, may serve.

    Not for one row of several, which it stored under one name, and not for a cap between
    milliseconds, which it rounded.
    """
    if isinstance(key, TokensKey):
        return key.is_whole_section
    if isinstance(key, VisionKey):
        return True
    return is_whole_milliseconds(key.sample_rate, key.max_samples)


def as_exact_int16(waveform: npt.NDArray[np.float32]) -> npt.NDArray[np.int16]:
    """The multiples of 1/32768, int16, shape (samples,).

    Raises:
        ValueError: if the waveform is not exactly these, to the last bit.
    """
    scaled = waveform * SCALE
    if not np.isfinite(scaled).all() or (np.abs(scaled) > SCALE).any():
        raise ValueError("samples outside the range of 16 bits cannot be stored as such")
    whole: npt.NDArray[np.int16] = np.clip(np.rint(scaled), -32768, 32767).astype(np.int16)
    if from_int16(whole).tobytes() != waveform.tobytes():
        raise ValueError("samples that are no 16-bit numbers cannot be stored as such")
    return whole


def from_int16(stored: npt.NDArray[np.int16]) -> npt.NDArray[np.float32]:
    """The waveform, float32, shape (samples,)."""
    return stored.astype(np.float32) / SCALE


def to_smaller_waveform(values: Values) -> Values:
    """The same values, the waveform as 16-bit numbers if that is exact."""
    try:
        smaller = as_exact_int16(values[WAVEFORM])
    except ValueError:
        return values
    return {EXACT_INT16 if name == WAVEFORM else name: smaller if name == WAVEFORM else array
            for name, array in values.items()}  # fmt: skip


def as_stored_waveform(values: Values) -> Values:
    """The values of a payload as they were put."""
    if EXACT_INT16 not in values or values[EXACT_INT16].dtype != np.int16:
        return values
    return {WAVEFORM if name == EXACT_INT16 else name:
            from_int16(array) if name == EXACT_INT16 else array
            for name, array in values.items()}  # fmt: skip


def find_value(
    folder: Path, name: str, key: ValueKey, grammar: Grammar
) -> tuple[Values | None, str]:
    """The value of a key.

    Returns:
        The arrays, None if there are none to serve; and why a file that is there is not served, ""
        if it is served or absent.

    Raises:
        OSError: if the drive fails.
        ValueError: if stores of this kind have other keys.
    """
    if type(key) is not grammar.key:
        raise ValueError(f"a {grammar.kind.value} store has no {type(key).__name__}")
    path = folder / name
    content = read_payload_bytes(path)
    if content is None:
        return None, "it is not a file" if _is_in_the_way(path) else ""
    try:
        values, stamp = _arrays(path, content)
    except PayloadError as error:
        return None, error.problem
    fault = _fault_for_key(values, stamp, key, grammar)
    return (None, fault) if fault else (values, "")


def read_entry(path: Path, kind: StoreKind) -> tuple[Values, EntryStamp | None]:
    """The arrays of a payload that is what its name promises, and its stamp if it is ours.

    Looks at every byte, once: damaged container, missing or other arrays, their types and shapes,
    the seal, and the key inside against the name.

    Raises:
        PayloadError: if anything is wrong with it.
        OSError: if the drive fails.
    """
    grammar = grammar_of(kind)
    parsed = grammar.parse(f"{grammar.shards()}{path.parent.name}/{path.name}")
    if parsed is None:
        raise PayloadError(
            f"{path.name} is not the name of a cached file of this kind ({grammar.kind.value}).")
    content = read_payload_bytes(path)
    if content is None:
        raise PayloadError(f"{path.name} is not a regular file.")
    values, stamp = _arrays(path, content)
    fault = grammar.fault(values, parsed) or _fault_of_stamp(stamp, path.name, grammar)
    if fault:
        raise PayloadError(f"{path.name} does not match its name: {fault}.")
    return values, stamp


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
    with NpzFile(MappedBytes(path.name, content.data)) as payload:
        if STAMP_NAME in payload.headers:
            raise PayloadError(f"{path.name} is damaged: its checksum is missing.")
        values = {name: payload.array(name) for name in payload.headers}
        payload.verify()
        return values, None


def _fault_for_key(
    values: Values, stamp: EntryStamp | None, key: ValueKey, grammar: Grammar
) -> str:
    name = name_of_key(key, grammar)
    if stamp is None:
        if not original_may_serve(key):
            return (
                "another program stored it, and its name does not show which source it belongs to")
        if not is_as_the_original_stores(values, name):
            return "it does not have the format of the program that uses such names"
    elif not key_matches(stamp, grammar.kind.value, key.document()):
        return "it was stored for another key with the same name"
    return grammar.fault(values, name)


def name_of_key(key: ValueKey, grammar: Grammar) -> ParsedName:
    """Return the parsed name of a key, with the exact cap in samples.

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
        return f"it is a cached file of another kind ({stamp.kind})"
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
    """Return whether something that is not a regular file has the payload's name."""
    return path.is_symlink() or path.exists()
