"""Uses the window for hours in minutes, and prints what it holds before and after each deed.

    python3 packaging/start.py soak [--name rows] [--share 0.1]

300 surveys by edits, 300 by F5, 300 rows, 50 of each dialog, 30 builds, 50 workspaces and 10
languages take some 25 minutes on two cores. The last lines name every deed after which the window
held more than before it.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from dataclasses import astuple, fields
from pathlib import Path

import pytest

from larder.app import source_watch
from larder.app.application import prepare_application
from larder.core.demo.sample_workspace import make_sample_workspace
from larder.core.jobs import run_to_end
from tests.soak.window_life import (
    DEEDS,
    LONG_SLACK,
    MOST_HANDLES,
    QUICK_WATCH,
    Held,
    WindowLife,
    grown,
    measure,
)
from tests.support.homes import use_own_home


def main() -> int:
    """Run, print, and answer 1 if the window held more of something after a deed than before."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--name", action="append", choices=[deed.name for deed in DEEDS],
                        help="only this deed; may be repeated")
    parser.add_argument("--share", type=float, default=1.0, help="of how often each is done")
    options = parser.parse_args()
    if not sys.platform.startswith("linux"):
        parser.error("what a process holds is read from /proc, which only Linux has")
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    with tempfile.TemporaryDirectory(prefix="larder-soak-") as scratch, \
            pytest.MonkeyPatch.context() as patch:
        use_own_home(Path(scratch) / "home", patch)
        for name, value in QUICK_WATCH.items():
            patch.setattr(source_watch, name, value)
        run_to_end(make_sample_workspace(Path(scratch) / "sample"))
        life = WindowLife(prepare_application([sys.argv[0]]), Path(scratch) / "sample")
        with life.lived():
            return _live(life, options.name, options.share)


def _live(life: WindowLife, names: list[str] | None, share: float) -> int:
    complaints = []
    columns = [field.name for field in fields(Held)]
    print(f"{'':24} {'s':>6} " + " ".join(f"{column:>13}" for column in columns), flush=True)
    for deed in DEEDS:
        if names is not None and deed.name not in names:
            continue
        for _ in range(deed.first):
            deed.do(life)
        before = measure(life.opened)
        _print_row(f"before {deed.name}", 0.0, before)
        began, times = time.monotonic(), max(1, round(deed.times * share))
        most = before.handles
        for _ in range(times):
            deed.do(life)
            most = max(most, len(os.listdir("/proc/self/fd")))
        after = measure(life.opened)
        _print_row(f"after {times} {deed.name}", time.monotonic() - began, after)
        complaints += [f"{deed.name}: {more}" for more in grown(before, after, LONG_SLACK)]
        if most >= MOST_HANDLES:
            complaints.append(f"{deed.name}: {most} handles at a time")
    print(*complaints, sep="\n", flush=True)
    return 1 if complaints else 0


def _print_row(name: str, seconds: float, held: Held) -> None:
    print(f"{name:24} {seconds:6.0f} " + " ".join(f"{value:13,}" for value in astuple(held)),
          flush=True)


if __name__ == "__main__":
    sys.exit(main())
