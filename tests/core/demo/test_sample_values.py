import subprocess
import sys
from pathlib import Path

import msgspec
import numpy as np
import pytest

from larder.core.clean.plan_clean import clean_plan
from larder.core.demo.drifts import BREAD, CLICKS, DAMAGED_PIXELS, FERRY
from larder.core.demo.sample_marker import SampleReport
from larder.core.demo.sample_sources import CORPUS, SOUNDS, find_shipped, list_shipped
from larder.core.demo.value_caches import (
    RULES,
    SEEN,
    LogMel,
    SquarePixels,
    read_wave,
    sample_features,
    sample_pixels,
    sample_trees,
    sample_waveforms,
)
from larder.core.encoders.section_tokens import open_section_tokens
from larder.core.encoders.value_encoder import SourceFile, ValueOptions
from larder.core.files.journal import read_journal
from larder.core.jobs import CancelToken, run_to_end
from larder.core.keys.cache_keys import TreeKey
from larder.core.payloads.open_payload import open_payload
from larder.core.queries.store_stats import store_stats
from larder.core.stores.records import read_fingerprints, read_sources
from larder.core.stores.values.listing import list_values
from larder.core.stores.values.store import ValuesStore
from larder.core.stores.values.trees.listing import check_tree, list_trees
from larder.core.stores.values.trees.store import TreesStore
from larder.core.survey.survey import survey
from larder.core.workspace.open_workspace import open_workspace
from larder.core.workspace.store_kinds import StoreFormat, StoreKind
from tests.support.reading_payloads import read_stamp
from tests.support.value_caches import damage_of

NOW_NS = 1_790_000_000_123_456_789
SHARDED = [kind for kind in StoreKind if kind.format is StoreFormat.VALUES]
STORE_FOLDERS = {**{kind: kind.value for kind in SHARDED}, StoreKind.TREE: "parameters"}
WITHOUT_EXTRAS = """
import sys
for name in ("transformers", "tokenizers", "soundfile", "soxr", "diffusers", "safetensors"):
    sys.modules[name] = None
from pathlib import Path
from larder.core.demo.sample_workspace import make_sample_workspace
from larder.core.jobs import run_to_end
run_to_end(make_sample_workspace(Path(sys.argv[1]), clock_ns=lambda: int(sys.argv[2])))
"""
SURVEY = """
import sys
from pathlib import Path
from larder.core.jobs import CancelToken, run_to_end
from larder.core.survey.survey import survey
from larder.core.workspace.open_workspace import open_workspace
report = run_to_end(survey(open_workspace(Path(sys.argv[1])), token=CancelToken()))
print(len(report.stores), *sorted({"torch", "transformers", "soundfile"} & set(sys.modules)))
"""


def run_python(code, *arguments):
    made = subprocess.run(
        [sys.executable, "-c", code, *map(str, arguments)], check=True, capture_output=True,
        text=True, encoding="utf-8", cwd=Path(__file__).parents[3])
    return made.stdout.split()


@pytest.fixture(scope="module")
def root(sample):
    return Path(sample.folder)


@pytest.fixture(scope="module")
def folder(root):
    return {kind: root / "workspace-cache/run" / name for kind, name in STORE_FOLDERS.items()}


@pytest.fixture(scope="module")
def report(sample):
    return run_to_end(survey(open_workspace(Path(sample.config)), token=CancelToken()))


def values_of(folder, kind, root, source, encoder):
    """Return the stored values of each piece of a source, None where nothing is stored."""
    store = ValuesStore(kind, folder[kind])
    return [
        store.look_up(piece.key)[0] for piece in encoder.pieces(SourceFile(root / source))]


@pytest.fixture(autouse=True)
def unflushed(monkeypatch):
    """Lookups here leave the sample's record of uses as it is."""
    monkeypatch.setattr("larder.core.stores.store_run.StoreRun._wait", lambda _: None)


class TestSamples:
    @pytest.mark.exhaustive
    def test_another_process_without_the_extra_packages_makes_the_same_files(
        self, root, tmp_path, tree_of
    ):
        run_python(WITHOUT_EXTRAS, tmp_path / "again", NOW_NS)

        assert tree_of(tmp_path / "again") == tree_of(root)

    def test_a_survey_loads_neither_torch_nor_what_reads_sounds(self, root):
        assert run_python(SURVEY, root) == ["7"]

    def test_figures_are_what_is_on_disk(self, sample, root, folder):
        listings = [
            list_values(folder[kind], kind) for kind in SHARDED] + [
            list_trees(folder[StoreKind.TREE])]

        assert sample.sounds == len(list((root / "sounds").iterdir())) == 4
        assert sample.texts == len(list((root / "corpus").iterdir())) == 6
        assert sample.values == sum(len(listing.names) for listing in listings)
        assert sample.value_bytes == sum(int(listing.sizes.sum()) for listing in listings)

    def test_every_kind_of_store_has_something_to_show(self, sample):
        assert {drift.store for drift in sample.value_drifts} == set(STORE_FOLDERS.values())
        assert {drift.verdict for drift in sample.value_drifts} == {
            "content-changed", "touched", "source-missing", "orphaned", "corrupt-payload",
            "bad-values", "temp-leftover"}

    def test_an_old_report_without_them_is_still_read(self):
        old = {"folder": "", "config": "", "pictures": 1, "entries": 1, "payloads": 1,
               "bytes": 1, "drifts": []}
        assert msgspec.convert(old, SampleReport).values == 0


