from __future__ import annotations

import json
import os
import posixpath
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.build.values.sources import list_sources
from larder.core.files.folder_scan import FolderListing, scan_folder
from larder.core.jobs import CancelToken, run_to_end
from larder.core.workspace.concepts import Concept, read_concepts
from larder.core.workspace.onetrainer_config import config_from
from larder.core.workspace.roots import PathFlavour
from larder.core.workspace.samples import (
    IMAGE_EXTENSIONS,
    VIDEO_EXTENSIONS,
    ConceptSamples,
    LinkRule,
    caption_of,
    captions_of,
    companion_stems,
    conditioning_of,
    enumerate_concept,
    mask_of,
    sample_extensions,
)
from larder.core.workspace.store_kinds import StoreKind

POSIX_ONLY = pytest.mark.skipif(os.name == "nt", reason="needs POSIX names and links")


def concept(*, recursive: bool = True) -> Concept:
    return read_concepts([{"path": "data", "include_subdirectories": recursive}])[0]


def samples(
    folder: Path,
    *,
    spelled: str = "data",
    recursive: bool = True,
    link_rule: LinkRule = LinkRule.SKIP,
    flavour: PathFlavour = PathFlavour.POSIX,
    **options,
) -> ConceptSamples:
    return enumerate_concept(
        concept(recursive=recursive), folder, spelled=spelled, link_rule=link_rule,
        flavour=flavour, **options)


