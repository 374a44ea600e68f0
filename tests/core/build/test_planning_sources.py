"""Build plans over a folder of files: their contents, with no needless reads or writes."""

from __future__ import annotations

import json
import os
import shutil
import sys
import time
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from larder.core.build.values import planning as source_planning
from larder.core.build.values import sources
from larder.core.build.values.sources import list_sources
from larder.core.encoders.value_encoder import ValueOptions
from larder.core.errors import UserFacingError, WorkspaceError
from larder.core.files.ascii_json import encode_ascii_json
from larder.core.jobs import CancelToken, JobCancelled, Progress, run_to_end
from larder.core.keys import hash_memory
from larder.core.stores.values.store import ValuesStore
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.store_kinds import StoreKind
from tests.support.source_building import SourceBuild, write_text


@pytest.fixture
def texts(tmp_path: Path) -> SourceBuild:
    made = SourceBuild.of(tmp_path)
    for number in range(4):
        write_text(made.sources, f"{number}.txt", f"row of {number}", "a cat")
    write_text(made.sources, "deeper/still/5.md", "alone")
    return made


def said(build: SourceBuild, name: str) -> str:
    """The verdict on one source."""
    plan = build.plan()
    row = plan.sources.names.index(name)
    return Verdict(plan.verdicts[row]).name_in_contract


def test_everything_below_the_folder_is_listed_and_nothing_is_written(texts: SourceBuild) -> None:
    plan = texts.plan()
    assert sorted(plan.sources.names) == ["0.txt", "1.txt", "2.txt", "3.txt", "5.md"]
    assert (len(plan.to_make), plan.payloads, plan.present) == (5, 9, 0)
    assert plan.encoder is not None
    assert plan.encoder.name == "bytes"
    assert not texts.store.folder.exists()
    assert texts.opener.encoded == []
    assert texts.opener.opened == texts.opener.closed == 1


def test_hidden_files_and_files_of_other_kinds_are_counted(texts: SourceBuild) -> None:
    write_text(texts.sources, ".hidden.txt", "x")
    write_text(texts.sources, ".git/inside.txt", "x")
    (texts.sources / "photo.jpg").write_bytes(b"no text")
    plan = texts.plan()
    assert len(plan.sources) == 5
    hidden, others = plan.sources.passed_over
    assert (hidden.samples, others.samples) == (2, 1)
    assert others.example == str(texts.sources / "photo.jpg")


def test_masks_and_conditioning_pictures_are_no_pictures_and_are_counted(tmp_path: Path) -> None:
    for name in (
            "cat.jpg", "cat-masklabel.png", "cat-condlabel.png", "sub/dog.webp",
            "sub/dog-masklabel.png", "sub/cat-masklabel.png", "alone-condlabel.png"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"")
    rows = run_to_end(list_sources(tmp_path, StoreKind.VISION, token=CancelToken()))
    assert sorted(rows.names) == [
        "alone-condlabel.png", "cat-masklabel.png", "cat.jpg", "dog.webp"]
    (companions,) = rows.passed_over
    assert companions.samples == 3
    assert companions.example == str(tmp_path / "cat-condlabel.png")
    assert companions.why.startswith("Masks and conditioning pictures belong to")


def test_a_text_may_be_called_like_a_mask(texts: SourceBuild) -> None:
    write_text(texts.sources, "0-masklabel.txt", "a row")
    assert "0-masklabel.txt" in texts.plan().sources.names


