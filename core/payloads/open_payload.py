"""Opening a payload whose kind is not known yet, and figures about its arrays.

The figures are for looking at one payload and for comparing two. Sums run in float64, chunk by
chunk, and are joined by the formula of Chan, Golub and LeVeque ("Updating formulae and a pairwise
algorithm for computing sample variances", 1979), so that neither the memory nor the rounding grows
with the array.
"""

from __future__ import annotations

import hashlib
import math
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from larder.core.errors import PayloadError, error_reason
from larder.core.payloads.arrays import ArraySummary, InspectedFile, Number, OpenPayload
from larder.core.payloads.dtypes import ARRAY_TYPES, Array, decode
from larder.core.payloads.file_bytes import FileBytes
from larder.core.payloads.npz import SUFFIX as NPY_SUFFIX
from larder.core.payloads.npz import NpzFile
from larder.core.payloads.pt_file import PtFile
from larder.core.payloads.sealed_npz import STAMP_NAME, EntryStamp, peek_stamp
from larder.core.payloads.tree.load import (
    DATA_SUFFIX,
    HEAD_BYTES,
    MANIFEST_SUFFIX,
    TreeFile,
    is_manifest_head,
)
from larder.core.payloads.value_checks import chunks
from larder.core.payloads.zip_directory import ZipDirectory

FIRST = 5


def _open_safetensors(path: str | os.PathLike[str]) -> OpenPayload:
    # Payloads of caches are none; what reads the headers of weights is loaded for those alone.
    from larder.core.payloads.safetensors import SafetensorsFile

    return SafetensorsFile(path)


KINDS: dict[str, Callable[[str | os.PathLike[str]], OpenPayload]] = {
    ".pt": PtFile,
    ".npz": NpzFile,
    MANIFEST_SUFFIX: TreeFile,
    DATA_SUFFIX: TreeFile,
    ".safetensors": _open_safetensors,
}
"""What opens a payload, by suffix in lower case."""


def open_payload(path: str | os.PathLike[str]) -> OpenPayload:
    """Open a payload of any known kind; use the result in a `with`.

    The kind is the last suffix that is known, so that an unfinished write
    ("….pt.4711.1400.tmp") is opened as what it was to become; without one, the file is looked into.

    Raises:
        PayloadError: if it is of no known kind, damaged or refused.
    """
    for suffix in reversed(Path(path).suffixes):
        if suffix.lower() in KINDS:
            return KINDS[suffix.lower()](path)
    return KINDS[_suffix_by_content(path)](path)


def _suffix_by_content(path: str | os.PathLike[str]) -> str:
    with FileBytes(path) as file:
        unknown = PayloadError(
            f"{file.name} is not a cached file of a known kind.",
            "Larder reads torch files (.pt), numpy files (.npz), trees (.manifest with .data) and "
            ".safetensors.",
        )
        if is_manifest_head(file.read(0, min(file.size, HEAD_BYTES))):
            return MANIFEST_SUFFIX
        try:
            members = ZipDirectory(file).members
        except PayloadError as error:
            raise unknown from error
    if any(name.endswith("/data.pkl") for name in members):
        return ".pt"
    if members and all(name.endswith(NPY_SUFFIX) for name in members):
        return ".npz"
    raise unknown


class PayloadSummary(msgspec.Struct, frozen=True):
    """Figures about one payload."""

    path: str
    container: str
    file_bytes: int
    arrays: tuple[ArraySummary, ...]
    values: dict[str, object]


@dataclass(slots=True)
class _Moments:
    """Count, extremes, mean and sum of squared deviations of the finite values met so far."""

    count: int = 0
    mean: float = 0.0
    squares: float = 0.0
    minimum: Number | None = None
    maximum: Number | None = None

    def add(self, finite: Array) -> None:
        """Join a chunk of real, finite values."""
        if finite.size == 0:
            return
        low, high = _plain(finite.min()), _plain(finite.max())
        self.minimum = low if self.minimum is None else min(self.minimum, low)
        self.maximum = high if self.maximum is None else max(self.maximum, high)
        wide = finite.astype(np.float64)
        mean = float(wide.mean())
        wide -= mean
        total = self.count + finite.size
        step = mean - self.mean
        self.squares += float(np.dot(wide, wide)) + step * step * self.count * finite.size / total
        self.mean += step * finite.size / total
        self.count = total


