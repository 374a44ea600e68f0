"""Stamps of folders change whenever a source does, and only then."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from larder.core.jobs import CancelToken, JobCancelled, run_to_end
from larder.core.requests.options import SourceStateOptions
from larder.core.requests.watching import FolderState, stamp_sources


def look(*folders: Path) -> FolderState:
    options = SourceStateOptions(folders=tuple(map(str, folders)))
    return run_to_end(stamp_sources(options, CancelToken()))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(3):
        (tmp_path / f"{number}.txt").write_text(f"caption {number}")
        os.utime(tmp_path / f"{number}.txt", ns=(1, 1_000 + number))
    return tmp_path


def touch(folder: Path) -> None:
    os.utime(folder / "1.txt", ns=(1, 5_000))


def append(folder: Path) -> None:
    with (folder / "1.txt").open("a") as file:
        file.write("!")
    os.utime(folder / "1.txt", ns=(1, 1_001))


@pytest.mark.parametrize("change", [
    touch, append,
    lambda folder: (folder / "1.txt").unlink(),
    lambda folder: (folder / "1.txt").rename(folder / "9.txt"),
    lambda folder: (folder / "new.txt").write_text(""),
    lambda folder: (folder / "below").mkdir(),
])
def test_a_change_of_any_name_size_or_date_is_another_stamp(
    folder: Path, change: Callable[[Path], object],
) -> None:
    before = look(folder)
    assert look(folder).stamp == before.stamp
    change(folder)
    assert look(folder).stamp != before.stamp


def test_a_folder_that_goes_or_comes_is_a_change_and_no_error(folder: Path) -> None:
    missing = look(folder, folder / "later").stamp
    assert missing == look(folder, folder / "later").stamp
    (folder / "later").mkdir()
    assert missing != look(folder, folder / "later").stamp


def test_it_says_how_new_the_newest_is_and_what_lies_on_this_machine(folder: Path) -> None:
    os.utime(folder / "2.txt", ns=(1, 4_102_444_800_000_000_000))
    state = look(folder)
    assert state.newest_ns == 4_102_444_800_000_000_000
    assert state.local == (str(folder),)


@pytest.mark.skipif(os.name == "nt", reason="mounts are read on Linux")
def test_folders_of_network_shares_are_not_called_local(
    folder: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    share = folder / "my share"
    (share / "portraits").mkdir(parents=True)
    mounts = folder / "mounts"
    escaped = str(share).replace(" ", "\\040")
    mounts.write_text(f"/dev/sda1 / ext4 rw 0 0\n//nas/train {escaped} cifs rw 0 0\n")
    monkeypatch.setattr("larder.core.requests.watching.MOUNTS", mounts)
    monkeypatch.setattr("sys.platform", "linux")
    assert look(folder, share / "portraits").local == (str(folder),)


def test_looking_can_be_cancelled(folder: Path) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(JobCancelled):
        run_to_end(stamp_sources(SourceStateOptions(folders=(str(folder),)), token))


def state_of(cache: Path, *files: Path) -> FolderState:
    options = SourceStateOptions(
        folders=(), caches=(str(cache),), files=tuple(map(str, files)))
    return run_to_end(stamp_sources(options, CancelToken()))


def write_group(cache: Path) -> None:
    folder = cache / ("a" * 64) / "variation-0"
    folder.mkdir(parents=True)
    (folder / "0.pt").touch()


@pytest.mark.parametrize("change", [
    lambda cache: cache.mkdir(),
    write_group,
    lambda cache: (write_group(cache), (cache / ("a" * 64) / "variation-0/1.pt").touch()),
    lambda cache: (write_group(cache), (cache / ("a" * 64) / "variation-0/aggregate.pt").touch()),
    lambda cache: (cache.mkdir(), (cache / "cache.json").write_text("{}")),
    lambda cache: (cache.mkdir(), (cache / "cache.json").write_text("{}"),
                   os.utime(cache / "cache.json", ns=(1, 2))),
])
def test_what_a_trainer_writes_into_a_cache_is_a_change(
    tmp_path: Path, change: Callable[[Path], object]
) -> None:
    cache = tmp_path / "image"
    before = state_of(cache)
    assert state_of(cache).caches == before.caches
    change(cache)
    after = state_of(cache)
    assert after.caches != before.caches
    assert after.stamp == before.stamp
    assert state_of(cache).caches == after.caches


def test_a_cache_of_an_index_is_looked_at_without_listing_its_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache.json").write_text("{}")
    with monkeypatch.context() as patched:
        patched.setattr(os, "scandir", None)
        state = state_of(tmp_path)
    assert state.caches


def test_an_edited_config_is_a_change(tmp_path: Path) -> None:
    config = tmp_path / "config.json"
    config.write_text('{"resolution": "512"}')
    before = state_of(tmp_path / "image", config)
    config.write_text('{"resolution": "512,768"}')
    assert state_of(tmp_path / "image", config).stamp != before.stamp
