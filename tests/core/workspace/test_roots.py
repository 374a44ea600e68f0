from __future__ import annotations

import os
import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from larder.core.errors import WorkspaceError
from larder.core.workspace.roots import (
    HERE,
    PathFlavour,
    PathMap,
    SameNames,
    before_name,
    comparable,
    comparable_names,
    find_name,
    flavour_of,
    flavour_of_config,
    flavour_of_keys,
    infer_config_flavour,
    is_absolute,
    is_folder,
    is_foreign,
    is_same_folder,
    join_path,
    normalise_path,
    parse_map,
    relocate_path,
    resolve,
    split_key,
    split_keys,
    split_last,
)
from larder.core.workspace.stored_paths import SpelledPaths
from tests.support.windows_paths import in_any_case

POSIX, WINDOWS = PathFlavour.POSIX, PathFlavour.WINDOWS
ON_POSIX = pytest.mark.skipif(os.name == "nt", reason="states what happens on POSIX")

parts = st.text(
    alphabet=st.characters(blacklist_characters="/\\\x00:", blacklist_categories=("Cs",)),
    min_size=1, max_size=8,
).filter(lambda part: part not in {".", ".."})
relative = st.lists(parts, min_size=1, max_size=4)


@pytest.mark.parametrize(
    ("spelled", "flavour"),
    [
        ("data/cats/a.png", POSIX), ("/mnt/a.png", POSIX), ("data\\cats\\a.png", WINDOWS),
        ("D:\\a.png", WINDOWS), ("d:/a.png", WINDOWS), ("D:", WINDOWS),
        ("\\\\nas\\share\\a.png", WINDOWS), ("data/odd\\name.png", POSIX), ("a.png", HERE),
    ],
)
def test_the_flavour_of_a_path(spelled: str, flavour: PathFlavour) -> None:
    assert flavour_of(spelled) is flavour


def test_the_flavour_of_an_index_is_that_of_most_keys() -> None:
    assert flavour_of_keys([]) is HERE
    assert flavour_of_keys(["a.png", "b.png"]) is HERE
    assert flavour_of_keys(["a.png", "data\\b.png"]) is WINDOWS
    assert flavour_of_keys(["odd\\name.png", "data/a.png", "data/b.png"]) is POSIX


def test_absolute_means_the_same_from_every_folder() -> None:
    assert is_absolute("/a", POSIX)
    assert not is_absolute("a/b", POSIX)
    assert not is_absolute("D:\\a", POSIX)
    for spelled in ("D:\\a", "D:", "\\\\nas\\a", "\\a", "/a"):
        assert is_absolute(spelled, WINDOWS)
    assert not is_absolute("a\\b", WINDOWS)


def test_normalised_as_the_trainers_system_does_it() -> None:
    assert normalise_path("./data//cats/", POSIX) == "data/cats"
    assert normalise_path("data/cats", WINDOWS) == "data\\cats"
    assert normalise_path("../data", POSIX) == "../data"
    assert normalise_path("", POSIX) == ""


def test_folder_and_name_join_and_part_again() -> None:
    assert join_path("data", "a.png", POSIX) == "data/a.png"
    assert join_path("", "a.png", POSIX) == join_path(".", "a.png", POSIX) == "a.png"
    assert join_path("/", "a.png", POSIX) == "/a.png"
    assert join_path("D:\\", "a.png", WINDOWS) == "D:\\a.png"
    assert split_last("data\\cats\\a.png", WINDOWS) == ("data\\cats", "a.png")
    assert split_last("a.png", POSIX) == ("", "a.png")


@given(relative, st.sampled_from(PathFlavour))
def test_joining_undoes_splitting(names: list[str], flavour: PathFlavour) -> None:
    spelled = flavour.separator.join(names)
    assert join_path(*split_last(spelled, flavour), flavour) == spelled


@pytest.mark.parametrize(
    ("spelled", "old", "flavour", "expected"),
    [
        ("/mnt/old/a/b.png", "/mnt/old", POSIX, "/new/a/b.png"),
        ("/mnt/old/a.png", "/mnt/old/", POSIX, "/new/a.png"),
        ("/mnt/older/a.png", "/mnt/old", POSIX, "/mnt/older/a.png"),
        ("/MNT/old/a.png", "/mnt/old", POSIX, "/MNT/old/a.png"),
        ("/mnt/old", "/mnt/old", POSIX, "/new"),
        ("/a.png", "/", POSIX, "/new/a.png"),
        ("D:\\Train\\a.png", "d:", WINDOWS, "/new/Train/a.png"),
        ("D:\\Train\\a.png", "D:/train", WINDOWS, "/new/a.png"),
        ("D:/Train/a.png", "D:\\TRAIN\\", WINDOWS, "/new/a.png"),
        ("E:\\Train\\a.png", "D:", WINDOWS, "E:\\Train\\a.png"),
        ("\\\\nas\\pics\\a.png", "\\\\NAS\\pics", WINDOWS, "/new/a.png"),
        ("\\pics\\a.png", "\\\\pics", WINDOWS, "\\pics\\a.png"),
    ],
)
@ON_POSIX
def test_a_map_replaces_whole_parts_as_the_indexs_own_system_compares_them(
    spelled: str, old: str, flavour: PathFlavour, expected: str
) -> None:
    assert resolve(spelled, "/root", [PathMap(old, "/new")], flavour) == expected


