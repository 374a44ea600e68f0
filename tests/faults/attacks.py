"""Plans, caches and files that somebody prepared: nothing outside of the workspace is touched.

    python3 packaging/start.py faults --attacks

Each attack has a fresh workspace, a plan of a clean, and beside them a folder that stands for the
rest of the disk: a home with a document and with files that a clean of the plan would take, down to
name, size and date, and another workspace. A verb is run, and that folder compared. It may end with
0 to 3 and a sentence, within ten seconds of a processor and a gigabyte.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from tests.faults import pickles
from tests.faults.harness import EXIT_CODES, HANGS_AFTER_S, TEMPLATES, call_main, contents, losses

SLOWEST_S: Final = 10
MOST_BYTES: Final = 1 << 30
HUGE: Final = 1 << 30
CAPTION_BYTES: Final = 200 << 20

CONFIG: Final = "training_presets/config.json"
CONCEPTS: Final = "training_concepts/concepts.json"
IMAGE: Final = "workspace-cache/run/image"
TEXT: Final = "workspace-cache/run/text"


class Place:
    """Where one attack happens.

    Attributes:
        outside: all that is not the workspace.
    """

    def __init__(self, folder: Path) -> None:
        self.workspace = folder / "ws"
        self.plan = folder / "plan.json"
        self.outside = folder / "outside"
        self.home = self.outside / "home"
        self.other = self.outside / "other"

    @property
    def store(self) -> Path:
        return self.workspace / IMAGE

    def edit(self, change: Callable[[Any], object], file: Path | None = None) -> None:
        """Change a JSON file, the plan if no other is named."""
        document = json.loads((file or self.plan).read_bytes())
        change(document)
        (file or self.plan).write_text(json.dumps(document))

    def swap_for_link(self, path: Path) -> None:
        """Have a link to outside where a file or folder is."""
        target = self.outside / f"linked-{path.name}"
        if path.exists():
            shutil.move(path, target)
        else:
            target.mkdir()
        path.symlink_to(target)

    def quarantine(self) -> Path:
        """The folder of the store's only quarantine."""
        return next((self.store / ".larder/quarantine").iterdir())


@dataclass(frozen=True, slots=True)
class Attack:
    """One of them.

    Attributes:
        prepare: what somebody did.
        words: the verb that meets it.
        before: verbs that ran before.
        then: further verbs that meet it, each bounded as the first.
        template: the workspace it happens in.
    """

    name: str
    prepare: Callable[[Place], object]
    words: tuple[str, ...] = ("apply", "{plan}", "--even-if-busy")
    before: tuple[tuple[str, ...], ...] = ()
    then: tuple[tuple[str, ...], ...] = ()
    template: str = "drifted"


@dataclass(slots=True)
class Answer:
    """How one ended.

    Attributes:
        seconds: of a processor.
        bytes: the most memory it had.
        touched: what is not as it was outside of the workspace.
        lost: sources that are not as they were.
    """

    code: int
    said: str
    seconds: float
    bytes: int
    touched: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    @property
    def complaints(self) -> Iterator[str]:
        """Complaints about the run: files touched or lost, wrong exits, excess time or memory."""
        yield from (f"touched {name}" for name in self.touched)
        yield from self.lost
        if self.code not in EXIT_CODES or "Traceback (most recent" in self.said:
            yield f"exit {self.code}: {self.said.strip()[-300:]}"
        if self.code in (2, 3) and not self.said.strip():
            yield f"exit {self.code} without a sentence"
        if self.seconds > SLOWEST_S:
            yield f"took {self.seconds:.0f} s"
        if self.bytes > MOST_BYTES:
            yield f"took {self.bytes >> 20:,} MiB"


def _facts(document: Any) -> Any:
    return next(store for store in document["store_facts"] if store["id"] == "image")


def _item(document: Any) -> Any:
    return document["groups"][0]["items"][0]


def _of_plan(name: str, change: Callable[[Place, Any], object]) -> Attack:
    return Attack(f"plan: {name}", lambda place: place.edit(lambda plan: change(place, plan)))


def _replaced(text: str, by: Callable[[Place], Path]) -> Callable[[Place], object]:
    """The whole plan names something of somebody else's, where it named the workspace's."""
    def prepare(place: Place) -> None:
        ours = place.workspace / text if text else place.workspace
        place.plan.write_text(place.plan.read_text().replace(str(ours), str(by(place))))
    return prepare


