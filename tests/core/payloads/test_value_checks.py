"""NaN, infinity and blank arrays are found in every float type, and nothing else is."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.payloads.dtypes import FLOAT8_FORMATS, float8_values
from larder.core.payloads.value_checks import CHUNK_ELEMENTS, bad_values, chunks

FLOATS = ["float16", "float32", "float64", "complex64", "complex128"]


def as_bfloat16(values: np.ndarray) -> np.ndarray:
    """The bits of values that bfloat16 holds exactly."""
    return (values.astype(np.float32).view(np.uint32) >> 16).astype(np.uint16)


@pytest.mark.parametrize("dtype", FLOATS)
def test_nan_and_infinity_are_counted(dtype: str) -> None:
    array = np.ones((4, 32, 32), dtype)
    assert bad_values("latent_image", array) is None
    array[0, 0, :12] = np.nan
    assert bad_values("latent_image", array) == "latent_image contains 12 NaN of 4,096 values"
    array[1, 0, :2] = [np.inf, -np.inf]
    said = "latent_image contains 12 NaN and 2 infinite of 4,096 values"
    assert bad_values("latent_image", array) == said
    assert bad_values("anything", array[1]) == "anything contains 2 infinite of 1,024 values"


def test_bfloat16_is_judged_by_its_bits() -> None:
    bits = as_bfloat16(np.array([1.0, np.nan, np.inf, -np.inf, 0.0, -2.5]))
    said = "x contains 1 NaN and 2 infinite of 6 values"
    assert bad_values("x", bits, dtype_name="bfloat16") == said
    assert bad_values("x", bits, dtype_name="uint16") is None
    assert bad_values("x", bits) is None
    largest = as_bfloat16(np.array([3.3e38]))
    assert bad_values("x", largest, dtype_name="bfloat16") is None


def test_a_decoded_bfloat16_array_is_judged_as_the_float32_it_is() -> None:
    assert bad_values("x", np.array([np.nan], np.float32), dtype_name="bfloat16") is not None
    assert bad_values("x", np.array([1], np.float32), dtype_name="float8_e5m2") is None


@pytest.mark.parametrize("name", sorted(FLOAT8_FORMATS))
def test_8_bit_floats_are_judged_by_their_codes(name: str) -> None:
    codes = np.arange(256, dtype=np.uint8)
    values = float8_values(name)
    assert bad_values("x", codes[np.isfinite(values)], dtype_name=name) is None
    not_a_number, infinite = int(np.isnan(values).sum()), int(np.isinf(values).sum())
    found = bad_values("x", codes, dtype_name=name)
    assert found is not None
    assert f"{not_a_number} NaN" in found
    assert ("infinite" in found) == (infinite > 0)


@pytest.mark.parametrize(
    ("name", "is_bad"),
    [
        ("latent_image", True),
        ("text_encoder_hidden_state", True),
        ("text_encoder_2_pooled_state", True),
        ("text_encoder_4_hidden_state[3]", True),
        ("[2].latent_image", True),
        ("latent_mask", False),
        ("tokens", False),
        ("crop_offset", False),
        ("latent_image_distribution.mean", False),
        ("my_latent_image", False),
    ],
)
def test_nothing_but_zeros_is_bad_where_an_encoder_writes(name: str, is_bad: bool) -> None:
    for blank in (
        np.zeros((4, 8), np.float32),
        np.full((4, 8), -0.0, np.float16),
        np.zeros((4, 8), np.int64),
        np.zeros((8, 4), np.float32).T,
        np.zeros((4, 8), ">f4"),
    ):
        found = bad_values(name, blank)
        assert (found == f"{name} contains only zeros (32 values)") is is_bad
        assert is_bad or found is None
    bits = np.full(3, 0x8000, np.uint16)
    assert (bad_values(name, bits, dtype_name="bfloat16") is not None) is is_bad
    codes = np.array([0, 0x80], np.uint8)
    assert (bad_values(name, codes, dtype_name="float8_e5m2") is not None) is is_bad


def test_one_tiny_value_is_enough_to_be_no_blank() -> None:
    array = np.zeros((300, 300), np.float32)
    array[299, 299] = 1e-45
    assert bad_values("latent_image", array) is None
    assert bad_values("latent_image", array.T) is None


def test_an_empty_array_and_a_text_are_never_bad() -> None:
    assert bad_values("latent_image", np.zeros((0, 4), np.float32)) is None
    assert bad_values("latent_image", np.array("text")) is None
    assert bad_values("x", np.array(5)) is None


def test_a_number_is_judged_too() -> None:
    assert bad_values("x", np.array(np.nan)) == "x contains 1 NaN of 1 values"


@given(
    st.integers(1, 3 * CHUNK_ELEMENTS), st.integers(0, 2**31),
    st.sampled_from(["C", "F", "reversed", "repeated", "big"]),
)  # fmt: skip
def test_one_bad_value_is_found_wherever_it_lies(size: int, seed: int, layout: str) -> None:
    at = seed % size
    array = np.ones((2, size), np.float32)
    array[1, at] = np.inf
    if layout == "F":
        array = np.asfortranarray(array)
    elif layout == "reversed":
        array = array[::-1, ::-1]
    elif layout == "repeated":
        array = np.broadcast_to(array[1], (2, size))
    elif layout == "big":
        array = array.astype(">f4")
    count = 2 if layout == "repeated" else 1
    said = f"x contains {count} infinite of {2 * size:,} values"
    assert bad_values("x", array) == said


@pytest.mark.parametrize("order", ["C", "F"])
def test_chunks_are_the_elements_in_c_order(order: str) -> None:
    array = np.arange(3 * 70_000).reshape((3, 70_000), order="C").astype(np.int32, order=order)
    pieces = [piece.copy() for piece in chunks(array)]
    assert all(piece.ndim == 1 and piece.size <= CHUNK_ELEMENTS for piece in pieces)
    assert np.concatenate(pieces).tolist() == list(range(210_000))
