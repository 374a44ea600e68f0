"""Builds over a folder as a front end asks for them: plain options in, one document out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from larder.core.build.values.plan import TargetStore, target_store
from larder.core.encoders.section_tokens import SectionTokens
from larder.core.errors import UserFacingError
from larder.core.files.store_paths import larder_folder
from larder.core.jobs import CancelToken, JobCancelled, Progress, run_to_end
from larder.core.requests.building import plan_sources
from larder.core.requests.options import Answer, SourceBuildOptions
from larder.core.requests.request import JOB_KINDS
from larder.core.stores.records import note_sources, read_sources
from larder.core.stores.values.listing import list_values
from larder.core.survey.verdicts import Verdict
from larder.core.worker_process import WorkerProcess
from larder.core.worker_protocol import Cancelled, Paused
from larder.core.workspace.store_kinds import StoreKind
from tests.support.killed import killed_at
from tests.support.source_building import write_text
from tests.support.surveying import payload_verdicts, run_survey


@pytest.fixture
def texts(tmp_path: Path) -> Path:
    for number in range(3):
        write_text(tmp_path / "texts", f"{number}.txt", f"row of {number}")
    return tmp_path / "texts"


def asked(kind: str, options: SourceBuildOptions, token: CancelToken | None = None) -> Any:
    """The document of a job, its options once through the form in which they cross the border."""
    job = JOB_KINDS[kind]
    sent = msgspec.json.decode(msgspec.json.encode(options), type=job.options_type)
    answer = run_to_end(job.start(sent, token or CancelToken()))
    assert isinstance(answer, Answer)
    return msgspec.json.decode(answer.document)


def test_a_plan_and_a_build_answer_with_their_documents(texts: Path, tmp_path: Path) -> None:
    options = SourceBuildOptions(
        workspace=str(tmp_path / "caches"), sources=str(texts), store="tokens", size=(32, 48),
        sequence_length=16, special_tokens=False)
    plan = asked("plan-build-sources", options)
    assert plan["schema"] == "larder.build-plan/1"
    assert plan["payloads"] == 3
    assert "items" not in plan["stores"][0]
    report = asked("build-sources", options)
    assert report["schema"] == "larder.build-report/1"
    assert (report["encoded"], report["planned"]) == (3, 3)
    assert report["path"] == str(tmp_path / "caches" / "tokens")
    assert asked("plan-build-sources", options)["payloads"] == 0


@pytest.mark.parametrize("from_elsewhere", [False, True])
def test_sources_recorded_relative_to_the_workspace_are_known(
    texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, from_elsewhere: bool
) -> None:
    (tmp_path / "training_presets").mkdir()
    options = SourceBuildOptions(
        workspace=str(tmp_path), sources=str(texts), store="tokens", sequence_length=16)
    asked("build-sources", options)
    store = tmp_path / "tokens"
    note_sources(store, [
        msgspec.structs.replace(
            one, source=Path(one.source).relative_to(tmp_path).as_posix())
        for one in read_sources(store).values()])
    if from_elsewhere:
        monkeypatch.chdir(store)
    plan = asked("plan-build-sources", options)
    assert (plan["payloads"], plan["unrecorded"]) == (0, 0)
    rows = run_survey(tmp_path).stores[0].rows
    assert {rows.source(row) for row in range(len(rows))} == {
        f"texts/{number}.txt" for number in range(3)}
    (texts / "1.txt").write_text("edited")
    (item,) = plan_items(options)
    assert item.startswith("content-changed")
    asked("build-sources", options)
    found = sorted(payload_verdicts(run_survey(tmp_path), "tokens").values())
    assert found == ["referenced"] * 3 + ["superseded"]


def plan_items(options: SourceBuildOptions) -> list[str]:
    """Verdict and source of what a plan would build."""
    plan = run_to_end(plan_sources(options, CancelToken()))
    return [
        f"{Verdict(plan.verdicts[row]).name_in_contract} {plan.sources.names[row]}"
        for row in plan.to_make.tolist()]


def test_a_moved_source_takes_its_payload_over(texts: Path, tmp_path: Path) -> None:
    options = SourceBuildOptions(
        workspace=str(tmp_path / "caches"), sources=str(texts), store="tokens",
        sequence_length=16)
    asked("build-sources", options)
    (texts / "1.txt").rename(texts / "moved.txt")
    caches = tmp_path / "caches"
    assert "re-adoptable" in payload_verdicts(run_survey(caches), "tokens").values()
    assert asked("build-sources", options)["encoded"] == 0
    assert set(payload_verdicts(run_survey(caches), "tokens").values()) == {"referenced"}


def test_a_cancelled_build_answers_with_what_it_kept(
    texts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = CancelToken()
    encode = SectionTokens.encode

    def stop(self: SectionTokens, pieces: Any) -> Any:
        token.cancel()
        return encode(self, pieces)

    monkeypatch.setattr(SectionTokens, "encode", stop)
    options = SourceBuildOptions(
        workspace=str(tmp_path / "caches"), sources=str(texts), store="tokens", measure=False,
        threads=1)
    with pytest.raises(JobCancelled) as cancelled:
        asked("build-sources", options, token)
    kept = msgspec.json.decode(cancelled.value.report.document)
    assert kept["cancelled"] is True
    assert kept["encoded"] >= 1


def test_a_worker_pauses_goes_on_and_keeps_what_it_made(texts: Path, tmp_path: Path) -> None:
    rows = 20_000
    write_text(texts, "long.txt", *(f"row {number}" for number in range(rows)))
    options = SourceBuildOptions(
        workspace=str(tmp_path / "caches"), sources=str(texts), store="tokens", threads=1)
    worker = WorkerProcess("build-sources", options)
    worker.start()
    events = worker.events()
    for event in events:
        if isinstance(event, Progress) and event.phase == "building tokens" and event.done:
            break
    worker.pause()
    while next(events) != Paused():
        pass
    paused = list_values(tmp_path / "caches" / "tokens", StoreKind.TOKENS).names
    assert 0 < len(paused) < rows
    assert read_sources(tmp_path / "caches" / "tokens").keys() == set(paused)
    worker.resume()
    assert isinstance(next(events), Progress)
    worker.cancel()
    *_, outcome = events
    assert isinstance(outcome, Cancelled)
    kept = msgspec.json.decode(outcome.report.document)
    assert len(paused) <= kept["encoded"] < rows


def store_of(options: SourceBuildOptions) -> TargetStore:
    return target_store(options.workspace, options.store, sources=Path(options.sources))


def test_several_caches_of_a_kind_have_to_be_told_apart(texts: Path, tmp_path: Path) -> None:
    caches = tmp_path / "caches"
    for name in ("one", "two"):
        asked("build-sources", SourceBuildOptions(
            workspace=str(caches / name), sources=str(texts), store="tokens", measure=False))
    options = SourceBuildOptions(workspace=str(caches), sources=str(texts), store="tokens")
    with pytest.raises(UserFacingError, match="There are 2 tokens caches"):
        store_of(options)
    of_one = store_of(msgspec.structs.replace(options, workspace=str(caches / "two")))
    assert of_one.folder == caches / "two" / "tokens"
    assert of_one.kind is StoreKind.TOKENS


@pytest.mark.parametrize("step", range(0, 16, 3))
@pytest.mark.skipif(not hasattr(os, "fork"), reason="the kill needs a fork")
def test_a_store_that_was_killed_at_its_beginning_is_gone_on_with(
    texts: Path, tmp_path: Path, step: int
) -> None:
    options = SourceBuildOptions(
        workspace=str(tmp_path / "caches"), sources=str(texts), store="tokens", measure=False)
    store = tmp_path / "caches" / "tokens"
    assert killed_at(step, lambda: asked("build-sources", options))
    if larder_folder(store).is_dir():
        directly = msgspec.structs.replace(options, workspace=str(store))
        assert store_of(directly).folder == store
    assert store_of(options).folder == store
    assert asked("build-sources", options)["failed"] == []
    assert asked("plan-build-sources", options)["present"] == 3
