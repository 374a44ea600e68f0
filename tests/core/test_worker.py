"""A worker runs one job, says what happens, and always gives exactly one outcome."""

from __future__ import annotations

import io
import itertools
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.jobs import CancelToken, ItemFailed, Progress
from larder.core.worker import _Sender, run_worker
from larder.core.worker_process import WorkerProcess, describe_exit, worker_command
from larder.core.worker_protocol import (
    AnswerFollows,
    Cancelled,
    Failed,
    Frame,
    Outcome,
    Paused,
    ProtocolError,
    Succeeded,
    WireEvent,
    WorkerEvent,
    WorkerRemark,
    WorkerRequest,
    encode_frame,
    read_frame,
)
from tests.core.worker_jobs import Answer, Options
from tests.support.fixtures import REPOSITORY

TABLE = "tests.core.worker_jobs"
PATIENCE_S = 30.0
TEXT = st.text(st.characters(exclude_categories=[]), max_size=20)


@pytest.fixture(autouse=True)
def tests_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    folders = [str(REPOSITORY), str(REPOSITORY / "packaging")]
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join(folders))


def prepared(kind: str, text: str = "", count: int = 0) -> WorkerProcess:
    return WorkerProcess(kind, Options(text=text, count=count), table=TABLE)


def all_events(worker: WorkerProcess) -> list[WorkerEvent]:
    worker.start()
    return list(worker.events())


def outcome_of(worker: WorkerProcess) -> Outcome:
    *events, outcome = all_events(worker)
    assert all(isinstance(event, Progress | ItemFailed) for event in events)
    assert isinstance(outcome, Succeeded | Cancelled | Failed)
    return outcome


def failure_of(worker: WorkerProcess) -> Failed:
    outcome = outcome_of(worker)
    assert isinstance(outcome, Failed)
    return outcome


@pytest.mark.parametrize("text", ["ünïcode", os.fsdecode(b"caf\xe9.png"), "\ud800"])
def test_options_items_and_answers_cross_the_border_unchanged(text: str) -> None:
    assert all_events(prepared("echo", text, 2**62)) == [
        ItemFailed(store="image", item=text, problem="It is odd.", retry="build"),
        Succeeded(Answer(text=text, count=2**62, content=b"\x00\xff")),
    ]


def test_a_plain_value_is_an_answer_too() -> None:
    assert outcome_of(prepared("plain")) == Succeeded([1, 2, 3])


def test_many_steps_are_few_events_and_the_last_of_each_phase_is_one() -> None:
    *progress, outcome = all_events(prepared("count", count=20_000))
    assert outcome == Succeeded(Answer(count=20_000))
    assert len(progress) < 1000
    for phase in ("counting", "counting again"):
        of_phase = [event for event in progress if event.phase == phase]  # type: ignore[union-attr]
        assert of_phase[0] == Progress(phase, 1, 20_000, "files")
        assert of_phase[-1] == Progress(phase, 20_000, 20_000, "files")


def test_a_cancelled_job_says_what_it_kept() -> None:
    worker = prepared("until_cancelled")
    worker.start()
    events = worker.events()
    assert isinstance(next(events), Progress)
    worker.cancel()
    *_, outcome = events
    assert isinstance(outcome, Cancelled)
    assert outcome.report.text == "kept"


def test_a_job_cancelled_before_its_start_is_cancelled() -> None:
    worker = prepared("until_cancelled")
    worker.cancel()
    worker.cancel()
    assert isinstance(outcome_of(worker), Cancelled)


def test_a_paused_job_says_so_and_nothing_more_until_it_goes_on() -> None:
    worker = prepared("until_cancelled")
    worker.start()
    events = worker.events()
    assert isinstance(next(events), Progress)
    for _ in range(2):
        worker.pause()
        worker.pause()
        before = list(itertools.takewhile(lambda event: event != Paused(), events))
        assert all(isinstance(event, Progress) for event in before)
        worker.resume()
        assert isinstance(next(events), Progress)
    worker.pause()
    while next(events) != Paused():
        pass
    worker.cancel()
    *more, outcome = events
    assert more == []
    assert isinstance(outcome, Cancelled)


