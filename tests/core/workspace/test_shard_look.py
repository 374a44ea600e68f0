"""Caches in shard folders and parameter trees are recognised by their files, with a few looks."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from larder.core.errors import WorkspaceError
from larder.core.workspace.open_workspace import StoreKind, Workspace, WorkspaceKind, open_workspace
from larder.core.workspace.store_kinds import probe_folder
from tests.support.value_caches import (
    audio_entry,
    dlm_store,
    tokens_entry,
    tokens_manifest,
    tree_entry,
    vision_entry,
    waveform_entry,
)


def kinds(workspace: Workspace) -> dict[str, StoreKind]:
    return {store.id: store.kind for store in workspace.stores}


def tree(root: Path) -> None:
    tree_entry(root, "model", {"a.b": np.arange(4.0)})


@pytest.mark.parametrize(("write", "kind"), [
    (lambda root: vision_entry(root, 1), StoreKind.VISION),
    (lambda root: audio_entry(root, 1, resampled=True), StoreKind.AUDIO),
    (lambda root: waveform_entry(root, 1), StoreKind.WAVEFORM),
    (lambda root: tokens_entry(root, 1), StoreKind.TOKENS),
    (lambda root: tokens_manifest(root, {}) or (root / "entries").mkdir(), StoreKind.TOKENS),
    (tree, StoreKind.TREE),
])
def test_a_store_is_recognised_by_its_files(
    tmp_path: Path, write: Callable[[Path], object], kind: StoreKind
) -> None:
    root = tmp_path / "anything"
    write(root)
    workspace = open_workspace(root)
    assert workspace.kind is WorkspaceKind.STORE
    assert kinds(workspace) == {kind.content.value: kind}


def test_a_document_store_opens_with_its_stores_named_by_folder(tmp_path: Path) -> None:
    workspace = open_workspace(dlm_store(tmp_path / "01HX"))
    assert workspace.kind is WorkspaceKind.FOLDER
    assert kinds(workspace) == {
        "vl-cache": StoreKind.VISION, "audio-cache": StoreKind.AUDIO,
        "audio-waveform-cache": StoreKind.WAVEFORM, "tokenized-cache": StoreKind.TOKENS}
    assert {store.spelled for store in workspace.stores} == set(kinds(workspace))


def test_features_and_waveforms_may_share_a_folder(tmp_path: Path) -> None:
    audio_entry(tmp_path / "sound", 1)
    waveform_entry(tmp_path / "sound", 1)
    assert kinds(open_workspace(tmp_path / "sound")) == {
        "audio": StoreKind.AUDIO, "waveform": StoreKind.WAVEFORM}
    assert kinds(open_workspace(tmp_path)) == {
        "sound-audio": StoreKind.AUDIO, "sound-waveform": StoreKind.WAVEFORM}


def test_a_trainers_cache_folder_shows_other_stores_too(
    fixture_workspace: Callable[[str], Path],
) -> None:
    folder = fixture_workspace("sdxl_clean")
    vision_entry(folder / "workspace-cache" / "run" / "pixels", 1)
    tree(folder / "workspace-cache" / "run" / "weights")
    found = kinds(open_workspace(folder))
    assert found == {
        "image": StoreKind.INDEXED_IMAGE, "text": StoreKind.INDEXED_TEXT,
        "pixels": StoreKind.VISION, "weights": StoreKind.TREE}


def test_a_few_listings_tell_a_store_of_many_shards(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(400):
        shard = tmp_path / f"{number % 256:02x}"
        shard.mkdir(exist_ok=True)
        digest = f"{number % 256:02x}{number:062x}"
        (shard / f"{digest}.{'0' * 12}.8x8.npz").touch()
    listed: list[str] = []
    scan = os.scandir

    def counted(path: str | os.PathLike[str]) -> object:
        listed.append(str(path))
        return scan(path)

    monkeypatch.setattr(os, "scandir", counted)
    look = probe_folder(tmp_path)
    assert look.kinds == (StoreKind.VISION,)
    assert look.subfolders == ()
    assert len(listed) <= 5


def test_a_store_that_larder_emptied_is_known_by_its_record_of_uses(tmp_path: Path) -> None:
    (tmp_path / "vl" / ".larder").mkdir(parents=True)
    (tmp_path / "vl" / ".larder" / "uses-vision.jsonl").touch()
    assert kinds(open_workspace(tmp_path / "vl")) == {"vision": StoreKind.VISION}


@pytest.mark.parametrize("name", ["model.manifest", "app.exe.manifest"])
def test_any_other_manifest_is_no_tree(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("<assembly/>")
    (tmp_path / "model.data").write_bytes(b"12345678")
    with pytest.raises(WorkspaceError):
        open_workspace(tmp_path)


def test_folders_of_two_digits_beside_trees_are_searched(tmp_path: Path) -> None:
    tree(tmp_path)
    vision_entry(tmp_path / "01" / "vl-cache", 1)
    assert set(kinds(open_workspace(tmp_path)).values()) == {StoreKind.TREE, StoreKind.VISION}


def test_a_folder_named_entries_beside_trees_is_searched(tmp_path: Path) -> None:
    tree(tmp_path)
    vision_entry(tmp_path / "entries" / "vl-cache", 1)
    assert set(kinds(open_workspace(tmp_path)).values()) == {StoreKind.TREE, StoreKind.VISION}


def test_folders_of_two_digits_that_are_no_shards_are_searched(tmp_path: Path) -> None:
    vision_entry(tmp_path / "01" / "vl-cache", 1)
    assert kinds(open_workspace(tmp_path)) == {"vl-cache": StoreKind.VISION}
