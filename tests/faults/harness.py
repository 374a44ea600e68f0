"""Runs a verb in a forked process whose n-th file operation fails, and says what came of it.

The process below (`python -m tests.faults`, or the one that `injector` starts for the quick tests)
has `interpose.c` loaded with LD_PRELOAD and everything imported. One injection takes three to five
forks and copies only what the one before it changed: 0.2 to 0.6 s of one core. Linux and a C
compiler are needed.
"""

from __future__ import annotations

import ctypes
import enum
import errno
import hashlib
import json
import math
import os
import re
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import msgspec

SOURCE: Final = Path(__file__).with_name("interpose.c")
LIBRARY_VARIABLE: Final = "LARDER_INTERPOSER"
HANGS_AFTER_S: Final = 60
HOUR_S: Final = 3600
UNFINISHED: Final = re.compile(r"\.larder-tmp$|\.tmp(\.|$)")
NAMES_A_FILE: Final = re.compile(
    r"\w/\w|\w\.(pt|npz|data|manifest|json|jsonl|zip|safetensors)\b|\b[0-9a-f]{64}\b")
"""A path, the name of a file, or that of a group of the released layout."""
SETTLES_S: Final = 0.1
"""How old files are before derived memory keeps what was read of them, which takes steps more."""
EXIT_CODES: Final = frozenset({0, 1, 2, 3, 130})
FINISHED: Final = frozenset({0, 1, 2})
"""Codes of what brings an operation to its end; 2 says that there is nothing left to do."""

READS, WRITES, LOCKS, OPENS = 1, 2, 4, 8


class Fault(enum.Enum):
    """Fault of an operation: number, affected operations, and whether all later ones fail."""

    KILLED = (0, WRITES, False)
    BROKEN_READ = (errno.EIO, READS, False)
    BROKEN_WRITE = (errno.EIO, WRITES, False)
    BROKEN_DRIVE = (errno.EIO, READS | WRITES | LOCKS, True)
    FULL = (errno.ENOSPC, WRITES, True)
    FULL_ONCE = (errno.ENOSPC, WRITES, False)
    READ_ONLY = (errno.EROFS, WRITES, True)
    NOT_PERMITTED = (errno.EPERM, WRITES, False)
    NO_ACCESS = (errno.EACCES, READS | WRITES, False)
    NOT_A_FOLDER = (errno.ENOTDIR, READS, False)
    LOOP = (errno.ELOOP, READS, False)
    TOO_LONG = (errno.ENAMETOOLONG, READS | WRITES, False)
    TOO_MANY_OPEN = (errno.EMFILE, OPENS, False)
    STALE = (errno.ESTALE, READS | WRITES, True)
    NO_LOCK = (errno.EBADF, LOCKS, False)
    NO_LOCKS = (errno.ENOLCK, LOCKS, True)
    STOPPED = (-1, READS | WRITES, False)


class Ended(msgspec.Struct, frozen=True):
    """How one process came to its end.

    Attributes:
        code: exit code; negative for the signal that ended it, None when it hung.
        said: what it printed on stderr.
        reached: whether it came to the operation that was to fail.
        where: the first operation that failed, with its path.
    """

    code: int | None
    said: str
    reached: bool
    where: str = ""

    @property
    def is_traceback(self) -> bool:
        return "Traceback (most recent call last)" in self.said

    @property
    def is_clean(self) -> bool:
        """True if the process ended as the contract requires.

        Exit codes other than 0 and 1 need a sentence on stderr; a SIGKILL counts as clean.

        Exit codes other than 0 and 1 need a sentence on stderr; a SIGKILL counts as clean.
        """
        if self.code == -signal.SIGKILL:
            return True
        return self.code in EXIT_CODES and not self.is_traceback and (
            self.code in (0, 1) or bool(self.said.strip()))


