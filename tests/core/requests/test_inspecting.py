from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from larder.core.jobs import CancelToken, run_to_end
from larder.core.payloads.sealed_npz import lay_out
from larder.core.requests.inspecting import INSPECT
from larder.core.requests.options import InspectOptions


def inspected(*files: Path) -> list[dict]:
    answer = run_to_end(INSPECT.start(
        InspectOptions(files=tuple(str(file) for file in files)), CancelToken()))
    return json.loads(answer.document)["files"]


def test_a_stamp_is_not_among_the_arrays_of_a_payload(tmp_path: Path) -> None:
    # Unfinished writes, which nothing draws, are looked into this way.
    path = tmp_path / "a.npz.4711.1400.tmp"
    payload = lay_out({"x": np.arange(4.0)}, kind="vision", key={"blob": "ab"})
    path.write_bytes(b"".join(payload))
    (file,) = inspected(path)
    assert [array["name"] for array in file["arrays"]] == ["x"]
    assert file["arrays"][0]["first_five"] == [0.0, 1.0, 2.0, 3.0]
    assert len(file["arrays"][0]["sha256"]) == 64


def test_a_file_that_cannot_be_read_does_not_stop_the_others(tmp_path: Path) -> None:
    (tmp_path / "bad.npz").write_bytes(b"no archive")
    np.savez(tmp_path / "good.npz", x=np.ones(2))
    bad, good = inspected(tmp_path / "bad.npz", tmp_path / "good.npz")
    assert bad["problem"]
    assert [array["name"] for array in good["arrays"]] == ["x"]
