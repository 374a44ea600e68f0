"""Looking at payloads loads no torch; a survey does it thousands of times."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np


def test_listing_verifying_reading_and_summing_up_import_no_torch(
    unpacked_fixture: Callable[[str], Path], tmp_path: Path
) -> None:
    store = unpacked_fixture("sdxl_clean") / "workspace-cache" / "run" / "image"
    np.savez(tmp_path / "a.npz", x=np.zeros(3))
    script = f"""
import sys
from larder.core.payloads import npz, open_payload, pt, pt_file
for path in [{str(next(iter(sorted(store.glob("*.pt")))))!r}, {str(tmp_path / "a.npz")!r}]:
    with open_payload.open_payload(path) as payload:
        for listed in payload.contents().arrays:
            payload.array(listed.name)
        payload.verify()
    open_payload.summarize_payload(path)
    if path.endswith(".pt"):
        pt_file.read_pt_value(path)
        pt_file.examine_pt(path)
print(*sorted({{name.partition(".")[0] for name in sys.modules}}))
"""
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    loaded = set(ran.stdout.split())
    assert "numpy" in loaded
    assert loaded.isdisjoint({"torch", "diffusers", "transformers", "PySide6", "zipfile"})


def test_the_list_of_a_numbered_folder_is_written_without_torch() -> None:
    script = """
import sys
from larder.core.payloads.pt import pt_parts
pt_parts([{"crop_resolution": (64, 64), "image_path": "a.png"}, {}])
print("torch" in sys.modules)
"""
    ran = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "False"
