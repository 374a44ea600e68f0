"""Services shared by all views of one window and passed to each on creation; none is global.

The module also has what all views do with them: run jobs whose end the window's bar reports.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from larder.app.build_records import BuildRecords
from larder.app.cache_session import CacheSession
from larder.app.command_table import CommandTable
from larder.app.jobs.call_runnable import CallPool
from larder.app.jobs.job import Job
from larder.app.jobs.job_lanes import JobLanes
from larder.app.notices import Notice, NoticeAction, NoticeBoard, failure_notice
from larder.app.pictures.thumbnails import Thumbnails
from larder.app.plots.loading import PlotLoader
from larder.app.presentation.looks import Tone
from larder.app.user_settings import UserSettings
from larder.app.view_history import ViewHistory
from larder.app.view_state import ViewState
from larder.app.widgets.window_layout import WindowMemory
from larder.app.window_look import WindowLook
from larder.core.errors import StoreBusyError
from larder.core.worker_protocol import Failed


class WindowServices(msgspec.Struct, frozen=True):
    """The shared parts of one window."""

    settings: UserSettings
    session: CacheSession
    lanes: JobLanes
    calls: CallPool
    thumbnails: Thumbnails
    plots: PlotLoader
    commands: CommandTable
    look: WindowLook
    memory: WindowMemory
    builds: BuildRecords
    notices: NoticeBoard
    view: ViewState
    history: ViewHistory


def run_with_notice(
    services: WindowServices, job: Job, told: Callable[[Any], Notice], *, stopped: str = "",
    actions: tuple[NoticeAction, ...] = (),
    ways_on: Callable[[Failed], tuple[NoticeAction, ...]] = lambda _: (),
) -> Job:
    """Run a job whose end the window's bar tells; its last message gives way to that.

    Args:
        services: of the window.
        job: prepared, not submitted yet.
        told: what is said of its result.
        stopped: what is said of one that was stopped, "" for nothing.
        actions: go on with one that did not finish.
        ways_on: buttons in place of a failure's hint.
    """
    post = services.notices.post

    def tell_failure(failure: Failed) -> None:
        ways = ways_on(failure)
        post(failure_notice(failure, hint="" if ways else None, actions=ways + actions))

    job.succeeded.connect(lambda done: post(told(done)))
    if stopped:
        job.cancelled.connect(
            lambda _: post(Notice(tone=Tone.NOTE, text=stopped, actions=actions)))
    job.failed.connect(tell_failure)
    services.notices.clear()
    services.lanes.submit(job)
    return job


def if_busy(
    failure: Failed, text: str, run: Callable[[], object],
) -> tuple[NoticeAction, ...]:
    """A button for what failed because a trainer seems to be at work, none for other failures."""
    return (NoticeAction(text, run),) if failure.error == StoreBusyError.__name__ else ()
