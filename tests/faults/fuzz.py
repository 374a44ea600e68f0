"""Feeds a parser inputs that grew out of real files, kept when they take branches none did before.

    python3 packaging/start.py faults --fuzz 600

shares ten minutes of the processor out over the parsers; each is fed in a process of its own, by
atheris, whose changes of bytes are joined by some that keep an archive, a header or a document one.
What a parser may answer is its result or an error that a user can mend (`UserFacingError`,
`OSError`); anything else, more than ten seconds and more than a gigabyte is a finding, which is
printed and written to `findings/`, from where it belongs into `test_found_inputs.py` once it is
mended. With `--corpus FOLDER` a run begins where the one before it ended, and the table is of all.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import random
import re
import resource
import signal
import subprocess
import sys
import time
import traceback
import warnings
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import FrameType
from typing import Any, Final

import msgspec

SLOWEST_S: Final = 10
MOST_MEMORY: Final = 1 << 30
LONGEST: Final = 1 << 20
A_LOOK_AT_THE_CLOCK: Final = 64  # executions

ODD_VALUES: Final[tuple[Any, ...]] = (
    None, True, 0, -1, 1 << 63, -(1 << 63), 1 << 200, 1e308, float("nan"), float("inf"), "", "\0",
    "\ud800", "/", "//", "..", "../../x", "C:\\", "a" * 5000, [], {}, [[]], {"": None}, [None] * 50)
"""What stands where something else is expected."""


class Taken(msgspec.Struct):
    """Cost and findings of fuzzing one parser.

    Attributes:
        executions: number of inputs fed.
        seconds: processor seconds used.
        findings: each problem, with the file that has the input showing it.
    """

    executions: int = 0
    seconds: float = 0.0
    findings: dict[str, str] = msgspec.field(default_factory=dict)


class Found(msgspec.Struct):
    """The row of one parser: this run's findings, the rest of all runs with its corpus."""

    executions: int
    seconds: float
    branches: int
    inputs: int
    findings: dict[str, str]


def fuzz_named(task: tuple[str, Path, Path | None, float, int]) -> Found:
    """Feed the parser of that name in a process of its own; the first folder has the templates."""
    name, scratch, kept, seconds, seed = task
    plain = name.strip(".")
    corpus = (kept or scratch / "corpora").absolute() / plain
    corpus.mkdir(parents=True, exist_ok=True)
    log, taken = scratch / f"fuzzed-{plain}.log", scratch / f"fuzzed-{plain}.taken"
    with log.open("wb") as output:
        code = subprocess.run(
            [sys.executable, "-m", "tests.faults.fuzz", name, str(scratch), str(corpus), str(taken),
             "--seconds", str(seconds), "--seed", str(seed)],
            stdout=output, stderr=output, check=False).returncode
    told = log.read_text("utf-8", "replace")
    if not taken.exists():
        raise SystemExit(f"{name} could not be fed (exit {code}):\n{told[-2000:]}")
    now = msgspec.json.decode(taken.read_bytes(), type=Taken)
    if code:
        now.findings[f"the process died with {code}"] = str(log)
    in_all = corpus.with_name(f"{plain}.taken")
    before = msgspec.json.decode(in_all.read_bytes(), type=Taken) if in_all.exists() else Taken()
    whole = Taken(before.executions + now.executions, before.seconds + now.seconds)
    in_all.write_bytes(msgspec.json.encode(whole))
    branches = re.findall(r"cov: (\d+)", told)
    return Found(
        whole.executions, whole.seconds, int(branches[-1]) if branches else 0,
        len(list(corpus.iterdir())), now.findings)


def main() -> None:
    """Feed one parser until its time is over; it never returns, as the library has it."""
    import atheris

    options = _parse_arguments()
    with atheris.instrument_imports(include=["larder.core"]):
        from tests.faults.parsers import PARSERS

    parser = next(one for one in PARSERS if one.name == options.name)
    folder = options.scratch / "fuzzed" / options.name
    _lay_out(folder, {parser.file: "", **dict(parser.beside)})
    for at, content in enumerate(parser.real(options.scratch / "templates")):
        (options.corpus / f"real-{at}").write_bytes(content)
    if not list(options.corpus.iterdir()):
        raise SystemExit(f"There is no real file for {parser.name}.")
    path, taken = folder / parser.file, Taken()

    def feed(content: bytes) -> None:
        path.unlink(missing_ok=True)  # A file anew, so that nothing remembered of one fits it.
        path.write_bytes(content)
        signal.setitimer(signal.ITIMER_PROF, SLOWEST_S)
        try:
            parser.parse(folder)
        except parser.may_raise:
            pass
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            _keep_finding(taken, parser.name, _where(error), content)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)
        taken.executions += 1
        if taken.executions % A_LOOK_AT_THE_CLOCK == 1:
            taken.seconds = time.process_time() - begun
            if taken.seconds >= options.seconds:
                options.taken.write_bytes(msgspec.json.encode(taken))
                os._exit(0)  # The library would do the same, and has no other way out.

    def change(content: bytes, longest: int, seed: int) -> bytes:
        return changed(random.Random(seed), content, atheris.Mutate)[:longest]

    options.taken.write_bytes(msgspec.json.encode(taken))
    atheris.Setup(
        [sys.argv[0], str(options.corpus), f"-max_len={LONGEST}", f"-seed={options.seed + 1}",
         "-rss_limit_mb=0", "-malloc_limit_mb=0", "-timeout=1000000", "-print_final_stats=0",
         f"-artifact_prefix={options.scratch}/died-"],
        feed, custom_mutator=change)
    _bound()
    begun = time.process_time()
    atheris.Fuzz()


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    for folder in ("scratch", "corpus", "taken"):
        parser.add_argument(folder, type=Path)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--seed", type=int, required=True)
    return parser.parse_args()


