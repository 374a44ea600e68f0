"""What every view of one window shares, handed to it when it is made: nothing is global."""

from __future__ import annotations

import msgspec

from larder.app.cache_session import CacheSession
from larder.app.commands.command_table import CommandTable
from larder.app.dialogs.building.records import BuildRecords
from larder.app.jobs.call_runnable import CallPool
from larder.app.jobs.job_lanes import JobLanes
from larder.app.notices import NoticeBoard
from larder.app.previews.thumbnails import Thumbnails
from larder.app.user_settings import UserSettings
from larder.app.view_state import ViewHistory, ViewState
from larder.app.window_layout import WindowMemory
from larder.app.window_look import WindowLook


class WindowServices(msgspec.Struct, frozen=True):
    """The shared parts of one window."""

    settings: UserSettings
    session: CacheSession
    lanes: JobLanes
    calls: CallPool
    thumbnails: Thumbnails
    commands: CommandTable
    look: WindowLook
    memory: WindowMemory
    builds: BuildRecords
    notices: NoticeBoard
    view: ViewState
    history: ViewHistory
