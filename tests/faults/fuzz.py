"""Feeds each parser inputs that grew out of real files, kept when they reach lines none did before.

    python3 packaging/start.py faults --fuzz 600

shares ten minutes of the processor out over the parsers. What a parser may answer is its result or
an error that a user can mend (`UserFacingError`, `OSError`); anything else, more than ten seconds
and more than a gigabyte is a finding, which is printed and written to `findings/`, from where it
belongs into `test_found_inputs.py` once it is mended. With `--corpus FOLDER` a run begins where the
one before it ended, and the table is of all of them.
"""

from __future__ import annotations

import hashlib
import io
import json
import random
import resource
import shutil
import signal
import sys
import time
import traceback
import warnings
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any, Final

import msgspec

from larder.core.clean.plan_document import load_plan
from larder.core.clean.quarantine.manifest import read_manifest as read_quarantine_manifest
from larder.core.errors import UserFacingError
from larder.core.files.ascii_json import UnreadableJsonError
from larder.core.files.journal import read_journal
from larder.core.keys.fingerprint import read_weights_header
from larder.core.payloads.open_payload import open_payload, summarize_payload
from larder.core.payloads.tree.load import read_manifest as read_tree_manifest
from larder.core.saved_plans import PlanOrigin, read_saved
from larder.core.stores.released.groups import list_legacy_folders, read_group
from larder.core.stores.sharded.uses import ManifestRow, manifest_bytes, read_manifest
from larder.core.stores.smart.content_index import payloads_by_prompt
from larder.core.stores.smart.index_file import read_index
from larder.core.workspace.open_workspace import open_workspace
from tests.faults.harness import TEMPLATES

SLOWEST_S: Final = 10
MOST_MEMORY: Final = 1 << 30
LONGEST: Final = 1 << 20
KEPT_AT_MOST: Final = 400

ODD_VALUES: Final[tuple[Any, ...]] = (
    None, True, 0, -1, 1 << 63, -(1 << 63), 1 << 200, 1e308, float("nan"), float("inf"), "", "\0",
    "\ud800", "/", "//", "..", "../../x", "C:\\", "a" * 5000, [], {}, [[]], {"": None}, [None] * 50)
"""What stands where something else is expected."""


@dataclass(frozen=True, slots=True)
class Parser:
    """One of them, and the files that it reads as they really are.

    Attributes:
        name: of the table's row.
        file: where an input lies below a folder of its own.
        parse: reads it; is given the folder.
        real: gives contents of real files, given the templates' folder.
        may_raise: what it may answer instead of a result.
    """

    name: str
    file: str
    parse: Callable[[Path], object]
    real: Callable[[Path], Sequence[bytes]]
    may_raise: tuple[type[Exception], ...] = (UserFacingError, OSError)


@dataclass(slots=True)
class Found:
    """What came of one parser, `seconds` of the processor in all."""

    executions: int = 0
    seconds: float = 0.0
    lines: int = 0
    inputs: int = 0
    findings: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Corpus:
    """The inputs of one parser that reached new lines, and what they took, from run to run."""

    folder: Path

    def inputs(self) -> list[bytes]:
        """What earlier runs kept."""
        return [path.read_bytes() for path in sorted(self.folder.glob("*.input"))]

    def keep(self, content: bytes) -> None:
        """Have the next run begin with this one too."""
        self.folder.mkdir(parents=True, exist_ok=True)
        name = f"{hashlib.sha256(content).hexdigest()[:24]}.input"
        (self.folder / name).write_bytes(content)

    def add_up(self, found: Found) -> None:
        """Add what earlier runs took to this one's figures, and note the sum."""
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / "taken.json"
        executions, seconds = msgspec.json.decode(
            path.read_bytes(), type=tuple[int, float]) if path.exists() else (0, 0.0)
        found.executions += executions
        found.seconds += seconds
        path.write_bytes(msgspec.json.encode((found.executions, found.seconds)))


def _payload(folder: Path) -> object:
    """All that is ever read of a payload: figures, then each array's values."""
    path = next(folder.glob("in.*"))
    with open_payload(path) as payload:
        payload.verify()
    return summarize_payload(path)


