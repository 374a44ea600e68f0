"""Types numpy lacks are decoded to the values torch gives."""

from __future__ import annotations

import numpy as np
import pytest

from larder.core.payloads.dtypes import ARRAY_TYPES, FLOAT8_FORMATS, decode, float8_values
from tests.support.late_packages import late_package

torch = late_package("torch")


@pytest.mark.parametrize("name", sorted(FLOAT8_FORMATS))
def test_every_code_of_an_8_bit_float_has_torchs_value(name: str) -> None:
    codes = torch.arange(256, dtype=torch.uint8)
    expected = codes.view(getattr(torch, name)).float().numpy()
    np.testing.assert_array_equal(float8_values(name), expected, strict=True)
    negative_zero = np.signbit(float8_values(name)[expected == 0])
    np.testing.assert_array_equal(negative_zero, np.signbit(expected[expected == 0]))


def test_every_code_of_bfloat16_has_torchs_value() -> None:
    codes = np.arange(65536, dtype=np.uint16)
    expected = torch.from_numpy(codes.view(np.int16)).view(torch.bfloat16).float().numpy()
    got = decode(codes, "bfloat16")
    np.testing.assert_array_equal(np.isnan(got), np.isnan(expected))
    np.testing.assert_array_equal(got[~np.isnan(got)], expected[~np.isnan(got)], strict=True)


@pytest.mark.parametrize("name", sorted(ARRAY_TYPES))
def test_decoding_gives_the_stated_type_and_keeps_the_shape(name: str) -> None:
    for shape in [(), (0,), (2, 3)]:
        for order in "<>":
            stored = np.zeros(shape, np.dtype(ARRAY_TYPES[name].stored).newbyteorder(order))
            decoded = decode(stored, name)
            assert decoded.shape == shape
            assert decoded.dtype == np.dtype(ARRAY_TYPES[name].decoded)
            assert decoded.dtype.isnative


def test_element_sizes_equal_torchs() -> None:
    for name, row in ARRAY_TYPES.items():
        assert torch.empty(0, dtype=getattr(torch, name)).element_size() == row.itemsize


def test_a_byte_that_is_neither_0_nor_1_is_a_true_bool() -> None:
    assert decode(np.array([0, 1, 2, 255], np.uint8), "bool").tolist() == [False, True, True, True]
