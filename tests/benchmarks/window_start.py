"""How long the window takes to its first idle, against a bare Qt window in the same run.

    python tests/benchmarks/window_start.py [--rounds 15]

Cold processes, the bare window and ours in turn, so that a busy machine slows both alike. The clock
starts at the first import and stops when the event loop has nothing left to do; the start of the
interpreter is in neither. Bytecode is compiled beforehand, as an installed program has it.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

REPOSITORY = Path(__file__).parents[2]
BAR = 3.0

_BARE = """
from PySide6.QtWidgets import QApplication, QMainWindow
application = QApplication(["bare"])
window = QMainWindow()
window.resize(1360, 860)
window.show()
"""
_OURS = """
from larder.app.application import make_window, prepare_application
from larder.app.languages import speak
from larder.core.settings import Language
application = prepare_application(["larder"])
speak(application, Language.ENGLISH)
opened = make_window(application)
opened.window.show()
"""
_CLOCK = """
import time
began = time.perf_counter()
{window}
from PySide6.QtCore import QTimer
QTimer.singleShot(0, application.quit)
application.exec()
print(time.perf_counter() - began, flush=True)
import os
os._exit(0)
"""


def seconds_to_idle(window: str, environment: Mapping[str, str]) -> float:
    """Seconds that one cold process takes."""
    done = subprocess.run(
        [sys.executable, "-c", _CLOCK.format(window=window)], cwd=REPOSITORY, env=environment,
        capture_output=True, text=True, check=True)
    return float(done.stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=15)
    rounds = parser.parse_args().rounds
    with tempfile.TemporaryDirectory() as home:
        environment = {
            **os.environ, "LARDER_CONFIG_HOME": home, "LARDER_CACHE_HOME": home,
            "QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen"),
            "PYTHONPYCACHEPREFIX": home}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        seconds_to_idle(_BARE, environment)
        seconds_to_idle(_OURS, environment)
        pairs = [(seconds_to_idle(_BARE, environment), seconds_to_idle(_OURS, environment))
                 for _ in range(rounds)]
    bare, ours = (statistics.median(times) for times in zip(*pairs, strict=True))
    print(f"bare window {bare:.3f} s, ours {ours:.3f} s: {ours / bare:.2f}x, bar {BAR:.1f}x, "
          f"best {min(b for b, _ in pairs):.3f} s and {min(o for _, o in pairs):.3f} s")
    raise SystemExit(ours > BAR * bare)


if __name__ == "__main__":
    main()