def _nested(number: int) -> bytes:
    return b"[" * number + b"]" * number


def _sparse(path: Path, size: int, start: bytes = b"") -> None:
    path.unlink(missing_ok=True)
    with path.open("wb") as file:
        file.write(start)
        file.truncate(size)


PLANS: Final = (
    _of_plan("store is the home", lambda at, plan: _facts(plan).update(path=str(at.home))),
    _of_plan("store is the disk", lambda at, plan: _facts(plan).update(path="/")),
    _of_plan("store is above", lambda at, plan: _facts(plan).update(path="../outside/home")),
    _of_plan("store with ..", lambda at, plan: _facts(plan).update(
        path=f"{at.store}/../../../../outside/home")),
    _of_plan("store of another workspace", lambda at, plan: _facts(plan).update(
        path=str(at.other / IMAGE))),
    _of_plan("store through a link", lambda at, plan: (
        (at.workspace / "way").symlink_to(at.outside),
        _facts(plan).update(path=str(at.workspace / "way/home")))),
    _of_plan("store twice", lambda at, plan: plan["store_facts"].append(
        {**_facts(plan), "path": str(at.home)})),
    _of_plan("root is the home", lambda at, plan: plan.update(root=str(at.home))),
    _of_plan("workspace is another", lambda at, plan: plan["workspace"].update(
        path=str(at.other / CONFIG))),
    _of_plan("workspace is the home", lambda at, plan: plan["workspace"].update(
        path=str(at.home))),
    Attack("plan: of another workspace", _replaced("", lambda at: at.other)),
    Attack("plan: caches of another workspace", _replaced(
        "workspace-cache", lambda at: at.other / "workspace-cache")),
    *(_of_plan(f"payload {word}", lambda at, plan, make=make: _item(plan).update(
        payload=make(at))) for word, make in {
            "above": lambda at: "../../../../outside/home/document.txt",
            "absolute": lambda at: str(at.home / "document.txt"),
            "with .. inside": lambda at: "ab/../../../../../outside/home/document.txt",
            "of .larder": lambda at: ".larder/journal.jsonl",
            "is the index": lambda at: "cache.json",
            "is empty": lambda at: "",
            "is .": lambda at: ".",
            "with NUL": lambda at: "a\0b_1.pt",
            "with a lone surrogate": lambda at: "\ud800_1.pt",
            "of 5,000 letters": lambda at: "a" * 5000,
            "with backslashes": lambda at: "..\\..\\home\\document.txt",
        }.items()),
    _of_plan("unknown kind", lambda at, plan: _facts(plan).update(kind="smart-audio")),
    _of_plan("unknown reason", lambda at, plan: plan["groups"][0].update(reason="because")),
    _of_plan("unknown index copy", lambda at, plan: _facts(plan).update(index_copy="x.json")),
    _of_plan("unknown depth", lambda at, plan: plan.update(depth="abyss")),
    _of_plan("another schema", lambda at, plan: plan.update(schema="larder.clean-plan/9")),
    _of_plan("digest edited", lambda at, plan: plan["workspace"].update(made_from="0" * 16)),
    _of_plan("digest left out", lambda at, plan: plan["workspace"].update(made_from="")),
    _of_plan("stamp edited", lambda at, plan: plan["stamps"]["image"].update(size=1)),
    _of_plan("stamp left out", lambda at, plan: plan["stamps"].update(image=None)),
    _of_plan("size edited", lambda at, plan: _item(plan).update(bytes=1)),
    _of_plan("all rows dead", lambda at, plan: _facts(plan).update(
        dead_rows=list(json.loads((at.store / "cache.json").read_bytes())["entries"]))),
    _of_plan("by choice", lambda at, plan: _facts(plan).update(by_choice=True)),
    _of_plan("a number too long", lambda at, plan: plan.update(files=1 << 80)),
    Attack("plan: NaN", lambda at: at.plan.write_text(
        at.plan.read_text().replace('"made_at_ns"', '"x": NaN, "made_at_ns"'))),
    Attack("plan: keys twice", lambda at: at.plan.write_text(
        at.plan.read_text().replace('"root"', f'"root": "{at.home}", "root"', 1))),
    Attack("plan: nested a million deep", lambda at: at.plan.write_bytes(_nested(1_000_000))),
    Attack("plan: of a gigabyte", lambda at: _sparse(at.plan, HUGE)),
    Attack("plan: of a gigabyte, begun well", lambda at: _sparse(
        at.plan, HUGE, at.plan.read_bytes()[:-1])),
)

