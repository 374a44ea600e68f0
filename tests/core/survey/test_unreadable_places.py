"""Places that cannot be inspected are reported as such.

Treating them as missing would cost good work.

Treating them as missing would cost good work.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec import UNSET

from larder.core.build import left_to_trainer
from larder.core.build.pipeline.pieces import UNREADABLE, sidecar_content
from larder.core.errors import UserFacingError, WorkspaceError
from larder.core.keys.content_hash import hash_file
from larder.core.stores.indexed import salvage
from larder.core.stores.records import RecordedSource, note_sources
from larder.core.survey.report import Depth
from larder.core.survey.verdicts import PayloadVerdict
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.roots import is_folder
from tests.support.building import BuildWorkspace, build, plan_of
from tests.support.cleaning import applied, planned
from tests.support.indexed_cache import IndexedWorkspace
from tests.support.released_cache import (
    ReleasedConcept,
    build_concept,
    note_origins,
    write_pictures,
    write_workspace,
)
from tests.support.surveying import (
    drifted,
    hide,
    loose_payloads,
    run_survey,
    store_of,
    verdicts,
    why,
)
from tests.support.value_caches import vision_entry

REFUSALS = (errno.EIO, errno.EACCES, errno.ESTALE)
LOOKS = ("stat", "lstat", "scandir", "listdir", "open")
Break = Callable[[Path], None]


@pytest.fixture(params=REFUSALS, ids=errno.errorcode.__getitem__)
def broken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Break:
    """Lets every look at a path, or at something below it, fail."""
    places: list[str] = []

    def refusing(real: Callable[..., Any]) -> Callable[..., Any]:
        def asked(path: Any = ".", *more: Any, **named: Any) -> Any:
            if isinstance(path, str | os.PathLike) and any(
                    f"{os.fspath(path)}/".startswith(f"{place}/") for place in places):
                raise OSError(request.param, os.strerror(request.param), os.fspath(path))
            return real(path, *more, **named)

        return asked

    for name in LOOKS:
        monkeypatch.setattr(os, name, refusing(getattr(os, name)))
    return lambda place: places.append(str(place))


@pytest.fixture
def workspace(tmp_path: Path) -> IndexedWorkspace:
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    for number in range(3):
        made.add_picture(f"data/cats/{number}.png")
    made.write(stores=("image",))
    return made


def test_a_concept_folder_that_cannot_be_looked_at_is_not_missing(
    workspace: IndexedWorkspace, broken: Break
) -> None:
    broken(workspace.root / "data/cats")
    report = run_survey(workspace.config_path)
    assert set(drifted(report, "image").values()) == {"source-unreachable"}
    assert "cannot be listed" in why(report, "image", "data/cats/0.png")
    told = " ".join(finding.problem for finding in report.problems)
    assert "missing" not in told
    assert f"{workspace.root / 'data/cats'} cannot be listed" in told


@pytest.mark.parametrize("number", [errno.ENOENT, errno.EACCES])
def test_a_folder_below_a_concept_that_cannot_be_listed_is_told(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    """Also one that went a moment ago: the opening speaks of the concept's own folder alone."""
    below = workspace.root / "data/cats/below"
    below.mkdir()
    opened = os.open

    def refusing(path: Any, *more: Any, **named: Any) -> int:
        if str(path) == str(below):
            raise OSError(number, os.strerror(number), str(below))
        return opened(path, *more, **named)

    monkeypatch.setattr(os, "open", refusing)
    told = [finding.problem for finding in run_survey(workspace.config_path).problems]
    assert [problem for problem in told if f"{below} cannot be listed" in problem]


def test_without_a_config_the_folder_of_the_pictures_is_not_missing_either(
    workspace: IndexedWorkspace, broken: Break
) -> None:
    workspace.config_path.unlink()
    broken(workspace.root / "data")
    report = run_survey(workspace.store())
    assert set(drifted(report, "image").values()) == {"source-unreachable"}
    assert all("missing" not in (root.unreachable or "") for root in report.roots)
    assert any("cannot be listed" in (root.unreachable or "") for root in report.roots)


