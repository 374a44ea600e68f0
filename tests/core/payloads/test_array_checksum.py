"""A payload's recipe holds as long as its arrays are those it was written with."""

from __future__ import annotations

import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.errors import PayloadError
from larder.core.payloads.pt import array_checksum, write_pt
from larder.core.payloads.pt_file import read_carried_recipe, stamps
from tests.support.late_packages import late_package

torch = late_package("torch")

RECIPE = "0123456789abcdef"
DTYPES = [
    "float32", "float16", "bfloat16", "int64", "bool", "uint8", "float8_e4m3fn", "complex64"]


def written(path: Path, values: dict[str, Any]) -> Path:
    write_pt(path, {**values, **stamps(RECIPE, array_checksum(values))})
    return path


@pytest.mark.parametrize("dtype", DTYPES)
@pytest.mark.parametrize("shape", [(), (0,), (1,), (4, 8, 8), (2, 1, 3)])
def test_a_written_payload_tells_its_recipe(
    tmp_path: Path, dtype: str, shape: tuple[int, ...]
) -> None:
    threes = torch.zeros(shape).add(3).to(getattr(torch, dtype))
    values = {"latent_image": threes, "image_path": "a.png", "crop_resolution": (8, 8)}
    assert read_carried_recipe(written(tmp_path / "a.pt", values))[0] == RECIPE


@given(st.lists(st.integers(1, 4), max_size=4), st.randoms(use_true_random=False))
def test_views_lists_and_mappings_of_arrays_are_told_as_they_are_stored(
    tmp_path_factory: pytest.TempPathFactory, shape: list[int], random: Any
) -> None:
    tensor = torch.tensor(
        np.array([random.random() for _ in range(int(np.prod(shape)))]).reshape(shape))
    values = {
        "whole": tensor, "turned": tensor.permute(tuple(reversed(range(len(shape))))),
        "layers": [tensor, tensor.flatten()[:1]], "inside": {"mean": tensor},
        "numbers": np.arange(6, dtype=">i4").reshape(2, 3)}
    assert read_carried_recipe(
        written(tmp_path_factory.mktemp("pt") / "a.pt", values))[0] == RECIPE


def test_a_payload_that_a_trainer_completed_has_no_known_recipe(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pt", {"latent_image": torch.ones(4, 8, 8)})
    payload = torch.load(path, weights_only=True)
    torch.save({**payload, "latent_mask": torch.ones(1, 8, 8)}, path)
    assert read_carried_recipe(path)[0] is None


def test_a_payload_that_was_only_saved_again_keeps_its_recipe(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pt", {"latent_image": torch.ones(4, 8, 8)})
    payload = torch.load(path, weights_only=True)
    torch.save({**payload, "__concept_name": "cats"}, path)
    assert read_carried_recipe(path)[0] == RECIPE


@pytest.mark.parametrize("changed", [
    lambda ones: ones * 2, lambda ones: ones.reshape(4, 64), lambda ones: ones.half()],
    ids=["values", "shape", "type"])
def test_other_values_shapes_or_types_have_no_known_recipe(
    tmp_path: Path, changed: Callable[[Any], Any]
) -> None:
    checksum = array_checksum({"latent_image": torch.ones(4, 8, 8)})
    change = {"latent_image": changed(torch.ones(4, 8, 8))}
    write_pt(tmp_path / "a.pt", {**change, **stamps(RECIPE, checksum)})
    assert read_carried_recipe(tmp_path / "a.pt")[0] is None


def test_the_order_of_arrays_is_not_part_of_the_checksum() -> None:
    one, two = torch.ones(3), torch.zeros(3)
    assert array_checksum({"a": one, "b": two}) == array_checksum({"b": two, "a": one})
    assert array_checksum({"a": one, "b": two}) != array_checksum({"a": two, "b": one})


def test_a_payload_without_stamps_has_no_recipe(tmp_path: Path) -> None:
    write_pt(tmp_path / "a.pt", {"latent_image": torch.ones(2)})
    assert read_carried_recipe(tmp_path / "a.pt")[0] is None


def test_a_file_written_without_checksums_has_no_known_recipe(tmp_path: Path) -> None:
    """torch can leave them out; a payload that another program rewrote so keeps our stamps."""
    values = {"latent_image": torch.ones(4)}
    path = tmp_path / "a.pt"
    torch.serialization.set_crc32_options(False)
    try:
        with path.open("wb") as file:
            torch.save({**values, **stamps(RECIPE, array_checksum(values))}, file)
    finally:
        torch.serialization.set_crc32_options(True)
    assert all(member.CRC == 0 for member in zipfile.ZipFile(path).infolist())
    assert read_carried_recipe(path)[0] is None


def test_a_damaged_file_raises(tmp_path: Path) -> None:
    path = written(tmp_path / "a.pt", {"latent_image": torch.ones(4)})
    os.truncate(path, path.stat().st_size - 30)
    with pytest.raises(PayloadError):
        read_carried_recipe(path)
