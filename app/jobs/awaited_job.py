"""Waits for the answer of one job: what pages and dialogs run their jobs with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from larder.app.jobs.job import Job
from larder.app.jobs.job_lanes import JobLanes
from larder.core.worker_protocol import Failed


class AwaitedJob:
    """The one job whose answer a view waits for: a newer one, or `drop`, makes it nobody's."""

    def __init__(
        self, lanes: JobLanes, on_done: Callable[[Any], None],
        on_failed: Callable[[Failed], None],
    ) -> None:
        """Wait for nothing yet."""
        self._lanes = lanes
        self._on_done = on_done
        self._on_failed = on_failed
        self._job: Job | None = None

    @property
    def is_idle(self) -> bool:
        """True if no job is being awaited."""
        return self._job is None

    def start(self, job: Job) -> None:
        """Submit a job that was prepared; one that is under way is dropped."""
        self.drop()
        self._job = job
        job.succeeded.connect(lambda answer: self._if_newest(job, self._on_done, answer))
        job.failed.connect(lambda failure: self._if_newest(job, self._on_failed, failure))
        job.finished.connect(lambda: self._forget(job))
        self._lanes.submit(job)

    def drop(self) -> None:
        """Cancel what is under way; its answer reaches nobody."""
        job, self._job = self._job, None
        if job is not None:
            self._lanes.cancel(job)

    def _if_newest(self, job: Job, call: Callable[[Any], None], what: object) -> None:
        if job is self._job:
            call(what)

    def _forget(self, job: Job) -> None:
        if job is self._job:
            self._job = None
