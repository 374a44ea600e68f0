"""Coverage rows, problem groups and tree nodes: what pages show, before any widget shows it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from larder.app.jobs.job import read_document
from larder.app.models.survey_pages import (
    NodeKind,
    ProblemSubject,
    coverage_rows,
    problem_groups,
    workspace_tree,
)
from larder.app.models.survey_snapshot import SurveySnapshot, read_survey
from larder.app.presentation.looks import CoverageState
from larder.app.view_state import Scope
from larder.core.requests.options import Answer
from larder.core.survey.document import OtherCoverage, SurveyDocument
from larder.core.survey.remedies import Repair
from larder.core.survey.verdicts import PayloadVerdict, Severity, Verdict
from tests.app.synthetic_survey import (
    BARE_FOLDER,
    COMPLETE,
    EMPTY,
    NOTHING_CACHED,
    OFFLINE,
    WITH_FOUND_CACHE,
    Recipe,
)

Snapshots = Callable[[Recipe], SurveySnapshot]


def states(snapshot: SurveySnapshot) -> set[CoverageState]:
    return {row.state for row in coverage_rows(snapshot.document)}


def test_counts_are_those_of_the_columns(snapshot: Snapshots) -> None:
    survey = snapshot(Recipe(rows=300))
    for verdict in Verdict:
        assert survey.count(verdict) == int((survey.entries.verdict == verdict).sum())
    assert int(survey.counts.sum()) == 300


def test_every_concept_and_store_has_a_row_in_the_configs_order(snapshot: Snapshots) -> None:
    rows = coverage_rows(snapshot(Recipe()).document)
    assert [(row.concept, row.kind) for row in rows[:3]] == [
        ("portraits", "image"), ("portraits", "text"), ("old barns of the north", "image")]
    assert all(row.covered + row.stale + row.missing <= row.wanted for row in rows)


@pytest.mark.parametrize(("recipe", "expected"), [
    (COMPLETE, {CoverageState.COMPLETE}),
    (NOTHING_CACHED, {CoverageState.EMPTY}),
    (EMPTY, {CoverageState.UNUSED}),
])
def test_states_of_plain_workspaces(
    snapshot: Snapshots, recipe: Recipe, expected: set[CoverageState],
) -> None:
    assert states(snapshot(recipe)) == expected


def test_an_unreachable_concept_is_offline_and_nothing_worse(snapshot: Snapshots) -> None:
    rows = coverage_rows(snapshot(OFFLINE).document)
    offline = [row for row in rows if row.scope.concept == 1]
    assert {row.state for row in offline} == {CoverageState.OFFLINE}
    assert all(row.offline == row.wanted for row in offline)


def test_a_bare_folder_has_one_row_per_store(snapshot: Snapshots) -> None:
    rows = coverage_rows(snapshot(BARE_FOLDER).document)
    assert [(row.concept, row.kind, row.scope) for row in rows] == [
        ("", "image", Scope(store=0)), ("", "text", Scope(store=1))]


def test_a_store_that_no_concept_asks_for_has_one_row_beside_the_concepts(
    snapshot: Snapshots,
) -> None:
    survey = snapshot(Recipe(rows=300))
    concepts = tuple(
        msgspec.structs.replace(one, stores={"image": one.stores["image"]})
        for one in survey.document.concepts)
    others = (OtherCoverage(store="text", is_whole=True, entries=150),)
    survey = replace(survey, document=msgspec.structs.replace(
        survey.document, concepts=concepts, others=others))
    rows = coverage_rows(survey.document)
    (row,) = [row for row in rows if row.kind == "text"]
    assert (row.concept, row.scope) == ("", Scope(store=1))
    assert row.sources == 150
    (top, *_) = workspace_tree(survey, rows)
    assert top.children[-1].name == "text"
    assert top.children[-1].kind is NodeKind.STORE
    assert all(child.name != "text" for node in top.children for child in node.children)


def test_files_that_can_be_readopted_are_counted(snapshot: Snapshots) -> None:
    survey = snapshot(Recipe(rows=300))
    assert survey.mended[Repair.READOPT] == np.count_nonzero(
        survey.payloads.verdict == PayloadVerdict.READOPTABLE) > 0


def test_problems_hold_every_entry_that_something_mends(snapshot: Snapshots) -> None:
    survey = snapshot(Recipe(rows=400))
    groups = problem_groups(survey)
    listed = np.concatenate([g.rows for g in groups if g.subject is ProblemSubject.ENTRIES])
    assert sorted(listed.tolist()) == np.flatnonzero(
        survey.entries.verdict != Verdict.VALID).tolist()
    for group in groups:
        if group.subject is ProblemSubject.ENTRIES:
            assert (survey.entries.verdict[group.rows] == group.verdict).all()
            assert (survey.entries.store[group.rows] == group.scope.store).all()
            assert (survey.entries.concept[group.rows] == group.scope.concept).all()
            assert (survey.entries.remedy[group.rows] == group.remedy).all()
            assert group.bytes == int(survey.entries.bytes[group.rows].sum())


def test_problems_come_worst_first_and_notes_are_not_counted(snapshot: Snapshots) -> None:
    survey = snapshot(Recipe(rows=400))
    groups = problem_groups(survey)
    severities = [group.severity for group in groups]
    assert severities == sorted(severities)
    assert Severity.NOTE in severities
    assert survey.document.totals.problems == sum(
        len(group) for group in groups if group.severity < Severity.NOTE)


def test_files_no_entry_needs_are_grouped_by_what_mends_them(snapshot: Snapshots) -> None:
    groups = [g for g in problem_groups(snapshot(Recipe(payload_files=8)))
              if g.subject is ProblemSubject.PAYLOADS]
    repairs = {g.verdict: g.repair for g in groups}
    assert repairs[PayloadVerdict.ORPHANED] is Repair.CLEAN
    assert repairs[PayloadVerdict.READOPTABLE] is Repair.READOPT
    assert sum(len(g) for g in groups) == 8


def test_a_complete_workspace_has_no_problems(snapshot: Snapshots) -> None:
    assert problem_groups(snapshot(COMPLETE)) == ()


def test_tree_shows_concepts_with_stores_and_their_worst_state(snapshot: Snapshots) -> None:
    survey = snapshot(OFFLINE)
    top = workspace_tree(survey, coverage_rows(survey.document))
    assert [node.kind for node in top] == [NodeKind.WORKSPACE]
    assert [node.name for node in top[0].children] == [
        "portraits", "old barns of the north", "textures"]
    assert top[0].state is CoverageState.OFFLINE
    assert not top[0].children[2].enabled


def test_what_a_config_does_not_use_says_nothing_of_a_complete_workspace(
    snapshot: Snapshots,
) -> None:
    survey = snapshot(COMPLETE)
    first, *others = coverage_rows(survey.document)
    rows = (msgspec.structs.replace(first, state=CoverageState.UNUSED), *others)
    top = workspace_tree(survey, rows)
    assert top[0].state is CoverageState.COMPLETE
    unused = tuple(msgspec.structs.replace(row, state=CoverageState.UNUSED) for row in rows)
    assert workspace_tree(survey, unused)[0].state is CoverageState.UNUSED


def test_older_layouts_stand_in_a_branch_of_their_own(snapshot: Snapshots) -> None:
    survey = snapshot(WITH_FOUND_CACHE)
    top = workspace_tree(survey, coverage_rows(survey.document))
    assert [node.kind for node in top] == [NodeKind.WORKSPACE, NodeKind.FOUND_CACHES]
    assert [node.name for node in top[1].children] == ["image-legacy"]
    assert top[1].children[0].scope == Scope(store=2)
    inner = [store.name for concept in top[0].children for store in concept.children]
    assert "image-legacy" not in inner


def test_a_workspace_is_named_by_its_config_unless_that_says_nothing(snapshot: Snapshots) -> None:
    survey = snapshot(COMPLETE)
    named = {
        "/home/anna/presets/flux portraits.json": "flux portraits",
        "D:\\train\\training_presets\\sdxl.json": "sdxl",
        "/home/anna/train/config.json": "portraits of people and barns",
        "/home/anna/train/#.json": "portraits of people and barns",
        None: "portraits of people and barns",
    }
    for config, name in named.items():
        workspace = type(survey.document.workspace)(
            root=survey.document.workspace.root, config=config)
        document = type(survey.document)(
            schema="larder.survey/1", workspace=workspace, stores=survey.document.stores,
            concepts=survey.document.concepts)
        top = workspace_tree(replace(survey, document=document), ())
        assert top[0].name == name


def test_a_document_may_hold_names_that_are_not_utf_8() -> None:
    document = read_document(Answer(document=json.dumps({
        "schema": "larder.survey/1", "workspace": {"root": "/caf\udce9"}, "new": [1]}).encode()),
        SurveyDocument)
    assert document.workspace.root == "/caf\udce9"


def test_an_answer_without_tables_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no tables"):
        read_survey(Answer(document=b"{}", tables=None))
