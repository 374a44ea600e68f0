from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from larder.core.errors import StalePlanError, UserFacingError, WorkspaceError
from larder.core.workspace.open_workspace import StoreKind, Workspace, WorkspaceKind, open_workspace
from larder.core.workspace.roots import PathMap
from larder.core.workspace.store_locations import require_planned_store

LEGACY_GROUP = "ab" * 32


def write(path: Path, raw: object) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(raw), encoding="utf-8")
    return path


def indexed_store(folder: Path, *keys: str) -> Path:
    entries = {key: {"hash": "0" * 16, "mtime": 1.0, "modeltype": "X", "variants": {}}
               for key in keys}
    write(folder / "cache.json", {"version": 3, "entries": entries, "hash_index": {}})
    return folder


def released_store(folder: Path) -> Path:
    variation = folder / LEGACY_GROUP / "variation-0"
    variation.mkdir(parents=True)
    (variation / "aggregate.pt").touch()
    return folder


def kinds(workspace: Workspace) -> dict[str, StoreKind]:
    return {store.id: store.kind for store in workspace.stores}


def spelled(workspace: Workspace) -> dict[str, str]:
    return {store.id: store.spelled for store in workspace.stores}


FIXTURES = {
    "sdxl_clean": (StoreKind.INDEXED_IMAGE, StoreKind.INDEXED_TEXT),
    "sdxl_v2_index": (StoreKind.INDEXED_IMAGE, StoreKind.INDEXED_TEXT),
    "sd15_legacy_diskcache": (StoreKind.RELEASED_IMAGE, StoreKind.RELEASED_TEXT),
}


@pytest.mark.parametrize("name", FIXTURES)
@pytest.mark.parametrize("given", ["", "training_presets/config.json"])
def test_a_trainers_folder_and_its_config_open_the_same(unpacked_fixture, name, given) -> None:
    folder = unpacked_fixture(name)
    workspace = open_workspace(folder / given)
    assert workspace.kind is WorkspaceKind.CONFIG
    assert workspace.root == folder
    assert workspace.opened == folder / given
    assert workspace.config_path == folder / "training_presets/config.json"
    assert workspace.config is not None
    assert len(workspace.concepts) == 2
    assert kinds(workspace) == dict(zip(("image", "text"), FIXTURES[name], strict=True))
    assert spelled(workspace) == {
        "image": "workspace-cache/run/image", "text": "workspace-cache/run/text"}
    assert all(store.exists for store in workspace.stores)
    assert workspace.problems == ()
    assert all(workspace.locate(concept).exists for concept in workspace.concepts)


@pytest.mark.parametrize("name", FIXTURES)
def test_a_bare_cache_folder_finds_its_stores_and_root(unpacked_fixture, name) -> None:
    folder = unpacked_fixture(name)
    for given in ("workspace-cache", "workspace-cache/run"):
        workspace = open_workspace(folder / given)
        assert workspace.kind is WorkspaceKind.FOLDER
        assert workspace.root == folder
        assert (workspace.config, workspace.concepts) == (None, ())
        assert kinds(workspace) == dict(zip(("image", "text"), FIXTURES[name], strict=True))
        assert spelled(workspace)["image"] == "workspace-cache/run/image"


@pytest.mark.parametrize("name", FIXTURES)
@pytest.mark.parametrize(("store", "at"), [("image", 0), ("text", 1)])
def test_one_store_folder_opens_alone(unpacked_fixture, name, store, at) -> None:
    folder = unpacked_fixture(name)
    workspace = open_workspace(folder / "workspace-cache/run" / store)
    assert workspace.kind is WorkspaceKind.STORE
    assert workspace.root == folder
    assert kinds(workspace) == {store: FIXTURES[name][at]}


