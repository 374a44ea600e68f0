"""Workers of a crew in threads of this process, as one test needs them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from larder.core.jobs import CancelToken, run_to_end
from larder.core.worker_pool import NoRoomError, WorkerAnswer, WorkerLostError


class InlineWorker:
    """One of them.

    Attributes:
        work: the job that it does.
        ends_over: which times that it is asked it ends.
    """

    work: Callable[..., Any]

    def __init__(self, *, ends_over: tuple[int, ...] = (), has_room: bool = True) -> None:
        self.asked = 0
        self.ends_over = ends_over
        self.has_room = has_room
        self.is_killed = self.is_closed = False

    def start(self) -> None:
        """Do nothing: the worker already runs."""

    def ask(self, request: Any) -> WorkerAnswer:
        self.asked += 1
        if not self.has_room:
            raise NoRoomError("There is no room.")
        if self.asked in self.ends_over:
            raise WorkerLostError("It ran out of memory.")
        answer: WorkerAnswer = run_to_end(self.work(request, CancelToken()))
        return answer

    def kill(self) -> None:
        self.is_killed = True

    def close(self) -> None:
        self.is_closed = True
