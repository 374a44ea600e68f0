"""Jobs that a test has a worker run: one per way a job can go."""

from __future__ import annotations

import ctypes
import logging
import os
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

from larder.core.errors import StoreBusyError
from larder.core.jobs import CancelToken, ItemFailed, Job, JobCancelled, Progress

STEP_S = 0.002


class Options(msgspec.Struct, frozen=True, kw_only=True):
    """Options of every job here."""

    text: str = ""
    count: int = 0


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Answer of every job in this module."""

    text: str = ""
    count: int = 0
    content: bytes = b""
    names: tuple[str, ...] = ()


def echo(options: Options, token: CancelToken) -> Job[Answer]:
    """Give the options back."""
    yield ItemFailed(store="image", item=options.text, problem="It is odd.", retry="build")
    return Answer(text=options.text, count=options.count, content=b"\x00\xff")


def count(options: Options, token: CancelToken) -> Job[Answer]:
    """Count in two phases, as fast as possible."""
    for phase in ("counting", "counting again"):
        for done in range(1, options.count + 1):
            yield Progress(phase, done, options.count, "files")
    return Answer(count=options.count)


def until_cancelled(options: Options, token: CancelToken) -> Job[Answer]:
    """Work on and on; when cancelled, write the file `text` and say what was kept."""
    done = 0
    try:
        while True:
            done += 1
            yield Progress("waiting", done, 0, "files")
            time.sleep(STEP_S)
            token.check()
    except JobCancelled as cancelled:
        if options.text:
            Path(options.text).write_text("kept", encoding="utf-8")
        cancelled.report = Answer(text="kept", count=done)
        raise


def deaf(options: Options, token: CancelToken) -> Job[Answer]:
    """Never look at the token."""
    while True:
        yield Progress("not listening", 0, 0, "files")
        time.sleep(STEP_S)


def mendable(options: Options, token: CancelToken) -> Job[Answer]:
    """Fail as the user can mend, before the first event."""
    raise StoreBusyError("A trainer is at work.", "Wait for it.")


def broken(options: Options, token: CancelToken) -> Job[Answer]:
    """Fail by a mistake of ours, after an event."""
    yield Progress("failing", 1, 1, "files")
    raise ZeroDivisionError(options.text)


def leaves(options: Options, token: CancelToken) -> Job[Answer]:
    """Exit the process with code 3 through `sys.exit`."""
    yield Progress("leaving", 1, 1, "files")
    sys.exit(3)


def talkative(options: Options, token: CancelToken) -> Job[Answer]:
    """Print what a library might, in every way it might."""
    print("a stray print")
    os.write(1, b"a stray write\n")
    os.system("echo a stray child")
    yield Progress("talking", 1, 1, "files")
    return Answer(text="heard")


def greedy(options: Options, token: CancelToken) -> Job[Answer]:
    """Read stdin, as a library's question to the user would."""
    yield Progress("asking", 1, 1, "files")
    return Answer(text=sys.stdin.read())


def unencodable(options: Options, token: CancelToken) -> Job[Any]:
    """Give an answer that has no encoding."""
    yield Progress("answering", 1, 1, "files")
    return object()


def dies(options: Options, token: CancelToken) -> Job[Answer]:
    """End the process without a word, in the way `text` names."""
    yield Progress("dying", 1, 1, "files")
    print("the last words", file=sys.stderr, flush=True)
    if options.text == "exit":
        os._exit(7)
    if options.text == "kill":
        os.kill(os.getpid(), 9)
    ctypes.string_at(0)
    return Answer()


def loaded(options: Options, token: CancelToken) -> Job[Answer]:
    """Name the top-level modules of this process."""
    yield Progress("looking", 1, 1, "modules")
    return Answer(names=tuple(sorted({name.split(".")[0] for name in sys.modules})))


def settles(options: Options, token: CancelToken) -> Job[Answer]:
    """Tell core's log what was settled on the way."""
    yield Progress("settling", 1, 1, "files")
    logging.getLogger("larder").warning("%s", options.text)
    yield Progress("settling", 1, 1, "files")
    return Answer()


def plain(options: Options, token: CancelToken) -> Job[list[int]]:
    """Give a plain value."""
    yield Progress("counting", 1, 1, "files")
    return [1, 2, 3]


@dataclass(frozen=True, slots=True)
class Kind:
    """Entry of a job in the table of jobs."""

    options_type: type[msgspec.Struct]
    start: Callable[[Any, CancelToken], Job[Any]]


JOB_KINDS = {
    job.__name__: Kind(options_type=Options, start=job)
    for job in (
        echo,
        count,
        until_cancelled,
        deaf,
        mendable,
        broken,
        leaves,
        talkative,
        greedy,
        unencodable,
        dies,
        loaded,
        settles,
        plain,
    )
}
