"""Description of a payload's content without its array bytes.

Names are those of the stored mapping. A list of arrays is spread into indexed names
("text_encoder_4_hidden_state[3]"), a nested mapping that contains arrays into dotted ones
("latent_image_distribution.mean"), a payload that is itself a list into "[0].image_path".
"""

from __future__ import annotations

import abc
import math
from typing import Any, Self

import msgspec
from msgspec import UNSET, UnsetType

from larder.core.payloads.dtypes import Array

Number = int | float


class ArrayInfo(msgspec.Struct, frozen=True):
    """One array of a payload.

    Attributes:
        name: its name in the payload, dotted and indexed where it is nested.
        dtype: name as torch and numpy spell it ("float32", "bfloat16", "int64").
        shape: elements along each axis; () for a single value.
        bytes: elements times the size of one, whatever part of a storage it shares.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    bytes: int


class ArraySummary(msgspec.Struct, frozen=True):
    """Figures about one array. Statistics are over its finite values; None when there are none.

    Attributes:
        name, dtype, shape, bytes: as `ArrayInfo`.
        minimum, maximum: int for integers and bools, else float. None for complex and text.
        mean, std: of the population (divided by the count).
        nan_count, inf_count, zero_count: values that are NaN, infinite, zero of either sign.
        first_five: the first values in C order: int, float or bool, else as text.
        sha256: of the elements as stored, in C order, 64 hex digits.
    """

    name: str
    dtype: str
    shape: tuple[int, ...]
    bytes: int = 0
    minimum: Number | None = None
    maximum: Number | None = None
    mean: float | None = None
    std: float | None = None
    nan_count: int = 0
    inf_count: int = 0
    zero_count: int = 0
    first_five: tuple[Number | str, ...] = ()
    sha256: str = ""

    @property
    def is_all_zero(self) -> bool:
        """True if the array has elements and every one of them is zero."""
        return 0 < math.prod(self.shape) == self.zero_count


class InspectedFile(msgspec.Struct, frozen=True, kw_only=True):
    """Figures about one payload in a document, or why there are none; the other half is left out.

    Attributes:
        container: "pt", "npz", "tree" or "safetensors".
        file_bytes: length of the file, of a tree's files together.
        values: its other members; what JSON has no word for as text.
    """

    path: str
    container: str | UnsetType = UNSET
    file_bytes: int | UnsetType = UNSET
    arrays: tuple[ArraySummary, ...] | UnsetType = UNSET
    values: dict[str, Any] | UnsetType = UNSET
    problem: str | UnsetType = UNSET
    hint: str | UnsetType = UNSET


class Inspection(msgspec.Struct, frozen=True, kw_only=True):
    """The `larder.inspect/1` document: files in the order they were asked for."""

    schema: str = "larder.inspect/1"
    files: tuple[InspectedFile, ...]


class PayloadContents(msgspec.Struct, frozen=True):
    """Everything in a payload but the array bytes.

    Attributes:
        values: the members that are no arrays, by name: numbers, texts, None, tuples, lists and
            mappings of such. A container that holds an array is spread into its members.
        container: "pt", "npz", "tree" or "safetensors".
        names: the top-level names in stored order, also those that begin with "__". They are what
            a trainer compares with the names it needs. Empty when the payload is no mapping.
    """

    arrays: tuple[ArrayInfo, ...]
    values: dict[str, object]
    container: str
    names: tuple[str, ...] = ()


class OpenPayload(abc.ABC):
    """A payload opened for reading, whatever its kind; use it in a `with`.

    An array's bytes are read, and their checksum compared, when it is asked for.

    Attributes:
        file_bytes: length of the file, of a tree's files together.
    """

    file_bytes: int

    @abc.abstractmethod
    def contents(self) -> PayloadContents:
        """Its arrays and values, without the arrays' bytes."""

    @abc.abstractmethod
    def read_array(self, name: str) -> Array:
        """One array as stored (see `dtypes`), a view of bytes in memory.

        Raises:
            PayloadError: if there is no such array or its bytes are damaged.
        """

    @abc.abstractmethod
    def array(self, name: str) -> Array:
        """One array's values in memory of its own, native byte order (see `decode`).

        Raises:
            PayloadError: as `stored_array`.
        """

    @abc.abstractmethod
    def verify(self) -> None:
        """Compare every checksum that was not compared yet.

        Raises:
            PayloadError: if any byte is not as written, or a part is missing.
        """

    @abc.abstractmethod
    def close(self) -> None:
        """Nothing can be read any more."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
