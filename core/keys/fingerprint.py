"""Digests of model weights, remembered by the files' stamps, and versions of packages.

A digest is made of the bytes as they lie on disk, header and tensors, and of nothing that is called
differently on another machine: a moved or renamed model keeps its digest. Of a checkpoint that
holds more than what is used, only the tensors under one prefix count, so that two checkpoints with
the same VAE inside agree.

Weights are long (7 GB and more), so what a file gave is remembered for as long as its stamp stays;
`recall_weights_digest` never reads a byte of them. Where only a look is affordable, a digest of
samples tells weights apart: 1 MiB of blocks spread evenly over them. Training moves every weight,
so that other weights under an old name show; bytes between the samples could still differ, and so
whole digests count wherever both are known.

A `.safetensors` file is 8 bytes with the length of a JSON object, that object (name -> dtype, shape
and byte range after the header), then the tensors (safetensors, "Format"). Nothing is loaded and no
package is needed to read it.
"""

from __future__ import annotations

import bisect
import hashlib
import itertools
import json
import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import IO, Final

import msgspec
import xxhash

from larder.core.errors import UserFacingError, error_reason
from larder.core.files.ascii_json import canonical_json
from larder.core.files.file_stamp import readable_stamp
from larder.core.files.regular_file import open_regular
from larder.core.jobs import CancelToken
from larder.core.keys.hash_memory import HashMemory

SUFFIX: Final = ".safetensors"

HEADER_LIMIT: Final = 100_000_000
"""Bytes of a header at most, as the format's own reader has it."""

MOST_TENSORS: Final = 100_000
"""Tensors of a file at most; models have some thousands. Headers of 1.2 million take 1.1 GB."""

LONGEST_ENTRY: Final = 10_000
"""Bytes of what a header says of one tensor; a shape of millions of sides takes 20 times as much in
memory as in the file."""

_LENGTH_BYTES: Final = 8

_FETCH_HINT: Final = "Download the file again; it is incomplete."

MEMORY_NAME: Final = "weights.sqlite"
"""File of the memory in the cache folder; its hashes are xxh3, those of sources xxh64."""

DIGEST_DIGITS: Final = 16

BUFFER_BYTES: Final = 2 << 20
"""xxh3 takes 29 GB/s in memory, so reading decides; one buffer is reused."""

SAMPLES: Final = 256
SAMPLE_BYTES: Final = 4096


@dataclass(frozen=True, slots=True)
class TensorSpan:
    """One tensor of a file.

    Attributes:
        dtype: as the format spells it ("F32").
        start: first byte in the file.
        size: bytes.
    """

    dtype: str
    shape: tuple[int, ...]
    start: int
    size: int


class _Entry(msgspec.Struct):
    dtype: str
    shape: list[int]
    data_offsets: tuple[int, int]


def read_weights_header(path: Path) -> Mapping[str, TensorSpan]:
    """Every tensor of a file by name, in the order of the header.

    Raises:
        UserFacingError: if it cannot be read, is no safetensors file, is cut off, or has too many
            tensors.
    """
    try:
        with open_regular(path) as file:
            length = int.from_bytes(file.read(_LENGTH_BYTES), "little")
            if length > HEADER_LIMIT:
                raise UserFacingError(f"{path} is not a safetensors file.", _FETCH_HINT)
            header = msgspec.json.decode(file.read(length), type=dict[str, msgspec.Raw])
            header.pop("__metadata__", None)
            if len(header) > MOST_TENSORS:
                raise UserFacingError(
                    f"{path} has {len(header):,} arrays; the limit is "
                    f"{MOST_TENSORS:,}.", "Check that it is the checkpoint of a model.")
            if any(memoryview(raw).nbytes > LONGEST_ENTRY for raw in header.values()):
                raise UserFacingError(f"{path} is not a safetensors file.", _FETCH_HINT)
            spans = {
                name: _span(msgspec.json.decode(raw, type=_Entry), _LENGTH_BYTES + length)
                for name, raw in header.items()
            }
            end = max((span.start + span.size for span in spans.values()), default=0)
            if file.seek(0, 2) < end:
                raise UserFacingError(f"{path} is incomplete.", _FETCH_HINT)
    except OSError as error:
        raise UserFacingError(f"{path} cannot be read: {error_reason(error)}.") from error
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise UserFacingError(f"{path} is not a safetensors file.", _FETCH_HINT) from error
    return spans


