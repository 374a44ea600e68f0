"""A survey of single values lists each folder once and opens no payload unless it is asked to."""

from __future__ import annotations

import builtins
import os
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from larder.core.keys.cache_keys import WaveformKey
from larder.core.keys.hash_memory import FINE_UNSETTLED_NS
from larder.core.queries.finding_remedies import find_remedies
from larder.core.queries.tables import entry_columns, payload_columns
from larder.core.requests.surveying import plan_clean
from larder.core.stores.records import (
    RecordedSource,
    note_fingerprint,
    note_sources,
    read_sources,
)
from larder.core.stores.values.store import ValuesStore
from larder.core.survey.report import Depth, SurveyReport
from larder.core.survey.values.facts import ValueFacts, read_value
from larder.core.survey.verdicts import PayloadVerdict, Verdict
from larder.core.workspace.store_kinds import StoreKind
from tests.support.surveying import payload_verdicts, run_survey, store_of, verdicts, why
from tests.support.value_caches import (
    PROCESSOR,
    audio_entry,
    date_back,
    dlm_store,
    recorded_picture,
    tree_entry,
    vision_entry,
    waveform_entry,
)

ENTRIES = 10_000


@pytest.fixture(scope="module")
def crowded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """10,000 payloads of one byte in 256 shards."""
    root = tmp_path_factory.mktemp("crowded") / "vl-cache"
    for shard in range(256):
        (root / f"{shard:02x}").mkdir(parents=True)
    for number in range(ENTRIES):
        shard = number % 256
        name = f"{shard:02x}{number:062x}.{PROCESSOR[:12]}.8x8.npz"
        (root / f"{shard:02x}" / name).write_bytes(b"0")
    return root