LINKS: Final = tuple(
    Attack(f"link: {name}", lambda at, name=name: at.swap_for_link(at.store / name))
    for name in (
        ".larder", "cache.json", "cache.json.bak", "ab7a067b9dd4_128x128_1.pt",
        "deadbeef0000_64x64_1.pt.4242.99.tmp"))

CLEAN: Final = ("clean", "{ws}/" + CONFIG, "--apply", "--even-if-busy")
UNDO: Final = ("undo", "{ws}/" + CONFIG, "--even-if-busy")


def _of_quarantine(name: str, prepare: Callable[[Place], object]) -> Attack:
    return Attack(f"quarantine: {name}", prepare, UNDO, (CLEAN,))


def _moves(place: Place, **fields: object) -> None:
    place.edit(lambda manifest: manifest["moves"][0].update(fields),
               place.quarantine() / "manifest.json")


def _link_back(place: Place) -> None:
    """The moved file is a link to a document that has its size and date."""
    path = next(path for path in (place.quarantine() / "files").iterdir())
    document = place.home / "document.pt"
    shutil.copy2(path, document)
    path.unlink()
    path.symlink_to(document)


QUARANTINES: Final = (
    _of_quarantine("a name above", lambda at: _moves(at, name="../../../../../../outside/x")),
    _of_quarantine("an absolute name", lambda at: _moves(at, name=str(at.home / "x"))),
    _of_quarantine("a name in .larder", lambda at: _moves(at, name=".larder/lock")),
    _of_quarantine("the index is a move", lambda at: _moves(at, name="cache.json")),
    _of_quarantine("a copy above", lambda at: at.edit(
        lambda manifest: manifest.update(kept=["../../../../../../outside/home/document.txt"]),
        at.quarantine() / "manifest.json")),
    _of_quarantine("a store above", lambda at: at.edit(
        lambda manifest: manifest.update(stores=["../../../outside/other/workspace-cache"]),
        at.quarantine() / "manifest.json")),
    _of_quarantine("files are a link", lambda at: at.swap_for_link(at.quarantine() / "files")),
    _of_quarantine("the copies are a link", lambda at: at.swap_for_link(at.quarantine() / "index")),
    _of_quarantine("a copy is a link", lambda at: at.swap_for_link(
        at.quarantine() / "index/cache.json")),
    _of_quarantine("a moved file is a link", _link_back),
    _of_quarantine("it is a link", lambda at: at.swap_for_link(at.quarantine())),
    _of_quarantine("all are a link", lambda at: at.swap_for_link(at.quarantine().parent)),
    _of_quarantine("the record is a link", lambda at: at.swap_for_link(
        at.store / ".larder/journal.jsonl")),
    _of_quarantine("manifest nested a million deep", lambda at: (
        at.quarantine() / "manifest.json").write_bytes(_nested(1_000_000))),
    _of_quarantine("a half manifest", lambda at: (at.quarantine() / "manifest.json").write_bytes(
        (at.quarantine() / "manifest.json").read_bytes()[:200])),
    _of_quarantine("emptied by hand", lambda at: shutil.rmtree(at.quarantine() / "files")),
    _of_quarantine("half a record", lambda at: (at.store / ".larder/journal.jsonl").write_bytes(
        (at.store / ".larder/journal.jsonl").read_bytes()[:-20])),
)


def _row(place: Place, **fields: object) -> None:
    def change(index: Any) -> None:
        row = next(iter(index["entries"].values()))
        variant = next(iter(row["variants"].values()))
        variant.update(fields)
    place.edit(change, place.store / "cache.json")


INDEXES: Final = tuple(
    Attack(f"index: {name}", prepare, CLEAN) for name, prepare in {
        "a cached file above": lambda at: _row(
            at, cache_file="../../../../outside/home/ab7a067b9dd4_128x128"),
        "an absolute cached file": lambda at: _row(
            at, cache_file=str(at.home / "ab7a067b9dd4_128x128")),
        "keys of all kinds": lambda at: at.edit(
            lambda index: index["entries"].update({
                "../../outside/home/document.txt": 1, "/": {}, "\0": {}, "\ud800": [], "": None}),
            at.store / "cache.json"),
        "nested a million deep": lambda at: (at.store / "cache.json").write_bytes(
            _nested(1_000_000)),
        "of two gigabytes": lambda at: _sparse(at.store / "cache.json", 2 * HUGE),
        "of two gigabytes, begun well": lambda at: _sparse(
            at.store / "cache.json", 2 * HUGE, (at.store / "cache.json").read_bytes()[:-2]),
    }.items())