def _span(entry: _Entry, data_at: int) -> TensorSpan:
    start, end = entry.data_offsets
    return TensorSpan(entry.dtype, tuple(entry.shape), data_at + start, end - start)


@dataclass(frozen=True, slots=True)
class WeightsFile:
    """One file with weights.

    Attributes:
        path: the file; links are followed.
        prefix: beginning of the names of the tensors that count; "" for the whole file.
    """

    path: Path
    prefix: str = ""


def weights_memory(cache_folder: Path, *, now_ns: int | None = None) -> HashMemory:
    """Return the memory of weights files' digests; use it as a context manager, from one thread."""
    return HashMemory(cache_folder / MEMORY_NAME, now_ns=now_ns)


def weights_digest(
    files: Sequence[WeightsFile],
    memory: HashMemory | None = None,
    *,
    token: CancelToken | None = None,
) -> str:
    """16 hex digits over all weights of a model.

    Raises:
        OSError: if a file cannot be read.
        UserFacingError: if a file that is read in part is no safetensors file.
        JobCancelled: if `token` was cancelled.
        ValueError: if there is no file.
    """
    return _join_digests([_digest(file, memory, token) for file in files])


def recall_weights_digest(files: Sequence[WeightsFile], memory: HashMemory) -> str | None:
    """The same digits without reading, None unless all files were read before and have not changed.

    Raises:
        ValueError: if there is no file.
    """
    digests = [_recall_digest(file, memory) for file in files]
    known = [digest for digest in digests if digest is not None]
    return _join_digests(known) if len(known) == len(digests) else None


def sample_weights_digest(
    files: Sequence[WeightsFile], memory: HashMemory | None = None
) -> str:
    """16 hex digits over samples of all weights of a model; a few milliseconds for any size.

    Raises:
        OSError: if a file cannot be read.
        UserFacingError: if a file that is read in part is no safetensors file.
        ValueError: if there is no file.
    """
    return _join_digests([_digest(file, memory, is_sample=True) for file in files])


def canonical_digest(document: object) -> str:
    """16 hex digits of a JSON value, whatever the order of its names."""
    return hashlib.sha256(canonical_json(document).encode("ascii")).hexdigest()[:DIGEST_DIGITS]


def package_versions(names: Iterable[str]) -> Mapping[str, str]:
    """Versions of installed packages, without importing them; "" for one that is missing.

    The part after "+" names a build for some device, not another version, and is left out.
    """
    return {name: _version(name) for name in names}


@cache
def _version(name: str) -> str:
    # Reading it takes 1 to 5 ms, and what a process has loaded stays as it is.
    # Loading it takes 20 ms, and a survey that knows all fingerprints asks for no version.
    import importlib.metadata

    try:
        return importlib.metadata.version(name).partition("+")[0]
    except importlib.metadata.PackageNotFoundError:
        return ""


def _join_digests(digests: Sequence[str]) -> str:
    if not digests:
        raise ValueError("a model without weights has no digest")
    return hashlib.sha256("\n".join(digests).encode("ascii")).hexdigest()[:DIGEST_DIGITS]


def _recall_digest(
    file: WeightsFile, memory: HashMemory | None, *, is_sample: bool = False
) -> str | None:
    return None if memory is None else memory.known(
        str(_folder(file)), [_name(file, is_sample=is_sample)], [readable_stamp(file.path)])[0]