def test_a_job_paused_before_its_start_waits() -> None:
    worker = prepared("until_cancelled")
    worker.pause()
    worker.start()
    events = worker.events()
    while next(events) != Paused():
        pass
    worker.kill()
    assert list(events) == [Cancelled()]


def test_a_job_resumed_before_its_start_runs() -> None:
    worker = prepared("count", count=3)
    worker.pause()
    worker.resume()
    assert Paused() not in all_events(worker)


def test_cancelling_a_job_that_is_over_does_nothing() -> None:
    worker = prepared("plain")
    assert outcome_of(worker) == Succeeded([1, 2, 3])
    worker.cancel()
    worker.kill()


def test_a_killed_worker_counts_as_cancelled() -> None:
    worker = prepared("deaf")
    worker.start()
    events = worker.events()
    next(events)
    worker.kill()
    *_, outcome = events
    assert outcome == Cancelled()


def test_what_the_user_can_mend_arrives_as_sentences_without_a_traceback() -> None:
    assert failure_of(prepared("mendable")) == Failed(
        problem="A trainer is at work.",
        hint="Wait for it.",
        error="StoreBusyError",
        user_facing=True,
    )


def test_a_mistake_of_ours_arrives_with_its_traceback() -> None:
    failure = failure_of(prepared("broken", "the reason"))
    assert failure.error == "ZeroDivisionError"
    assert "the reason" in failure.problem
    assert "in broken" in failure.details
    assert not failure.user_facing


def test_a_library_that_calls_exit_is_a_failure() -> None:
    assert failure_of(prepared("leaves")).error == "SystemExit"


@pytest.mark.parametrize(
    ("worker", "named"),
    [
        (prepared("no_such_job"), "no_such_job"),
        (WorkerProcess("echo", Options(), table="no.such.module"), "No module"),
        (WorkerProcess("echo", Answer(text=5), table=TABLE), "str"),  # type: ignore[arg-type]
        (prepared("unencodable"), "object"),
    ],
)
def test_a_request_that_makes_no_sense_is_a_failure(worker: WorkerProcess, named: str) -> None:
    failure = failure_of(worker)
    assert named in failure.problem
    assert not failure.user_facing


def test_stray_prints_do_not_damage_what_is_said() -> None:
    assert outcome_of(prepared("talkative")) == Succeeded(Answer(text="heard"))


def test_a_job_that_reads_stdin_finds_it_empty() -> None:
    assert outcome_of(prepared("greedy")) == Succeeded(Answer(text=""))


@pytest.mark.parametrize(
    ("how", "said"),
    [
        ("exit", "exit status 7"),
        pytest.param("kill", "SIGKILL", marks=pytest.mark.skipif(os.name == "nt", reason="POSIX")),
        pytest.param("fault", "SIGSEGV", marks=pytest.mark.skipif(os.name == "nt", reason="POSIX")),
    ],
)
def test_a_crash_is_a_failure_with_the_last_words(how: str, said: str) -> None:
    failure = failure_of(prepared("dies", how))
    assert said in failure.problem
    assert "the last words" in failure.details
    assert ("memory" in failure.hint) == (how == "kill")
    if how == "fault":
        assert "Segmentation fault" in failure.details


def test_a_program_that_is_no_worker_is_a_failure() -> None:
    command = [sys.executable, "-c", "import sys; sys.exit('not a worker')"]
    failure = failure_of(WorkerProcess("echo", Options(), table=TABLE, command=command))
    assert "exit status 1" in failure.problem
    assert failure.details.strip() == "not a worker"


def test_a_program_that_talks_nonsense_is_a_failure() -> None:
    command = [sys.executable, "-c", "print('Traceback, as it were')"]
    failure = failure_of(WorkerProcess("echo", Options(), table=TABLE, command=command))
    assert "not understood" in failure.problem


def test_a_program_that_cannot_be_started_is_an_error_of_the_system(tmp_path: Path) -> None:
    worker = WorkerProcess("echo", Options(), command=[str(tmp_path / "missing")])
    with pytest.raises(FileNotFoundError):
        worker.start()