def _lay_out(folder: Path, texts: dict[str, str]) -> None:
    for name, text in texts.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)


def _keep_finding(taken: Taken, name: str, problem: str, content: bytes) -> None:
    """Write the first input that shows a problem to where the run was started."""
    if problem not in taken.findings:
        kept = Path("findings") / f"{name.strip('.')}-{len(taken.findings)}"
        kept.parent.mkdir(exist_ok=True)
        kept.write_bytes(content)
        taken.findings[problem] = str(kept)


def _where(error: BaseException) -> str:
    last = traceback.extract_tb(error.__traceback__)
    ours = [frame for frame in last if "/core/" in frame.filename]
    place = f"{Path(ours[-1].filename).name}:{ours[-1].name}" if ours else "?"
    return f"{type(error).__name__} at {place}"


class TooSlowError(Exception):
    """The timer went off."""


def _bound() -> None:
    """Bound memory and time of this process: what takes more is an error in the parser.

    The time is the processor's, so that a machine with other work to do makes no findings.
    """
    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TooSlowError(f"slower than {SLOWEST_S} s")

    warnings.simplefilter("ignore", UserWarning)  # of archives with two members of one name
    signal.signal(signal.SIGPROF, ring)
    used = int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MOST_MEMORY, resource.RLIM_INFINITY))


Mutate = Callable[[bytes, int], bytes]


def changed(chance: random.Random, content: bytes, mutate: Mutate) -> bytes:
    """Changed in one to four ways."""
    for _ in range(chance.choice((1, 1, 1, 2, 3, 4))):
        content = _changed_once(chance, content, mutate)
    return content


def _changed_once(chance: random.Random, content: bytes, mutate: Mutate) -> bytes:
    """Changed as what it is, mostly, so that what lies behind its frame is reached too."""
    if chance.random() < 0.6:
        if content[:4] == b"PK\3\4":
            return _other_zip(chance, content, mutate)
        if content[8:9] == b"{":
            return _other_safetensors(chance, content)
        if content[:1] in (b"{", b"["):
            return _other_json(chance, content)
    return mutate(content, LONGEST)


def _other_zip(chance: random.Random, content: bytes, mutate: Mutate) -> bytes:
    """One member of an archive changed, left out or told twice; sizes and checksums are right."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = [(name, archive.read(name)) for name in archive.namelist()]
    except Exception:  # whatever is wrong with it by now
        members = []
    if not members:
        return mutate(content, LONGEST)
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
            members[at] = (name, mutate(inside, LONGEST))
    written = io.BytesIO()
    packed = zipfile.ZIP_DEFLATED if chance.random() < 0.1 else zipfile.ZIP_STORED
    try:
        with zipfile.ZipFile(written, "w", packed) as archive:
            for name, inside in members:
                archive.writestr(zipfile.ZipInfo(name), inside, packed)
    except (ValueError, UnicodeError):  # no archive can have such a name
        return mutate(content, LONGEST)
    return written.getvalue()


def _other_safetensors(chance: random.Random, content: bytes) -> bytes:
    """The header changed, and its length told as it is."""
    size = int.from_bytes(content[:8], "little")
    header = _other_json(chance, content[8:8 + size])
    return len(header).to_bytes(8, "little") + header + content[8 + size:]


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
    match chance.randrange(5):
        case 0:
            holder[key] = chance.choice(ODD_VALUES)
        case 1:
            other, name = chance.choice(places)
            holder[key] = json.loads(json.dumps(other[name]))
        case 2 if isinstance(holder, dict):
            holder[str(chance.choice(ODD_VALUES))] = holder[key]
        case 3 if chance.random() < 0.1:
            return _deep(chance, document, holder, key)
        case _:
            del holder[key]
    text = json.dumps(document)
    if chance.random() < 0.1:  # the same key twice
        text = text.replace("{", '{"entries": 1, ', 1)
    return text.encode()


def _deep(chance: random.Random, document: Any, holder: Any, key: Any) -> bytes:
    """Lists in lists in the place of one value."""
    deep = chance.choice((10, 1000, 100_000))
    holder[key] = "so deep"
    return json.dumps(document).replace('"so deep"', "[" * deep + "]" * deep).encode()


def _places(document: Any) -> Iterator[tuple[Any, Any]]:
    waiting = [document]
    while waiting:
        holder = waiting.pop()
        keys = list(holder) if isinstance(holder, dict) else range(len(holder)) \
            if isinstance(holder, list) else ()
        for key in keys:
            yield holder, key
            waiting.append(holder[key])


if __name__ == "__main__":
    main()
