"""The Duplicates page: groups, why they are one, pictures beside each other, and what it offers."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication, QImage
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.models.duplicates import (
    Duplicates,
    DuplicateTable,
    FoundDuplicates,
    GroupKind,
    finding_look,
)
from larder.app.previews import loupe
from larder.app.previews.picture_compare import picture_difference
from larder.app.view_state import ChosenKind, CurrentRow
from larder.app.views.duplicate_group import rows_of
from larder.app.views.duplicates_page import DuplicatesPage
from larder.app.views.page import LazyPage
from larder.core.compare import near
from larder.core.compare.copy_facts import PictureTurn
from larder.core.compare.document import SharingSource
from larder.core.requests.options import WorkspaceOptions
from tests.app.conftest import column_of, wait_until_settled
from tests.support.indexed_cache import IndexedWorkspace, back_date, tree_state
from tests.support.photographs import photographs

Open = Callable[..., DuplicatesPage]


def save(picture: Any, path: Path, **options: Any) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    (picture if isinstance(picture, Image.Image) else Image.fromarray(picture)).save(
        path, **options)
    back_date(path)


@pytest.fixture
def made(tmp_path: Path) -> IndexedWorkspace:
    """Four photographs; one is twice in two concepts and cached once, one has a smaller copy."""
    made = IndexedWorkspace(tmp_path / "work")
    for name in ("cats", "dogs"):
        made.add_concept(name)
    for number, levels in enumerate(photographs(4, 96, seed=11)):
        save(levels, made.root / f"data/cats/{number}.png")
    shutil.copyfile(made.root / "data/cats/0.png", made.root / "data/dogs/twin.png")
    back_date(made.root / "data/dogs/twin.png")
    save(Image.fromarray(photographs(4, 96, seed=11)[1]).resize((64, 64)),
         made.root / "data/cats/small.jpg", quality=70)
    for source in ("data/cats/0.png", "data/dogs/twin.png"):
        made.add_entry("image", source, content_of(made.root / source), bucket=(128, 128),
                       original_resolution=[96, 96])
    made.write()
    return made


def content_of(path: Path) -> str:
    import xxhash

    return str(xxhash.xxh64_hexdigest(path.read_bytes()))


@pytest.fixture
def open_page(working: OpenWindow, qtbot: QtBot) -> Open:
    """Open a workspace on the page."""

    def open_page(made: IndexedWorkspace, opened: OpenWindow = working) -> DuplicatesPage:
        opened.services.session.open(WorkspaceOptions(workspace=str(made.config_path)))
        opened.window.show_page("duplicates")
        wait_until_settled(qtbot, opened)
        return view_of(opened)

    return open_page


def view_of(opened: OpenWindow) -> DuplicatesPage:
    page = opened.window.pages["duplicates"]
    assert isinstance(page, LazyPage)
    assert isinstance(page.view, DuplicatesPage)
    return page.view


def findings(page: DuplicatesPage) -> list[str]:
    at = column_of(page.model, "Finding")
    return [page.model.index(row, at).data() for row in range(page.model.rowCount())]


def files(page: DuplicatesPage) -> list[str]:
    return [page.group.model.index(row, 0).data() for row in range(page.group.model.rowCount())]


def cells(page: DuplicatesPage, title: str) -> list[str]:
    """Return the text of a column for each file of the group."""
    at = column_of(page.group.model, title)
    return [page.group.model.index(row, at).data() for row in range(page.group.model.rowCount())]


def panes(page: DuplicatesPage) -> list[str]:
    return [pane.title.splitlines()[0] for pane in page.group.pictures.canvas.panes]


def test_a_workspace_without_duplicates_says_so_and_offers_to_look_closer(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
) -> None:
    for name in ("dogs/twin.png", "cats/small.jpg"):
        (made.root / "data" / name).unlink()
    made.rows["image"].clear()
    made.write()
    page = open_page(made)
    assert page.empty.isVisible()
    assert page.empty.text.startswith("No duplicates.")
    assert page.promise.isVisible()
    page.empty.button.click()
    wait_until_settled(qtbot, working)
    assert page.empty.text.startswith(
        "No duplicates and no similar pictures. Compared 4 pictures, ")
    assert not page.empty.button.isVisible()


def test_equal_pictures_stand_beside_each_other_with_what_they_share(
    open_page: Open, made: IndexedWorkspace,
) -> None:
    page = open_page(made)
    assert findings(page) == ["Same picture"]
    assert page.group.why.text() == "These pictures are the same file, byte for byte."
    assert page.group.shared.text() == "They share one cached file, which saves 7 B."
    assert page.group.advice.text() == (
        "Training uses every copy, so this picture counts 2 times.")
    assert page.group.better.text() == "Neither copy is better."
    assert files(page) == ["0.png", "twin.png"]
    assert panes(page) == ["0.png", "twin.png"]
    assert page.group.pictures.note.text() == "No pixel differs."
    assert not page.group.rebuild.isVisible()
    assert page.line.text() == "1 group of duplicates · 7 B saved by sharing"
    assert page.promise.text() == (
        "Larder only lists them. Your pictures and captions are never changed, moved or deleted.")


def test_what_should_not_share_says_what_it_does_to_training_and_what_to_do(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
) -> None:
    made.concepts[1]["image"] = {"enable_fixed_flip": True}
    made.write()
    page = open_page(made)
    assert findings(page) == ["Should not share"]
    assert page.group.advice.text() == (
        "They should not share a cached file: cats and dogs differ: Fixed Flip: off → on. "
        "One of them trains with what was made by the settings of the other's concept. Rebuild "
        "them to give each its own cached file.")
    assert page.group.rebuild.isVisible()
    snapshot = working.services.session.snapshot
    assert snapshot is not None
    rows = page.selected_rows()
    assert rows is not None
    assert [snapshot.entries.source(row) for row in rows.nonzero()[0].tolist()] == [
        "data/cats/0.png", "data/dogs/twin.png"]
    asked: list[str] = []
    run = working.services.commands.run
    working.services.commands.run = asked.append  # type: ignore[method-assign]
    page.group.rebuild.click()
    working.services.commands.run = run  # type: ignore[method-assign]
    assert asked == ["build-selected"]
    working.services.view.filter_by("state:shared-wrongly")
    working.window.show_page("entries")
    wait_until_settled(qtbot, working)
    entries = working.window.pages["entries"]
    also = column_of(entries.model, "Remarks")
    assert [entries.model.index(row, also).data() for row in range(entries.model.rowCount())] == [
        "It shares its cached file with others that have the same content., It shares a cached "
        "file, but needs one of its own."] * 2


def test_similar_pictures_are_looked_for_on_request_and_compared(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
) -> None:
    before = tree_state(made.root)
    page = open_page(made)
    assert page.find_similar.text() == "Find similar pictures"
    page.find_similar.click()
    wait_until_settled(qtbot, working)
    assert findings(page) == ["Look alike", "Same picture"]
    page.table.selectRow(0)
    wait_until_settled(qtbot, working)
    assert files(page) == ["1.png", "small.jpg"]
    assert page.group.why.text() == "These pictures look alike, though their files differ."
    page.group.pictures.difference.click()
    assert panes(page) == ["1.png", "small.jpg", "Difference, amplified"]
    page.group.pictures.tools.swipe.click()
    assert page.group.pictures.canvas.is_swiping
    assert "Compared 5 pictures, " in page.line.text()
    assert page.find_similar.text() == "Search again"
    assert page.group.better.text() == (
        "1.png is the better copy: larger in pixels, less compressed.")
    assert cells(page, "Rating") == ["Better", "Worse"]
    assert cells(page, "Pixels") == ["96 × 96", "64 × 64"]
    assert all(cells(page, "Size"))
    assert all(cells(page, "Date"))
    tip = page.group.model.tip(1, column_of(page.group.model, "Rating"))
    assert tip == "smaller in pixels, more compressed"
    assert tree_state(made.root) == before


def test_another_threshold_compares_again_and_reads_no_picture(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from larder.core.keys import hash_memory

    monkeypatch.setattr(hash_memory, "is_settled", lambda *_: True)
    page = open_page(made)
    page.find_similar.click()
    wait_until_settled(qtbot, working)
    monkeypatch.setattr(near, "hash_picture", lambda path: pytest.fail(f"read {path}"))
    page.threshold.setCurrentIndex(0)
    page.threshold.activated.emit(0)
    wait_until_settled(qtbot, working)
    assert page.model.row_at(0).finding is GroupKind.ALIKE


def test_looking_can_be_stopped_and_shows_what_it_saw(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = open_page(made)
    look_at = near.hash_picture

    def stop_first(path: str) -> str:
        if page._job is not None:
            working.services.lanes.cancel(page._job)
        return look_at(path)

    monkeypatch.setattr(near, "hash_picture", stop_first)
    page.find_similar.click()
    assert page.find_similar.text() == "Stop"
    wait_until_settled(qtbot, working)
    assert page.find_similar.text() == "Find similar pictures"
    assert "Stopped before the end" in page.line.text()
    assert "Same picture" in findings(page)


def test_a_picture_of_training_and_validation_is_a_leak(
    open_page: Open, made: IndexedWorkspace,
) -> None:
    made.concepts[1]["type"] = "VALIDATION"
    made.config["validation"] = True
    made.write()
    page = open_page(made)
    assert findings(page) == ["Validation leak"]
    assert page.group.advice.text().startswith("Training and validation both use this picture")
    at = column_of(page.group.model, "Used for")
    assert [page.group.model.index(row, at).data() for row in range(2)] == [
        "Training", "Validation"]


def make_leak(made: IndexedWorkspace) -> None:
    """Validate with the second concept, whose picture is a smaller, mirrored one of the first."""
    made.concepts[1]["type"] = "VALIDATION"
    made.config["validation"] = True
    (made.root / "data/dogs/twin.png").unlink()
    picture = Image.fromarray(photographs(4, 96, seed=11)[2])
    save(picture.transpose(Image.Transpose.FLIP_LEFT_RIGHT).resize((72, 72)),
         made.root / "data/dogs/mirror.jpg", quality=85)
    made.rows["image"].clear()
    made.write()


def test_leaks_come_first_and_say_what_they_do_to_the_validation_loss(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    make_leak(made)
    shutil.copyfile(made.root / "data/cats/0.png", made.root / "data/cats/same.png")
    page = open_page(made)
    assert not page.leaks.isVisible()
    page.find_similar.click()
    wait_until_settled(qtbot, working)
    assert findings(page) == ["Validation leak", "Look alike", "Same picture"]
    assert page.leaks.text() == (
        "Training has seen 1 of 1 validation picture, so the validation loss looks better than it "
        "is.")
    page.table.selectRow(0)
    wait_until_settled(qtbot, working)
    assert page.group.why.text() == "A validation picture looks like a picture that is trained."
    opened: list[str] = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: opened.append(QUrl(url).toLocalFile()))
    assert page.group.lesser.text() == "Show validation copy"
    page.group.lesser.click()
    assert opened == [str(made.root / "data/dogs")]
    assert [member.source.source for member in page.group.chosen()] == ["data/dogs/mirror.jpg"]


def test_a_mirrored_copy_is_turned_back_so_that_both_can_be_compared(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
) -> None:
    make_leak(made)
    page = open_page(made)
    page.find_similar.click()
    wait_until_settled(qtbot, working)
    page.table.selectRow(0)
    wait_until_settled(qtbot, working)
    assert panes(page)[:2] == [
        "2.png", "mirror.jpg (mirrored left to right; turned back to compare)"]
    assert cells(page, "Turned") == ["–", "mirrored left to right"]
    pair = page.group.pictures._pair
    assert pair is not None
    assert pair.difference is not None
    first, second = (preview.image for preview in pair.previews)
    assert first is not None
    assert second is not None
    as_it_is = picture_difference(first, loupe.turned_image(second, PictureTurn.MIRRORED))
    assert pair.difference.share < as_it_is.share / 1.5


def test_the_better_copy_is_the_first_and_the_other_is_compared_with_it(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
) -> None:
    picture = Image.fromarray(photographs(4, 96, seed=11)[3])
    save(picture.resize((192, 192)).crop((2, 2, 190, 190)),
         made.root / f"data/dogs/{'very_long_' * 8}.png")
    page = open_page(made)
    page.find_similar.click()
    wait_until_settled(qtbot, working)
    row = next(row for row in range(page.model.rowCount())
               if page.model.row_at(row).sources[0].source.startswith("data/dogs/very"))
    page.table.selectRow(row)
    wait_until_settled(qtbot, working)
    assert cells(page, "Rating") == ["Better", "Worse"]
    assert [float(copy.likeness or 0) == 1 for copy in page.model.row_at(row).copies] == [
        True, False]
    assert page.group.better.text().replace("\u200b", "").startswith(
        "very_long_very_long_very…ery_long_very_long_.png is the better copy: larger in pixels")


def test_a_leak_that_should_not_share_says_both(
    open_page: Open, made: IndexedWorkspace,
) -> None:
    made.concepts[1] |= {"type": "VALIDATION", "image": {"enable_fixed_flip": True}}
    made.config["validation"] = True
    made.write()
    page = open_page(made)
    assert findings(page) == ["Validation leak"]
    assert "validation loss" in page.group.advice.text()
    assert "They should not share a cached file" in page.group.advice.text()
    assert page.group.rebuild.isVisible()


def test_the_result_of_a_search_is_there_again_and_says_when_it_is_out_of_date(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = open_page(made)
    page.threshold.setCurrentIndex(0)
    page.find_similar.click()
    wait_until_settled(qtbot, working)
    assert findings(page) == ["Look alike", "Same picture"]
    working.services.session.close()
    page.threshold.setCurrentIndex(1)
    monkeypatch.setattr(near, "hash_picture", lambda path: pytest.fail(f"read {path}"))
    page = open_page(made)
    assert findings(page) == ["Look alike", "Same picture"]
    assert "Compared 5 pictures, " in page.line.text()
    assert page.threshold.currentIndex() == 0
    assert not page.outdated.isVisible()
    save(photographs(6, 96, seed=12)[4], made.root / "data/cats/new.png")
    (made.root / "data/cats/3.png").unlink()
    working.services.session.survey()
    wait_until_settled(qtbot, working)
    assert page.outdated.text() == "Out of date: 1 picture added, 1 removed since."
    assert findings(page) == ["Look alike", "Same picture"]


def test_the_loupe_shows_both_pictures_as_large_as_they_are(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
) -> None:
    page = open_page(made)
    page.find_similar.click()
    wait_until_settled(qtbot, working)
    page.table.selectRow(0)
    wait_until_settled(qtbot, working)
    pictures = page.group.pictures
    pictures.loupe.click()
    wait_until_settled(qtbot, working)
    assert [image.width() for image in pictures.canvas.whole] == [96, 64]
    page.table.selectRow(1)
    wait_until_settled(qtbot, working)
    assert [image.width() for image in pictures.canvas.whole] == [96, 96]
    working.window.show_page("coverage")
    assert not pictures.loupe.isChecked()
    assert pictures.canvas.whole == ()


def test_a_picture_that_cannot_be_magnified_is_one_sentence(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(loupe, "MOST_LOUPE_PIXELS", 99)
    page = open_page(made)
    page.group.pictures.loupe.click()
    wait_until_settled(qtbot, working)
    assert page.group.pictures.note.text() == "One of the pictures is too large for the loupe."
    assert not page.group.pictures.canvas.is_magnifying


def test_equal_captions_show_their_text(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
) -> None:
    for name in ("a", "b"):
        made.add_caption(f"data/cats/{name}.txt", "a cat\non a mat")
    save(photographs(6, 96, seed=12)[4], made.root / "data/cats/a.png")
    save(photographs(6, 96, seed=12)[5], made.root / "data/cats/b.png")
    made.write()
    page = open_page(made)
    page.shown.setCurrentIndex(page.shown.findText("Same caption"))
    wait_until_settled(qtbot, working)
    assert findings(page) == ["Same caption"]
    assert page.group.text.toPlainText() == "a cat\non a mat"


def test_what_is_offered_acts_on_the_chosen_files(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = open_page(made)
    opened: list[str] = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: opened.append(QUrl(url).toLocalFile()))
    page.group.copy_paths.click()
    both = [made.root / "data/cats/0.png", made.root / "data/dogs/twin.png"]
    assert QGuiApplication.clipboard().text() == "\n".join(map(str, both))
    page.group.table.selectRow(1)
    page.group.copy_paths.click()
    assert QGuiApplication.clipboard().text() == str(both[1])
    page.group.open.click()
    page.group.reveal.click()
    assert opened == [str(both[1]), str(both[1].parent)]
    page.group.table.clearSelection()
    page.group.show_entries.click()
    wait_until_settled(qtbot, working)
    assert working.window.current_page() == "entries"
    assert working.services.view.filter_text == "name:0.png,twin.png"
    assert working.window.pages["entries"].model.rowCount() == 2


def test_the_chosen_file_is_in_the_inspector(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
) -> None:
    page = open_page(made)
    page.group.table.selectRow(1)
    wait_until_settled(qtbot, working)
    chosen, snapshot = working.services.view.chosen, working.services.session.snapshot
    assert chosen is not None
    assert snapshot is not None
    assert snapshot.entries.source(chosen.row) == "data/dogs/twin.png"
    assert rows_of(snapshot, "", ["data/cats/2.png"]).keys() == {"data/cats/2.png"}


def test_ctrl_d_shows_the_group_of_the_chosen_entry(
    working: OpenWindow, made: IndexedWorkspace, qtbot: QtBot,
) -> None:
    shutil.copyfile(made.root / "data/cats/2.png", made.root / "data/dogs/again.png")
    working.services.session.open(WorkspaceOptions(workspace=str(made.config_path)))
    working.window.show_page("entries")
    wait_until_settled(qtbot, working)
    snapshot = working.services.session.snapshot
    assert snapshot is not None
    for source, files_shown in (
            ("data/dogs/twin.png", ["0.png", "twin.png"]),
            ("data/dogs/again.png", ["2.png", "again.png"])):
        rows = rows_of(snapshot, "", [source])
        working.services.view.choose(CurrentRow(kind=ChosenKind.ENTRY, row=rows[source]))
        working.services.commands.run("duplicates")
        wait_until_settled(qtbot, working)
        assert sorted(files(view_of(working))) == files_shown
    rows = rows_of(snapshot, "", ["data/cats/3.png"])
    working.services.view.choose(CurrentRow(kind=ChosenKind.ENTRY, row=rows["data/cats/3.png"]))
    working.services.commands.run("duplicates")
    wait_until_settled(qtbot, working)
    notice = working.window.notice_bar.notice
    assert notice is not None
    assert notice.text == "3.png has no duplicate."


def test_names_that_are_hidden_are_hidden_here_too(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
) -> None:
    made.concepts[1]["image"] = {"enable_fixed_flip": True}
    made.write()
    page = open_page(made)
    working.services.look.hide_names(True)
    wait_until_settled(qtbot, working)
    shown = " ".join([
        page.group.advice.text(), page.group.why.text(), *panes(page), *files(page),
        *(str(page.model.index(0, column).data() or "")
          for column in range(page.model.columnCount()))])
    for name in ("cats", "dogs", "twin"):
        assert name not in shown


def test_what_changed_is_read_anew_when_the_page_comes_to_the_front(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
) -> None:
    page = open_page(made)
    assert findings(page) == ["Same picture"]
    working.window.show_page("coverage")
    Image.fromarray(photographs(6, 96, seed=12)[4]).save(made.root / "data/dogs/twin.png")
    working.services.session.survey()
    wait_until_settled(qtbot, working)
    assert findings(page) == ["Same picture"]
    working.window.show_page("duplicates")
    wait_until_settled(qtbot, working)
    assert page.empty.isVisible()


def test_every_control_has_a_name_for_those_who_do_not_see_it(
    open_page: Open, made: IndexedWorkspace,
) -> None:
    page = open_page(made)
    for widget in (page.shown, page.threshold, page.table, page.group.table, page.group.text,
                   page.group.pictures.canvas):
        assert widget.accessibleName()
    for button in (page.find_similar, page.group.pictures.difference, page.group.rebuild,
                   page.group.pictures.loupe, page.group.pictures.tools.swipe):
        assert button.text()
        assert button.toolTip()


def test_ten_thousand_groups_are_a_table_that_reads_only_what_is_chosen(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    page = open_page(made)
    group = page.model.row_at(0)
    many = tuple(
        replace(group, sources=tuple(
            SharingSource(f"data/cats/{number}-{copy}.png", "cats") for copy in range(2)))
        for number in range(10_000))
    wanted: list[Path] = []
    want = working.services.thumbnails.want
    monkeypatch.setattr(working.services.thumbnails, "want", lambda asker, files: (
        wanted.extend(files), want(asker, files)))
    page._found = FoundDuplicates(many)
    page._show_groups()
    assert page.model.rowCount() == 10_000
    page.table.selectRow(9_999)
    wait_until_settled(qtbot, working)
    assert len(wanted) <= 8
    assert page.group.pictures.note.text() == ""
    page.table.horizontalHeader().setSortIndicator(
        column_of(page.model, "First file"), page.table.horizontalHeader().sortIndicatorOrder())
    assert page.model.row_at(0).sources[0].source == "data/cats/0-0.png"


def test_the_list_is_exported_as_it_is_shown(open_page: Open, made: IndexedWorkspace) -> None:
    contents = open_page(made).table.contents()
    row = next(iter(contents.rows))
    titles = [column.title for column in contents.columns]
    assert row[titles.index("Finding")] == "Same picture"
    assert row[titles.index("Paths")] == "data/cats/0.png | data/dogs/twin.png"
    assert row[titles.index("Why")].startswith("These pictures are the same file")


def test_a_line_of_every_caption_lists_some_of_them_and_says_how_many_more(
    working: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
) -> None:
    page = open_page(made)
    page._found = FoundDuplicates((Duplicates(
        finding=GroupKind.LINE, store="text", concepts=("cats",), line="a cat", sources=tuple(
            SharingSource(f"data/cats/{number}.txt", "cats") for number in range(100_000))),))
    page._show_groups()
    wait_until_settled(qtbot, working)
    assert page.group.model.rowCount() == 5_000
    assert page.group.shared.text() == (
        "95,000 more are not listed here; an exported table lists all of them.")
    assert page.group.text.toPlainText() == "a cat"


def test_jobs_of_the_page_run_in_a_worker_process(
    employing: OpenWindow, open_page: Open, made: IndexedWorkspace, qtbot: QtBot,
) -> None:
    page = open_page(made, employing)
    page.find_similar.click()
    wait_until_settled(qtbot, employing)
    assert findings(page) == ["Look alike", "Same picture"]


def test_every_finding_has_an_icon_and_a_word(working: OpenWindow) -> None:
    for finding in GroupKind:
        look = finding_look(finding)
        assert look.word
        assert not working.services.look.icons.of_look(look).isNull()
    assert DuplicateTable.columns


def test_a_difference_is_seen_where_it_is() -> None:
    first, second = (QImage(20, 10, QImage.Format.Format_RGB32) for _ in range(2))
    first.fill(0xFF808080)
    second.fill(0xFF808080)
    assert picture_difference(first, second).largest == 0
    second.setPixel(3, 4, 0xFF8080C0)
    found = picture_difference(first, second)
    assert (found.largest, found.share) == (64, 1 / 200)
    assert found.image.pixelColor(3, 4).red() == 255
    assert found.image.pixelColor(4, 4).red() == 0


def test_equal_photographs_have_no_difference_however_often_memory_is_used_again() -> None:
    levels = photographs(1, 333, seed=2)[0]
    image = QImage(levels.tobytes(), 333, 333, 999, QImage.Format.Format_RGB888).copy()
    assert {picture_difference(image, image.copy()).largest for _ in range(20)} == {0}


def test_a_group_knows_whether_it_is_of_pictures() -> None:
    def of(source: str, line: str = "") -> bool:
        return Duplicates(
            finding=GroupKind.LINE, sources=(SharingSource(source, "cats"),), concepts=("cats",),
            line=line).shows_pictures

    assert of("a/b.png")
    assert not of("a/b.txt")
    assert not of("a/b.txt", "a cat")