def test_ten_thousand_values_take_one_listing_per_folder_and_no_opening(
    crowded: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    listed: list[str] = []
    opened: list[str] = []
    scan, open_file, open_descriptor = os.scandir, builtins.open, os.open

    def counted_scan(path: object = ".") -> object:
        listed.append(str(path))
        return scan(path)

    def counted_open(path: object, *arguments: object, **options: object) -> object:
        opened.append(str(path))
        return open_file(path, *arguments, **options)

    def counted_descriptor(path: object, *arguments: object, **options: object) -> int:
        opened.append(str(path))
        return open_descriptor(path, *arguments, **options)

    monkeypatch.setattr(os, "scandir", counted_scan)
    monkeypatch.setattr(builtins, "open", counted_open)
    monkeypatch.setattr(os, "open", counted_descriptor)
    report = run_survey(crowded)
    monkeypatch.undo()
    survey = store_of(report, "vision")
    assert len(survey.rows) == ENTRIES
    assert (survey.rows.verdicts == Verdict.VALID).all()
    assert not [path for path in opened if path.endswith(".npz")]
    # 256 shards and the store once; a few more to see what the folder is.
    assert len(listed) <= 256 + 1 + 12
    remedies = find_remedies(report, plan_clean(report))
    assert entry_columns(report, remedies)["bytes"].shape == (ENTRIES,)
    assert payload_columns(report, remedies)["bytes"].shape == (0,)


def test_every_cache_of_a_document_is_valid_at_every_depth(tmp_path: Path) -> None:
    root = dlm_store(tmp_path / "doc")
    for depth in Depth:
        report = run_survey(root, depth=depth)
        for store in report.stores:
            found = verdicts(report, store.location.id)
            assert set(found.values()) == {"valid"}, (depth, found)
            assert set(payload_verdicts(report, store.location.id).values()) == {"referenced"}
    assert not list(root.rglob(".larder"))


@pytest.mark.parametrize("damage", [
    b"", b"not a real npz", b"\0" * 700, "half", "flip", "other member", "other shape"])
def test_what_no_reader_can_use_is_corrupt(tmp_path: Path, damage: bytes | str) -> None:
    root = tmp_path / "vl-cache"
    name = vision_entry(root, 1)
    path = root / name
    whole = path.read_bytes()
    if isinstance(damage, bytes):
        path.write_bytes(damage)
    elif damage == "half":
        path.write_bytes(whole[:len(whole) // 2])
    elif damage == "flip":
        path.write_bytes(whole[:200] + bytes([whole[200] ^ 1]) + whole[201:])
    else:
        with path.open("wb") as file:
            if damage == "other member":
                np.savez(file, pixels=np.ones((1, 3, 4, 4), np.float32))
            else:
                np.savez(file, pixel_values=np.ones(7, np.int16))
    # What has any size is opened only by a survey that opens all.
    assert verdicts(run_survey(root), "vision") == {
        name: "corrupt-payload" if damage == b"" else "valid"}
    report = run_survey(root, depth=Depth.PAYLOAD)
    assert verdicts(report, "vision") == {name: "corrupt-payload"}
    sentence = why(report, "vision", name)
    assert sentence
    assert "\n" not in sentence


def test_nan_is_a_bad_value(tmp_path: Path) -> None:
    root = tmp_path / "audio-cache"
    name = audio_entry(root, 1)
    with (root / name).open("wb") as file:
        np.savez(file, input_features=np.full((1, 80, 6), np.nan, np.float32))
    report = run_survey(root, depth=Depth.PAYLOAD)
    assert verdicts(report, "audio") == {name: "bad-values"}
    assert why(report, "audio", name) == "input_features contains 480 NaN of 480 values"


def opened(report: SurveyReport) -> dict[str, tuple[int, int]]:
    """Store -> its values, and how many of them were read."""
    return {store.location.id: (store.looked_into.files, store.looked_into.read)
            for store in report.stores if store.looked_into is not None}


def wait_until_settled() -> None:
    """Wait until the last changes are old enough to be remembered.

    A change made a moment ago is not.

    A change made a moment ago is not.
    """
    time.sleep(FINE_UNSETTLED_NS / 1e9 * 1.2)


def test_a_second_look_reads_no_value_again(tmp_path: Path) -> None:
    root = dlm_store(tmp_path / "doc")
    wait_until_settled()
    first = opened(run_survey(root, depth=Depth.PAYLOAD))
    assert len(first) > 2
    assert all(files == read > 0 for files, read in first.values())
    again = run_survey(root, depth=Depth.PAYLOAD)
    assert opened(again) == {store: (files, 0) for store, (files, _) in first.items()}


def test_a_tree_whose_data_changed_below_its_date_is_read_again(tmp_path: Path) -> None:
    root = tmp_path / "trees"
    for stem in ("one", "two"):
        tree_entry(root, stem, {"a/b": np.arange(32, dtype=np.float32)})
    wait_until_settled()
    assert opened(run_survey(root, depth=Depth.PAYLOAD)) == {"tree": (2, 2)}
    data = next(root.glob("two*.data"))
    content, status = data.read_bytes(), data.stat()
    data.write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    os.utime(data, ns=(status.st_atime_ns, status.st_mtime_ns))
    changed = run_survey(root, depth=Depth.PAYLOAD)
    assert opened(changed) == {"tree": (2, 1)}


def test_unfinished_writes_and_foreign_files_are_told_apart(tmp_path: Path) -> None:
    root = tmp_path / "vl-cache"
    name = vision_entry(root, 1)
    (root / f"{name}.tmp.4711.0123abcd").write_bytes(b"half")
    (root / name[:2] / "readme.txt").write_text("mine")
    (root / "sub").mkdir()
    date_back(root)
    report = run_survey(root)
    assert payload_verdicts(report, "vision") == {
        name: "referenced", f"{name}.tmp.4711.0123abcd": "temp-leftover"}
    files = store_of(report, "vision").payloads
    assert files.foreign == (f"{name[:2]}/readme.txt", "sub")
    assert PayloadVerdict.FOREIGN not in files.verdicts


def test_a_link_in_a_shard_is_nobodys_value(tmp_path: Path) -> None:
    root = tmp_path / "vl-cache"
    name = vision_entry(root, 1)
    other = vision_entry(tmp_path / "elsewhere", 2)
    (root / other).parent.mkdir(exist_ok=True)
    (root / other).symlink_to(tmp_path / "elsewhere" / other)
    report = run_survey(root)
    assert verdicts(report, "vision") == {name: "valid"}
    assert store_of(report, "vision").payloads.foreign == (other,)


def test_a_source_is_found_under_the_concept_that_holds_it(
    fixture_workspace, tmp_path: Path
) -> None:
    folder = fixture_workspace("sdxl_clean")
    root = folder / "workspace-cache" / "run" / "pixels"
    picture = next((folder / "data").rglob("*.png"))
    status = picture.stat()
    name = vision_entry(root, 1)
    note_sources(root, [RecordedSource(
        name=name, source=picture.relative_to(folder).as_posix(), size=status.st_size,
        mtime_ns=status.st_mtime_ns)])
    report = run_survey(folder / "training_presets" / "config.json")
    survey = store_of(report, "pixels")
    assert survey.rows.source(0) == picture.relative_to(folder).as_posix()
    assert survey.rows.concept[0] >= 0
    assert report.roots[survey.rows.root[0]].indexed == 1
    assert all("pixels" not in concept.stores for concept in report.concepts)
    assert all("image" in concept.stores for concept in report.concepts)


def test_a_torn_line_of_the_record_says_nothing(tmp_path: Path) -> None:
    one = RecordedSource(name="ab/a.npz", source="/x/1.png", size=1, mtime_ns=2, digest="d")
    note_sources(tmp_path, [one])
    with (tmp_path / ".larder" / "sources.jsonl").open("ab") as file:
        file.write(b'{"name": "ab/b.n')
    other = RecordedSource(name="ab/c.npz", source="/x/2.png", size=1, mtime_ns=2)
    note_sources(tmp_path, [other])
    assert read_sources(tmp_path) == {"ab/a.npz": one, "ab/c.npz": other}


def sealed_sound(root: Path) -> str:
    key = WaveformKey("ab" * 32, 16_000, 1 << 18)
    with ValuesStore(StoreKind.WAVEFORM, root) as store:
        store.put(key, {"waveform": np.linspace(-1, 1, 1 << 18, dtype=np.float32)})
    return key.name()


@pytest.mark.skipif(not Path("/proc/self/io").exists(), reason="only Linux counts what is read")
@pytest.mark.parametrize(("kind", "make"), [
    (StoreKind.VISION, lambda root: vision_entry(root, 1, size=300)),
    (StoreKind.WAVEFORM, sealed_sound),
    (StoreKind.TREE, lambda root: tree_entry(root, "unet", {"w": np.ones(1 << 18)}))])
def test_a_value_is_read_once(
        tmp_path: Path, kind: StoreKind, make: Callable[[Path], str]) -> None:
    name = make(tmp_path)
    size = sum(path.stat().st_size for path in tmp_path.rglob("*") if path.is_file())
    assert size > 1_000_000
    read = []
    for _ in range(2):  # the first one loads modules, too
        before = Path("/proc/self/io").read_text("ascii")
        assert isinstance(read_value(tmp_path / name, name, kind), ValueFacts)
        read = [int(text.split()[1]) for text in (before, Path("/proc/self/io").read_text("ascii"))]
    assert 0.9 * size < read[1] - read[0] < 1.3 * size


@pytest.mark.parametrize("depth", [Depth.STAT, Depth.PAYLOAD])
def test_settings_that_nothing_records_are_said_not_to_show(tmp_path: Path, depth: Depth) -> None:
    for number in range(2):
        vision_entry(tmp_path / "vl-cache", number)
        audio_entry(tmp_path / "audio-cache", number)
        waveform_entry(tmp_path / "wave-cache", number)
    for store in ("vl-cache", "audio-cache"):
        (finding,) = run_survey(tmp_path / store, depth=depth).problems
        assert finding.problem == (
            "It is not recorded from which files and with which settings 2 of 2 cached files were "
            "made, so edited files and other settings are not noticed.")
    assert not run_survey(tmp_path / "wave-cache", depth=depth).problems
    recorded_picture(tmp_path / "own", tmp_path / "a.png", b"a picture")
    assert not run_survey(tmp_path / "own", depth=depth).problems


@pytest.mark.parametrize(("store", "entry"), [
    ("vl-cache", vision_entry), ("audio-cache", audio_entry)])
def test_values_of_another_program_are_judged_by_the_digits_that_it_names_them_by(
    tmp_path: Path, store: str, entry: Callable[[Path, int], str]
) -> None:
    folder = tmp_path / store
    names = [entry(folder, number) for number in range(3)]
    digits = names[0].rpartition("/")[2].split(".")[1]
    other = folder / names[2].replace(digits, "0" * 12)
    (folder / names[2]).rename(other)
    note_fingerprint(folder, "ab" * 32, {}, name="clip", of_program=(digits + "e" * 52,))
    (finding,) = run_survey(folder).problems
    assert finding.hint.endswith(
        "Judged by the digits in their names, which leave out some settings: 2 made with clip, "
        "1 made with a processor that is not recorded here.")
    (folder / ".larder" / "fingerprints.jsonl").unlink()
    (finding,) = run_survey(folder).problems
    assert "Judged" not in finding.hint
