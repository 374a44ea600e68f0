"""The folders that a store was built of, as its journal has them."""

from __future__ import annotations

from pathlib import Path

from larder.core.build.values.former_settings import built_folders
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from tests.support.source_building import SourceBuild, write_text


def note(store: Path, action: JournalAction, **detail: object) -> None:
    append_journal(store, JournalRecord(at_ns=1, action=action, detail=detail))


def test_a_store_that_was_never_built_tells_none(tmp_path: Path) -> None:
    assert built_folders(tmp_path) == ()


def test_the_latest_folder_comes_first_and_each_once(tmp_path: Path) -> None:
    for folder in ("/a", "/b", "/a"):
        note(tmp_path, JournalAction.BUILT, sources=folder)
    assert built_folders(tmp_path) == ("/a", "/b")


def test_records_of_other_actions_and_without_a_folder_tell_none(tmp_path: Path) -> None:
    note(tmp_path, JournalAction.QUARANTINED, sources="/a")
    note(tmp_path, JournalAction.BUILT, payloads={})
    note(tmp_path, JournalAction.BUILT, sources=7)
    note(tmp_path, JournalAction.BUILT, sources="")
    assert built_folders(tmp_path) == ()


def test_a_build_over_a_folder_is_told(tmp_path: Path) -> None:
    build = SourceBuild.of(tmp_path, model="bytes")
    write_text(build.sources, "one.txt", "of one")
    build.build()
    assert built_folders(build.store.folder) == (str(build.sources),)
