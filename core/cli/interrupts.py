"""Handling of Ctrl+C before a verb runs: the command exits with a sentence, not a traceback.

Loading a verb takes some tenths of a second, in which Python would answer with a traceback that
ends in whatever was being imported. Importing this module installs the handler; once the verb is
loaded it handles interrupts itself, for it has to keep what is finished.
"""

from __future__ import annotations

import os
import signal
import threading
from types import FrameType
from typing import Final

CANCELLED: Final = 130


def stand_by() -> None:
    """Leave at once on an interrupt, unless whoever started the command has it ignored."""
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _leave)


def let_verb_answer() -> None:
    """Have an interrupt raise KeyboardInterrupt again."""
    is_main = threading.current_thread() is threading.main_thread()
    if is_main and signal.getsignal(signal.SIGINT) is _leave:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _leave(_number: int, _frame: FrameType | None) -> None:
    try:
        os.write(2, b"Cancelled; nothing was begun.\n")
    finally:
        os._exit(CANCELLED)


stand_by()