def summarize_array(name: str, array: Array, dtype_name: str) -> ArraySummary:
    """Figures about one array.

    Args:
        name: its name as listed.
        array: any shape, as stored: bfloat16 as uint16 bits, 8-bit floats and bool as uint8.
        dtype_name: its type as listed.

    Raises:
        ValueError: if `array` is not as `dtype_name` is stored.
    """
    known = ARRAY_TYPES.get(dtype_name)
    if known is not None and np.dtype(known.stored) != array.dtype.newbyteorder("="):
        raise ValueError(f"{dtype_name} is stored as {known.stored}, not as {array.dtype}")
    digest = hashlib.sha256()
    moments = _Moments()
    nan_count = inf_count = zero_count = 0
    for chunk in chunks(array):
        digest.update(np.ascontiguousarray(chunk).view(np.uint8).data)
        values = decode(chunk, dtype_name)
        if values.dtype.kind not in "biufc":
            continue
        zero_count += values.size - int(np.count_nonzero(values))
        if values.dtype.kind in "fc":
            nan_count += int(np.count_nonzero(np.isnan(values)))
            inf_count += int(np.count_nonzero(np.isinf(values)))
        if values.dtype.kind == "b":
            values = values.view(np.uint8)
        if values.dtype.kind != "c":
            with np.errstate(over="ignore", invalid="ignore"):
                moments.add(values[np.isfinite(values)] if values.dtype.kind == "f" else values)
    return ArraySummary(
        name=name,
        dtype=dtype_name,
        shape=tuple(array.shape),
        bytes=array.nbytes,
        minimum=moments.minimum,
        maximum=moments.maximum,
        mean=_figure(moments.mean) if moments.count else None,
        std=_figure(math.sqrt(moments.squares / moments.count)) if moments.count else None,
        nan_count=nan_count,
        inf_count=inf_count,
        zero_count=zero_count,
        first_five=_first_values(array, dtype_name),
        sha256=digest.hexdigest(),
    )


def summarize_payload(path: str | os.PathLike[str]) -> PayloadSummary:
    """Figures about every array of a payload of any known kind, one array in memory at a time.

    Raises:
        PayloadError: if it is of no known kind, damaged or refused.
    """
    with open_payload(path) as payload:
        contents = payload.contents()
        return PayloadSummary(
            path=os.fspath(path),
            container=contents.container,
            file_bytes=payload.file_bytes,
            arrays=tuple([
                summarize_array(listed.name, payload.read_array(listed.name), listed.dtype)
                for listed in contents.arrays
            ]),
            values=contents.values,
        )  # fmt: skip


def _plain(value: Any) -> Number:
    """A number of Python; numpy has none of its long double."""
    number = value.item()
    return number if isinstance(number, int | float) else float(number)


def _figure(value: float) -> float | None:
    """None for a sum that left the range of float64."""
    return value if math.isfinite(value) else None


def _first_values(array: Array, dtype_name: str) -> tuple[Number | str, ...]:
    # `flat` takes up to 32 axes, and a tree may have 64.
    head = next(chunks(array))[:FIRST] if array.size else array.reshape(-1)
    values = decode(np.asarray(head), dtype_name).tolist()
    return tuple([
        value if isinstance(value, int | float) else _as_text(value) for value in values
    ])


def _as_text(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)


def split_stamp(summary: PayloadSummary) -> tuple[PayloadSummary, EntryStamp | None]:
    """The summary without the stamp among its arrays, and the stamp; None where there is none.

    An array of the stamp's name that is no stamp is another program's, and stays listed.

    Raises:
        PayloadError: if the file can no longer be read.
    """
    if all(array.name != STAMP_NAME for array in summary.arrays):
        return summary, None
    try:
        stamp = peek_stamp(summary.path)
    except OSError as error:
        raise PayloadError(
            f"{summary.path} cannot be read: {error_reason(error)}.",
            "Check that its drive is connected and that you have permission to read it.") from error
    if stamp is None:
        return summary, None
    own = tuple(array for array in summary.arrays if array.name != STAMP_NAME)
    return msgspec.structs.replace(summary, arrays=own), stamp


def summary_document(summary: PayloadSummary) -> InspectedFile:
    """Return the document that an inspection prints of one payload."""
    return InspectedFile(
        path=summary.path, container=summary.container, file_bytes=summary.file_bytes,
        arrays=summary.arrays,
        values={name: _shown(value) for name, value in summary.values.items()})


def _shown(value: object) -> object:
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [_shown(member) for member in value]
    if isinstance(value, dict):
        return {str(key): _shown(member) for key, member in value.items()}
    return str(value)
