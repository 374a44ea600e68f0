"""Facts that a store remembers about the digests in its keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from larder.core.files.store_paths import larder_folder
from larder.core.stores.records import FINGERPRINTS_NAME, note_fingerprint, read_fingerprints

DIGEST, OTHER = "ab" * 32, "cd" * 32


def lines(store: Path) -> list[str]:
    return (larder_folder(store) / FINGERPRINTS_NAME).read_text(encoding="ascii").splitlines()


def test_a_digest_is_noted_once_per_folder_it_was_found_in(tmp_path: Path) -> None:
    for place, count in (
        (tmp_path / "a", 1), (tmp_path / "a", 1), (None, 1), (tmp_path / "b", 2),
        (tmp_path / "b", 2), (tmp_path / "a", 3),
    ):
        note_fingerprint(tmp_path, DIGEST, {"class": "x"}, name="mine", found_in=str(place or ""))
        assert len(lines(tmp_path)) == count
        wanted = place or tmp_path / "a"
        assert read_fingerprints(tmp_path)[DIGEST].found_in == str(wanted)


def test_the_first_line_tells_the_facts_and_the_last_the_folder(tmp_path: Path) -> None:
    note_fingerprint(tmp_path, DIGEST, {"class": "x"}, name="first")
    note_fingerprint(tmp_path, OTHER, {}, name="other")
    note_fingerprint(tmp_path, DIGEST, {"class": "y"}, name="second", found_in=str(tmp_path))
    found = read_fingerprints(tmp_path)
    assert (found[DIGEST].name, found[DIGEST].facts) == ("first", {"class": "x"})
    assert (found[DIGEST].found_in, found[OTHER].found_in) == (str(tmp_path), "")


def test_a_record_that_knows_no_folder_is_read_and_completed(tmp_path: Path) -> None:
    larder_folder(tmp_path).mkdir()
    (larder_folder(tmp_path) / FINGERPRINTS_NAME).write_text(
        f'{{"digest":"{DIGEST}","name":"mine","facts":{{"class":"x"}}}}\n', encoding="ascii")
    assert read_fingerprints(tmp_path)[DIGEST].found_in == ""
    note_fingerprint(tmp_path, DIGEST, {"class": "x"}, name="mine", found_in=str(tmp_path))
    assert read_fingerprints(tmp_path)[DIGEST].found_in == str(tmp_path)


def test_a_relative_folder_is_noted_as_the_place_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    note_fingerprint(tmp_path, DIGEST, {}, found_in="tokenizer")
    assert read_fingerprints(tmp_path)[DIGEST].found_in == str(tmp_path / "tokenizer")


def test_what_another_program_calls_a_digest_is_added_to_what_is_known(tmp_path: Path) -> None:
    note_fingerprint(tmp_path, DIGEST, {"class": "x"}, name="mine")
    for _ in range(2):
        note_fingerprint(tmp_path, DIGEST, {"class": "x"}, name="mine", of_program=(OTHER,))
    note_fingerprint(tmp_path, DIGEST, {"class": "x"}, name="mine", found_in=str(tmp_path))
    found = read_fingerprints(tmp_path)[DIGEST]
    assert (found.of_program, found.found_in) == ((OTHER,), str(tmp_path))
    assert len(lines(tmp_path)) == 3