def test_a_folder_that_cannot_be_listed_is_told_and_the_others_are_built(
    texts: SourceBuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    scan = sources.scan_folder

    def refused(path: str, *more: Any) -> object:
        if path.endswith("still"):
            raise PermissionError(13, "Permission denied", path)
        return scan(path, *more)

    monkeypatch.setattr(sources, "scan_folder", refused)
    plan = texts.plan()
    assert len(plan.to_make) == 4
    (broken,) = plan.broken
    assert broken.source.endswith("still")
    assert "Permission denied" in broken.why


def test_linked_files_count_and_a_link_back_up_is_not_entered(texts: SourceBuild) -> None:
    os.symlink(texts.sources / "0.txt", texts.sources / "linked.txt")
    os.symlink(texts.sources, texts.sources / "deeper" / "again", target_is_directory=True)
    plan = texts.plan()
    assert sorted(plan.sources.names) == [
        "0.txt", "1.txt", "2.txt", "3.txt", "5.md", "linked.txt"]
    assert plan.payloads == 9
    assert plan.shared == 2


@pytest.mark.skipif(sys.platform != "linux", reason="names there are texts")
def test_names_that_are_no_text_are_told_and_the_others_are_built(texts: SourceBuild) -> None:
    for name in (b"caf\xe9.txt", b"caf\xe9/inside.txt"):
        write_text(texts.sources, os.fsdecode(name), "x")
    report = texts.build()
    assert report.encoded == 9
    assert len(texts.failures) == 2
    assert all("not UTF-8" in failure.problem for failure in texts.failures)


def test_a_folder_that_is_none_is_refused(texts: SourceBuild) -> None:
    shutil.rmtree(texts.sources)
    with pytest.raises(UserFacingError, match="cannot be listed"):
        texts.plan()


def test_without_sources_no_encoder_is_opened(tmp_path: Path) -> None:
    empty = SourceBuild.of(tmp_path)
    plan = empty.plan(measure=True)
    assert plan.is_empty
    assert empty.opener.opened == 0
    assert empty.apply(plan).encoded == 0
    assert not empty.store.folder.exists()


def test_a_text_that_is_none_is_broken_and_an_empty_one_gives_nothing(texts: SourceBuild) -> None:
    (texts.sources / "bytes.txt").write_bytes(b"\xff\xfe\x00")
    (texts.sources / "empty.txt").write_bytes(b"\n\n")
    plan = texts.plan()
    (broken,) = plan.broken
    assert broken.source == (texts.sources / "bytes.txt").as_posix()
    assert "not UTF-8" in broken.why
    assert plan.payloads == 9


def test_verdicts_tell_missing_changed_removed_and_damaged(texts: SourceBuild) -> None:
    assert said(texts, "5.md") == "missing-entry"
    texts.build()
    assert said(texts, "5.md") == "valid"
    (name,) = [name for name in texts.opener.encoded
               if b"5.md" in (texts.store.folder / name).read_bytes()]
    payload = texts.store.folder / name
    content = payload.read_bytes()
    payload.unlink()
    assert said(texts, "5.md") == "missing-payload"
    payload.write_bytes(b"half a payload")
    assert said(texts, "5.md") == "corrupt-payload"
    payload.write_bytes(content)
    write_text(texts.sources, "deeper/still/5.md", "edited")
    assert said(texts, "5.md") == "content-changed"


def test_damage_behind_the_head_is_found_where_payloads_are_read(texts: SourceBuild) -> None:
    texts.build()
    payload = next(texts.store.folder.rglob("*.npz"))
    content = bytearray(payload.read_bytes())
    content[-200] ^= 1
    payload.write_bytes(content)
    assert texts.plan().payloads == 0
    plan = texts.plan(reads_payloads=True)
    assert plan.payloads == 1
    texts.apply(plan)
    assert texts.plan(reads_payloads=True).payloads == 0


def test_another_length_is_other_values(texts: SourceBuild) -> None:
    texts.build()
    texts.opener.options = ValueOptions(sequence_length=8)
    plan = texts.plan()
    assert plan.payloads == 9
    assert plan.encoder is not None
    assert plan.encoder.settings.endswith(".seq8")


def test_a_store_that_cannot_be_read_is_told_in_one_sentence(
    texts: SourceBuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts.build()

    def refused(*_: object) -> object:
        raise PermissionError(13, "Permission denied")

    with monkeypatch.context() as patch:
        patch.setattr(source_planning, "list_values", refused)
        with pytest.raises(WorkspaceError, match="cannot be listed: Permission denied"):
            texts.plan()
    monkeypatch.setattr(sources, "peek_stamp", refused)
    with pytest.raises(WorkspaceError, match="cannot be read: Permission denied"):
        texts.plan()
    assert texts.opener.opened == texts.opener.closed


def test_a_second_plan_computes_no_digest_again(
    texts: SourceBuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What changed a moment ago is not remembered.
    tomorrow_ns = time.time_ns() + 86_400 * 10**9
    monkeypatch.setattr(
        source_planning, "blob_memory", partial(source_planning.blob_memory, now_ns=tomorrow_ns))
    first = texts.plan()

    def read_again(*_: object, **__: object) -> str:
        raise AssertionError("a source was read again")

    monkeypatch.setattr(hash_memory, "blob_digest", read_again)
    second = texts.plan()
    assert (second.blobs == first.blobs).all()


def test_a_limit_takes_the_first_sources_that_lack_something(texts: SourceBuild) -> None:
    plan = texts.plan(limit=2)
    assert len(plan.to_make) == 2
    assert plan.payloads == 4
    texts.apply(plan)
    again = texts.plan(limit=2)
    assert again.present == 4
    assert again.payloads == 4


def test_bytes_and_seconds_come_from_a_trial_and_are_remembered(texts: SourceBuild) -> None:
    unknown = texts.plan()
    assert (unknown.bytes, unknown.seconds, unknown.measured) == (None, None, 0)
    tried = texts.plan(measure=True)
    assert tried.measured > 0
    assert tried.bytes is not None
    assert tried.seconds is not None
    assert not texts.store.folder.exists()
    report = texts.apply(tried)
    assert report.bytes == pytest.approx(tried.bytes, rel=0.2)
    write_text(texts.sources, "new.txt", "one more")
    encoded = len(texts.opener.encoded)
    noted = texts.plan(measure=True)
    assert noted.measured == 0
    assert noted.bytes is not None
    assert noted.seconds is not None
    assert len(texts.opener.encoded) == encoded


def test_measuring_anew_makes_payloads_on_trial_though_the_time_is_known(
    texts: SourceBuild,
) -> None:
    texts.plan(measure=True)
    assert texts.plan(measure=True).measured == 0
    for _ in range(2):
        before = len(texts.opener.encoded)
        assert texts.plan(measure=True, anew=True).measured > 0
        assert len(texts.opener.encoded) > before
    assert not texts.store.folder.exists()


def test_a_trial_without_room_leaves_the_plan_without_an_estimate(
    texts: SourceBuild, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise UserFacingError("The disk is full.") from OSError(28, "No space left on device")

    monkeypatch.setattr(ValuesStore, "put", full)
    plan = texts.plan(measure=True)
    assert (plan.bytes, plan.seconds, plan.payloads) == (None, None, 9)


def test_a_cancelled_plan_says_so(texts: SourceBuild) -> None:
    token = CancelToken()
    token.cancel()
    with pytest.raises(JobCancelled):
        texts.plan(token=token)
    assert texts.opener.opened == texts.opener.closed


def test_progress_counts_files_and_sources(texts: SourceBuild) -> None:
    texts.plan()
    phases = {event.phase for event in texts.events if isinstance(event, Progress)}
    assert phases == {
        "listing files", "reading files", "loading the encoder", "looking for cached files"}


def test_the_store_may_lie_among_the_sources_and_is_not_taken_for_one(tmp_path: Path) -> None:
    made = SourceBuild.of(tmp_path)
    write_text(made.sources, "a.txt", "a")
    inside = SourceBuild(
        made.sources, type(made.store)("tokens", StoreKind.TOKENS, made.sources / "cache"),
        made.opener)
    inside.build()
    write_text(inside.store.folder, "note.txt", "not a source")
    assert inside.plan().sources.names == ["a.txt"]


def test_the_document_has_the_fields_of_every_build_plan(texts: SourceBuild) -> None:
    document = json.loads(encode_ascii_json(texts.plan(measure=True).document()))
    assert document["schema"] == "larder.build-plan/1"
    assert document["entries"] == 5
    assert document["payloads"] == 9
    (store,) = document["stores"]
    assert store["kind"] == "tokens"
    assert store["exists"] is False
    assert {item["verdict"] for item in store["items"]} == {"missing-entry"}
    (group,) = document["groups"]
    assert group["encoder"] == "bytes"
    assert group["payloads"] == 9
    assert document["sources"] == {
        "folder": str(texts.sources), "files": 5,
        "bytes": sum(path.stat().st_size for path in texts.sources.rglob("*.*")), "changed": 0}
    (summary,) = texts.plan().document(with_items=False).stores
    assert summary.items is msgspec.UNSET
