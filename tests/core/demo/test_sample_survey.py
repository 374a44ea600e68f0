from pathlib import Path

import pytest

from larder.core.jobs import CancelToken, run_to_end
from larder.core.survey.report import Depth
from larder.core.survey.survey import survey
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.open_workspace import open_workspace
from tests.support.sample_verdicts import TRAINERS, drifts_seen

OTHERS = ["audio", "parameters", "tokens", "vision", "waveform"]

AS_IT_SHOULD_BE = {PayloadVerdict.REFERENCED, PayloadVerdict.SENTINEL}


@pytest.mark.swept(3)
@pytest.mark.parametrize("depth", Depth)
@pytest.mark.parametrize("opened", ["config", "folder"])
def test_survey_finds_every_drift_and_nothing_else(sample, depth, opened, tree_of):
    before = tree_of(Path(sample.folder))

    report = run_to_end(survey(
        open_workspace(Path(getattr(sample, opened))), depth=depth, token=CancelToken()))

    entries = {
        (store.location.id, store.rows.source(row)): Verdict(verdict).name_in_contract
        for store in report.stores for row, verdict in enumerate(store.rows.verdicts)
        if Verdict(verdict) is not Verdict.VALID
    }
    payloads = {
        (store.location.id, store.payloads.names[row]): PayloadVerdict(verdict).name_in_contract
        for store in report.stores for row, verdict in enumerate(store.payloads.verdicts)
        if PayloadVerdict(verdict) not in AS_IT_SHOULD_BE
    }
    assert entries == drifts_seen(sample, depth, is_payload=False)
    assert payloads == drifts_seen(sample, depth, is_payload=True)
    assert report.problems == ()
    assert tree_of(Path(sample.folder)) == before


def test_no_store_looks_busy_and_both_indexes_are_whole(sample):
    report = run_to_end(survey(open_workspace(Path(sample.config)), token=CancelToken()))

    assert [store.location.id for store in report.stores] == [*TRAINERS, *OTHERS]
    assert {store.busy for store in report.stores} == {()}
    assert all(store.index.whole for store in report.stores[:2])
    assert [store.location.kind.value for store in report.stores[2:]] == [
        "audio", "tree", "tokens", "vision", "waveform"]
    assert not any(store.payloads.foreign for store in report.stores)
    assert sum(store in TRAINERS for concept in report.concepts for store in concept.stores) == 6