@ON_POSIX
def test_the_longest_prefix_wins_in_any_order() -> None:
    maps = [PathMap("D:", "/d"), PathMap("D:\\pics", "/pics"), PathMap("D:\\pics\\x", "/x")]
    for order in (maps, maps[::-1]):
        assert resolve("d:\\PICS\\a.png", "/root", order, WINDOWS) == "/pics/a.png"


@ON_POSIX
@given(old=relative, new=relative, rest=relative)
def test_mapping_there_and_back_gives_the_path_again(
    old: list[str], new: list[str], rest: list[str]
) -> None:
    there, back = "/" + "/".join(old), "/" + "/".join(new)
    spelled = "/".join([there, *rest])
    moved = resolve(spelled, "/root", [PathMap(there, back)], POSIX)
    assert moved == "/".join([back, *rest])
    assert resolve(moved, "/root", [PathMap(back, there)], POSIX) == spelled


@ON_POSIX
@given(drive=st.sampled_from("CDcd"), rest=relative, slash=st.sampled_from("/\\"))
def test_a_drive_is_mapped_whatever_its_case_and_slashes(
    drive: str, rest: list[str], slash: str
) -> None:
    spelled = slash.join([f"{drive}:", *rest])
    maps = [PathMap(f"{drive.swapcase()}:\\", "/mnt/drive")]
    assert resolve(spelled, "/root", maps, WINDOWS) == "/".join(["/mnt/drive", *rest])


@ON_POSIX
def test_windows_keys_resolve_relative_to_the_root_with_both_slashes(tmp_path: Path) -> None:
    for spelled in ("data\\cats\\a.png", "data/cats\\a.png"):
        assert resolve(spelled, tmp_path, [], WINDOWS) == str(tmp_path / "data/cats/a.png")


@ON_POSIX
def test_posix_keys_keep_backslashes_as_letters(tmp_path: Path) -> None:
    assert resolve("data/odd\\name.png", tmp_path, [], POSIX) == f"{tmp_path}/data/odd\\name.png"


@ON_POSIX
def test_a_path_of_another_system_means_nothing_until_it_is_mapped(tmp_path: Path) -> None:
    key = "D:\\train\\a.png"
    assert is_foreign(key, [], WINDOWS)
    assert resolve(key, tmp_path, [], WINDOWS) == key
    assert SpelledPaths(tmp_path, (), WINDOWS).existing_parent("D:\\train") == ("D:\\train",) * 2
    (tmp_path / "train").mkdir()
    maps = [PathMap("D:", str(tmp_path))]
    assert not is_foreign(key, maps, WINDOWS)
    assert resolve(key, tmp_path, maps, WINDOWS) == str(tmp_path / "train/a.png")
    assert SpelledPaths(tmp_path, tuple(maps), WINDOWS).existing_parent("D:\\train") == (
        "D:\\train", str(tmp_path / "train"))
    assert not is_foreign("train\\a.png", [], WINDOWS)


@pytest.mark.parametrize("maps", [(), (PathMap("data", "/elsewhere"),)])
@pytest.mark.parametrize("flavour", [POSIX, WINDOWS])
def test_many_files_of_a_folder_lie_where_each_does(
    tmp_path: Path, flavour: PathFlavour, maps: tuple[PathMap, ...]
) -> None:
    paths = SpelledPaths(tmp_path, maps, flavour)
    for folder in ("", "data", "/data/x" if flavour is POSIX else "C:\\data"):
        assert paths.reals(folder, ["a.png", "b.txt"]) == [
            paths.real(join_path(folder, name, flavour)) for name in ("a.png", "b.txt")]


