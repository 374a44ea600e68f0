"""Leftovers that a test may not have when it ends: anything that still runs.

Threads of Python, tasks of Qt thread pools and worker processes count. Threads that Qt started and
Python only encountered (`_DummyThread`) do not count: an idle pool retains them for 30 s, so the
pools themselves are queried instead.
"""

from __future__ import annotations

import sys
import threading
import time
from dataclasses import dataclass
from types import ModuleType
from typing import Any

STEP_S = 0.002


@dataclass(frozen=True, slots=True)
class Running:
    """Identities of what ran at one moment; names are for the reader.

    Attributes:
        threads: thread ident -> name.
        workers: process id -> name, of `multiprocessing` children.
    """

    threads: dict[int | None, str]
    workers: dict[int | None, str]


def running_now() -> Running:
    """Threads and worker processes that are alive."""
    threads = {
        thread.ident: thread.name
        for thread in threading.enumerate()
        if not isinstance(thread, threading._DummyThread)
    }
    return Running(threads=threads, workers=_workers())


def still_running_since(before: Running, *, patience_s: float) -> list[str]:
    """Names of what was not there before and does not end within `patience_s` seconds."""
    deadline = time.monotonic() + patience_s
    pools = _qt_thread_pools()
    while True:
        left = _new_since(before) + [
            f"a task of {pool!r}" for pool in pools if pool.activeThreadCount()
        ]
        if not left or time.monotonic() > deadline:
            return left
        time.sleep(STEP_S)


def _new_since(before: Running) -> list[str]:
    now = running_now()
    threads = [
        f"thread {name!r}" for ident, name in now.threads.items() if ident not in before.threads
    ]
    workers = [
        f"process {name!r}" for pid, name in now.workers.items() if pid not in before.workers
    ]
    return threads + workers


def _workers() -> dict[int | None, str]:
    multiprocessing = sys.modules.get("multiprocessing")
    if multiprocessing is None:
        return {}
    return {child.pid: child.name for child in multiprocessing.active_children()}


def _qt_thread_pools() -> list[Any]:
    """The global pool and every pool that Python code made, when Qt is loaded at all."""
    widgets: ModuleType | None = sys.modules.get("PySide6.QtWidgets")
    qt_core: ModuleType | None = sys.modules.get("PySide6.QtCore")
    if widgets is None or qt_core is None or widgets.QApplication.instance() is None:
        return []
    # Asking Python for all its objects takes 50 ms in a process with everything loaded.
    wrappers = sys.modules["shiboken6"].getAllValidWrappers()
    made_here = [found for found in wrappers if type(found) is qt_core.QThreadPool]
    return [qt_core.QThreadPool.globalInstance(), *made_here]