def _groups(folder: Path) -> object:
    store = folder / "store"
    return [read_group(store, group) for group in list_legacy_folders(store).groups]


def _config(folder: Path) -> object:
    return open_workspace(folder / "training_presets/config.json").problems


def _plan(folder: Path) -> object:
    return load_plan(folder / "plan.json"), read_saved(folder / "plan.json", PlanOrigin)


def _of(*patterns: str) -> Callable[[Path], Sequence[bytes]]:
    def read(templates: Path) -> Sequence[bytes]:
        found = [path for pattern in patterns for path in sorted(templates.glob(pattern))][:12]
        assert found, patterns
        return [path.read_bytes() for path in found]

    return read


GROUP: Final = "a" * 64
DRIFTED_CACHE: Final = "drifted/workspace-cache/run"

PARSERS: Final = (
    Parser("cache.json", "cache.json", read_index, _of(f"{DRIFTED_CACHE}/*/cache.json")),
    Parser("content_index.json", "content_index.json", payloads_by_prompt,
           _of(f"{DRIFTED_CACHE}/text/content_index.json")),
    Parser("config", "training_presets/config.json", _config,
           _of("*/training_presets/config.json")),
    Parser("concepts", "training_concepts/concepts.json",
           _config, _of("*/training_concepts/concepts.json")),
    Parser("manifest.json", "manifest.json", read_manifest, lambda templates: [_manifest()]),
    Parser("quarantine", "manifest.json", read_quarantine_manifest,
           _of("cleaned/workspace-cache/run/*/.larder/quarantine/*/manifest.json"),
           may_raise=(UnreadableJsonError,)),
    Parser("plan", "plan.json", _plan, _of("cleaned/plan.json")),
    Parser("journal", ".larder/journal.jsonl", read_journal,
           _of("cleaned/workspace-cache/run/*/.larder/journal.jsonl")),
    Parser(".pt", "in.pt", _payload, _of(f"{DRIFTED_CACHE}/*/*.pt")),
    Parser(".npz", "in.npz", _payload, _of("sample/**/*.npz")),
    Parser(".manifest", "in.manifest", lambda folder: read_tree_manifest(folder / "in.manifest"),
           _of("sample/**/parameters/*.manifest")),
    Parser("aggregate.pt", f"store/{GROUP}/variation-0/aggregate.pt", _groups,
           _of("released/workspace-cache/run/*/*/variation-0/aggregate.pt")),
    Parser("safetensors", "in.safetensors",
           lambda folder: read_weights_header(folder / "in.safetensors"),
           lambda templates: [_safetensors()]),
)


def _manifest() -> bytes:
    rows = {name: ManifestRow(name, digit * 16, digit * 64, 8, 100, 1_700_000_000 * 10**9)
            for name, digit in (("a.npz", "a"), ("ab/b.npz", "b"))}
    return manifest_bytes(rows, tokenizer="c" * 64)


def _safetensors() -> bytes:
    header = json.dumps({
        "__metadata__": {"format": "pt"},
        "a.weight": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]},
        "b": {"dtype": "BF16", "shape": [], "data_offsets": [24, 26]}}).encode()
    return len(header).to_bytes(8, "little") + header + bytes(26)


def fuzz_named(task: tuple[str, Path, Path | None, float, int]) -> Found:
    """Feed the parser of that name, in a process of its own; the first folder has the templates."""
    name, scratch, kept, seconds, seed = task
    prepare()
    parser = next(one for one in PARSERS if one.name == name)
    corpus = Corpus((kept or scratch / "corpora") / name.strip("."))
    found = fuzz(parser, corpus, scratch / "templates", scratch / name, seconds, seed)
    corpus.add_up(found)
    return found


def fuzz(
    parser: Parser, kept: Corpus, templates: Path, scratch: Path, seconds: float, seed: int
) -> Found:
    """Feed a parser for so many seconds of the processor."""
    chance, found = random.Random(f"{parser.name} {seed}"), Found()
    reached: set[tuple[str, int]] = set()
    corpus = [*parser.real(templates), *kept.inputs()]
    folder = scratch / "fuzzed"
    queue, begun = list(corpus), time.process_time()
    while (taken := time.process_time() - begun) < seconds:
        is_known = bool(queue)
        content = queue.pop() if queue else mutated(chance, corpus)
        lines, problem = run_once(parser, folder, content)
        found.executions += 1
        if problem:
            found.findings.setdefault(problem, content)
        if lines - reached:
            reached |= lines
            if not is_known and len(corpus) < KEPT_AT_MOST:
                corpus.append(content)
                kept.keep(content)
    found.seconds, found.lines, found.inputs = taken, len(reached), len(corpus)
    return found


