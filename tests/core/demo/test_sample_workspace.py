import json
from collections import deque
from pathlib import Path

import pytest

from larder.core.demo.sample_marker import MARKER_FILE
from larder.core.demo.sample_workspace import make_sample_workspace
from larder.core.errors import StoreLockedError, UserFacingError
from larder.core.files.temp_names import is_process_alive, temp_name
from larder.core.jobs import CancelToken, JobCancelled, Progress, run_to_end
from larder.core.keys.payload_names import parse_temp_name
from larder.core.workspace.concepts import read_concept_file
from larder.core.workspace.onetrainer_config import read_config

HOUR = 3_600 * 10**9


def test_two_runs_with_one_clock_give_the_same_tree(sample, tmp_path, tree_of):
    again = run_to_end(
        make_sample_workspace(tmp_path / "again", clock_ns=lambda: 1_790_000_000_123_456_789))

    assert tree_of(Path(again.folder)) == tree_of(Path(sample.folder))
    assert again.drifts == sample.drifts


def test_nothing_but_the_marker_is_younger_than_an_hour(sample, tree_of):
    tree = tree_of(Path(sample.folder))

    young = [name for name, (_, at) in tree.items() if at > 1_790_000_000_123_456_789 - HOUR]

    assert young == [MARKER_FILE]


def test_most_dates_have_nanoseconds_of_their_own(sample, tree_of):
    data = [at for name, (_, at) in tree_of(Path(sample.folder)).items() if name[:5] == "data/"]

    assert len({at % 10**9 for at in data}) > 50


def test_config_and_concepts_read_as_a_trainers(sample):
    config = read_config(Path(sample.config))
    concepts = read_concept_file(Path(sample.folder) / "training_concepts/concepts.json")

    assert config.model_type == "LARDER_PATCH_MEANS"
    assert config.masked_training
    assert [concept.path for concept in concepts] == [
        "data/landscapes", "data/portraits", "data/still-life"]
    assert [concept.include_subdirectories for concept in concepts] == [True, False, False]
    assert [concept.image_variations for concept in concepts] == [1, 1, 2]
    assert all(concept.enabled for concept in concepts)


def test_report_counts_what_is_on_disk(sample):
    folder = Path(sample.folder)
    pictures = [path for path in folder.joinpath("data").rglob("*")
                if path.suffix in {".jpg", ".png", ".webp"} and "-masklabel" not in path.name]
    payloads = [path for path in folder.joinpath("workspace-cache/run").rglob("*.pt")
                if path.name != "blank_sentinel.pt"]

    assert sample.pictures == len(pictures)
    assert 55 <= sample.pictures <= 65
    assert sample.payloads == len(payloads)
    assert sample.bytes == sum(path.stat().st_size for path in payloads)


def test_interrupted_write_is_old_and_its_process_is_gone(sample):
    store = Path(sample.folder) / "workspace-cache/run/image"
    (left,) = store.glob("*.tmp")
    name = parse_temp_name(left.name)

    assert name is not None
    assert not is_process_alive(name.pid)
    assert left.stat().st_mtime_ns < 1_790_000_000_123_456_789 - 24 * HOUR


def test_a_second_call_reports_the_sample_and_writes_nothing(sample, tree_of):
    before = tree_of(Path(sample.folder))

    again = run_to_end(make_sample_workspace(Path(sample.folder)))

    assert again == sample
    assert tree_of(Path(sample.folder)) == before


def test_a_moved_sample_is_reported_with_its_new_place(tmp_path, sample):
    moved = tmp_path / "moved"
    moved.mkdir()
    (moved / MARKER_FILE).write_bytes((Path(sample.folder) / MARKER_FILE).read_bytes())

    report = run_to_end(make_sample_workspace(moved))

    assert report.folder == str(moved)
    assert report.config == str(moved / "training_presets/config.json")
    assert report.released == str(moved / "released/config.json")


def test_a_folder_with_anything_else_in_it_is_refused_untouched(tmp_path, tree_of):
    (tmp_path / "holiday.jpg").write_bytes(b"mine")
    before = tree_of(tmp_path)

    with pytest.raises(UserFacingError, match="not empty"):
        run_to_end(make_sample_workspace(tmp_path))

    assert tree_of(tmp_path) == before


def test_a_file_in_the_folders_place_is_refused(tmp_path):
    (tmp_path / "sample").write_bytes(b"mine")

    with pytest.raises(UserFacingError, match="cannot be used as a folder"):
        run_to_end(make_sample_workspace(tmp_path / "sample"))


@pytest.mark.parametrize("content", [b"{", b"[]", b'{"files": [], "format": "larder.sample/9"}'])
def test_a_marker_of_something_else_is_refused(tmp_path, content):
    (tmp_path / MARKER_FILE).write_bytes(content)

    with pytest.raises(UserFacingError):
        run_to_end(make_sample_workspace(tmp_path))

    assert (tmp_path / MARKER_FILE).read_bytes() == content