SURVEY: Final = ("survey", "{ws}/" + CONFIG, "--depth", "payload")


def _socket(path: Path) -> None:
    """Bound from its folder: names of sockets are short."""
    before = Path.cwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(before)


KINDS: Final[dict[str, Callable[[Path], object]]] = {
    "a pipe": os.mkfifo,
    "a socket": _socket,
    "a device": lambda path: path.symlink_to("/dev/zero"),
    "a circular link": lambda path: path.symlink_to(path.name),
    "a folder": Path.mkdir,
    "200 MB of zeros": lambda path: _sparse(path, CAPTION_BYTES),
    "a million brackets": lambda path: path.write_bytes(_nested(1_000_000)),
}

FILES: Final = (
    CONFIG, CONCEPTS, f"{IMAGE}/cache.json", f"{TEXT}/content_index.json",
    f"{IMAGE}/ab7a067b9dd4_128x128_1.pt", f"{IMAGE}/.larder/journal.jsonl",
    f"{IMAGE}/.larder/recipes.jsonl", "data/objects/img_011.txt", "data/objects/shot_011.webp")


def _in_place(file: str, make: Callable[[Path], object]) -> Callable[[Place], None]:
    def prepare(place: Place) -> None:
        path = place.workspace / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        make(path)
    return prepare


def _concepts(place: Place, *paths: str) -> None:
    def change(concepts: list[Any]) -> None:
        concepts[:] = [
            {**concepts[0], "name": f"{number}", "path": path, "include_subdirectories": True}
            for number, path in enumerate(paths)]
    place.edit(change, place.workspace / CONCEPTS)


def _circle(place: Place) -> None:
    folder = place.workspace / "data/objects/again"
    folder.symlink_to("..")
    (folder.parent / "itself").symlink_to(folder.parent)


INPUTS: Final = (
    *(Attack(f"{kind} as {Path(file).name}", _in_place(file, make), SURVEY)
      for file in FILES for kind, make in KINDS.items()),
    *(Attack(f"concept {word}", lambda at, path=path: _concepts(at, path), SURVEY)
      for word, path in {
          "/": "/", "//": "//", "..": "../..", "with NUL": "a\0b",
          "with a lone surrogate": "\ud800", "of 5,000 letters": "a" * 5000}.items()),
    Attack("5,000 concepts of one folder",
           lambda at: _concepts(at, *["data/objects"] * 5000), SURVEY),
    Attack("folders in circles", _circle, SURVEY),
)


def _met(
    name: str, prepare: Callable[[Place], object], verbs: Sequence[tuple[str, ...]], *,
    template: str = "drifted", before: tuple[tuple[str, ...], ...] = (),
) -> Attack:
    return Attack(f"pickle {name}", prepare, verbs[0], before, tuple(verbs[1:]), template)


_EXPORT: Final = (("export", "{ws}/" + CONFIG, "{ws}/bundle", "--apply"),)
_IMPORT: Final = (("verify", "{ws}/bundle"), ("verify", pickles.BUNDLE), *(
    ("import", bundle, "{ws}/imported", "--apply") for bundle in ("{ws}/bundle", pickles.BUNDLE)))