@ON_POSIX
def test_the_root_of_an_entry_without_concept_is_its_first_existing_parent(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    paths = SpelledPaths(tmp_path, (), POSIX)
    for folder, spelled, real in [
        ("data", "data", tmp_path / "data"),
        ("data/gone/deep", "data", tmp_path / "data"),
        ("other", str(tmp_path), tmp_path),
        (f"{tmp_path}/data/x", f"{tmp_path}/data", tmp_path / "data"),
    ]:
        assert paths.existing_parent(folder) == (spelled, str(real))
    away = tmp_path / "away"
    assert SpelledPaths(away, (), POSIX).existing_parent("data") == ("data", str(away / "data"))


def test_a_folder_that_may_not_be_looked_at_counts_as_absent(tmp_path: Path) -> None:
    assert is_folder(tmp_path)
    assert not is_folder(tmp_path / ("x" * 5000))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("C:\\Train\\a.png", "c:/train/A.PNG", True),
        ("\\\\NAS\\Bilder\\x", "//nas/bilder/X", True),
        ("Katzen ÄÉ", "katzen äé", True),
        ("ΟΔΟΣ", "οδος", True), ("ΟΔΟΣ", "οδοσ", True),
        ("straße", "STRASSE", False), ("ßẞ", "ßß", False),
        ("ı", "i", False), ("İ", "i̇", False), ("ſ", "s", False), ("µ", "μ", False),
        ("ﬁ", "fi", False), ("\u212a", "k", False), ("e\u0301", "é", False),
        ("𐐀", "𐐨", False), ("a\udcff", "A\udcff", True),
    ],
)
def test_windows_compares_letter_by_letter_as_its_file_system_does(
    one: str, other: str, same: bool
) -> None:
    assert (comparable(one, WINDOWS) == comparable(other, WINDOWS)) is same
    assert comparable(one, POSIX) == one


def test_many_names_compare_as_each_of_them() -> None:
    for names in (["a.PNG", "B"], ["a.PNG", "ß", "ÄÉς"], []):
        assert comparable_names(names, WINDOWS) == [comparable(name, WINDOWS) for name in names]
        assert comparable_names(names, POSIX) == names


windows_keys = st.text(alphabet="aB.:/\\", min_size=1, max_size=9)


@given(st.lists(windows_keys, max_size=5))
def test_a_key_of_windows_is_put_together_to_the_letter(keys: list[str]) -> None:
    for key, (folder, name) in zip(keys, split_keys(keys, "\\"), strict=True):
        assert split_key(key, "\\") == (folder, name)
        assert before_name(folder, "\\") + name == key
        assert not {"/", "\\"} & set(name)


@given(st.text(alphabet="ab.\\", min_size=1, max_size=6), relative)
def test_a_key_of_posix_keeps_its_backslashes(name: str, folders: list[str]) -> None:
    key = "/".join([*folders, name])
    assert split_keys([key], "/") == [split_key(key, "/")] == [("/".join(folders), name)]
    assert before_name("/".join(folders), "/") + name == key


@ON_POSIX
def test_a_path_of_windows_is_found_in_the_case_it_has_here(tmp_path: Path) -> None:
    (tmp_path / "Data" / "Katzen ä").mkdir(parents=True)
    (tmp_path / "Data" / "Katzen ä" / "Bild.PNG").touch()
    maps = [PathMap("C:\\train", str(tmp_path))]
    there = str(tmp_path / "Data" / "Katzen ä" / "Bild.PNG")
    for spelled in ("c:/TRAIN/data/katzen Ä/bild.png", "C:\\train\\DATA\\KATZEN Ä\\BILD.PNG"):
        assert resolve(spelled, tmp_path, maps, WINDOWS) == there
    assert resolve("DATA\\katzen Ä\\bild.png", tmp_path, [], WINDOWS) == there
    assert resolve("DATA/katzen Ä/bild.png", tmp_path, [], POSIX) != there
    assert resolve("data\\katzen ä\\Gone.png", tmp_path, [], WINDOWS) == str(
        tmp_path / "Data" / "Katzen ä" / "Gone.png")
    assert find_name(str(tmp_path / "Data"), "KATZEN Ä", WINDOWS) == "Katzen ä"
    assert find_name(str(tmp_path / "Data"), "KATZEN Ä", POSIX) == "KATZEN Ä"


@ON_POSIX
def test_what_came_into_a_folder_since_is_found_and_an_exact_name_goes_first(
    tmp_path: Path
) -> None:
    os.utime(tmp_path, ns=(10**18, 10**18))
    assert find_name(str(tmp_path), "B.png", WINDOWS) == "B.png"
    (tmp_path / "b.PNG").touch()
    assert find_name(str(tmp_path), "B.png", WINDOWS) == "b.PNG"
    (tmp_path / "B.png").touch()
    assert find_name(str(tmp_path), "B.png", WINDOWS) == "B.png"