def test_leaving_before_the_outcome_ends_the_process() -> None:
    worker = prepared("deaf")
    worker.start()
    events = worker.events()
    next(events)
    events.close()  # type: ignore[attr-defined]
    assert worker._pipes is not None
    assert worker._pipes.has_ended


def test_workers_run_beside_each_other() -> None:
    workers = [prepared("echo", str(number)) for number in range(4)]
    for worker in workers:
        worker.start()
    outcomes = [list(worker.events())[-1] for worker in workers]
    assert [outcome.answer.text for outcome in outcomes] == ["0", "1", "2", "3"]  # type: ignore[union-attr]


@pytest.mark.parametrize("text", ["%s: what was interrupted there was finished.", "\ud800"])
def test_what_the_log_is_told_arrives_in_its_place(text: str) -> None:
    settling = Progress("settling", 1, 1, "files")
    assert all_events(prepared("settles", text=text)) == [
        settling, WorkerRemark(text), settling, Succeeded(Answer())]


def test_a_worker_starts_with_little_more_than_python() -> None:
    outcome = outcome_of(prepared("loaded"))
    assert isinstance(outcome, Succeeded)
    heavy = {"numpy", "torch", "PySide6", "PIL", "sqlite3", "rich", "typer", "xxhash", "filelock"}
    assert heavy.isdisjoint(outcome.answer.names)


def test_a_worker_imports_nothing_from_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "msgspec.py").write_text("raise SystemExit('a module of the data set')")
    monkeypatch.chdir(tmp_path)
    assert outcome_of(prepared("plain")) == Succeeded([1, 2, 3])