def _digest(
    file: WeightsFile, memory: HashMemory | None, token: CancelToken | None = None, *,
    is_sample: bool = False,
) -> str:
    known = _recall_digest(file, memory, is_sample=is_sample)
    if known is not None:
        return known
    stamp = readable_stamp(file.path)
    if is_sample:
        digest = _digest_samples(file)
    else:
        digest = _digest_part(file, token) if file.prefix else _digest_whole(file, token)
    if memory is not None and stamp is not None:
        name = _name(file, is_sample=is_sample)
        memory.remember(str(_folder(file)), [(name, stamp, digest)])
    return digest


def _digest_whole(file: WeightsFile, token: CancelToken | None) -> str:
    digest = xxhash.xxh3_64()
    with open_regular(file.path) as opened:
        _add_bytes(digest, opened, os.fstat(opened.fileno()).st_size, token)
    return str(digest.hexdigest())


def _digest_part(file: WeightsFile, token: CancelToken | None) -> str:
    """Digest of names, types, shapes and bytes of the tensors under a prefix, by name."""
    digest = xxhash.xxh3_64()
    with open_regular(file.path) as opened:
        for name, span in _spans_of_part(file):
            digest.update(json.dumps([name, span.dtype, span.shape]).encode("ascii"))
            opened.seek(span.start)
            _add_bytes(digest, opened, span.size, token)
    return str(digest.hexdigest())


def _digest_samples(file: WeightsFile) -> str:
    """Digest of a file's size, or of its part's names and shapes, and of samples of its bytes."""
    digest = xxhash.xxh3_64()
    with open_regular(file.path) as opened:
        if file.prefix:
            spans = _spans_of_part(file)
            digest.update(json.dumps(
                [[name, span.dtype, span.shape] for name, span in spans]).encode("ascii"))
            parts = [(span.start, span.size) for _, span in spans]
        else:
            size = os.fstat(opened.fileno()).st_size
            digest.update(str(size).encode("ascii"))
            parts = [(0, size)]
        for start, size in _samples(parts):
            opened.seek(start)
            _add_bytes(digest, opened, size, None)
    return str(digest.hexdigest())


def _samples(parts: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """(start, size) of samples spread evenly over some (start, size) parts; short ones whole."""
    ends = list(itertools.accumulate(size for _, size in parts))
    if not ends or ends[-1] <= SAMPLES * SAMPLE_BYTES:
        yield from parts
        return
    last = ends[-1] - SAMPLE_BYTES
    for number in range(SAMPLES):
        position = last * number // (SAMPLES - 1)
        at = bisect.bisect_right(ends, position)
        start, size = parts[at]
        within = position - (ends[at] - size)
        yield start + within, min(SAMPLE_BYTES, size - within)


def _spans_of_part(file: WeightsFile) -> list[tuple[str, TensorSpan]]:
    """The tensors under a file's prefix, by their names without it."""
    return sorted(
        (name.removeprefix(file.prefix), span)
        for name, span in read_weights_header(file.path).items()
        if name.startswith(file.prefix))


def _add_bytes(
    digest: xxhash.xxh3_64, opened: IO[bytes], size: int, token: CancelToken | None
) -> None:
    buffer = memoryview(bytearray(min(BUFFER_BYTES, max(size, 1))))
    left = size
    while left > 0:
        count = opened.readinto(buffer[: min(left, len(buffer))])  # type: ignore[attr-defined]
        if not count:
            return
        digest.update(buffer[:count])
        left -= count
        if token is not None:
            token.check()


def _folder(file: WeightsFile) -> Path:
    return file.path.absolute().parent


def _name(file: WeightsFile, *, is_sample: bool) -> str:
    """The file's name in the memory; what is read in part is another thing than the whole."""
    name = f"{file.path.name}/{file.prefix}" if file.prefix else file.path.name
    return f"?/{name}" if is_sample else name