def test_opening_writes_nothing(fixture_workspace) -> None:
    folder = fixture_workspace("sdxl_drifted")
    before = {path: path.lstat() for path in folder.rglob("*")}
    for given in ("", "workspace-cache", "workspace-cache/run/image"):
        open_workspace(folder / given)
    after = {path: path.lstat() for path in folder.rglob("*")}
    assert {path: (s.st_size, s.st_mtime_ns) for path, s in before.items()} == {
        path: (s.st_size, s.st_mtime_ns) for path, s in after.items()}


def test_a_config_and_concepts_can_be_added_to_a_bare_folder(unpacked_fixture) -> None:
    folder = unpacked_fixture("sdxl_clean")
    bare = folder / "workspace-cache/run"
    with_config = open_workspace(bare, config=folder / "training_presets/config.json")
    assert with_config.kind is WorkspaceKind.FOLDER
    assert with_config.config is not None
    assert len(with_config.concepts) == 2
    with_list = open_workspace(bare, concepts=folder / "training_concepts/concepts.json")
    assert (with_list.config, len(with_list.concepts)) == (None, 2)


def test_a_concept_list_given_replaces_the_configs(tmp_path: Path) -> None:
    config = write(tmp_path / "c.json", {"model_type": "QWEN", "concepts": [{"name": "packed"}]})
    other = write(tmp_path / "lists" / "other.json", [{"name": "given", "enabled": False}])
    assert [c.name for c in open_workspace(config).concepts] == ["packed"]
    assert [c.name for c in open_workspace(config, concepts=other).concepts] == ["given"]


def test_a_config_without_caches_lists_both_stores_as_absent(tmp_path: Path) -> None:
    config = write(tmp_path / "config.json", {"model_type": "QWEN"})
    workspace = open_workspace(config)
    assert kinds(workspace) == {"image": StoreKind.INDEXED_IMAGE, "text": StoreKind.INDEXED_TEXT}
    assert not any(store.exists for store in workspace.stores)
    assert workspace.root == tmp_path
    assert [finding.where for finding in workspace.problems] == ["training_concepts/concepts.json"]


def test_an_absent_store_takes_the_format_of_its_sibling(tmp_path: Path) -> None:
    config = write(tmp_path / "config.json", {"cache_dir": "cache", "concepts": []})
    released_store(tmp_path / "cache" / "text")
    workspace = open_workspace(config)
    assert kinds(workspace) == {"image": StoreKind.RELEASED_IMAGE, "text": StoreKind.RELEASED_TEXT}
    assert [store.exists for store in workspace.stores] == [False, True]


def test_a_folder_with_old_groups_and_a_new_index_is_two_stores(tmp_path: Path) -> None:
    config = write(tmp_path / "config.json", {"cache_dir": "cache", "concepts": []})
    indexed_store(released_store(tmp_path / "cache" / "image"), "data/a.png")
    workspace = open_workspace(config)
    assert kinds(workspace) == {
        "image": StoreKind.INDEXED_IMAGE, "image-legacy": StoreKind.RELEASED_IMAGE,
        "text": StoreKind.INDEXED_TEXT,
    }
    assert workspace.stores[0].path == workspace.stores[1].path
    assert open_workspace(tmp_path / "cache" / "image").store("image-legacy") is not None


def test_vae_fine_tuning_caches_in_the_cache_folder_itself(tmp_path: Path) -> None:
    config = write(tmp_path / "config.json", {
        "training_method": "FINE_TUNE_VAE", "cache_dir": "cache", "concepts": []})
    indexed_store(tmp_path / "cache", "data/a.png")
    (tmp_path / "cache" / "quantization").mkdir()
    (store,) = open_workspace(config).stores
    assert (store.id, store.kind, store.spelled) == ("image", StoreKind.INDEXED_IMAGE, "cache")
    assert store.exists


