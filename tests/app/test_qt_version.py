"""A release of PySide6 lost a reference to True on every emit and aborted after some hundreds."""

from __future__ import annotations

import subprocess
import sys

EMITS_OF_TRUE = """
from PySide6.QtCore import QObject, Signal

class Source(QObject):
    changed = Signal(bool)

class Receiver:
    received = 0
    def count(self, value):
        Receiver.received += value

source, receiver = Source(), Receiver()
source.changed.connect(receiver.count)
for _ in range(5000):
    source.changed.emit(True)
print(receiver.received)
"""


def test_five_thousand_emits_of_true_do_not_end_the_process() -> None:
    ran = subprocess.run(
        [sys.executable, "-c", EMITS_OF_TRUE], capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout.strip()) == (0, "5000"), ran.stderr