@dataclass(frozen=True, slots=True)
class Operation:
    """One verb on one workspace.

    Attributes:
        template: name of the workspace it begins with.
        words: what stands behind `larder`, "{ws}" for the workspace's folder.
        keeps: whether every payload must be found afterwards, in place or in quarantine.
        prepare: commands before it, without faults; run in place, for plans and records name
            inodes.
        finish: commands after it that bring it to its end; the verb itself where empty.
        writes: whether it changes anything, so that kills and full drives are of interest.
        outcome: what a survey of the end looks at.
    """

    name: str
    template: str
    words: tuple[str, ...]
    keeps: bool = True
    writes: bool = True
    prepare: tuple[tuple[str, ...], ...] = ()
    finish: tuple[tuple[str, ...], ...] = ()
    outcome: str = "{ws}"


@dataclass(slots=True)
class Tally:
    """Results of the injections of one fault into one operation."""

    injected: int = 0
    clean: int = 0
    sentences: int = 0
    done: int = 0
    killed: int = 0
    recovered: int = 0
    lost: list[str] = field(default_factory=list)
    tracebacks: list[str] = field(default_factory=list)
    unclean: list[str] = field(default_factory=list)
    unrecovered: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)
    nameless: list[str] = field(default_factory=list)
    answers: Counter[tuple[int | None, str]] = field(default_factory=Counter)
    """Exit codes with what was said, names and numbers left out."""

    def add(self, other: Tally) -> None:
        for name in self.__slots__:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def complaints(self) -> list[str]:
        return [*self.lost, *self.tracebacks, *self.unclean, *self.unrecovered, *self.left,
                *self.nameless]