@pytest.mark.skipif(os.name == "nt", reason="needs SIGKILL")
def test_a_job_whose_parent_is_killed_stops_and_keeps_what_it_did(tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    script = (
        "import sys\n"
        "from larder.core.worker_process import WorkerProcess\n"
        "from tests.core.worker_jobs import Options\n"
        f"worker = WorkerProcess('until_cancelled', Options(text=sys.argv[1]), table='{TABLE}')\n"
        "worker.start()\n"
        "for event in worker.events():\n"
        "    print(event, flush=True)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", script, str(kept)], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    assert parent.stdout.readline()
    parent.kill()
    parent.communicate()
    give_up_s = time.monotonic() + PATIENCE_S
    while not kept.exists() and time.monotonic() < give_up_s:
        time.sleep(0.01)
    assert kept.exists()


def test_a_frozen_program_runs_a_worker_on_its_own_pipes() -> None:
    """`run_worker` in this process: requests in one pipe, answers out of the other."""
    kinds = (list[WireEvent], list[WireEvent], Answer)
    to_worker, from_parent = os.pipe()
    to_parent, from_worker = os.pipe()
    with (
        os.fdopen(to_worker, "rb") as stdin,
        os.fdopen(from_parent, "wb") as requests,
        os.fdopen(to_parent, "rb") as answers,
        os.fdopen(from_worker, "wb") as stdout,
    ):
        requests.write(encode_frame(WorkerRequest("echo", TABLE)))
        requests.write(encode_frame(Options(text="hello")))
        requests.flush()
        run_worker(stdin, stdout)
        frames = [read_frame(answers) for _ in range(3)]
        requests.close()
        for thread in threading.enumerate():
            if thread.name == "listen":
                thread.join()
    assert [frame.decode(kind) for frame, kind in zip(frames, kinds, strict=True) if frame] == [
        [ItemFailed(store="image", item="hello", problem="It is odd.", retry="build")],
        [AnswerFollows(f"{TABLE}:Answer", False)],
        Answer(text="hello", content=b"\x00\xff"),
    ]


def test_a_worker_without_a_request_says_nothing() -> None:
    said = io.BytesIO()
    run_worker(io.BytesIO(), said)
    assert said.getvalue() == b""


def test_a_frozen_program_starts_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert worker_command() == (sys.executable, "--larder-worker")


class Clock:
    """A clock that stands still until it is told to go on."""

    def __init__(self) -> None:
        self.now_s = 100.0

    def __call__(self) -> float:
        return self.now_s


def sent_by(pipe: io.BytesIO) -> list[list[WireEvent]]:
    pipe.seek(0)
    batches = []
    while (frame := read_frame(pipe)) is not None:
        batches.append(frame.decode(list[WireEvent]))
    return batches


def step(phase: str, done: int) -> Progress:
    return Progress(phase, done, 9, "files")


def failed_item(name: str) -> ItemFailed:
    return ItemFailed(store="image", item=name, problem="It is odd.")


def test_progress_is_sent_when_a_phase_begins_every_so_often_and_when_it_ends() -> None:
    pipe, clock = io.BytesIO(), Clock()
    sender = _Sender(pipe, CancelToken(), clock)
    for done in range(4):
        sender.send(step("one", done))
    clock.now_s += 0.06
    sender.send(step("one", 4))
    sender.send(step("one", 5))
    sender.send(step("two", 0))
    sender.send(step("two", 1))
    sender.send_failure(Failed(problem="over"))
    assert sent_by(pipe) == [
        [step("one", 0)],
        [step("one", 4)],
        [step("one", 5)],
        [step("two", 0)],
        [step("two", 1), Failed(problem="over")],
    ]


def test_a_pause_is_sent_at_once_with_what_came_before() -> None:
    pipe, clock = io.BytesIO(), Clock()
    sender = _Sender(pipe, CancelToken(), clock)
    for done in range(3):
        sender.send(step("one", done))
    sender.send_pause()
    assert sent_by(pipe) == [[step("one", 0)], [step("one", 2), Paused()]]


def test_failed_items_are_sent_together_and_none_is_lost() -> None:
    pipe, clock = io.BytesIO(), Clock()
    sender = _Sender(pipe, CancelToken(), clock)
    for name in "abcd":
        sender.send(failed_item(name))
    clock.now_s += 0.06
    sender.send(failed_item("e"))
    sender.send(failed_item("f"))
    sender.send_failure(Failed(problem="over"))
    assert sent_by(pipe) == [
        [failed_item("a")],
        [failed_item(name) for name in "bcde"],
        [failed_item("f"), Failed(problem="over")],
    ]


def test_a_parent_that_stopped_reading_cancels_the_job() -> None:
    class Broken(io.BytesIO):
        def write(self, content: object) -> int:
            raise BrokenPipeError

    token = CancelToken()
    sender = _Sender(Broken(), token)
    sender.send(step("one", 0))
    assert token.is_cancelled
    sender.send_answer(Answer(), was_cancelled=True)


@given(
    st.builds(Options, text=TEXT, count=st.integers(min_value=-(2**63), max_value=2**64 - 1))
)
def test_frames_carry_every_text(options: Options) -> None:
    pipe = io.BytesIO(encode_frame(options) + encode_frame([options]))
    first, second = read_frame(pipe), read_frame(pipe)
    assert first is not None
    assert second is not None
    assert (first.decode(Options), second.decode(list[Options])) == (options, [options])
    assert read_frame(pipe) is None


@given(st.integers(min_value=0, max_value=30))
def test_a_frame_that_is_cut_short_is_the_end(length: int) -> None:
    frame = encode_frame(Options(text="x" * 40))
    assert read_frame(io.BytesIO(frame[:length])) is None


@given(st.binary(min_size=1, max_size=60))
def test_bytes_that_are_no_frame_are_refused_or_the_end(noise: bytes) -> None:
    try:
        frame = read_frame(io.BytesIO(noise))
        if frame is not None:
            frame.decode(Options)
    except ProtocolError:
        pass


def test_a_frame_of_an_unknown_codec_is_refused() -> None:
    with pytest.raises(ProtocolError, match="unknown codec"):
        Frame(b"?", msgspec.msgpack.encode(5)).decode(int)


@pytest.mark.skipif(os.name == "nt", reason="signals are of POSIX")
def test_exits_are_described_in_words() -> None:
    assert describe_exit(-signal.SIGSEGV) == "signal SIGSEGV"
    assert describe_exit(-250) == "signal 250"
    assert describe_exit(3) == "exit status 3"
    assert describe_exit(0xC0000005) == "exit status 0xC0000005"
