"""Protocol between a worker process and its parent.

Frames over two pipes: four bytes of length (little-endian), one byte that names the codec, the
body. Bodies are msgpack; one whose texts contain lone surrogates (file names that are not UTF-8),
which msgpack cannot carry, is ASCII JSON instead.

The parent sends a `WorkerRequest`, the job's options, and later perhaps a `PauseRequest`, a
`ResumeRequest` or a `CancelRequest`; closing the pipe cancels too. The worker sends lists of
events. The last list ends with `Failed`, or with `AnswerFollows` and the answer in a frame of its
own. Then it ends, or, if the request said so, waits for the next one.
"""

from __future__ import annotations

import importlib
from typing import IO, Any

import msgspec

from larder.core.files.ascii_json import decode_ascii_json, encode_ascii_json
from larder.core.jobs import ItemFailed, JobEvent, Progress

DEFAULT_TABLE = "larder.core.requests.request"
TABLE_NAME = "JOB_KINDS"
MAX_FRAME_BYTES = 1 << 30
_LENGTH_BYTES = 4
_MSGPACK, _ASCII_JSON = b"m", b"j"


class ProtocolError(Exception):
    """Bytes that no worker and no parent of this version sends."""


class WorkerRequest(msgspec.Struct, frozen=True, tag=True):
    """Which job to run; its options follow in the next frame.

    Attributes:
        table: module that has a mapping `JOB_KINDS` from kinds to their options and start.
        stays: whether the worker waits for another request afterwards.
    """

    kind: str
    table: str = DEFAULT_TABLE
    stays: bool = False


class CancelRequest(msgspec.Struct, frozen=True, tag=True):
    """Stop after the item in hand."""


class PauseRequest(msgspec.Struct, frozen=True, tag=True):
    """Wait after the item in hand."""


class ResumeRequest(msgspec.Struct, frozen=True, tag=True):
    """Request to go on after a pause."""


LaterRequest = CancelRequest | PauseRequest | ResumeRequest


class Paused(msgspec.Struct, frozen=True, tag=True):
    """The job waits, as it was asked to; nothing follows before it goes on."""


class WorkerRemark(msgspec.Struct, frozen=True, tag=True):
    """Message of core's log: the leftovers of an interruption were settled on the way.

    Attributes:
        text: one sentence.
    """

    text: str


class AnswerFollows(msgspec.Struct, frozen=True, tag=True):
    """The job is over; the next frame holds what it gave.

    Attributes:
        answer_type: "module:name" of the answer's class, "" for a plain value.
        was_cancelled: whether it stopped because it was asked to.
    """

    answer_type: str
    was_cancelled: bool


class Failed(msgspec.Struct, frozen=True, tag=True, kw_only=True):
    """The job could not be done.

    Attributes:
        problem: what happened, one sentence.
        hint: what to do, one sentence, or "".
        details: traceback or the end of the worker's stderr, for a bug report, or "".
        error: name of the exception's class, "" if the process died.
        user_facing: whether it is something the user can mend.
    """

    problem: str
    hint: str = ""
    details: str = ""
    error: str = ""
    user_facing: bool = False


class Succeeded(msgspec.Struct, frozen=True):
    """The job is done."""

    answer: Any


class Cancelled(msgspec.Struct, frozen=True):
    """The job stopped because it was asked to.

    Attributes:
        report: what was kept, None when nothing was.
    """

    report: Any = None


Outcome = Succeeded | Cancelled | Failed
WorkerEvent = JobEvent | Paused | WorkerRemark | Outcome
WireEvent = Progress | ItemFailed | Paused | WorkerRemark | AnswerFollows | Failed


class Frame(msgspec.Struct, frozen=True):
    """One frame as it was received.

    Attributes:
        codec: one byte that names the codec.
    """

    codec: bytes
    body: bytes

    def decode(self, kind: Any) -> Any:
        """The value, checked against the type `kind`.

        Raises:
            ProtocolError: if it is not of that type.
        """
        try:
            if self.codec == _MSGPACK:
                return msgspec.msgpack.decode(self.body, type=kind)
            if self.codec == _ASCII_JSON:
                return decode_ascii_json(self.body, kind)
        except (msgspec.MsgspecError, ValueError) as error:
            raise ProtocolError(str(error)) from error
        raise ProtocolError(f"unknown codec {self.codec!r}")


def encode_frame(value: Any) -> bytes:
    """One value as a whole frame.

    Raises:
        TypeError: if the value has no encoding.
    """
    try:
        codec, body = _MSGPACK, msgspec.msgpack.encode(value)
    except (UnicodeEncodeError, OverflowError):  # of a lone surrogate, of a very long number
        codec, body = _ASCII_JSON, encode_ascii_json(value)
    return len(body).to_bytes(_LENGTH_BYTES, "little") + codec + body


def write_frame(pipe: IO[bytes], frame: bytes) -> None:
    """Send what `encode_frame` gave.

    Raises:
        OSError: if nobody reads any more.
    """
    pipe.write(frame)
    pipe.flush()


def read_frame(pipe: IO[bytes]) -> Frame | None:
    """Receive one frame; None at the end of the pipe, also in the middle of a frame.

    Raises:
        ProtocolError: if the length is not one that is ever sent.
    """
    head = _read_whole(pipe, _LENGTH_BYTES + 1)
    if head is None:
        return None
    length = int.from_bytes(head[:_LENGTH_BYTES], "little")
    if length > MAX_FRAME_BYTES:
        raise ProtocolError(f"a frame of {length:,} bytes")
    body = _read_whole(pipe, length)
    return None if body is None else Frame(head[_LENGTH_BYTES:], body)


def answer_type_of(answer: object) -> str:
    """How the type of an answer is named on the pipe."""
    kind = type(answer)
    return "" if kind.__module__ == "builtins" else f"{kind.__module__}:{kind.__qualname__}"


def find_answer_type(name: str) -> Any:
    """The type that `answer_type_of` named.

    Raises:
        ProtocolError: if there is none.
    """
    if not name:
        return Any
    module, _, path = name.partition(":")
    try:
        found: Any = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
    except (ImportError, AttributeError) as error:
        raise ProtocolError(f"no type {name}") from error
    return found


def _read_whole(pipe: IO[bytes], count: int) -> bytes | None:
    parts: list[bytes] = []
    while count:
        part = pipe.read(count)
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