PICKLES: Final = (
    *(attack for name, form in pickles.FORMS.items() for attack in (
        _met(f"{name} as cached files", pickles.in_place_of("workspace-cache/run/*/*.pt", form), (
            *pickles.READING, ("inspect", f"{{ws}}/{IMAGE}/ab7a067b9dd4_128x128_1.pt"),
            *pickles.WRITING)),
        _met(f"{name} as lists of a released cache",
             pickles.in_place_of("workspace-cache/run/*/*/*/aggregate.pt", form),
             (*pickles.READING, *pickles.WRITING), template="released"),
        _met(f"{name} as files of a released cache",
             pickles.in_place_of("workspace-cache/run/*/*/*/[0-9].pt", form),
             (*pickles.READING, *pickles.WRITING), template="released"),
        _met(f"{name} as a model", pickles.as_models(form), pickles.BUILDING),
        _met(f"{name} as a checkpoint", pickles.as_checkpoints(form), pickles.CHECKPOINTS),
        _met(f"{name} as an exported cache", pickles.in_a_bundle(form), _IMPORT,
             before=_EXPORT, template="clean"),
    )),
    _met("in an archive as half of what a build makes", pickles.in_place_of(
        "workspace-cache/*/*/**/[0-8]*.pt", pickles.archived), pickles.MAKING, template="sample"),
    _met("as a tree", pickles.in_place_of(
        "workspace-cache/run/parameters/*", pickles.alone), pickles.TREES, template="sample"),
    _met("as arrays of objects", pickles.in_place_of("*/*/*.npz", pickles.as_objects), (
        ("survey", "{ws}", "--depth", "payload"), ("stats", "{ws}"),
        ("inspect", pickles.PIXELS)), template="document"),
    _met("in an archive as files of an exported cache", pickles.among_the_exported, _IMPORT,
         before=_EXPORT, template="clean"),
    _met("as indexes, records and settings", pickles.in_place_of(
        "workspace-cache/**/*.json*", pickles.alone), (*pickles.READING, *pickles.WRITING)),
    _met("as records of a cache", pickles.in_place_of("**/.larder/**/*.json*", pickles.alone), (
        UNDO, ("quarantine", "{ws}/" + CONFIG, "list"), ("apply", "{plan}"), *pickles.READING),
        before=(CLEAN,)),
    _met("as a plan", lambda at: pickles.alone(at.plan, at.outside / "ran"), (
        ("apply", "{plan}", "--even-if-busy"),)),
)

ATTACKS: Final = (*PLANS, *LINKS, *QUARANTINES, *INDEXES, *INPUTS, *PICKLES)


def attack(one: Attack, folder: Path) -> Answer:
    """Let one happen in an empty folder."""
    place = Place(folder)
    TEMPLATES[one.template](place.workspace)
    TEMPLATES["drifted"](place.other)
    home = folder / "larder-home"
    place.home.mkdir()
    (place.home / "document.txt").write_text("mine")
    if one.template == "drifted":
        assert run(place, ("plan", "clean", "{ws}/" + CONFIG, "--out", "{plan}"), home).code == 0
        for item in json.loads(place.plan.read_bytes())["groups"][0]["items"]:
            if item["store"] == "image":
                shutil.copy2(place.store / item["payload"], place.home)
    for words in one.before:
        assert run(place, words, home).code == 0
    before = contents(place.workspace)
    one.prepare(place)
    outside = dict(_tree(place.outside))
    answer = run(place, one.words, home)
    for words in one.then:
        if not any(answer.complaints) and not (place.outside / "ran").exists():
            answer = run(place, words, home)
    after = dict(_tree(place.outside))
    answer.touched = sorted(
        name for name in outside.keys() | after.keys() if outside.get(name) != after.get(name))
    # What was put in the place of a source is not lost.
    answer.lost = [problem for problem in losses(before, contents(place.workspace), keeps=False)
                   if not any(file in problem for file in FILES)]
    return answer


def _tree(folder: Path) -> Iterator[tuple[str, tuple[object, ...]]]:
    for place, folders, names in os.walk(folder):
        for name in [*folders, *names]:
            path = Path(place, name)
            status = path.lstat()
            holds = path.read_bytes() if path.is_file() and not path.is_symlink() \
                and status.st_size < CAPTION_BYTES else b""
            yield str(path.relative_to(folder)), (
                status.st_ino, status.st_mode, status.st_mtime_ns, holds)


def run(place: Place, words: tuple[str, ...], home: Path) -> Answer:
    """Run `larder` in a forked process, not much longer than it may take."""
    filled = [word.replace("{ws}", str(place.workspace)).replace("{plan}", str(place.plan))
              for word in words]
    said = place.outside.parent / "said"
    child = os.fork()
    if child == 0:
        with said.open("w") as out:
            os.dup2(out.fileno(), 1)
            os.dup2(out.fileno(), 2)
        os.environ |= {"LARDER_CACHE_HOME": str(home / "c"), "LARDER_CONFIG_HOME": str(home / "g"),
                       "HOME": str(place.home)}
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(HANGS_AFTER_S)
        resource.setrlimit(resource.RLIMIT_AS, (8 * MOST_BYTES, resource.RLIM_INFINITY))
        os._exit(call_main(["larder", *filled]))
    _, status, used = os.wait4(child, 0)
    unit = 1 if sys.platform == "darwin" else 1024
    return Answer(
        os.waitstatus_to_exitcode(status), said.read_text(errors="replace"),
        used.ru_utime + used.ru_stime, used.ru_maxrss * unit)