def compile_interposer(into: Path) -> Path:
    """The library of `interpose.c`; raises FileNotFoundError where there is no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    if compiler is None or not sys.platform.startswith("linux"):
        raise FileNotFoundError("no C compiler, or not Linux")
    library = into / "interpose.so"
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-O1", "-o", library, SOURCE, "-ldl"], check=True,
        capture_output=True)
    return library


def start_below_interposer(arguments: Sequence[str], **more: Any) -> subprocess.Popen[str]:
    """Start `python -m tests.faults` with the interposer loaded."""
    folder = Path(tempfile.mkdtemp(prefix="larder-faults-"))
    library = compile_interposer(folder)
    return subprocess.Popen(
        [sys.executable, "-m", "tests.faults", *arguments],
        env={**os.environ, "LD_PRELOAD": str(library), LIBRARY_VARIABLE: str(library),
             "OMP_NUM_THREADS": "1", "QT_QPA_PLATFORM": "offscreen"},
        text=True, **more)


class Injector:
    """Runs operations with faults; lives in a process that has the interposer loaded."""

    def __init__(self, scratch: Path, templates: Path | None = None) -> None:
        scratch.mkdir(exist_ok=True)
        self._library = ctypes.CDLL(os.environ[LIBRARY_VARIABLE])
        self._library.faults_where.restype = ctypes.c_char_p
        self._library.faults_counted.restype = ctypes.c_long
        self._library.faults_failed.restype = ctypes.c_long
        self._library.faults_counted_of.restype = ctypes.c_long
        self._library.faults_arm.argtypes = [
            ctypes.c_char_p, ctypes.c_int, ctypes.c_long, ctypes.c_int, ctypes.c_int]
        self._scratch = scratch
        self._templates = templates or scratch / "templates"
        self.run_folder = scratch / "run"
        self.workspace = self.run_folder / "ws"
        self._copy = Copy(self.run_folder)
        self._before: dict[str, Contents] = {}
        self._never_left: dict[str, frozenset[str]] = {}
        """Names that look unfinished and lie there without a fault: a trainer's."""
        self._wanted: dict[str, tuple[Ended, str]] = {}
        self._steps: dict[tuple[str, Path | None], dict[str, int]] = {}
        os.environ["LARDER_CACHE_HOME"] = str(self.run_folder / "home/cache")
        os.environ["LARDER_CONFIG_HOME"] = str(self.run_folder / "home/config")

    def larder(
        self, words: Sequence[str], *, below: Path | None = None, fault: Fault | None = None,
        step: int = 0, stops: Sequence[int] = (), stopped: Callable[[], None] = lambda: None,
    ) -> Ended:
        """Run `larder` in a forked process.

        Args:
            words: what stands behind `larder`.
            below: the folder whose operations count; all there is without one.
            fault: what happens.
            step: at which operation.
            stops: the operations before which it stops.
            stopped: what happens meanwhile.
        """
        words = [word.replace("{ws}", str(self.workspace)) for word in words]
        said, told = self._scratch / "stderr", self._scratch / "told"
        told.unlink(missing_ok=True)
        child = os.fork()
        if child == 0:
            numbers = (ctypes.c_long * len(stops))(*stops)
            self._library.faults_stop_at(numbers, len(stops))
            self._run_and_leave(words, said, told, below or self.run_folder, fault, step)
        code = _wait(child, stopped)
        facts = json.loads(told.read_text()) if told.exists() else {"reached": True, "where": ""}
        return Ended(code, said.read_text(errors="replace"), facts["reached"], facts["where"])

    def _run_and_leave(
        self, words: Sequence[str], said: Path, told: Path, below: Path, fault: Fault | None,
        step: int,
    ) -> None:
        code = 70
        try:
            with open(said, "w") as err, open(self._scratch / "stdout", "w") as out:
                os.dup2(err.fileno(), 2)
                os.dup2(out.fileno(), 1)
            sys.argv = ["larder", *words]
            if fault is not None:
                number, classes, is_lasting = fault.value
                self._library.faults_arm(os.fsencode(below), number, step, is_lasting, classes)
            code = _code_of(_main)
        except BaseException:
            traceback.print_exc()
        self._library.faults_disarm()
        sys.stdout.flush()
        sys.stderr.flush()
        told.write_text(json.dumps({
            "reached": fault is None or self._library.faults_counted() > step,
            "where": self._library.faults_where().decode(errors="replace")}))
        os._exit(code)

    def restore(self, operation: Operation) -> Contents:
        """The operation's workspace and home as it begins, in place; gives what is there."""
        self._copy.renew(self.template(operation.template))
        for words in operation.prepare:
            ended = self.larder(words)
            assert ended.code in (0, 1), (words, ended)
        if operation.name not in self._before:
            self._before[operation.name] = contents(self.workspace)
        return self._before[operation.name]

    def template(self, name: str) -> Path:
        """A workspace, made once; there is no derived memory of it."""
        template = self._templates / name
        if not template.exists():
            self._copy.forget()
            TEMPLATES[name](self.workspace)
            template.parent.mkdir(parents=True, exist_ok=True)
            shutil.copytree(self.run_folder, template, symlinks=True)
        return template

    def outcome(self, operation: Operation) -> str:
        """Return the result of a survey, in a form that can be compared between two runs."""
        self.larder(["survey", operation.outcome, "--json", "--all", "--depth", "stat"])
        return survey_meaning((self._scratch / "stdout").read_text(errors="replace"))

    def steps(self, operation: Operation, fault: Fault, below: Path | None = None) -> int:
        """How many operations there are that the fault could meet; one run tells of every fault."""
        if (operation.name, below) not in self._steps:
            self._steps[operation.name, below] = self._count_steps(operation, below)
        return self._steps[operation.name, below][fault.name]

    def _count_steps(self, operation: Operation, below: Path | None) -> dict[str, int]:
        self.restore(operation)
        counting = self._scratch / "counted"
        child = os.fork()
        if child == 0:
            said = os.open(os.devnull, os.O_WRONLY)
            os.dup2(said, 1)
            os.dup2(said, 2)
            sys.argv = ["larder", *(
                word.replace("{ws}", str(self.workspace)) for word in operation.words)]
            self._library.faults_arm(
                os.fsencode(below or self.run_folder), errno.EIO, 1 << 40, 0, 0)
            code = _code_of(_main)
            self._library.faults_disarm()
            counting.write_text(json.dumps({
                fault.name: self._library.faults_counted_of(fault.value[1]) for fault in Fault}))
            os._exit(code)
        code = _wait(child)
        assert code in (0, 1), f"larder {' '.join(operation.words)}: exit {code} without any fault"
        return json.loads(counting.read_text())

    def inject(
        self, operation: Operation, fault: Fault, steps: Iterable[int], *,
        below: Path | None = None, is_optional: bool = False, until: float = math.inf,
    ) -> Tally:
        """Let the operation fail at each of the steps, one process each, until a moment."""
        if operation.name not in self._wanted:
            self.restore(operation)
            named = {path.name for path in self._unfinished()}
            finish = operation.finish or (operation.words,)
            first, *_ = [self.larder(words) for words in (operation.words, *finish)]
            self._wanted[operation.name] = first, self.outcome(operation)
            assert self._wanted[operation.name][1], f"nothing to survey at {operation.outcome}"
            self._never_left[operation.name] = frozenset(
                named | {path.name for path in self._unfinished()})
        first, wanted = self._wanted[operation.name]
        code = first.code if is_optional else None
        tally = Tally()
        for step in steps:
            if time.monotonic() > until:
                break
            before = self.restore(operation)
            ended = self.larder(operation.words, below=below, fault=fault, step=step)
            if not ended.reached:
                continue
            self._judge(operation, fault, step, ended, before, wanted, tally, code)
        return tally

    def _judge(
        self, operation: Operation, fault: Fault, step: int, ended: Ended, before: Contents,
        wanted: str, tally: Tally, must_be: int | None,
    ) -> None:
        which = f"{operation.name}, {fault.name} at step {step} ({ended.where})"
        tally.injected += 1
        tally.killed += ended.code == -signal.SIGKILL
        tally.done += ended.code == 0
        tally.sentences += ended.code not in (0, None) and bool(ended.said.strip())
        tally.answers[ended.code, self._in_general(ended.said)] += 1
        if ended.is_traceback:
            tally.tracebacks.append(f"{which}: {ended.said.strip().splitlines()[-1]}")
        elif not ended.is_clean or must_be not in (None, ended.code):
            tally.unclean.append(f"{which}: exit {ended.code}: {ended.said.strip()[-300:]!r}")
        else:
            tally.clean += 1
        if ended.code in (1, 2, 3) and ended.said.strip() and not NAMES_A_FILE.search(
                ended.said.replace("Input/output", "")):
            tally.nameless.append(f"{which}: names no file: {ended.said.strip()[:200]}")
        after = contents(self.workspace)
        for problem in losses(before, after, keeps=operation.keeps):
            tally.lost.append(f"{which}: {problem}")
        tally.recovered += 1
        for words in operation.finish or (operation.words,):
            again = self.larder(words)
            if again.code not in FINISHED or again.is_traceback:
                tally.recovered -= 1
                tally.unrecovered.append(
                    f"{which}: then {' '.join(words)}: exit {again.code}: {again.said[-300:]!r}")
                return
        found = self.outcome(operation)
        if found != wanted:
            tally.recovered -= 1
            tally.unrecovered.append(f"{which}: {_difference(wanted, found)}")
        for problem in losses(before, contents(self.workspace), keeps=operation.keeps):
            tally.lost.append(f"{which}, and again: {problem}")
        for left in self._left_behind(operation):
            tally.left.append(f"{which}: {left} was left behind")


    def _left_behind(self, operation: Operation) -> list[str]:
        """Unfinished writes of the killed process that nobody took away afterwards."""
        return sorted(
            str(path.relative_to(self.run_folder)) for path in self._unfinished()
            if path.name not in self._never_left[operation.name])

    def _unfinished(self) -> list[Path]:
        return [Path(folder, name) for folder, _, names in os.walk(self.run_folder)
                for name in names if UNFINISHED.search(name)]

    def _in_general(self, said: str) -> str:
        """Replace every path by one word and every number by 9, so that equal sentences match."""
        said = said.replace(str(self.run_folder), "PLACE")
        said = re.sub(r"PLACE(/[^\s:,;()']+)*", "PATH", said)
        return re.sub(r"\d[\d,.]*", "9", said).strip()