def test_a_picture_that_is_listed_and_cannot_be_looked_at_is_not_gone(
    workspace: IndexedWorkspace, broken: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(workspace.root / "data/cats/0.png", monkeypatch)
    broken(workspace.root / "data/cats/0.png")
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {"data/cats/0.png": "source-unreachable"}
    assert loose_payloads(report, "image") == {}


def test_without_a_config_a_folder_that_cannot_be_listed_keeps_what_a_file_in_it_may_need(
    workspace: IndexedWorkspace, broken: Break
) -> None:
    workspace.add_picture("data/dogs/rex.png")
    workspace.write(stores=("image",))
    workspace.config_path.unlink()
    (workspace.root / "data/cats/0.png").unlink()
    broken(workspace.root / "data/dogs")
    report = run_survey(workspace.store())
    name = workspace.payload_of("data/cats/0.png")
    assert loose_payloads(report, "image") == {name: "orphaned"}
    files = store_of(report, "image").payloads
    assert "cannot be listed" in files.held[files.names.index(name)]


def test_a_caption_that_is_missing_keeps_no_other_waste(tmp_path: Path) -> None:
    made = IndexedWorkspace.of_cats(tmp_path, 3)
    made.add_picture("data/cats/9.png")
    made.write()
    for ending in ("png", "txt"):
        (made.root / f"data/cats/0.{ending}").unlink()
    report = run_survey(made.config_path)
    assert loose_payloads(report, "text") == {
        made.payload_of("data/cats/0.txt", store="text"): "orphaned"}
    assert store_of(report, "text").payloads.held == {}


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize(("make", "what"), [
    (os.mkfifo, "named pipe"), (os.mkdir, "folder")])
def test_what_is_no_file_in_the_place_of_a_picture_is_not_gone(
    workspace: IndexedWorkspace, make: Break, what: str
) -> None:
    (workspace.root / "data/cats/0.png").unlink()
    make(workspace.root / "data/cats/0.png")
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {"data/cats/0.png": "source-unreachable"}
    assert f"it is a {what}, not a file" in why(report, "image", "data/cats/0.png")
    assert loose_payloads(report, "image") == {}


def test_a_picture_that_can_be_looked_at_a_moment_later_is_not_gone(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    hide(workspace.root / "data/cats/0.png", monkeypatch)
    report = run_survey(workspace.config_path)
    assert drifted(report, "image") == {"data/cats/0.png": "source-unreachable"}
    assert "just now" in why(report, "image", "data/cats/0.png")


def test_no_repair_is_offered_of_a_damaged_index_that_the_drive_does_not_give_any_more(
    workspace: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(path: Path) -> Any:
        raise OSError(errno.EIO, os.strerror(errno.EIO), str(path))

    index = workspace.store() / "cache.json"
    index.write_bytes(index.read_bytes()[:-9])
    monkeypatch.setattr(salvage, "salvage", failing)
    (told,) = (one for one in run_survey(workspace.config_path).problems
               if one.problem.startswith("cache.json cannot be read"))
    assert told.repair is UNSET


@pytest.mark.parametrize("depth", [Depth.STAT, Depth.PAYLOAD])
def test_a_cache_folder_that_cannot_be_listed_is_not_empty(
    workspace: IndexedWorkspace, broken: Break, depth: Depth
) -> None:
    broken(workspace.store())
    with pytest.raises(WorkspaceError, match=f"{workspace.store()} cannot be") as raised:
        run_survey(workspace.config_path, depth=depth)
    assert "missing" not in str(raised.value)


def test_a_root_that_cannot_be_looked_at_is_not_missing(
    workspace: IndexedWorkspace, broken: Break
) -> None:
    broken(workspace.root / "data")
    report = run_survey(workspace.store(), root=workspace.root / "data")
    assert set(drifted(report, "image").values()) == {"source-unreachable"}


def test_a_name_that_no_folder_can_have_is_none() -> None:
    assert not is_folder(Path("a\0b"))
    assert not is_folder(Path("a" * 5000))


def test_a_recorded_source_that_is_listed_and_cannot_be_looked_at_is_not_gone(
    tmp_path: Path, broken: Break, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, source = tmp_path / "vl-cache", tmp_path / "pictures" / "a.png"
    source.parent.mkdir()
    other = source.with_name("b.png")
    for number, picture in enumerate((source, other)):
        picture.write_bytes(b"a picture")
        status = picture.stat()
        note_sources(root, [RecordedSource(
            name=vision_entry(root, number), source=str(picture), size=status.st_size,
            mtime_ns=status.st_mtime_ns)])
    hide(source, monkeypatch)
    broken(source)
    report = run_survey(root)
    assert verdicts(report, "vision") == {str(source): "source-unreachable", str(other): "valid"}


@pytest.fixture
def released(tmp_path: Path) -> Path:
    """A config whose first concept is trained and whose second is not listed any more."""
    cats, dogs = ReleasedConcept("data/cats"), ReleasedConcept("data/dogs")
    for concept in (cats, dogs):
        write_pictures(tmp_path, concept.path, ["a.png", "b.png"])
        build_concept(tmp_path, concept)
    return write_workspace(tmp_path, [cats])


def test_a_released_group_is_no_orphan_while_its_pictures_cannot_be_looked_at(
    released: Path, broken: Break
) -> None:
    root = released.parents[1]
    for name in ("a.png", "b.png"):
        broken(root / "data/dogs" / name)
    files = store_of(run_survey(released), "image").payloads
    assert PayloadVerdict.ORPHANED not in files.verdicts.tolist()
    assert set(drifted(run_survey(released), "image").values()) == {"source-unreachable"}


def test_an_edited_picture_of_a_released_cache_that_cannot_be_opened_is_not_judged(
    released: Path, broken: Break
) -> None:
    root = released.parents[1]
    note_origins(root, ReleasedConcept("data/cats"))
    (root / "data/cats/a.png").write_bytes(b"edited")
    broken(root / "data/cats/a.png")
    assert drifted(run_survey(released), "image") == {"data/cats/a.png": "source-unreachable"}


def test_a_store_that_cannot_be_looked_at_is_not_gone(
    workspace: IndexedWorkspace, broken: Break
) -> None:
    (workspace.root / "data/cats/0.png").unlink()
    plan = planned(workspace.root)
    broken(workspace.store())
    with pytest.raises((UserFacingError, OSError)) as raised:
        applied(plan)
    assert "gone" not in str(raised.value)


def test_a_sidecar_that_cannot_be_read_is_not_taken_for_none(
    tmp_path: Path, broken: Break
) -> None:
    mask = tmp_path / "a-masklabel.png"
    mask.write_bytes(b"a mask")
    assert sidecar_content(str(mask)) == hash_file(mask)
    assert sidecar_content(str(tmp_path / "b-masklabel.png")) is None
    broken(mask)
    assert sidecar_content(str(mask)) == UNREADABLE


@pytest.mark.parametrize("layout", CacheLayout)
def test_prompts_whose_file_is_away_stay_and_none_are_made_of_nothing(
    tmp_path: Path, layout: CacheLayout
) -> None:
    made = BuildWorkspace(tmp_path / "home")
    cats = made.add_concept(text={"prompt_source": "concept", "prompt_path": "prompts.txt"})
    for number in range(2):
        made.add_picture(f"{cats}/{number}.png", caption="unused")
    prompts = made.root / "prompts.txt"
    prompts.write_text("a cat\n")
    assert build(made, layout=layout.value).encoders.prompts == ["a cat"]
    prompts.rename(tmp_path / "elsewhere.txt")
    report = run_survey(made.config_path)
    assert set(drifted(report, "text").values()) <= {"source-unreachable"}
    (told,) = [one for one in report.problems if "prompts.txt, which does not exist" in one.problem]
    assert told.hint.endswith("connect the drive, or name another file.")
    made.add_picture(f"{cats}/2.png", caption="unused")
    plan = plan_of(made, layout=layout.value)
    (left,) = [one for one in plan.left_out if one.store == "text"]
    assert left.why == f"The prompts of cats should come from {prompts}, which does not exist."
    assert build(made, layout=layout.value).encoders.prompts == []


def test_whether_prompts_are_away_is_asked_once_per_concept_not_per_caption(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = BuildWorkspace(tmp_path / "home")
    cats = made.add_concept(text={"prompt_source": "concept", "prompt_path": "prompts.txt"})
    for number in range(8):
        made.add_picture(f"{cats}/{number}.png", caption="unused")
    (made.root / "prompts.txt").write_text("a cat\n")
    asked: list[Any] = []
    monkeypatch.setattr(left_to_trainer, "why_no_prompts", lambda *of: asked.append(of) or "")
    assert plan_of(made).payloads == 16
    assert len(asked) == 1


@pytest.mark.parametrize("record", ["journal.jsonl", "recipes.jsonl"])
def test_a_cache_is_shown_though_another_users_records_of_it_cannot_be_read(
    workspace: IndexedWorkspace, broken: Break, request: pytest.FixtureRequest, record: str
) -> None:
    """Only where one may not: a drive that fails may be well again in a moment."""
    before = verdicts(run_survey(workspace.config_path), "image")
    folder = workspace.store() / ".larder"
    folder.mkdir(exist_ok=True)
    (folder / record).write_text("")
    broken(folder / record)
    if "EACCES" not in request.node.callspec.id:
        with pytest.raises(OSError, match=record):
            run_survey(workspace.config_path)
        return
    report = run_survey(workspace.config_path)
    assert verdicts(report, "image") == before
    (told,) = (one for one in report.problems if one.where == str(folder / record))
    assert told.problem.startswith("You do not have permission to read")
