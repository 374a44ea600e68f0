"""Handling of Ctrl+C before a verb runs: the command exits with a sentence, not a traceback.

Loading a verb takes some tenths of a second, in which Python would answer with a traceback that
ends in whatever was being imported. Importing this module installs the handler; once the verb is
loaded it handles interrupts itself, for it has to keep what is finished.
"""

from __future__ import annotations

# Nothing else: until `stand_by` ran, each of them is time in which Ctrl+C is a traceback.
import os
import signal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

CANCELLED = 130


def stand_by() -> None:
    """Leave at once on an interrupt, unless whoever started the command has it ignored."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        _set(_leave)


def let_verb_answer() -> None:
    """Have an interrupt raise KeyboardInterrupt again."""
    if signal.getsignal(signal.SIGINT) is _leave:
        _set(signal.default_int_handler)


def _set(handler: Callable[[int, FrameType | None], object]) -> None:
    try:
        signal.signal(signal.SIGINT, handler)
    except ValueError:
        return  # any thread but the main one


def _leave(_number: int, _frame: FrameType | None) -> None:
    try:
        os.write(2, b"Cancelled; nothing was begun.\n")
    finally:
        os._exit(CANCELLED)


stand_by()