def test_other_stores_beside_a_configs_own_are_listed_weights_never(tmp_path: Path) -> None:
    config = write(tmp_path / "config.json", {"cache_dir": "cache", "concepts": []})
    indexed_store(tmp_path / "cache" / "mask", "data/a-masklabel.png")
    indexed_store(tmp_path / "cache" / "quantization", "data/a.png")
    (tmp_path / "cache" / "notes").mkdir()
    assert kinds(open_workspace(config)) == {
        "image": StoreKind.INDEXED_IMAGE, "text": StoreKind.INDEXED_TEXT,
        "mask": StoreKind.INDEXED_IMAGE}


def test_several_caches_below_a_folder_are_told_apart_by_their_paths(tmp_path: Path) -> None:
    for run in ("a", "b"):
        indexed_store(tmp_path / "runs" / run / "image", "data/a.png")
        indexed_store(tmp_path / "runs" / run / "text", "data/a.txt")
    workspace = open_workspace(tmp_path)
    assert list(kinds(workspace)) == [
        "runs/a/image", "runs/a/text", "runs/b/image", "runs/b/text"]


@pytest.mark.parametrize(
    ("keys", "kind"),
    [
        (["data/a.png", "data/b.png"], StoreKind.INDEXED_IMAGE),
        (["data/a.txt", "data/b.TXT"], StoreKind.INDEXED_TEXT),
        ([], StoreKind.INDEXED_IMAGE),
    ],
)
def test_a_store_of_another_name_is_known_by_its_keys(
    tmp_path: Path, keys: list[str], kind: StoreKind
) -> None:
    indexed_store(tmp_path / "renamed", *keys)
    (store,) = open_workspace(tmp_path / "renamed").stores
    assert (store.kind, store.id) == (kind, kind.content.value)


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (["0123456789ab_128x192_1.pt"], StoreKind.INDEXED_IMAGE),
        (["0123456789ab_1.pt"], StoreKind.INDEXED_TEXT),
    ],
)
def test_a_store_that_lost_its_index_is_known_by_its_payload_names(
    tmp_path: Path, names: list[str], kind: StoreKind
) -> None:
    for name in names:
        (tmp_path / name).touch()
    assert open_workspace(tmp_path).stores[0].kind is kind


def test_a_store_whose_index_is_cut_is_known_by_what_is_left(tmp_path: Path) -> None:
    store = indexed_store(tmp_path / "cache", "data/a.txt", "data/b.txt")
    whole = (store / "cache.json").read_bytes()
    (store / "cache.json").write_bytes(whole[:150])
    assert open_workspace(store).stores[0].kind is StoreKind.INDEXED_TEXT
    (store / "cache.json").write_bytes(b"")
    (store / "cache.json.bak").write_bytes(whole)
    assert open_workspace(store).stores[0].kind is StoreKind.INDEXED_TEXT


@pytest.mark.parametrize(
    ("name", "kind"), [("image", StoreKind.RELEASED_IMAGE), ("text", StoreKind.RELEASED_TEXT)])
def test_an_old_store_of_another_name_is_known_by_what_it_recorded(
    fixture_workspace, name: str, kind: StoreKind
) -> None:
    folder = fixture_workspace("sd15_legacy_diskcache")
    renamed = (folder / "workspace-cache/run" / name).rename(folder / "renamed")
    assert open_workspace(renamed).stores[0].kind is kind


def test_the_root_of_an_old_store_is_found_by_the_pictures_it_recorded(fixture_workspace) -> None:
    folder = fixture_workspace("sd15_legacy_diskcache")
    shutil.rmtree(folder / "training_presets")
    shutil.rmtree(folder / "training_concepts")
    assert open_workspace(folder / "workspace-cache/run/image").root == folder
    for aggregate in folder.rglob("aggregate.pt"):
        aggregate.write_bytes(b"damaged")
    store = folder / "workspace-cache/run/image"
    assert open_workspace(store).root == store


def test_a_foreign_cache_json_is_no_store(tmp_path: Path) -> None:
    write(tmp_path / "cache.json", {"responses": []})
    with pytest.raises(WorkspaceError, match="looks like a cache"):
        open_workspace(tmp_path)


