"""Which devices there are is asked of a worker, because only it may load torch."""

from __future__ import annotations

import json

import pytest

from larder.core.encoders import device
from larder.core.encoders.device import NO_CUDA, NO_MPS, device_kinds
from larder.core.jobs import CancelToken, run_to_end
from larder.core.requests.options import DevicesOptions
from larder.core.requests.request import JOB_KINDS
from tests.support.late_packages import late_package

torch = late_package("torch")


def test_every_kind_is_told_with_the_reason_where_it_is_not_there(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    monkeypatch.setattr(torch.cuda, "device_count", lambda: 2)
    monkeypatch.setattr(torch.backends.mps, "is_available", lambda: False)
    answer = run_to_end(JOB_KINDS["devices"].start(DevicesOptions(), CancelToken()))
    assert json.loads(answer.document) == {"schema": "larder.devices/1", "devices": [
        {"name": "cpu", "why_not": "", "count": 1}, {"name": "cuda", "why_not": "", "count": 2},
        {"name": "mps", "why_not": NO_MPS, "count": 1}]}


@pytest.mark.parametrize("made_for", [None, "12.8"])
def test_a_card_that_torch_was_not_made_for_is_told_from_one_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, made_for: str | None
) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setattr(torch.version, "cuda", made_for)
    monkeypatch.setattr(torch.version, "hip", None)
    cuda, = (kind for kind in device_kinds() if kind.name == "cuda")
    assert cuda.why_not == NO_CUDA[made_for is not None]


def test_every_kind_that_is_there_can_be_chosen() -> None:
    for kind in device_kinds():
        if not kind.why_not:
            assert device.choose_device(kind.name).startswith(kind.name)