def test_names_are_found_as_the_indexs_system_compares_them() -> None:
    windows = SameNames(["A.png", "b.png", "a.png"], [10, 11, 12], WINDOWS)
    assert windows.find(["a.png", "A.PNG", "B.PNG", "c.png"]).tolist() == [12, 10, 11, -1]
    windows.add("C.png", 13)
    assert [windows.get(name) for name in ("c.PNG", "d.png")] == [13, None]
    posix = SameNames(["A.png", "b.png"], [10, 11], POSIX)
    assert posix.find(["a.png", "A.png"]).tolist() == [-1, 10]


def test_a_configs_path_is_read_as_the_index_beside_it() -> None:
    assert infer_config_flavour("data/cats", WINDOWS) is WINDOWS
    assert infer_config_flavour("data/cats", POSIX) is POSIX
    assert infer_config_flavour("//nas/cats", WINDOWS) is WINDOWS
    assert infer_config_flavour("C:/cats", POSIX) is WINDOWS
    assert infer_config_flavour("/mnt/cats", WINDOWS) is HERE
    assert flavour_of_config(["workspace-cache/run", "C:/Train/cats", "/mnt/x", "d:\\y"]) is WINDOWS
    assert flavour_of_config(["workspace-cache/run", "/mnt/x"]) is POSIX
    assert flavour_of_config(["workspace-cache/run", ""]) is HERE


def test_a_map_is_written_old_equals_new() -> None:
    assert parse_map("D:=/mnt/d") == PathMap("D:", "/mnt/d")
    assert parse_map("/a=/b=c") == PathMap("/a", "/b=c")


@pytest.mark.parametrize("text", ["", "D:", "=/x", "D:=", "data=/x"])
def test_a_map_that_maps_nothing_absolute_is_refused(text: str) -> None:
    with pytest.raises(WorkspaceError) as raised:
        parse_map(text)
    assert raised.value.hint


LONG_FORMS = ("", "\\\\?\\", "\\\\.\\", "//?/")


@given(parts=st.lists(st.text("abCDäÖ ß.x", min_size=1, max_size=6).filter(
    lambda part: part.strip(". ")), min_size=1, max_size=4),
    seed=st.integers(0, 2**32), prefixes=st.tuples(*[st.sampled_from(LONG_FORMS)] * 2))
def test_however_a_drive_folder_is_spelled_it_is_one_root(
    parts: list[str], seed: int, prefixes: tuple[str, str]
) -> None:
    dice = random.Random(seed)
    spelled = "\\".join(["c:", *parts])
    one, other = (
        prefix + in_any_case(spelled, dice) for prefix in prefixes)
    assert is_same_folder(one, other, PathFlavour.WINDOWS)
    assert comparable(one, PathFlavour.WINDOWS) == comparable(other, PathFlavour.WINDOWS)
    assert relocate_path(f"{one}\\a.png", PathMap(other, "E:\\New"), PathFlavour.WINDOWS) == (
        "E:\\New\\a.png")
    assert resolve(f"{one}/a.png", "/root", [PathMap(other, "/here")], PathFlavour.WINDOWS) == (
        "/here/a.png")


@pytest.mark.parametrize(("one", "other"), [
    (r"\\?\UNC\nas\Bilder", r"\\NAS\bilder"), (r"//?/unc/nas/x", r"\\nas\X")])
def test_a_share_is_one_root_in_its_long_form_too(one: str, other: str) -> None:
    assert is_same_folder(one, other, PathFlavour.WINDOWS)
    assert relocate_path(one + r"\a", PathMap(other, "E:"), PathFlavour.WINDOWS) == r"E:\a"


def test_paths_of_posix_are_never_folded() -> None:
    for one, other in (("/train", "/Train"), ("//?/C:/x", "C:/x"), ("a\\b", "a/b")):
        assert not is_same_folder(one, other, PathFlavour.POSIX)
        assert relocate_path(f"{one}/a", PathMap(other, "/new"), PathFlavour.POSIX) is None


@pytest.mark.parametrize(("spelled", "move", "new"), [
    ("/a/b/c.png", PathMap("/a/b", "/"), "/c.png"),
    ("data/cats/c.png", PathMap("data", "."), "cats/c.png"),
    ("/a/bc/c.png", PathMap("/a/b", "/n"), None),
    ("/a/b", PathMap("/a/b/", "/n"), "/n")])
def test_a_path_in_a_moved_folder_is_renamed_by_whole_parts(
    spelled: str, move: PathMap, new: str | None
) -> None:
    assert relocate_path(spelled, move, PathFlavour.POSIX) == new