def test_the_root_is_the_nearest_folder_above_that_holds_the_indexed_files(tmp_path: Path) -> None:
    store = indexed_store(tmp_path / "project/caches/run/image", "data/a.png", "data/gone.png")
    (tmp_path / "project/data").mkdir()
    (tmp_path / "project/data/a.png").touch()
    (tmp_path / "data").mkdir()
    (tmp_path / "data/a.png").touch()
    assert open_workspace(store).root == tmp_path / "project"


def test_windows_keys_find_their_root_too(tmp_path: Path) -> None:
    store = indexed_store(tmp_path / "cache/image", "data\\cats\\a.png")
    (tmp_path / "data/cats").mkdir(parents=True)
    (tmp_path / "data/cats/a.png").touch()
    assert open_workspace(store).root == tmp_path


def test_with_all_sources_away_the_root_is_where_onetrainers_folders_are(tmp_path: Path) -> None:
    store = indexed_store(tmp_path / "workspace-cache/run/image", "data/a.png")
    assert open_workspace(store).root == store
    (tmp_path / "training_presets").mkdir()
    assert open_workspace(store).root == tmp_path


def test_a_root_given_wins_and_must_exist(tmp_path: Path) -> None:
    config = write(tmp_path / "here/config.json", {"cache_dir": "cache", "concepts": []})
    (tmp_path / "there").mkdir()
    workspace = open_workspace(config, root=tmp_path / "there")
    assert workspace.root == tmp_path / "there"
    assert workspace.stores[0].path == tmp_path / "there/cache/image"
    with pytest.raises(WorkspaceError, match="root folder"):
        open_workspace(config, root=tmp_path / "nowhere")


def test_the_root_of_a_config_is_the_nearest_folder_with_onetrainers_folders(
    tmp_path: Path
) -> None:
    config = write(tmp_path / "ot/mine/deep/config.json", {"concepts": [], "model_type": "QWEN"})
    assert open_workspace(config).root == config.parent
    (tmp_path / "ot/training_concepts").mkdir()
    assert open_workspace(config).root == tmp_path / "ot"


def test_an_absolute_cache_folder_of_another_system_goes_through_the_maps(tmp_path: Path) -> None:
    config = write(tmp_path / "config.json", {"cache_dir": "D:\\cache\\run", "concepts": []})
    indexed_store(tmp_path / "d/cache/run/image", "data\\a.png")
    assert not any(store.exists for store in open_workspace(config).stores)
    workspace = open_workspace(config, maps=[PathMap("D:", str(tmp_path / "d"))])
    assert [store.exists for store in workspace.stores] == [True, False]
    assert spelled(workspace)["image"] == "D:\\cache\\run\\image"


def test_a_missing_concept_file_is_a_finding(tmp_path: Path) -> None:
    config = write(tmp_path / "config.json", {"concept_file_name": "lists/mine.json"})
    workspace = open_workspace(config)
    assert workspace.concepts == ()
    (finding,) = workspace.problems
    assert finding.where == "lists/mine.json"
    assert str(tmp_path / "lists/mine.json") in finding.problem


def test_a_missing_concept_folder_is_a_finding_unless_it_is_disabled(tmp_path: Path) -> None:
    (tmp_path / "here").mkdir()
    config = write(tmp_path / "config.json", {"cache_dir": "cache", "concepts": [
        {"name": "here", "path": "here"},
        {"name": "gone", "path": "sets/of/gone"},
        {"name": "off", "path": "off", "enabled": False},
    ]})
    (finding,) = open_workspace(config).problems
    assert finding.where == "sets/of/gone"
    assert '"gone"' in finding.problem


