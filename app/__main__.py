"""`larder-gui`: opens the window, or renders one of its pages into a picture.

Nothing of Qt is imported before the arguments are understood, and the frozen program's worker
processes, which start here too, never import it.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence

from larder.app.arguments import read_arguments
from larder.app.qt_libraries import NO_WINDOW, explanation, missing_libraries, platforms_to_try

DONE, NO_PICTURE, BAD_USAGE = 0, 1, 2


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; returns its exit code."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    # While Qt and the window are loaded, Ctrl+C ends the program without a traceback.
    raises = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if raises:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        return _start(words)
    finally:
        if raises:
            signal.signal(signal.SIGINT, signal.default_int_handler)


def _start(words: Sequence[str]) -> int:
    """Understand the words and load the window, then run it."""
    from larder.core.worker_process import FROZEN_WORKER_FLAG

    if words[:1] == [FROZEN_WORKER_FLAG]:
        from larder.core.worker import main as run_worker

        run_worker()
        return DONE
    wanted = read_arguments(words)
    if wanted.screenshot is not None and sys.platform.startswith("linux"):
        # A picture needs no screen; on other systems Qt's offscreen platform has no fonts.
        os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    try:
        from larder.app.run import run_window
    except ImportError:
        missing = missing_libraries(platforms_to_try(os.environ))
        if not missing:
            raise
        sys.stderr.write(f"{explanation(missing)}\n")
        return NO_WINDOW
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return run_window(wanted)


if __name__ == "__main__":
    raise SystemExit(main())
