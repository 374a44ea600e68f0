"""Written payloads: the same bytes for the same values, whole files only, torch reads them."""

from __future__ import annotations

import io
import os
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from larder.core.errors import UserFacingError
from larder.core.payloads.pt import ALIGNED, STORAGES, SharedPart, array_checksum, write_pt
from larder.core.payloads.pt_file import list_pt, read_carried_recipe, read_pt_array, stamps
from larder.core.payloads.tensors import read_pt_with_torch
from tests.support.late_packages import late_package
from tests.support.reading_payloads import verify_pt

torch = late_package("torch")

SHAPES = ((), (0,), (3,), (2, 0, 4), (4, 16, 16), (1, 2, 3, 4, 5))
SCALARS = (
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats(allow_nan=False)
    | st.text(st.characters(exclude_categories=[]), max_size=8) | st.binary(min_size=1, max_size=8))
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=5) | st.lists(inner, max_size=5).map(tuple)
    | st.dictionaries(st.text(max_size=4) | st.integers(0, 9), inner, max_size=4),
    max_leaves=12)


def written(payload: dict[str, Any]) -> bytes:
    into = io.BytesIO()
    write_pt(into, payload)
    return into.getvalue()


def loaded(content: bytes) -> Any:
    return torch.load(io.BytesIO(content), weights_only=True)


def by_torch(payload: dict[str, Any]) -> Any:
    into = io.BytesIO()
    torch.save(payload, into)
    return loaded(into.getvalue())


def types_of(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: types_of(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return type(value), [types_of(part) for part in value]
    return type(value)


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
    contents = {path.read_bytes() for path in tmp_path.iterdir()} | {written(payload())}
    assert len(contents) == 1


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

    one = written(values)
    assert one == written({fresh(name): fresh(value) for name, value in values.items()})
    assert loaded(one) == values


def test_what_is_written_is_read_by_torch_and_without_it(tmp_path: Path) -> None:
    path = tmp_path / "a.pt"
    write_pt(path, payload())
    verify_pt(path)
    found = torch.load(path, weights_only=True)
    assert list(found) == list(payload())
    assert torch.equal(found["latent_image"], payload()["latent_image"])
    assert found["tokens"].tolist() == [0, 1, 2, 3, 4]
    assert found["crop_resolution"] == (64, 128)
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
    write_pt(tmp_path / "a.pt", {
        "c": numbers.conj(), "n": numbers.conj().imag, "p": torch.nn.Parameter(numbers.real)})
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


@settings(max_examples=50, deadline=None)
@given(st.dictionaries(st.text(max_size=4), VALUES, max_size=4))
def test_values_come_back_as_from_torchs_own_file(payload: dict[str, Any]) -> None:
    mine, theirs = loaded(written(payload)), by_torch(payload)
    assert mine == theirs == payload
    assert types_of(mine) == types_of(theirs)
    assert list(mine) == list(payload)


@pytest.mark.parametrize("name", [*STORAGES, "complex64", "uint16", "float8_e4m3fn"])
@pytest.mark.parametrize("shape", SHAPES)
def test_tensors_of_every_type_and_shape_come_back(name: str, shape: tuple[int, ...]) -> None:
    tensor = torch.arange(3**4 * 100)[: int(np.prod(shape))].reshape(shape).to(getattr(torch, name))
    content = written({"x": tensor, "y": [tensor.clone()], "n": None})
    for found in (loaded(content)["x"], loaded(content)["y"][0]):
        assert (found.dtype, found.shape, found.stride()) == (
            tensor.dtype, tensor.shape, tensor.stride())
        assert found.numpy(force=True).tobytes() == tensor.numpy(force=True).tobytes() \
            if name not in ("bfloat16", "float8_e4m3fn") else torch.equal(
                found.float(), tensor.float())


def test_the_file_is_a_whole_zip_file_with_aligned_records(tmp_path: Path) -> None:
    path = tmp_path / "a.pt"
    write_pt(path, {"x": torch.ones(7), "y": torch.zeros(5, dtype=torch.int64), "z": "text"})
    with zipfile.ZipFile(path) as archive:
        assert archive.testzip() is None
        assert archive.namelist() == [
            "archive/data.pkl", "archive/byteorder", "archive/data/0", "archive/data/1",
            "archive/version"]
        content = path.read_bytes()
        for record in archive.infolist():
            extra = int.from_bytes(content[record.header_offset + 28:record.header_offset + 30],
                                   "little")
            assert (record.header_offset + 30 + len(record.filename) + extra) % ALIGNED == 0
    mapped = torch.load(path, weights_only=True, mmap=True)
    assert mapped["x"].tolist() == [1.0] * 7


def test_the_checksum_told_beforehand_is_that_of_the_file(tmp_path: Path) -> None:
    payload = {"x": torch.randn(4, 5), "y": torch.ones(3).bfloat16(), "z": np.arange(4)}
    write_pt(tmp_path / "a.pt", {**payload, **stamps("0123456789abcdef", array_checksum(payload))})
    assert read_carried_recipe(tmp_path / "a.pt")[0] == "0123456789abcdef"
    np.testing.assert_array_equal(read_pt_array(tmp_path / "a.pt", "x"), payload["x"].numpy())


def test_a_shared_part_reads_like_one_that_is_not() -> None:
    part = {"name": "cats", "image": {"on": True, "strengths": [0.5, 1]}, "pair": (1, None)}
    assert written({"a": SharedPart(part), "b": 1}) == written({"a": part, "b": 1})
    assert loaded(written({"a": SharedPart(part)})) == {"a": part}
    for value in ({"x": b"bytes"}, {"x": torch.ones(1)}, {"x": {1, 2}}):
        with pytest.raises(TypeError):
            SharedPart(value)


def test_what_only_torch_can_write_is_written_by_torch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []
    save = torch.save
    monkeypatch.setattr("torch.save", lambda *of: (asked.append(of[0]), save(*of)))
    write_pt(tmp_path / "plain.pt", {"x": torch.ones(2)})
    assert asked == []
    numbers = torch.randn(3, dtype=torch.complex64)
    write_pt(tmp_path / "complex.pt", {"x": numbers, "a": SharedPart({"b": 1}), "t": b"text"})
    assert len(asked) == 1
    assert [array.name for array in list_pt(tmp_path / "complex.pt").arrays] == ["x"]
    back = torch.load(tmp_path / "complex.pt", weights_only=True)
    assert torch.equal(back["x"], numbers)
    assert (back["a"], back["t"]) == ({"b": 1}, b"text")
    assert read_pt_with_torch(tmp_path / "plain.pt")["x"].tolist() == [1.0, 1.0]
