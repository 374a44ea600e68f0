"""`larder demo`: the sample workspace."""

from __future__ import annotations

import msgspec

from larder.core.cli.options import Json, verb
from larder.core.cli.output import counted, print_json, size_text
from larder.core.cli.running import run_job
from larder.core.requests.first_steps import make_demo
from larder.core.requests.options import DemoOptions


@verb(DemoOptions)
def demo(options: DemoOptions, json: Json = False) -> None:
    """Make the sample workspace: pictures, sounds, texts and caches with a few honest drifts."""
    report, _ = run_job(lambda token: make_demo(options, token))
    if json:
        print_json(msgspec.to_builtins(report))
        return
    print(f"Sample workspace in {report.folder}: {counted(report.pictures, 'picture')}, "
          f"{counted(report.payloads, 'payload')}, {size_text(report.bytes)}.")
    if report.values:
        print(f"Beside them {counted(report.sounds, 'sound')}, {counted(report.texts, 'text')} and "
              f"caches of pixels, features, waveforms, tokens and parameters: "
              f"{counted(report.values, 'value')}, {size_text(report.value_bytes)}.")
    print(f"Look at it: larder survey {report.config}")
