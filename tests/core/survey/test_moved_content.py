"""A renamed or moved source keeps its values: nothing is offered while its content is there."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from larder.core.encoders.text_sections import read_section, row_digest
from larder.core.keys import hash_memory
from larder.core.keys.cache_keys import TokensKey
from larder.core.survey import moved_content as content_search
from tests.support.cleaning import planned, ticked
from tests.support.surveying import hide, payload_verdicts, run_survey, store_of, verdicts, why
from tests.support.value_caches import (
    TOKENIZER,
    date_back,
    recorded_picture,
    recorded_source,
    tokens_entry,
    tokens_manifest,
    tree_entry,
    vision_entry,
)

NO_ROOT = hasattr(os, "geteuid") and os.geteuid() == 0


@pytest.fixture
def pictures(tmp_path: Path) -> tuple[Path, Path, list[str]]:
    """A store, the folder of its four sources, and the payloads."""
    root, sources = tmp_path / "pixels", tmp_path / "pictures"
    names = [
        recorded_picture(root, sources / ("a" if number < 2 else "b") / f"{number}.png",
                 b"picture %d" % number)
        for number in range(4)]
    date_back(root)
    return root, sources, names


def _offered(root: Path) -> tuple[str, list[str], list[str]]:
    """Verdict of the only drifted payload, what a plan offers and what it ticks."""
    found = payload_verdicts(run_survey(root), "vision")
    (verdict,) = {verdict for verdict in found.values() if verdict != "referenced"} or {""}
    plan = planned(root)
    return verdict, plan.payloads, ticked(plan)


@pytest.mark.parametrize("to", ["a/renamed.png", "b/0.png", "a/deeper/0.png", "c/0.png"])
def test_values_of_a_moved_source_are_never_offered(
    pictures: tuple[Path, Path, list[str]], to: str
) -> None:
    root, sources, names = pictures
    target = sources / to
    target.parent.mkdir(exist_ok=True)
    (sources / "a/0.png").rename(target)
    assert _offered(root) == ("re-adoptable", [], [])
    report = run_survey(root)
    assert payload_verdicts(report, "vision")[names[0]] == "re-adoptable"
    missing = (sources / "a/0.png").as_posix()
    assert verdicts(report, "vision")[missing] == "source-missing"
    assert target.as_posix() in why(report, "vision", missing)
    assert target.as_posix() in str(store_of(report, "vision").payloads.why)


def test_a_whole_home_is_not_gone_through_for_a_moved_source(
    pictures: tuple[Path, Path, list[str]], monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Two concepts right in it: beside them lies everything that somebody has."""
    root, sources, names = pictures
    monkeypatch.setenv("HOME", str(sources))
    monkeypatch.setenv("USERPROFILE", str(sources))
    (sources / "c").mkdir()
    (sources / "a/0.png").rename(sources / "c/0.png")
    assert _offered(root) == ("orphaned", [names[0]], [names[0]])


def test_a_source_with_other_bytes_of_the_same_size_does_not_keep_them(
    pictures: tuple[Path, Path, list[str]],
) -> None:
    root, sources, names = pictures
    (sources / "a/0.png").unlink()
    (sources / "a/9.png").write_bytes(b"picture 9")
    assert _offered(root) == ("orphaned", [names[0]], [names[0]])


@pytest.mark.parametrize("hidden", [".trash/0.png", "._0.png"])
def test_a_hidden_copy_is_no_source(
    pictures: tuple[Path, Path, list[str]], hidden: str
) -> None:
    root, sources, names = pictures
    (sources / "a/.trash").mkdir()
    (sources / "a/0.png").rename(sources / "a" / hidden)
    assert _offered(root) == ("orphaned", [names[0]], [names[0]])


