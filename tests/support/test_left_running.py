from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QRunnable, QThreadPool
from PySide6.QtWidgets import QApplication

from tests.support.left_running import running_now, still_running_since


class WaitForEvent(QRunnable):
    def __init__(self, event: threading.Event) -> None:
        super().__init__()
        self.event = event

    def run(self) -> None:
        self.event.wait(timeout=30)


@pytest.fixture
def release() -> Iterator[threading.Event]:
    event = threading.Event()
    yield event
    event.set()


def test_a_thread_left_behind_is_named(release: threading.Event) -> None:
    before = running_now()
    threading.Thread(target=release.wait, name="leaky").start()
    assert still_running_since(before, patience_s=0.0) == ["thread 'leaky'"]


def test_a_thread_that_ends_in_time_is_not_reported(release: threading.Event) -> None:
    before = running_now()
    threading.Thread(target=release.wait).start()
    release.set()
    assert still_running_since(before, patience_s=5.0) == []


def test_a_task_left_in_a_pool_of_its_own_is_reported(
    qapp: QApplication, release: threading.Event
) -> None:
    pool = QThreadPool()
    before = running_now()
    pool.start(WaitForEvent(release))
    assert len(still_running_since(before, patience_s=0.0)) == 1
    release.set()
    assert still_running_since(before, patience_s=5.0) == []


def test_a_task_left_in_the_global_pool_is_reported(
    qapp: QApplication, release: threading.Event
) -> None:
    before = running_now()
    QThreadPool.globalInstance().start(WaitForEvent(release))
    assert len(still_running_since(before, patience_s=0.0)) == 1
    release.set()
    assert still_running_since(before, patience_s=5.0) == []