class TestStores:
    @pytest.mark.parametrize("kind", SHARDED)
    def test_payloads_say_what_they_were_made_from(self, folder, kind):
        recorded = read_sources(folder[kind])

        for name in list_values(folder[kind], kind).names:
            if recorded[name].source == DAMAGED_PIXELS:
                continue
            assert damage_of(folder[kind] / name, kind) == ""
            source = read_stamp(folder[kind] / name).source
            assert (source.name, source.size, source.mtime_ns) == (
                recorded[name].source, recorded[name].size, recorded[name].mtime_ns)

    @pytest.mark.parametrize("kind", SHARDED)
    def test_the_encoder_is_known_to_journal_and_fingerprints(self, folder, kind):
        record, = read_journal(folder[kind])
        known = read_fingerprints(folder[kind])[record.detail["fingerprint"]]

        assert known.name == record.detail["encoder"]
        assert known.facts["rules"] == 1
        assert record.items == len(list_values(folder[kind], kind).names)

    def test_waveforms_are_the_files_samples(self, folder, root):
        for clip in list_shipped(SOUNDS):
            values, = values_of(folder, StoreKind.WAVEFORM, root, clip, sample_waveforms())
            if clip == CLICKS:
                assert values is None
            else:
                np.testing.assert_array_equal(
                    values["waveform"], read_wave(root / clip, RULES))

    def test_features_are_those_of_the_waveforms(self, folder, root):
        for clip in list_shipped(SOUNDS):
            values, = values_of(folder, StoreKind.AUDIO, root, clip, sample_features())
            if clip == CLICKS:
                assert values is None
            else:
                np.testing.assert_array_equal(
                    values["input_features"],
                    LogMel().features(read_wave(root / clip, RULES), RULES.sample_rate))

    def test_pixels_are_those_of_the_pictures(self, folder, root, sample):
        drifted = {
            drift.item for drift in sample.value_drifts
            if drift.store == "vision" and not drift.is_payload and drift.verdict != "touched"}
        kept = [name for name in SEEN if name not in drifted]

        for name in kept:
            values, = values_of(folder, StoreKind.VISION, root, name, sample_pixels())
            np.testing.assert_array_equal(
                values["pixel_values"], SquarePixels().pixels(root / name))
        assert len(kept) == 6

    def test_tokens_are_the_bytes_of_the_paragraphs(self, folder, root):
        encoder = open_section_tokens("bytes", ValueOptions())
        for text in list_shipped(CORPUS):
            if text in (FERRY, BREAD):
                continue
            rows = values_of(folder, StoreKind.TOKENS, root, text, encoder)
            told = tuple(bytes(row["input_ids"][1:-1].tolist()).decode() for row in rows)
            assert told == paragraphs_of(find_shipped(text))
        edited = values_of(folder, StoreKind.TOKENS, root, BREAD, encoder)
        assert edited == [None] * len(paragraphs_of(root / BREAD))

    def test_trees_come_back_as_they_were(self, folder):
        store = TreesStore(folder[StoreKind.TREE])
        for name, tree in sample_trees().items():
            assert check_tree(folder[StoreKind.TREE] / name) == ""
            assert_equal(store.get_tree(TreeKey(name)), tree)

    def test_leaves_have_many_types_and_some_have_no_axes(self, folder):
        leaves = [
            leaf for name in sample_trees()
            for leaf in TreesStore(folder[StoreKind.TREE]).get(TreeKey(name)).values()]

        assert {leaf.dtype.name for leaf in leaves} == {
            "bool", "int8", "int64", "float16", "float32", "float64"}
        assert {leaf.ndim for leaf in leaves} == {0, 1, 2}

    def test_every_payload_can_be_inspected(self, folder):
        paths = [
            *(folder[kind] / name for kind in SHARDED
              for name in list_values(folder[kind], kind).names),
            *(folder[StoreKind.TREE] / f"{name}.manifest" for name in sample_trees())]
        for path in paths:
            with open_payload(path) as payload:
                assert payload.contents().arrays


class TestOperations:
    def test_stats_tell_uses_and_unfinished_writes(self, sample):
        found = run_to_end(store_stats(
            open_workspace(Path(sample.config)), budgets={}, token=CancelToken()))
        figures = {store.id: store for store in found.stores}

        for kind in SHARDED:
            store = figures[kind.value]
            assert (store.hits, store.misses) == (2 * store.entries, store.entries)
        assert figures["parameters"].hits == 3
        assert {name for name, store in figures.items() if store.temporaries} == {
            "image", "audio", "parameters"}

    def test_a_clean_takes_what_nothing_needs_and_leaves_what_was_edited(self, sample, report):
        plan = clean_plan(report, now_ns=NOW_NS)

        offered = {
            (plan.stores[at].id, payload)
            for at, payload in zip(plan.store.tolist(), plan.payloads, strict=True)
            if plan.stores[at].kind in STORE_FOLDERS}
        assert plan.preselected.all()
        assert offered == {
            (drift.store, drift.item) for drift in sample.value_drifts if drift.is_payload}

    def test_no_text_is_of_one_paragraph_and_one_is_beyond_ascii(self):
        texts = [find_shipped(name) for name in list_shipped(CORPUS)]
        assert 5 <= len(texts) <= 8
        assert all(len(paragraphs_of(text)) > 2 for text in texts)
        assert any(not text.read_bytes().isascii() for text in texts)
        corrected = paragraphs_of(find_shipped(BREAD, "later"))
        assert corrected[:-1] == paragraphs_of(find_shipped(BREAD))[:-1] != corrected


def paragraphs_of(text):
    return tuple(text.read_text(encoding="utf-8").rstrip("\n").split("\n\n"))


def assert_equal(found, expected):
    if isinstance(expected, np.ndarray):
        assert found.dtype == expected.dtype
        np.testing.assert_array_equal(found, expected)
        return
    assert list(found) == list(expected)
    for name, value in expected.items():
        assert_equal(found[name], value)