class Contents(msgspec.Struct, frozen=True):
    """Digests of a workspace: of its sources by path, and of payloads wherever they are."""

    sources: dict[str, str]
    payloads: dict[str, str]


SOURCE_FOLDERS: Final = ("data", "concepts", "sources", "sounds", "corpus")
PAYLOAD_ENDINGS: Final = (".pt", ".npz", ".safetensors", ".data")


Stamp = tuple[int, ...]


def _stamp(path: str) -> Stamp:
    """Return values that differ after any change to a file; of a folder, only its identity."""
    found = os.lstat(path)
    if stat.S_ISDIR(found.st_mode):
        return (found.st_ino,)
    return found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_mode


class Copy:
    """A copy of a folder that is made good again: only what was changed since is copied."""

    def __init__(self, place: Path) -> None:
        self._place = place
        self._template: Path | None = None
        self._stamps: dict[str, Stamp] = {}

    def forget(self) -> None:
        """Remove it; the next one is a whole one."""
        shutil.rmtree(self._place, ignore_errors=True)
        self._template = None

    def renew(self, template: Path) -> None:
        """Make it what the template is, dates and all."""
        if template != self._template:
            self.forget()
            shutil.copytree(template, self._place, symlinks=True)
            time.sleep(SETTLES_S)
            self._template = template
            self._stamps = {
                path: _stamp(path) for folder, folders, names in os.walk(self._place)
                for path in [folder, *(os.path.join(folder, name) for name in folders + names)]}
            return
        unchanged = self._remove_changed()
        for path in self._stamps:
            source = template / os.path.relpath(path, self._place)
            if path not in unchanged:
                if source.is_dir() and not source.is_symlink():
                    os.mkdir(path)
                else:
                    shutil.copy2(source, path, follow_symlinks=False)
                self._stamps[path] = _stamp(path)
        for path, stamp in reversed(self._stamps.items()):
            if len(stamp) == 1:
                shutil.copystat(template / os.path.relpath(path, self._place), path)

    def _remove_changed(self) -> set[str]:
        """Remove whatever is not as it was copied; gives the rest."""
        unchanged = {str(self._place)}
        for folder, folders, names in os.walk(self._place):
            for name in [*folders, *names]:
                path = os.path.join(folder, name)
                if _stamp(path) == self._stamps.get(path):
                    unchanged.add(path)
                elif name in folders and not os.path.islink(path):
                    shutil.rmtree(path)
                    folders.remove(name)
                else:
                    os.unlink(path)
        return unchanged


