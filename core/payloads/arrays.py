"""What a payload holds, told without its array bytes.

Names are those of the stored mapping. A list of arrays is spread into indexed names
("text_encoder_4_hidden_state[3]"), a nested mapping that holds arrays into dotted ones
("latent_image_distribution.mean"), a payload that is itself a list into "[0].image_path".
"""

from __future__ import annotations

import msgspec


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


class PayloadContents(msgspec.Struct, frozen=True):
    """Everything in a payload but the array bytes.

    Attributes:
        arrays: its arrays in stored order.
        values: the members that are no arrays, by name: numbers, texts, None, tuples, lists and
            mappings of such. A container that holds an array is spread into its members.
        container: "pt", "npz" or "tree".
        names: the top-level names in stored order, also those that begin with "__". They are what
            a trainer compares with the names it needs. Empty when the payload is no mapping.
    """

    arrays: tuple[ArrayInfo, ...]
    values: dict[str, object]
    container: str
    names: tuple[str, ...] = ()