def test_a_link_to_a_folder_above_is_entered_once(
    pictures: tuple[Path, Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, sources, names = pictures
    (sources / "a/above").symlink_to(sources, target_is_directory=True)
    (sources / "a/0.png").unlink()
    monkeypatch.setattr(content_search, "MOST_FOLDERS", 9)
    assert _offered(root) == ("orphaned", [names[0]], [names[0]])


def test_beside_values_of_unknown_sources_a_moved_one_is_found(
    pictures: tuple[Path, Path, list[str]],
) -> None:
    root, sources, names = pictures
    vision_entry(root, 9)
    date_back(root)
    (sources / "a/0.png").rename(sources / "a/renamed.png")
    assert payload_verdicts(run_survey(root), "vision")[names[0]] == "re-adoptable"


def test_a_folder_that_is_there_is_looked_through_though_it_is_said_to_be_gone(
    tmp_path: Path,
) -> None:
    root, sources = tmp_path / "pixels", tmp_path / "pictures"
    names = [recorded_picture(root, sources / f"{number}.png", b"picture %d" % number)
             for number in range(2)]
    date_back(root)
    (sources / "0.png").rename(sources / "renamed.png")
    plan = planned(root, gone=(sources,))
    assert names[0] not in plan.payloads


def test_a_file_that_is_listed_and_cannot_be_looked_at_unticks(
    pictures: tuple[Path, Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, sources, names = pictures
    moved, stat = sources / "a/moved.png", os.stat
    (sources / "a/0.png").rename(moved)

    def refuse(path: Any, **more: Any) -> os.stat_result:
        if str(path) == str(moved):
            raise PermissionError(13, "Permission denied", str(path))
        return stat(path, **more)

    hide(moved, monkeypatch)
    monkeypatch.setattr(os, "stat", refuse)
    assert _offered(root) == ("orphaned", [names[0]], [])


def test_a_file_that_cannot_be_read_casts_doubt_on_values_of_its_size_alone(
    pictures: tuple[Path, Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, sources, names = pictures
    longer = recorded_picture(root, sources / "b/longer.png", b"a longer picture")
    date_back(root)
    (sources / "b/longer.png").unlink()
    (sources / "a/0.png").rename(sources / "a/moved.png")

    def refuse(path: Path, **_: object) -> str:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(hash_memory, "blob_digest", refuse)
    assert _offered(root) == ("orphaned", sorted([names[0], longer]), [longer])


def test_values_of_a_source_moved_into_a_concept_are_never_offered(
    fixture_workspace, tmp_path: Path
) -> None:
    folder = fixture_workspace("sdxl_clean")
    root, outside = folder / "workspace-cache" / "run" / "pixels", tmp_path / "outside"
    concept = next((folder / "data").rglob("*.png")).parent
    name = recorded_picture(root, outside / "new.png", b"a picture of its own")
    recorded_picture(root, outside / "other.png", b"another")
    date_back(root)
    (outside / "new.png").rename(concept / "taken.png")
    report = run_survey(folder / "training_presets" / "config.json")
    assert payload_verdicts(report, "pixels")[name] == "re-adoptable"
    assert name not in planned(folder).payloads


def test_the_old_value_of_an_edited_source_stays_while_a_copy_of_it_is_there(
    pictures: tuple[Path, Path, list[str]],
) -> None:
    root, sources, names = pictures
    (sources / "a/copy.png").write_bytes(b"picture 0")
    recorded_picture(root, sources / "a/0.png", b"edited")
    date_back(root)
    assert payload_verdicts(run_survey(root), "vision")[names[0]] == "re-adoptable"
    (sources / "a/copy.png").unlink()
    assert _offered(root) == ("superseded", [names[0]], [names[0]])


@pytest.mark.skipif(os.name == "nt" or NO_ROOT, reason="permissions of this system's files")
@pytest.mark.parametrize("closed", ["folder", "file"])
def test_what_cannot_be_looked_at_unticks_and_is_named(
    pictures: tuple[Path, Path, list[str]], closed: str
) -> None:
    root, sources, names = pictures
    inner = sources / "a/closed"
    inner.mkdir()
    (sources / "a/0.png").rename(inner / "0.png")
    victim = inner if closed == "folder" else inner / "0.png"
    victim.chmod(0)
    try:
        verdict, offered, on = _offered(root)
        sentence = planned(root).why[0]
    finally:
        victim.chmod(0o700)
    assert (verdict, offered, on) == ("orphaned", [names[0]], [])
    assert str(victim) in sentence


def test_a_refused_folder_and_a_refused_file_untick(
    pictures: tuple[Path, Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, sources, names = pictures
    (sources / "a/0.png").rename(sources / "a/moved.png")

    def refuse(path: Path, **_: object) -> str:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(hash_memory, "blob_digest", refuse)
    assert _offered(root) == ("orphaned", [names[0]], [])
    assert "moved.png cannot be read: Permission denied" in planned(root).why[0]


def test_a_tree_of_too_many_folders_unticks(
    pictures: tuple[Path, Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, sources, names = pictures
    (sources / "a/0.png").unlink()
    monkeypatch.setattr(content_search, "MOST_FOLDERS", 2)
    assert _offered(root) == ("orphaned", [names[0]], [])


def test_a_missing_concept_folder_unticks(fixture_workspace, tmp_path: Path) -> None:
    folder = fixture_workspace("sdxl_clean")
    concepts = folder / "training_concepts" / "concepts.json"
    listed = json.loads(concepts.read_text())
    listed.append({**listed[0], "name": "unplugged", "path": "data/unplugged"})
    concepts.write_text(json.dumps(listed))
    root, outside = folder / "workspace-cache" / "run" / "pixels", tmp_path / "outside"
    name = recorded_picture(root, outside / "new.png", b"a picture of its own")
    recorded_picture(root, outside / "other.png", b"another")
    date_back(root)
    (outside / "new.png").unlink()
    plan = planned(folder)
    assert name in plan.payloads
    assert name not in ticked(plan)
    assert "data/unplugged" in plan.why[plan.payloads.index(name)]
    assert name in ticked(planned(folder, gone=(folder / "data" / "unplugged",)))


@pytest.mark.parametrize("ending", ["lf", "crlf"])
@pytest.mark.parametrize("rows", [1, 3])
def test_tokens_of_a_moved_text_are_never_offered_even_with_other_line_ends(
    tmp_path: Path, ending: str, rows: int
) -> None:
    root, corpus = tmp_path / "tokenized-cache", tmp_path / "corpus"
    corpus.mkdir()
    texts = {"one.md": "first\nsecond", "two.md": "something else"}
    if rows == 3:
        texts["one.md"] = "first\nsecond\n\nanother\n\nlast"
    for file, text in texts.items():
        (corpus / file).write_bytes(text.encode())
        section, rows_of_text = read_section(corpus / file)
        for number, row in enumerate(rows_of_text):
            key = TokensKey(
                section, number, row_digest(row), TOKENIZER, 64, len(rows_of_text))
            (root / key.folder()).mkdir(parents=True, exist_ok=True)
            (root / key.name()).write_bytes(b"never opened")
            recorded_source(root, key.name(), corpus / file)
    date_back(root)
    content = (corpus / "one.md").read_bytes()
    (corpus / "one.md").unlink()
    (corpus / "loaf.md").write_bytes(
        content if ending == "lf" else b"\xef\xbb\xbf" + content.replace(b"\n", b"\r\n"))
    found = payload_verdicts(run_survey(root), "tokens")
    assert sorted(found.values()) == ["re-adoptable"] * rows + ["referenced"]
    assert planned(root).payloads == []
    (corpus / "loaf.md").write_bytes(content + b" edited")
    assert len(ticked(planned(root))) == rows


def test_beside_a_value_that_is_lost_itself_a_deleted_source_is_looked_for(
    tmp_path: Path,
) -> None:
    root, corpus = tmp_path / "tokenized-cache", tmp_path / "corpus"
    corpus.mkdir()
    names = [tokens_entry(root, number) for number in range(2)]
    tokens_manifest(root, dict.fromkeys(names, 1.7e9))
    for number, name in enumerate(names):
        (corpus / f"{number}.md").write_text(f"text {number}", "utf-8")
        recorded_source(root, name, corpus / f"{number}.md")
    (root / names[1]).unlink()
    date_back(root)
    (corpus / "0.md").unlink()
    report = run_survey(root)
    assert payload_verdicts(report, "tokens") == {names[0]: "orphaned"}
    assert "missing-payload" in verdicts(report, "tokens").values()


def test_a_tree_of_a_moved_file_is_never_offered(tmp_path: Path) -> None:
    import numpy as np

    root, models = tmp_path / "weights", tmp_path / "models"
    models.mkdir()
    for stem in ("one", "two"):
        (models / f"{stem}.bin").write_bytes(stem.encode() * 9)
        recorded_source(root, tree_entry(root, stem, {"a": np.ones(2)}), models / f"{stem}.bin")
    date_back(root)
    (models / "one.bin").rename(models / "uno.bin")
    assert payload_verdicts(run_survey(root), "tree")["one"] == "re-adoptable"


def test_unchanged_sources_are_not_hashed_and_nothing_is_opened_or_searched(
    pictures: tuple[Path, Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, sources, _ = pictures
    (sources / "aside").mkdir()
    (sources / "aside" / "0.png").write_bytes(b"picture 0")
    opened: list[str] = []
    listed: list[str] = []
    open_descriptor, scan = os.open, os.scandir

    def counted(path: object, *arguments: object, **options: object) -> int:
        opened.append(str(path))
        return open_descriptor(path, *arguments, **options)

    def counted_scan(path: object = ".") -> object:
        listed.append(str(path))
        return scan(path)

    monkeypatch.setattr(os, "open", counted)
    monkeypatch.setattr(os, "scandir", counted_scan)
    monkeypatch.setattr(hash_memory, "blob_digest", lambda path, **_: pytest.fail(str(path)))
    run_survey(root)
    monkeypatch.undo()
    assert not [path for path in opened if path.endswith((".npz", ".png"))]
    assert str(sources / "aside") not in listed + opened


def test_a_moved_source_is_hashed_once(
    pictures: tuple[Path, Path, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    root, sources, _ = pictures
    moved = sources / "a/moved.png"
    (sources / "a/0.png").rename(moved)
    os.utime(moved, ns=(10**18, 10**18))
    hashed: list[str] = []
    digest = hash_memory.blob_digest

    def counted(path: Path, **options: object) -> str:
        hashed.append(path.name)
        return digest(path, **options)

    monkeypatch.setattr(hash_memory, "blob_digest", counted)
    run_survey(root)
    assert hashed == ["moved.png"]