def contents(workspace: Path) -> Contents:
    """Sources are what lies outside every cache folder; links are not followed."""
    sources, payloads = {}, {}
    for folder, _, names in os.walk(workspace):
        place = os.path.relpath(folder, workspace)
        for name in names:
            path = os.path.join(folder, name)
            if place.split(os.sep)[0] in SOURCE_FOLDERS:
                sources[os.path.join(place, name)] = _digest(path)
            elif name.endswith(PAYLOAD_ENDINGS):
                payloads[os.path.join(place, name)] = _digest(path)
    return Contents(sources, payloads)


def losses(before: Contents, after: Contents, *, keeps: bool) -> Iterator[str]:
    """Yield one sentence for each source or payload that was there before and is not now."""
    for name, digest in before.sources.items():
        if after.sources.get(name) != digest:
            yield f"the source {name} is not what it was"
    if keeps:
        there = set(after.payloads.values())
        for name, digest in before.payloads.items():
            if digest not in there:
                yield f"what {name} held is nowhere"


def survey_meaning(text: str) -> str:
    """A survey's document without what differs from run to run."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError:
        return text
    document.pop("elapsed_s", None)
    return json.dumps({
        "stores": [
            {name: store[name] for name in (
                "id", "kind", "entries", "payload_files", "verdicts", "payload_verdicts")}
            for store in document["stores"]],
        "items": sorted(json.dumps(
            {name: item[name] for name in ("store", "source", "verdict", "payloads")},
            sort_keys=True) for item in document["items"]),
        "problems": [
            found for found in document["problems"] if "cannot lock files" not in found["problem"]],
    }, sort_keys=True, indent=1)


def _difference(wanted: str, found: str) -> str:
    ours, theirs = wanted.splitlines(), found.splitlines()
    return "survey differs: " + "; ".join(
        [f"-{line.strip()}" for line in ours if line not in theirs][:3]
        + [f"+{line.strip()}" for line in theirs if line not in ours][:3])


_digests: dict[Stamp, str] = {}


def _digest(path: str) -> str:
    if os.path.islink(path):
        return f"link to {os.readlink(path)}"
    stamp = _stamp(path)
    if not os.path.isfile(path):
        return "no file"  # which opening might wait at
    if stamp not in _digests:
        with open(path, "rb") as file:
            _digests[stamp] = hashlib.blake2b(file.read(), digest_size=12).hexdigest()
    return _digests[stamp]


def _main() -> None:
    from larder.core.cli.__main__ import main

    main()


def call_main(words: Sequence[str]) -> int:
    """The exit code of `larder`, in this process; 70 after a traceback."""
    sys.argv = [*words]
    code = _code_of(_main)
    sys.stdout.flush()
    sys.stderr.flush()
    return code


def _code_of(action: Callable[[], object]) -> int:
    try:
        action()
    except SystemExit as left:
        return left.code if isinstance(left.code, int) else 0 if left.code is None else 1
    except BaseException:
        traceback.print_exc()
        return 70
    return 0


def _wait(child: int, stopped: Callable[[], None] = lambda: None) -> int | None:
    """The exit code of a process, negative for a signal; None, and killed, when it hangs."""
    until = time.monotonic() + HANGS_AFTER_S
    while time.monotonic() < until:
        changed, status = os.waitpid(child, os.WNOHANG | os.WUNTRACED)
        if changed and os.WIFSTOPPED(status):
            stopped()
            os.kill(child, signal.SIGCONT)
        elif changed:
            return os.waitstatus_to_exitcode(status)
        else:
            time.sleep(0.002)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return None


def _unpack(name: str) -> Callable[[Path], None]:
    def make(workspace: Path) -> None:
        from tests.support.fixtures import unpack_fixture

        unpack_fixture(name, workspace)

    return make


def _sample(workspace: Path) -> None:
    from larder.core.demo.sample_workspace import make_sample_workspace
    from larder.core.jobs import CancelToken, run_to_end

    run_to_end(make_sample_workspace(workspace, token=CancelToken()))


def _built(workspace: Path) -> None:
    """The sample with all of it cached, so that it can be converted as a whole."""
    _sample(workspace)
    subprocess.run(
        [sys.executable, "-m", "larder.core.cli", "build",
         workspace / "training_presets/config.json", "--apply"],
        check=True, capture_output=True)
    shutil.rmtree(workspace.parent / "home", ignore_errors=True)
    for path in (workspace / "workspace-cache/run").rglob("*"):  # no trainer is at work
        os.utime(path, (path.stat().st_atime, path.stat().st_mtime - HOUR_S))


def _moved(workspace: Path) -> None:
    """A concept's folder has another name than when it was cached."""
    TEMPLATES["clean"](workspace)
    (workspace / "data/portraits").rename(workspace / "data/faces")


def _document(workspace: Path) -> None:
    """Caches of values, with the manifest that their own program left."""
    from tests.support.value_caches import date_back, dlm_store

    date_back(dlm_store(workspace))


TEMPLATES: Final[dict[str, Callable[[Path], None]]] = {
    "clean": _unpack("sdxl_clean"),
    "document": _document,
    "drifted": _unpack("sdxl_drifted"),
    "moved": _moved,
    "released": _unpack("sd15_legacy_diskcache"),
    "sample": _sample,
    "built": _built,
}


@contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder of the harness's own, in memory where there is such a place."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(
            prefix="larder-faults-", dir=memory if os.access(memory, os.W_OK) else None) as found:
        yield Path(found)