def touch(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()
    return folder


def reference(folder: str, spelled: str, *, recursive: bool) -> list[str]:
    """The trainer's rule, written naively: walk, sort full texts, filter."""
    found = []
    for here, inside, files in os.walk(folder):
        inside[:] = [name for name in inside if not name.startswith(".")] if recursive else []
        below = os.path.relpath(here, folder)
        prefix = spelled if below == "." else posixpath.join(spelled, below.replace(os.sep, "/"))
        found += [posixpath.join(prefix, name) for name in files]
    kept = []
    for path in sorted(found):
        stem, extension = posixpath.splitext(path)
        is_companion = stem.endswith(("-masklabel", "-condlabel"))
        if extension.lower() in IMAGE_EXTENSIONS and not is_companion:
            kept.append(path)
    return kept


def test_pictures_are_found_by_extension_in_any_case(tmp_path: Path) -> None:
    touch(tmp_path, "a.PNG", "b.jpeg", "c.Webp", "d.txt", "e.gif", "f", "g.png.bak", "h.avif")
    assert samples(tmp_path).paths() == ["data/a.PNG", "data/b.jpeg", "data/c.Webp", "data/h.avif"]


def test_videos_are_samples_of_a_video_model_only() -> None:
    def extensions(model_type: str) -> frozenset[str]:
        return sample_extensions(config_from({"model_type": model_type}, where="x"))

    assert extensions("HUNYUAN_VIDEO") == IMAGE_EXTENSIONS | VIDEO_EXTENSIONS
    assert extensions("QWEN") == extensions("NEXT_1") == sample_extensions(None) == IMAGE_EXTENSIONS


def test_masks_and_conditioning_pictures_are_no_samples_whatever_their_extension(
    tmp_path: Path
) -> None:
    touch(tmp_path, "a.png", "a-masklabel.png", "a-masklabel.jpg", "a-condlabel.WEBP",
          "a-MASKLABEL.png", "-masklabel.png", "masklabel.png", "a-masklabel.b.png")
    assert samples(tmp_path).paths() == [
        "data/a-MASKLABEL.png", "data/a-masklabel.b.png", "data/a.png", "data/masklabel.png"]


def test_vae_fine_tuning_knows_no_conditioning_pictures(tmp_path: Path) -> None:
    touch(tmp_path, "a-masklabel.png", "a-condlabel.png")
    config = config_from({"training_method": "FINE_TUNE_VAE"}, where="x")
    found = samples(tmp_path, companions=companion_stems(config))
    assert found.paths() == ["data/a-condlabel.png"]


def test_hidden_files_count_hidden_folders_do_not(tmp_path: Path) -> None:
    touch(tmp_path, ".hidden.png", ".cache/a.png", "sub/.b/c.png", "sub/..d.png", ".png", "..jpg")
    assert samples(tmp_path).paths() == ["data/.hidden.png", "data/sub/..d.png"]


def test_a_concept_folder_may_itself_be_hidden(tmp_path: Path) -> None:
    touch(tmp_path / ".set", "a.png")
    assert samples(tmp_path / ".set", spelled=".set").paths() == [".set/a.png"]


def test_subfolders_are_entered_only_if_asked_for(tmp_path: Path) -> None:
    touch(tmp_path, "a.png", "sub/b.png", "sub/deep/c.png")
    assert samples(tmp_path, recursive=False).paths() == ["data/a.png"]
    assert samples(tmp_path).paths() == ["data/a.png", "data/sub/b.png", "data/sub/deep/c.png"]


def test_the_order_is_that_of_full_texts_so_it_depends_on_the_separator(tmp_path: Path) -> None:
    touch(tmp_path, "a/x.png", "aB/x.png", "a.png")
    assert samples(tmp_path).paths() == ["data/a.png", "data/a/x.png", "data/aB/x.png"]
    windows = samples(tmp_path, flavour=PathFlavour.WINDOWS)
    assert windows.paths() == ["data\\a.png", "data\\aB\\x.png", "data\\a\\x.png"]


def test_folders_come_with_their_spelling_real_path_and_rows(tmp_path: Path) -> None:
    touch(tmp_path, "a.png", "a.txt", "sub/b.png")
    found = samples(tmp_path)
    assert [(folder.spelled, folder.real) for folder in found.folders] == [
        ("data", str(tmp_path)), ("data/sub", str(tmp_path / "sub"))]
    first = found.folders[0]
    assert [first.listing.names[row] for row in first.rows] == ["a.png"]
    assert len(found) == 2


def test_the_working_folder_itself_adds_no_prefix(tmp_path: Path) -> None:
    touch(tmp_path, "a.png", "sub/b.png")
    for spelled in ("", "."):
        assert samples(tmp_path, spelled=spelled).paths() == ["a.png", "sub/b.png"]


def test_a_missing_folder_is_a_result_not_an_error(tmp_path: Path) -> None:
    found = samples(tmp_path / "gone")
    assert found.paths() == []
    assert [folder.spelled for folder in found.unreadable] == ["data"]
    assert found.unreadable[0].reason


def test_a_subfolder_that_cannot_be_listed_leaves_the_rest(tmp_path: Path) -> None:
    touch(tmp_path, "a.png", "bad/b.png", "good/c.png")

    def list_folder(real: str) -> FolderListing:
        if real.endswith("bad"):
            raise PermissionError(13, "Permission denied")
        return scan_folder(real)

    found = samples(tmp_path, list_folder=list_folder)
    assert found.paths() == ["data/a.png", "data/good/c.png"]
    assert [(folder.spelled, folder.reason) for folder in found.unreadable] == [
        ("data/bad", "Permission denied")]


@POSIX_ONLY
def test_links_are_skipped_or_followed_by_rule(tmp_path: Path) -> None:
    elsewhere = touch(tmp_path / "elsewhere", "x.png", "deep/y.png")
    data = touch(tmp_path / "data", "a.png")
    (data / "link.png").symlink_to(elsewhere / "x.png")
    (data / "linked").symlink_to(elsewhere)
    (data / "broken.png").symlink_to(tmp_path / "nowhere")
    assert samples(data).paths() == ["data/a.png"]
    assert samples(data, link_rule=LinkRule.FOLLOW).paths() == [
        "data/a.png", "data/link.png", "data/linked/deep/y.png", "data/linked/x.png"]


@POSIX_ONLY
def test_following_enters_a_folder_as_often_as_it_is_linked_but_never_in_circles(
    tmp_path: Path
) -> None:
    data = touch(tmp_path / "data", "one/a.png")
    (data / "two").symlink_to(data / "one")
    (data / "one" / "up").symlink_to(data)
    assert samples(data, link_rule=LinkRule.FOLLOW).paths() == [
        "data/one/a.png", "data/two/a.png"]


@POSIX_ONLY
def test_the_concepts_own_folder_may_be_a_link_under_either_rule(tmp_path: Path) -> None:
    touch(tmp_path / "real", "a.png")
    (tmp_path / "link").symlink_to(tmp_path / "real")
    for rule in LinkRule:
        assert samples(tmp_path / "link", link_rule=rule).paths() == ["data/a.png"]


@POSIX_ONLY
@pytest.mark.skipif(sys.platform == "darwin", reason="names are UTF-8 there")
def test_a_name_that_is_not_utf8_is_a_sample(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.png")).touch()
    assert samples(tmp_path).paths() == ["data/caf\udce9.png"]


def test_letters_that_grow_when_lowered_do_not_shift_rows(tmp_path: Path) -> None:
    touch(tmp_path, "İİ.png", "b.txt", "ΑΣ.PNG", "K.JPG")
    assert samples(tmp_path).paths() == sorted(["data/İİ.png", "data/ΑΣ.PNG", "data/K.JPG"])


@POSIX_ONLY
@pytest.mark.parametrize("walk", ["skip", "follow", "sources"])
def test_only_the_top_and_links_are_looked_up_however_deep_a_tree_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, walk: str
) -> None:
    deepest = touch(tmp_path, "/".join(["d"] * 60) + "/a.png") / "/".join(["d"] * 60)
    for name in ("one", "two"):
        (deepest / name).symlink_to(tmp_path / "d")
    asked: list[str] = []
    real_path = os.path.realpath
    monkeypatch.setattr(os.path, "realpath", lambda path: asked.append(path) or real_path(path))
    if walk == "sources":
        found = run_to_end(list_sources(tmp_path, StoreKind.VISION, token=CancelToken())).names
        expected = 3
    else:
        rule = LinkRule.SKIP if walk == "skip" else LinkRule.FOLLOW
        found = samples(tmp_path, link_rule=rule).paths()
        expected = 1 if walk == "skip" else 3
    assert len(found) == 1
    assert len(asked) == expected


names = st.text(
    alphabet=st.sampled_from("abAB.-_ ~é"), min_size=1, max_size=6
).filter(lambda name: name.strip(".") and name.strip())
endings = st.sampled_from(
    ["", ".png", ".JPG", ".txt", "-masklabel.png", "-condlabel.jpg", ".png.txt", ".tiff", ".mp4"])
file_paths = st.lists(
    st.tuples(st.lists(names, max_size=2), names, endings), max_size=12)


@POSIX_ONLY
@given(paths=file_paths, recursive=st.booleans())
def test_samples_and_order_agree_with_the_rule_written_naively(
    tmp_path_factory, paths, recursive: bool
) -> None:
    folder = tmp_path_factory.mktemp("concept")
    for folders, name, ending in paths:
        path = folder.joinpath(*folders, name + ending)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.touch()
        except OSError:
            continue  # a file stands where this path needs a folder, or the other way round
    expected = reference(str(folder), "data/set", recursive=recursive)
    for rule in LinkRule:
        found = samples(folder, spelled="data/set", recursive=recursive, link_rule=rule)
        assert found.paths() == expected
        assert len(found) == len(expected)


@pytest.mark.parametrize(
    ("path", "stem"),
    [
        ("data/a.png", "data/a"), ("a.tar.gz", "a.tar"), ("data.v2/a", "data.v2/a"),
        ("data/.hidden", "data/.hidden"), ("data/.hidden.png", "data/.hidden"),
        ("data\\cats.x\\a.png", "data\\cats.x\\a"), ("data\\cats.x\\a", "data\\cats.x\\a"),
        ("..a", "..a"), ("a.", "a"), ("", ""),
    ],
)
def test_companions_hang_on_the_stem(path: str, stem: str) -> None:
    assert caption_of(path) == f"{stem}.txt"
    assert mask_of(path) == f"{stem}-masklabel.png"
    assert conditioning_of(path) == f"{stem}-condlabel.png"


@given(st.text(alphabet="ab./-", max_size=12))
def test_the_stem_is_that_of_splitext(path: str) -> None:
    assert caption_of(path) == posixpath.splitext(path)[0] + ".txt"


@given(st.lists(st.builds(
    "".join, st.tuples(
        st.sampled_from(("", "data/", "data\\", "/a.b/")),
        st.sampled_from(("a", "a.b", ".a", "..", "", "a.png", "\0a.png", "\udcff")),
        st.sampled_from((".png", ".jpg", ".jpeg", ".PNG", ".gif", "", ".txt")))), max_size=4))
def test_captions_of_many_are_those_of_each(paths: list[str]) -> None:
    assert captions_of(paths) == list(map(caption_of, paths))


def test_the_trainers_own_cache_names_these_samples(unpacked_fixture) -> None:
    folder = unpacked_fixture("sdxl_clean")
    index = json.loads((folder / "workspace-cache/run/image/cache.json").read_bytes())
    rows = {
        row["metadata"]["source_index"]: key
        for key, entry in index["entries"].items() for row in entry["sourceless_rows"].values()
    }
    concepts = read_concepts(
        json.loads((folder / "training_concepts/concepts.json").read_bytes()))
    listed: list[str] = []
    for one in concepts:
        listed += enumerate_concept(
            one, folder / one.path, spelled=one.path, link_rule=LinkRule.SKIP,
            flavour=PathFlavour.POSIX).paths()
    assert listed == [rows[position] for position in sorted(rows)]
