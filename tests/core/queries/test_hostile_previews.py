"""Previews, builds and training loops never run code from a file that they read."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.errors import PayloadError
from larder.core.payloads.tensors import read_pt_tensors, read_pt_with_torch
from larder.core.queries.latent_colours import read_latent
from tests.faults.pickles import FORMS


@pytest.mark.parametrize("form", FORMS.values(), ids=FORMS)
def test_nothing_runs_that_stands_in_a_payload(
    tmp_path: Path, form: Callable[[Path, Path], None]
) -> None:
    path, ran = tmp_path / "ab7a067b9dd4_128x128_1.pt", tmp_path / "ran"
    form(path, ran)
    for read in (read_latent, read_pt_with_torch, read_pt_tensors):
        with pytest.raises(PayloadError):
            read(path)
    assert not ran.exists()