def test_without_torch_it_says_so_before_it_writes_anything(tmp_path, monkeypatch):
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)

    with pytest.raises(UserFacingError, match="PyTorch is not installed"):
        run_to_end(make_sample_workspace(tmp_path / "sample"))

    assert not (tmp_path / "sample").exists()


@pytest.mark.parametrize("litter", [[], [".DS_Store"], ["an interrupted write"]])
def test_a_folder_without_files_of_the_users_is_filled(tmp_path, litter):
    for name in litter:
        name = temp_name(MARKER_FILE) if name == "an interrupted write" else name
        (tmp_path / name).write_bytes(b"")
    job = make_sample_workspace(tmp_path)
    token_seen = [next(job) for _ in range(3)]
    job.close()

    assert all(isinstance(event, Progress) for event in token_seen)
    assert (tmp_path / MARKER_FILE).exists()


def test_a_sample_that_another_process_is_making_is_left_to_it(tmp_path, tree_of):
    first = make_sample_workspace(tmp_path / "sample")
    for _ in range(4):
        next(first)
    begun = tree_of(tmp_path / "sample")

    with pytest.raises(StoreLockedError, match="Another Larder process is making the sample"):
        run_to_end(make_sample_workspace(tmp_path / "sample"))

    assert tree_of(tmp_path / "sample") == begun
    next(first)
    first.close()
    again = make_sample_workspace(tmp_path / "sample")
    assert [next(again) for _ in range(4)]
    again.close()


def test_a_sample_is_made_where_no_lock_can_be(tmp_path, monkeypatch):
    (tmp_path / "taken").write_bytes(b"")
    monkeypatch.setenv("LARDER_CACHE_HOME", str(tmp_path / "taken"))
    job = make_sample_workspace(tmp_path / "sample")
    for _ in range(4):
        next(job)
    job.close()

    assert (tmp_path / "sample" / MARKER_FILE).exists()


class TestInterrupted:
    @pytest.mark.swept(1)
    @pytest.mark.parametrize("phase", ["building pictures", "filling other caches"])
    def test_cancel_stops_between_files_and_the_next_call_starts_again(
        self, tmp_path, sample, tree_of, phase
    ):
        token = CancelToken()
        job = make_sample_workspace(tmp_path, clock_ns=lambda: 1_790_000_000_123_456_789,
                                    token=token)
        for event in job:
            if event.phase == phase and event.done >= 15:
                token.cancel()
                break
        with pytest.raises(JobCancelled):
            deque(job, maxlen=0)
        assert json.loads((tmp_path / MARKER_FILE).read_bytes())["report"] is None

        run_to_end(make_sample_workspace(tmp_path, clock_ns=lambda: 1_790_000_000_123_456_789))

        assert tree_of(tmp_path) == tree_of(Path(sample.folder))


class TestRenewing:
    @pytest.fixture
    def half(self, tmp_path):
        """A sample whose making was stopped after a few pictures, enough to be removed."""
        job = make_sample_workspace(tmp_path)
        for _ in range(4):
            next(job)
        job.close()
        return tmp_path

    def start(self, folder):
        job = make_sample_workspace(folder)
        next(job)
        return job

    def test_removes_what_the_sample_brought_and_what_stores_gained(self, half):
        quarantine = half / "workspace-cache/run/image/.larder/quarantine/x"
        quarantine.mkdir(parents=True)
        (quarantine / "manifest.json").write_bytes(b"{}")
        (half / "data/.DS_Store").write_bytes(b"")
        picture = next((half / "data").rglob("*.jpg"))
        picture.write_bytes(b"edited by the user")

        job = self.start(half)
        for _ in range(4):
            next(job)
        job.close()

        assert not quarantine.exists()
        assert picture.read_bytes() != b"edited by the user"

    def test_refuses_when_a_file_is_not_the_samples_and_removes_nothing(self, half, tree_of):
        (half / "data/landscapes/mine.png").write_bytes(b"mine")
        before = tree_of(half)

        with pytest.raises(UserFacingError, match=r"mine\.png does not belong"):
            next(self.start(half))

        assert tree_of(half) == before

    def test_never_follows_a_link(self, half, tmp_path_factory):
        elsewhere = tmp_path_factory.mktemp("elsewhere")
        (elsewhere / "ada.jpg").write_bytes(b"mine")
        try:
            (half / "data/portraits").symlink_to(elsewhere, target_is_directory=True)
        except OSError:
            pytest.skip("this system lets nobody make links")

        with pytest.raises(UserFacingError, match="portraits does not belong"):
            next(self.start(half))

        assert (elsewhere / "ada.jpg").read_bytes() == b"mine"
