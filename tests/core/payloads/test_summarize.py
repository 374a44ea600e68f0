"""Figures about arrays equal numpy's own, and the digest is of the stored bytes."""

from __future__ import annotations

import hashlib
import math
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays_of

from larder.core.errors import PayloadError
from larder.core.payloads.arrays import ArraySummary
from larder.core.payloads.open_payload import summarize_array, summarize_payload
from tests.support.late_packages import late_package
from tests.support.reading_payloads import list_arrays, verify

torch = late_package("torch")


def test_figures_are_over_finite_values(tmp_path: Path) -> None:
    array = np.array([[1.0, np.nan, -3.0], [np.inf, 0.0, -0.0]], np.float32)
    assert summarize_array("x", array, "float32") == ArraySummary(
        name="x", dtype="float32", shape=(2, 3), bytes=24, minimum=-3.0, maximum=1.0, mean=-0.5,
        std=pytest.approx(1.5), nan_count=1, inf_count=1, zero_count=2,
        first_five=pytest.approx((1.0, math.nan, -3.0, math.inf, 0.0), nan_ok=True),
        sha256=hashlib.sha256(array.tobytes()).hexdigest(),
    )  # fmt: skip


def test_an_empty_or_unusable_array_has_no_figures() -> None:
    for array in (np.zeros((0, 3), np.float32), np.full(3, np.nan, np.float32)):
        found = summarize_array("x", array, "float32")
        assert (found.minimum, found.maximum, found.mean, found.std) == (None, None, None, None)
    assert summarize_array("x", np.zeros((0,), np.int64), "int64").first_five == ()


def test_integers_keep_their_exact_extremes() -> None:
    array = np.array([2**63 - 1, -(2**63), 5], np.int64)
    found = summarize_array("x", array, "int64")
    assert (found.minimum, found.maximum) == (-(2**63), 2**63 - 1)
    assert found.first_five == (2**63 - 1, -(2**63), 5)


def test_types_numpy_lacks_are_figured_by_value_and_digested_as_stored() -> None:
    bits = (np.array([1.5, -2.0, 0.0], np.float32).view(np.uint32) >> 16).astype(np.uint16)
    found = summarize_array("x", bits, "bfloat16")
    assert (found.minimum, found.maximum, found.zero_count, found.bytes) == (-2.0, 1.5, 1, 6)
    assert found.sha256 == hashlib.sha256(bits.tobytes()).hexdigest()
    flags = summarize_array("x", np.array([1, 0, 1], np.uint8), "bool")
    assert (flags.minimum, flags.maximum, flags.zero_count) == (0, 1, 1)
    assert flags.first_five == (True, False, True)


def test_complex_numbers_and_texts_have_counts_but_no_order() -> None:
    found = summarize_array("x", np.array([1 + 2j, np.nan]), "complex128")
    assert (found.minimum, found.mean, found.nan_count) == (None, None, 1)
    assert found.first_five[0] == "(1+2j)"
    text = summarize_array("x", np.array("an MD5"), "text")
    assert (text.minimum, text.first_five) == (None, ("an MD5",))


def test_a_decoded_array_under_its_stored_name_is_our_mistake() -> None:
    with pytest.raises(ValueError, match="bfloat16 is stored as u2"):
        summarize_array("x", np.zeros(3, np.float32), "bfloat16")


def test_sums_beyond_float64_give_no_figure_and_no_warning() -> None:
    found = summarize_array("x", np.array([1.7e308, 1.7e308, -1.7e308]), "float64")
    assert (found.minimum, found.maximum, found.std) == (-1.7e308, 1.7e308, None)


@given(
    arrays_of.arrays(
        st.sampled_from(["f2", "f4", "f8", ">f4", "i1", "u4", "i8"]),
        arrays_of.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=6),
        elements=None,
    ),
    st.booleans(),
)
def test_figures_equal_numpys_own(array: np.ndarray, transposed: bool) -> None:
    array = array.T if transposed else array
    found = summarize_array("x", array, array.dtype.name)
    wide = array.astype(np.float64)
    finite = wide[np.isfinite(wide)]
    assert found.nan_count == np.isnan(wide).sum()
    assert found.inf_count == np.isinf(wide).sum()
    assert found.zero_count == (wide == 0).sum()
    assert found.sha256 == hashlib.sha256(array.tobytes()).hexdigest()
    if finite.size and np.abs(finite).max() < 1e150:
        assert found.minimum == pytest.approx(finite.min())
        assert found.maximum == pytest.approx(finite.max())
        scale = np.abs(finite).max()
        assert found.mean == pytest.approx(finite.mean(), abs=1e-12 * scale)
        assert found.std == pytest.approx(finite.std(), abs=1e-7 * scale)


def test_a_large_offset_does_not_spoil_the_deviation() -> None:
    array = np.tile(np.array([1e9, 1e9 + 1]), 200_000)
    found = summarize_array("x", array, "float64")
    assert found.mean == pytest.approx(1e9 + 0.5, abs=1e-6)
    assert found.std == pytest.approx(0.5, abs=1e-6)


def test_a_large_array_is_summed_up_in_little_memory() -> None:
    array = np.ones((4000, 2000), np.float32)
    for layout in (array, array.T):
        tracemalloc.start()
        summarize_array("x", layout, "float32")
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < array.nbytes / 8


def test_a_torch_payload_is_summed_up(tmp_path: Path) -> None:
    path = tmp_path / "a.pt"
    torch.save({"x": torch.arange(4).bfloat16(), "y": [torch.ones(2)], "z": "text"}, path)
    found = summarize_payload(path)
    assert (found.path, found.container) == (str(path), "pt")
    assert found.file_bytes == path.stat().st_size
    assert [array.name for array in found.arrays] == ["x", "y[0]"]
    assert found.arrays[0].mean == 1.5
    assert found.values == {"z": "text"}
    msgspec.json.encode(found)


def test_a_numpy_payload_is_summed_up(tmp_path: Path) -> None:
    np.savez(tmp_path / "a.npz", x=np.arange(4), m=np.array([True]))
    found = summarize_payload(tmp_path / "a.npz")
    assert [(array.name, array.dtype, array.mean) for array in found.arrays] == [
        ("x", "int64", 1.5), ("m", "bool", 1.0),
    ]  # fmt: skip


def test_the_kind_is_the_suffix_else_what_is_inside(tmp_path: Path) -> None:
    torch.save({"x": torch.ones(1)}, tmp_path / "a.pt.4711.1400.tmp")
    torch.save({"x": torch.ones(1)}, tmp_path / "renamed.bin")
    with (tmp_path / "numpy").open("wb") as file:
        np.savez(file, y=np.zeros(1))
    assert list_arrays(tmp_path / "a.pt.4711.1400.tmp").container == "pt"
    assert list_arrays(tmp_path / "renamed.bin").container == "pt"
    assert list_arrays(tmp_path / "numpy").container == "npz"
    for name in ("a.pt.4711.1400.tmp", "renamed.bin", "numpy"):
        verify(tmp_path / name)


@pytest.mark.parametrize("use", [list_arrays, verify, summarize_payload])
def test_an_unknown_kind_says_what_is_known(
    use: Callable[[Path], object], tmp_path: Path
) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    with pytest.raises(PayloadError, match="not a cached file of a known kind") as told:
        use(tmp_path / "notes.txt")
    assert ".pt" in told.value.hint
    assert ".npz" in told.value.hint
