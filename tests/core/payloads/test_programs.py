"""Whatever would run where a trainer opens it is told; what is only damaged is not called so."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.errors import PayloadError, UnsafePayloadError
from larder.core.payloads.pt_file import examine_pt, list_pt, read_pt_value
from larder.core.payloads.pt_rows import read_pt_rows
from larder.core.payloads.tensors import read_pt_tensors
from tests.support.unpickling import FORMS, Form, runs


def saved(path: Path) -> Path:
    import torch

    with path.open("wb") as file:
        torch.save({"latent_image": torch.ones(4, 4)}, file)
    return path


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_every_form_of_a_program_is_told_by_every_reader(tmp_path: Path, form: Form) -> None:
    path, made = saved(tmp_path / "a.pt"), tmp_path / "ran"
    form(path, made)
    assert runs(path, made)
    for read in (list_pt, examine_pt, read_pt_value, read_pt_tensors, rows):
        with pytest.raises(UnsafePayloadError, match="a trainer that opens this file would run"):
            read(path)
    assert not made.exists()


def rows(path: Path) -> None:
    list(read_pt_rows(path))


def of_old_torch() -> bytes:
    import torch

    buffer = io.BytesIO()
    torch.save({"a": torch.ones(3)}, buffer, _use_new_zipfile_serialization=False)
    return buffer.getvalue()


@pytest.mark.parametrize("content", [
    of_old_torch, b"\x80\x04K\x01.", b"hello\n", b"\0" * 600, b"PK\x03\x04", b"c\xff\xfe\n\n.",
    b"X\xff\xff\xff\xffposix", b"\x80\x02]q\x00.", b"\x80"],
    ids=["of old torch", "a number", "text", "zeros", "cut", "no names", "too long", "a list",
         "a byte"])
def test_what_runs_nothing_is_damaged_and_no_more(
    tmp_path: Path, content: bytes | Callable[[], bytes],
) -> None:
    (tmp_path / "a.pt").write_bytes(content if isinstance(content, bytes) else content())
    with pytest.raises(PayloadError) as told:
        read_pt_value(tmp_path / "a.pt")
    assert not isinstance(told.value, UnsafePayloadError)


def test_a_name_of_any_length_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.pt").write_bytes(b"c" + b"os" * 100_000 + b"\nsystem\n.")
    with pytest.raises(UnsafePayloadError) as told:
        read_pt_value(tmp_path / "a.pt")
    assert len(told.value.problem) < 300