def run_once(parser: Parser, folder: Path, content: bytes) -> tuple[set[tuple[str, int]], str]:
    """Parse one input; gives the lines that it reached, and what was wrong, "" for nothing."""
    shutil.rmtree(folder, ignore_errors=True)
    path = folder / parser.file
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    if parser.name == "concepts":
        (folder / "training_presets").mkdir()
        (folder / "training_presets/config.json").write_text(
            '{"model_type": "STABLE_DIFFUSION_15", "cache_dir": "c", '
            '"concept_file_name": "training_concepts/concepts.json"}')
    lines: set[tuple[str, int]] = set()
    signal.setitimer(signal.ITIMER_PROF, SLOWEST_S)
    problem = ""
    try:
        try:
            sys.settrace(_tracer(lines))
            parser.parse(folder)
        finally:
            sys.settrace(None)
            signal.setitimer(signal.ITIMER_PROF, 0)
    except parser.may_raise:
        pass
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        sys.settrace(None)  # It may have come just as the parser had ended.
        problem = _where(error)
    return lines, problem


def _tracer(lines: set[tuple[str, int]]) -> Callable[..., Any]:
    def of_line(frame: FrameType, event: str, _argument: object) -> Callable[..., Any]:
        if event == "line":
            lines.add((frame.f_code.co_filename, frame.f_lineno))
        return of_line

    def of_call(frame: FrameType, _event: str, _argument: object) -> Callable[..., Any] | None:
        return of_line if "/core/" in frame.f_code.co_filename else None

    return of_call


def _where(error: BaseException) -> str:
    last = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in last if "/core/" in frame.filename]
    place = f"{Path(ours[-1].filename).name}:{ours[-1].name}" if ours else "?"
    return f"{type(error).__name__} at {place}"


class TooSlowError(Exception):
    """The timer went off."""


def prepare() -> None:
    """Bound memory and time of this process: what takes more is an error in the parser.

    The time is the processor's, so that a machine with other work to do makes no findings.
    """
    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TooSlowError(f"slower than {SLOWEST_S} s")

    warnings.simplefilter("ignore", UserWarning)  # of archives with two members of one name
    signal.signal(signal.SIGPROF, ring)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MOST_MEMORY, resource.RLIM_INFINITY))


def make_templates(folder: Path, larder: Callable[[Sequence[str], Path], None]) -> None:
    """The workspaces that real inputs come from; `larder` runs a verb in one."""
    for name in ("drifted", "released", "sample"):
        TEMPLATES[name](folder / name)
    shutil.copytree(folder / "drifted", folder / "cleaned", symlinks=True)
    config = str(folder / "cleaned/training_presets/config.json")
    larder(("plan", "clean", config, "--out", str(folder / "cleaned/plan.json")), folder)
    larder(("clean", config, "--apply"), folder)


def mutated(chance: random.Random, corpus: Sequence[bytes]) -> bytes:
    """One of the corpus, changed in one to four ways."""
    content = chance.choice(corpus)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 4))):
        content = _changed(chance, content, corpus)
    return content[:LONGEST]


def _changed(chance: random.Random, content: bytes, corpus: Sequence[bytes]) -> bytes:
    """Changed once: as what it is, mostly, so that what lies behind its frame is reached too."""
    if chance.random() < 0.6:
        if content[:4] == b"PK\3\4":
            return _other_zip(chance, content, corpus)
        if content[8:9] == b"{":
            return _other_safetensors(chance, content)
        if content[:1] in (b"{", b"["):
            return _other_json(chance, content)
    return _other_bytes(chance, content, corpus)