def test_a_dataset_is_looked_up_in_the_hub_cache_the_config_names(tmp_path: Path) -> None:
    snapshot = tmp_path / "hub/datasets--owner--cats/snapshots/aaa"
    snapshot.mkdir(parents=True)
    raw = {"concepts": [{"path": "owner/cats"}], "huggingface_cache_dir": "hub"}
    workspace = open_workspace(write(tmp_path / "config.json", raw))
    assert workspace.problems == ()
    assert workspace.locate(workspace.concepts[0]).real == snapshot
    raw.pop("huggingface_cache_dir")
    (finding,) = open_workspace(write(tmp_path / "config.json", raw)).problems
    assert "Hugging Face cache" in finding.problem


def test_an_unknown_model_type_and_a_bad_resolution_are_findings(tmp_path: Path) -> None:
    raw = {"model_type": "NEXT_1", "resolution": "large", "concepts": []}
    model, resolution = open_workspace(write(tmp_path / "c.json", raw)).problems
    assert "resolutions cannot be judged" in model.problem
    assert '"large"' in resolution.problem


@pytest.mark.parametrize("content", ['{"model_type": ', "[1, 2]", '{"lr": 1}', '{"concepts": 3}'])
def test_a_file_that_is_no_config_is_one_sentence(tmp_path: Path, content: str) -> None:
    file = tmp_path / "config.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(WorkspaceError):
        open_workspace(file)


def test_a_bad_concept_file_is_one_sentence_not_a_finding(tmp_path: Path) -> None:
    config = write(tmp_path / "config.json", {"concept_file_name": "c.json"})
    (tmp_path / "c.json").write_text("[{]", encoding="utf-8")
    with pytest.raises(WorkspaceError, match=r"c\.json is not valid JSON"):
        open_workspace(config)


def test_nothing_there_and_an_empty_folder_are_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(WorkspaceError, match="nothing at"):
        open_workspace(tmp_path / "gone")
    with pytest.raises(WorkspaceError, match="looks like a cache"):
        open_workspace(tmp_path)


def test_an_index_file_points_to_its_folder(tmp_path: Path) -> None:
    store = indexed_store(tmp_path / "image", "data/a.png")
    with pytest.raises(WorkspaceError, match="index of a cache") as raised:
        open_workspace(store / "cache.json")
    assert str(store) in raised.value.hint


def test_a_config_cannot_be_added_to_a_config(tmp_path: Path) -> None:
    config = write(tmp_path / "config.json", {"concepts": []})
    with pytest.raises(WorkspaceError, match="can be added only to a folder"):
        open_workspace(config, config=config)


def test_of_several_configs_none_is_taken_and_all_are_named(tmp_path: Path) -> None:
    for name in ("a", "b"):
        write(tmp_path / f"training_presets/{name}.json", {"model_type": "QWEN"})
    write(tmp_path / "notes.json", {"text": "not a config"})
    with pytest.raises(WorkspaceError, match="2 configs"):
        open_workspace(tmp_path)
    indexed_store(tmp_path / "workspace-cache/run/image", "data/a.png")
    workspace = open_workspace(tmp_path)
    assert (workspace.kind, workspace.config) == (WorkspaceKind.FOLDER, None)
    (finding,) = workspace.problems
    assert "training_presets/a.json, training_presets/b.json" in finding.problem
    assert "--config" in finding.hint


def test_the_config_of_a_model_is_not_taken_for_a_trainers(tmp_path: Path) -> None:
    write(tmp_path / "config.json", {"model_type": "clip_text_model", "hidden_size": 768})
    indexed_store(tmp_path / "image", "data/a.png")
    assert open_workspace(tmp_path).config is None


