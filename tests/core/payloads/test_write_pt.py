"""Written payloads: the same bytes for the same values, whole files only, torch reads them."""

from __future__ import annotations

import io
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.errors import UserFacingError
from larder.core.payloads.pt import write_pt
from larder.core.payloads.pt_file import list_pt, read_pt_array
from tests.support.reading_payloads import verify_pt

torch = pytest.importorskip("torch")


def payload() -> dict[str, object]:
    """Equal each time, and made of objects of its own each time."""
    label = "same_text".replace("_", " ")
    return {
        "latent_image": torch.arange(24.0).reshape(2, 3, 4),
        "tokens": np.arange(5),
        "layers": [torch.ones(2).bfloat16(), torch.zeros(2).bfloat16()],
        "crop_resolution": (64, 128),
        "image_path": "data_a.png".replace("_", "/"),
        "again": label,
        "absent": None,
        "__sourceless_values": {"concept": {"name": label, "loss_weight": 1.0, "on": True}},
    }


def test_equal_payloads_give_equal_bytes_whatever_their_path_and_objects(tmp_path: Path) -> None:
    write_pt(tmp_path / "0123456789ab_64x128_1.pt", payload())
    write_pt(tmp_path / "other name.pt", payload())
    twice = payload()
    twice["again"] = twice["__sourceless_values"]["concept"]["name"]
    whole = torch.arange(48.0).reshape(4, 3, 4)
    twice["latent_image"] = whole[:2]
    twice["tokens"] = torch.arange(10)[:5]
    write_pt(tmp_path / "third.pt", twice)
    into = io.BytesIO()
    write_pt(into, payload())
    written = {path.read_bytes() for path in tmp_path.iterdir()} | {into.getvalue()}
    assert len(written) == 1


@given(
    st.dictionaries(
        st.text("ab_", min_size=1, max_size=3),
        st.integers() | st.text("xy", max_size=3) | st.tuples(st.integers(0, 300), st.text("xy"))
        | st.lists(st.none() | st.text("xy", max_size=2), max_size=3),
        max_size=6,
    )
)  # fmt: skip
def test_the_identity_of_parts_leaves_no_trace_in_the_bytes(values: dict[str, Any]) -> None:
    def fresh(value: Any) -> Any:
        if isinstance(value, str):
            return "".join(list(value)) if len(value) > 1 else value
        if isinstance(value, list | tuple):
            return type(value)(fresh(part) for part in value)
        return value

    one, other = io.BytesIO(), io.BytesIO()
    write_pt(one, values)
    write_pt(other, {fresh(name): fresh(value) for name, value in values.items()})
    assert one.getvalue() == other.getvalue()
    assert torch.load(io.BytesIO(one.getvalue()), weights_only=True) == values


def test_what_is_written_is_read_by_torch_and_without_it(tmp_path: Path) -> None:
    path = tmp_path / "a.pt"
    write_pt(path, payload())
    verify_pt(path)
    loaded = torch.load(path, weights_only=True)
    assert list(loaded) == list(payload())
    assert torch.equal(loaded["latent_image"], payload()["latent_image"])
    assert loaded["tokens"].tolist() == [0, 1, 2, 3, 4]
    assert loaded["crop_resolution"] == (64, 128)
    assert list_pt(path).values["absent"] is None
    np.testing.assert_array_equal(read_pt_array(path, "layers[0]"), [1, 1])


def test_only_the_part_of_a_storage_that_is_used_is_written(tmp_path: Path) -> None:
    batch = torch.zeros(8, 1000)
    write_pt(tmp_path / "a.pt", {"x": [batch[0], batch[1]]})
    assert (tmp_path / "a.pt").stat().st_size < 11_000


def test_conjugated_negated_and_gradient_tensors_are_written_as_plain_values(
    tmp_path: Path,
) -> None:
    numbers = torch.randn(3, dtype=torch.complex64)
    written = {"c": numbers.conj(), "n": numbers.conj().imag, "p": torch.nn.Parameter(numbers.real)}
    write_pt(tmp_path / "a.pt", written)
    np.testing.assert_array_equal(read_pt_array(tmp_path / "a.pt", "c"), np.conj(numbers.numpy()))
    np.testing.assert_array_equal(read_pt_array(tmp_path / "a.pt", "n"), -numbers.numpy().imag)
    assert torch.load(tmp_path / "a.pt", weights_only=True)["p"].requires_grad is False


def test_a_failed_write_leaves_the_old_payload_and_no_litter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.pt"
    write_pt(path, {"x": 1})
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UserFacingError, match="full"):
        write_pt(path, {"x": 2})
    assert path.read_bytes() == before
    assert os.listdir(tmp_path) == ["a.pt"]


def test_a_payload_is_never_seen_half_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.pt"
    seen: list[list[str]] = []
    monkeypatch.setattr(os, "fsync", lambda descriptor: seen.append(os.listdir(tmp_path)))
    write_pt(path, {"x": 1})
    assert seen[0][0].startswith("a.pt.")
    assert seen[0][0].endswith("tmp")
    assert os.listdir(tmp_path) == ["a.pt"]


@pytest.mark.parametrize("value", [{1, 2}, object(), 1j, np.float32(1), Path("x")])
def test_what_no_reader_takes_is_not_written(value: object, tmp_path: Path) -> None:
    with pytest.raises(TypeError, match="cannot hold"):
        write_pt(tmp_path / "a.pt", {"x": value})
    assert os.listdir(tmp_path) == []