def _other_zip(chance: random.Random, content: bytes, corpus: Sequence[bytes]) -> bytes:
    """One member of an archive changed, left out or told twice; sizes and checksums are right."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = [(name, archive.read(name)) for name in archive.namelist()]
    except Exception:  # whatever is wrong with it by now
        return _other_bytes(chance, content, corpus)
    if not members:
        return _other_bytes(chance, content, corpus)
    at = chance.randrange(len(members))
    name, inside = members[at]
    match chance.randrange(8):
        case 0:
            del members[at]
        case 1:
            members.append((name, chance.choice(members)[1]))
        case 2:
            members[at] = (str(chance.choice(ODD_VALUES)), inside)
        case _:
            members[at] = (name, _other_bytes(chance, inside, [one for _, one in members]))
    written = io.BytesIO()
    packed = zipfile.ZIP_DEFLATED if chance.random() < 0.1 else zipfile.ZIP_STORED
    try:
        with zipfile.ZipFile(written, "w", packed) as archive:
            for name, inside in members:
                archive.writestr(zipfile.ZipInfo(name), inside, packed)
    except (ValueError, UnicodeError):  # no archive can have such a name
        return _other_bytes(chance, content, corpus)
    return written.getvalue()


def _other_safetensors(chance: random.Random, content: bytes) -> bytes:
    """The header changed, and its length told as it is."""
    size = int.from_bytes(content[:8], "little")
    header = _other_json(chance, content[8:8 + size])
    return len(header).to_bytes(8, "little") + header + content[8 + size:]


def _other_bytes(chance: random.Random, content: bytes, corpus: Sequence[bytes]) -> bytes:
    at = chance.randrange(len(content) + 1)
    match chance.randrange(8):
        case 0:
            return content[:at]
        case 1:
            return content[:at] + content[at + chance.choice((1, 2, 4, 8, 64)):]
        case 2:
            return content[:at] + chance.randbytes(chance.choice((1, 2, 4, 8))) + content[at:]
        case 3:
            number = chance.choice((0, 1, 0x7F, 0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF, 1 << 63))
            size = 8 if number > 0xFFFFFFFF else chance.choice((1, 2, 4, 8))
            number &= (1 << 8 * size) - 1
            return content[:at] + number.to_bytes(size, "little") + content[at + size:]
        case 4:
            other = chance.choice(corpus)
            begin = chance.randrange(len(other) + 1)
            return content[:at] + other[begin:begin + chance.choice((8, 64, 1024))] + content[at:]
        case 5:
            return content[:at] + content[max(at - 64, 0):at] * chance.choice((1, 10, 1000)) \
                + content[at:]
        case 6 if content:
            at = min(at, len(content) - 1)
            flipped = bytes([content[at] ^ (1 << chance.randrange(8))])
            return content[:at] + flipped + content[at + 1:]
        case _:
            deep = chance.choice((10, 1000, 100_000))
            return content[:at] + b"[" * deep + b"]" * deep + content[at:]


def _other_json(chance: random.Random, content: bytes) -> bytes:
    """One place of a document changed, or of one of its lines."""
    lines = content.split(b"\n")
    if len(lines) > 2 and lines[0][-1:] == b"}":
        at = chance.randrange(len(lines) - 1)
        lines[at] = _other_json(chance, lines[at])
        return b"\n".join(lines)
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return content[:chance.randrange(len(content) + 1)]
    places = list(_places(document))
    if not places:
        return content
    holder, key = chance.choice(places)
    match chance.randrange(4):
        case 0:
            holder[key] = chance.choice(ODD_VALUES)
        case 1:
            other, name = chance.choice(places)
            holder[key] = json.loads(json.dumps(other[name]))
        case 2 if isinstance(holder, dict):
            holder[str(chance.choice(ODD_VALUES))] = holder[key]
        case _:
            del holder[key]
    text = json.dumps(document)
    if chance.random() < 0.1:  # the same key twice
        text = text.replace("{", '{"entries": 1, ', 1)
    return text.encode()


def _places(document: Any) -> Iterator[tuple[Any, Any]]:
    waiting = [document]
    while waiting:
        holder = waiting.pop()
        keys = list(holder) if isinstance(holder, dict) else range(len(holder)) \
            if isinstance(holder, list) else ()
        for key in keys:
            yield holder, key
            waiting.append(holder[key])