def test_a_broken_json_beside_the_caches_is_a_finding(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text("{", encoding="utf-8")
    with pytest.raises(WorkspaceError, match="not valid JSON"):
        open_workspace(tmp_path)
    indexed_store(tmp_path / "image", "data/a.png")
    (finding,) = open_workspace(tmp_path).problems
    assert "not valid JSON" in finding.problem


def test_links_between_folders_do_not_send_the_search_in_circles(tmp_path: Path) -> None:
    indexed_store(tmp_path / "real/image", "data/a.png")
    try:
        (tmp_path / "real/up").symlink_to(tmp_path, target_is_directory=True)
        (tmp_path / "loop").symlink_to(tmp_path / "loop")
        (tmp_path / "also").symlink_to(tmp_path / "real/image", target_is_directory=True)
    except OSError:
        pytest.skip("links cannot be made here")
    assert len(open_workspace(tmp_path).stores) == 1


def test_hidden_folders_are_not_searched(tmp_path: Path) -> None:
    store = indexed_store(tmp_path / "image", "data/a.png")
    shutil.copytree(store, store / ".larder/quarantine/1")
    assert len(open_workspace(tmp_path).stores) == 1


def test_relative_paths_are_taken_from_the_working_folder(tmp_path: Path, monkeypatch) -> None:
    write(tmp_path / "sub/config.json", {"concepts": [], "model_type": "QWEN"})
    monkeypatch.chdir(tmp_path)
    workspace = open_workspace(Path("sub/config.json"))
    assert workspace.opened == tmp_path / "sub/config.json"
    assert workspace.root == tmp_path / "sub"


def test_a_workspace_names_what_opens_it_again(unpacked_fixture) -> None:
    folder = unpacked_fixture("sdxl_clean")
    config, concepts = (folder / "training_presets/config.json",
                        folder / "training_concepts/concepts.json")
    bare = folder / "workspace-cache/run"
    for first in (
            open_workspace(folder), open_workspace(config), open_workspace(bare),
            open_workspace(bare / "image"), open_workspace(bare, config=config),
            open_workspace(bare, concepts=concepts),
            open_workspace(config, concepts=concepts, maps=[PathMap("d:/", "/mnt/d")])):
        again = first.named.open()
        assert (again.named, again.stores, again.root, again.concepts) == (
            first.named, first.stores, first.root, first.concepts)


def test_a_planned_store_must_be_one_of_the_workspace_and_one_by_its_own_files(
    tmp_path: Path,
) -> None:
    config = write(tmp_path / "config.json", {"cache_dir": "cache", "concepts": []})
    image = indexed_store(tmp_path / "cache" / "image", "a.png")
    elsewhere = indexed_store(tmp_path / "elsewhere" / "image", "a.png")
    stores = open_workspace(config).stores
    of_image, of_text = stores
    kind = StoreKind.INDEXED_IMAGE
    assert require_planned_store(stores, "image", kind, image) is of_image
    for identity, other, folder in (
            ("image", kind, elsewhere), ("text", kind, image), ("x", kind, image),
            ("image", StoreKind.INDEXED_TEXT, image)):
        with pytest.raises(StalePlanError, match="which this workspace does not have"):
            require_planned_store(stores, identity, other, folder)
    text = (of_text.id, of_text.kind, of_text.path)
    with pytest.raises(StalePlanError, match="does not exist any more"):
        require_planned_store(stores, *text)
    assert require_planned_store(stores, *text, may_be_new=True) is of_text
    of_text.path.mkdir()
    (of_text.path / "diary.txt").write_text("mine")
    with pytest.raises(StalePlanError, match="does not look like"):
        require_planned_store(stores, *text)
    assert require_planned_store(stores, *text, may_be_new=True) is of_text
    (image / ".larder").symlink_to(elsewhere)
    with pytest.raises(UserFacingError, match="is a link"):
        require_planned_store(stores, "image", kind, image)


def test_a_number_that_no_computer_takes_hides_no_store(tmp_path: Path) -> None:
    store = tmp_path / "cache"
    store.mkdir()
    (store / "cache.json").write_text(
        '{"version": 3, "entries": {"a.png": {"mtime": ' + "9" * 5000 + "}}}")
    assert kinds(open_workspace(store)) == {"image": StoreKind.INDEXED_IMAGE}
