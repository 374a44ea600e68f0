"""Errors of the system name the file's whole path, and are never mistaken for damage."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from larder.core.errors import PayloadError, UserFacingError
from larder.core.index_edits import relocate
from larder.core.jobs import CancelToken, run_to_end
from larder.core.payloads import file_bytes
from larder.core.payloads.file_bytes import FileBytes
from larder.core.stores.making import MakingLocks
from larder.core.stores.values.trees.checkpoints import open_checkpoint
from larder.core.workspace.samples import why_no_size
from larder.core.writes.quarantine.record import find_quarantine, list_quarantines
from larder.core.writes.undo import undo_clean
from tests.support.cleaning import applied, planned
from tests.support.indexed_cache import IndexedWorkspace

REFUSED = OSError(errno.EIO, "Input/output error")


def refused(*_: object, **__: object) -> Any:
    raise OSError(REFUSED.errno, REFUSED.strerror)


def test_a_payload_that_cannot_be_read_is_named_with_its_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "adapter.manifest"
    path.write_bytes(b"{}")
    monkeypatch.setattr(file_bytes.os, "read", refused)
    with pytest.raises(PayloadError) as raised:
        FileBytes(path)
    assert str(raised.value) == f"{path} cannot be read: Input/output error."


@pytest.mark.parametrize("code", [errno.EIO, errno.ELOOP, errno.ENOTDIR])
def test_a_tree_whose_manifest_cannot_be_looked_at_is_not_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    manifest, real = tmp_path / "adapter.manifest", {"stat": os.stat, "open": os.open}

    def refusing(name: str) -> Any:
        def asked(path: Any, *more: Any, **named: Any) -> Any:
            if str(path) == str(manifest):
                raise OSError(code, os.strerror(code), str(path))
            return real[name](path, *more, **named)
        return asked

    manifest.write_bytes(b"{}")
    monkeypatch.setattr(os, "open", refusing("open"))
    monkeypatch.setattr(os, "stat", refusing("stat"))
    with pytest.raises(PayloadError) as raised, open_checkpoint(tmp_path / "adapter"):
        pass
    assert str(raised.value) == f"{manifest} cannot be read: {os.strerror(code)}."


def test_a_lock_that_cannot_be_let_go_of_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    locks, real = MakingLocks(tmp_path), FileLock.release

    def release(self: FileLock) -> None:
        real(self)
        refused()

    monkeypatch.setattr(FileLock, "release", release)
    with pytest.raises(OSError, match="Input/output") as raised, locks.alone("a value"):
        pass
    assert Path(raised.value.filename).parent == tmp_path / ".larder" / "making"


@pytest.mark.parametrize("read", [True, False])
def test_a_picture_that_cannot_be_read_is_not_taken_for_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, read: bool
) -> None:
    path = tmp_path / "a.png"
    path.write_bytes(b"no picture")
    if read:
        assert why_no_size(str(path)) == "Its header cannot be read; it may not be a picture."
    else:
        monkeypatch.setattr(os, "open", refused)
        assert why_no_size(str(path)) == "It cannot be read: Input/output error."


@pytest.fixture
def cleaned(tmp_path: Path) -> IndexedWorkspace:
    """A workspace of which one file was cleaned."""
    made = IndexedWorkspace(tmp_path / "ws")
    made.add_concept()
    for number in range(3):
        made.add_picture(f"data/cats/{number}.png")
    made.write(stores=("image",))
    (made.root / "data/cats/0.png").unlink()
    applied(planned(made.root))
    return made


def test_nobody_is_told_to_move_files_by_hand_while_a_manifest_may_be_whole(
    cleaned: IndexedWorkspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    (record,) = list_quarantines(cleaned.store())
    real = os.open

    def open_file(path: Any, *more: Any, **named: Any) -> int:
        return (
            refused() if str(path).endswith("manifest.json") else real(path, *more, **named))

    monkeypatch.setattr(os, "open", open_file)
    kept = find_quarantine(cleaned.store(), record.id)
    assert kept.is_refused
    assert str(record.folder / "manifest.json") in kept.problem
    with pytest.raises(UserFacingError) as raised:
        run_to_end(undo_clean([cleaned.store()], record.id, token=CancelToken()))
    assert "by hand" not in raised.value.hint
    assert str(record.files_folder) in raised.value.hint


def test_what_a_relocation_cannot_put_back_is_told_of_its_own_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(relocate, "restore_quarantine_now", refused)

    class Record:
        store = tmp_path / "text"

    with pytest.raises(OSError, match="Input/output") as raised:
        relocate._restore_all([Record()])  # type: ignore[list-item]
    assert raised.value.filename == str(tmp_path / "text")
