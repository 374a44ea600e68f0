from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from larder.app.models.entry_rows import has_preview
from larder.app.models.tables import ColumnSpec
from larder.app.presentation.figures import Figures
from larder.app.previews.picture_views import PixelView
from larder.app.previews.preview_panel import VIEWS, PreviewPanel
from larder.app.previews.sound_views import SpectrogramView, WaveformView, steps
from larder.app.previews.table_views import (
    CAPTION_COLUMNS,
    LEAF_COLUMNS,
    TOKEN_COLUMNS,
    CaptionView,
    LeafView,
    TokenView,
)
from larder.app.views.row_facts import array_tooltip, digest_text
from larder.app.window_look import apply_theme, load_theme
from larder.core.columns import TextColumn
from larder.core.payloads.arrays import ArraySummary
from larder.core.queries.draw_payload import PREVIEWED_KINDS
from larder.core.queries.preview import (
    DRAWINGS,
    CaptionTable,
    Drawing,
    LatentDrawing,
    LeafTable,
    PayloadPreview,
    PixelDrawing,
    SoundDrawing,
    TokenTable,
    WaveformDrawing,
)
from larder.core.workspace.store_kinds import StoreKind


def waveform(samples: int = 16_000, rate: int = 16_000) -> WaveformDrawing:
    peaks = np.abs(np.sin(np.linspace(0, 9, min(samples, 400)))).astype(np.float32) / 2
    return WaveformDrawing(-peaks, peaks, samples, rate)


def sound() -> SoundDrawing:
    shades = np.zeros((80, 300), np.uint8)
    shades[0] = 255
    return SoundDrawing(shades, 80, 3000, -0.5, 1.5, 0.01)


def pixels() -> PixelDrawing:
    colours = np.zeros((40, 60, 3), np.uint8)
    colours[:, :30] = (250, 40, 60)
    return PixelDrawing(colours, 40, 60, 1, is_stretched=True, is_strip=False)


def latent() -> LatentDrawing:
    source = np.zeros((64, 96, 3), np.uint8)
    source[:, :48] = (250, 40, 60)
    return LatentDrawing(
        source=source, latent=source[::8, ::8].copy(), conditioning=np.zeros((0, 0, 3), np.uint8),
        mask=np.zeros((0, 0), np.uint8), counts=np.arange(64), shown=0,
        names=TextColumn.from_strings(["0_64x96_1.pt"]), height=512, width=768, low=-2.5, high=3.0,
        state="learnt", r2=0.9, pairs=64, likeness=0.97, mirrored=False, no_source="")


def tokens(why: str = "") -> TokenTable:
    return TokenTable(
        np.array([257, 97, 32, 258]), np.array([1, 1, 1, 0], np.uint8),
        TextColumn.from_strings(["<begin>", "a", " ", "<end>"]), 4, "a row of text", why)


def caption() -> CaptionTable:
    return CaptionTable(
        TextColumn.from_strings(["a cat on a roof", "a black cat"]),
        TextColumn.from_strings(["0_1.pt", "0_2.pt", "0_3.pt"]),
        TextColumn.from_strings(["a black cat", "a cat on a roof", "a black cat"]),
        np.array([1, 0, 1], np.int32), 3)


def leaves(unread: int = 0) -> LeafTable:
    return LeafTable(
        path=TextColumn.from_strings(["b", "a/0"]), dtype=TextColumn.from_strings(["float32"] * 2),
        shape=TextColumn.from_strings(["64,32", ""]), bytes=np.array([8192, 4]),
        minimum=np.array([-1.0, np.nan]), maximum=np.array([1.0, np.nan]),
        mean=np.array([0.25, np.nan]), std=np.array([0.5, np.nan]),
        first=TextColumn.from_strings(["0.1, 0.2", ""]),
        sha256=TextColumn.from_strings(["ab" * 32, ""]),
        fault=TextColumn.from_strings(["", "The leaf a/0 is damaged."]), unread=unread)


MAKERS: dict[type[Drawing], Callable[[], Drawing]] = {
    WaveformDrawing: waveform, SoundDrawing: sound, PixelDrawing: pixels,
    LatentDrawing: latent, CaptionTable: caption, TokenTable: tokens, LeafTable: leaves}


@pytest.fixture
def panel(dressed: QApplication, qtbot: QtBot) -> PreviewPanel:
    made = PreviewPanel(Figures())
    qtbot.addWidget(made)
    made.resize(320, 400)
    made.show()
    return made


def painted(panel: PreviewPanel) -> QImage:
    QApplication.processEvents()
    return panel.grab().toImage()


def shades_in(image: QImage) -> set[str]:
    return {QColor(image.pixel(x, y)).name()
            for x in range(0, image.width(), 3) for y in range(0, image.height(), 3)}


def test_every_way_of_drawing_has_its_view_and_every_drawn_kind_is_one_of_cores() -> None:
    assert set(VIEWS) == set(DRAWINGS.values()) == set(MAKERS)
    assert {kind for kind in StoreKind if has_preview(kind.value)} == PREVIEWED_KINDS


@pytest.mark.parametrize("kind", MAKERS)
def test_each_payload_is_shown_by_its_own_view_with_a_line_about_it(
    panel: PreviewPanel, kind: type[Drawing]
) -> None:
    panel.show_preview(PayloadPreview(MAKERS[kind]()))
    assert isinstance(panel.view, VIEWS[kind])
    assert panel.view.isVisible()
    assert panel.caption.text()
    assert not panel.empty.isVisible()
    assert len(shades_in(painted(panel))) > 1


def test_another_payload_of_the_same_kind_is_shown_by_the_same_view(panel: PreviewPanel) -> None:
    panel.show_preview(PayloadPreview(waveform()))
    first = panel.view
    panel.show_preview(PayloadPreview(tokens()))
    panel.show_preview(PayloadPreview(waveform(500)))
    assert panel.view is first
    assert "500" in panel.caption.text()


def test_a_damaged_payload_is_a_sentence(panel: PreviewPanel) -> None:
    panel.show_preview(PayloadPreview(waveform()))
    panel.show_preview(PayloadPreview(None, "a.npz is damaged.", "Build it again."))
    assert panel.view is None
    assert panel.empty.isVisible()
    assert panel.empty.text == "a.npz is damaged. Build it again."
    assert not panel.caption.isVisible()


def test_views_say_what_they_show_to_those_who_do_not_see_it(panel: PreviewPanel) -> None:
    panel.show_preview(PayloadPreview(waveform()))
    assert isinstance(panel.view, WaveformView)
    assert panel.view.accessibleName() == "Waveform"
    assert "16,000 Hz" in panel.view.accessibleDescription()
    panel.show_preview(PayloadPreview(sound()))
    assert panel.view.accessibleDescription() == "80 bands × 3,000 frames · −0.5 to 1.5 · 30 s"
    panel.show_preview(PayloadPreview(pixels()))
    assert isinstance(panel.view, PixelView)
    assert panel.view.canvas.accessibleName() == "Picture"
    assert panel.view.canvas.accessibleDescription() == "60 × 40 pixels · contrast stretched"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_waveform_is_painted_in_the_theme_s_colours(
    panel: PreviewPanel, dressed: QApplication, scheme: str
) -> None:
    theme = load_theme(scheme)
    apply_theme(dressed, theme)
    panel.show_preview(PayloadPreview(waveform()))
    assert theme.colour("accent").name() in shades_in(painted(panel))
    apply_theme(dressed, load_theme("light"))


def test_a_waveform_without_samples_or_rate_is_a_line(panel: PreviewPanel) -> None:
    empty = np.zeros(0, np.float32)
    panel.show_preview(PayloadPreview(WaveformDrawing(empty, empty, 0, 0)))
    assert panel.caption.text() == "0 samples · peak 0"
    painted(panel)
    panel.show_preview(PayloadPreview(waveform(rate=0)))
    painted(panel)


def test_the_highest_band_is_painted_on_top(panel: PreviewPanel) -> None:
    panel.show_preview(PayloadPreview(sound()))
    assert isinstance(panel.view, SpectrogramView)
    image = panel.view.image
    assert QColor(image.pixel(5, 0)).lightness() > 180
    assert QColor(image.pixel(5, 79)).lightness() < 40


def test_pixels_are_painted_as_they_are(panel: PreviewPanel) -> None:
    panel.show_preview(PayloadPreview(pixels()))
    assert isinstance(panel.view, PixelView)
    image = panel.view.canvas.image
    assert image is not None
    assert QColor(image.pixel(3, 3)).name() == "#fa283c"


def column_of(columns: Mapping[int, ColumnSpec], title: str) -> int:
    """The column of that title."""
    return next(column for column, spec in columns.items() if spec.title == title)


def test_tokens_are_listed_with_visible_spaces_and_masks(panel: PreviewPanel) -> None:
    panel.show_preview(PayloadPreview(tokens()))
    assert isinstance(panel.view, TokenView)
    rows = panel.view.table.rows
    text = column_of(TOKEN_COLUMNS, "Text")
    texts = [rows.index(row, text).data() for row in range(rows.rowCount())]
    assert texts == ["<begin>", "a", "␣", "<end>"]
    assert rows.index(3, column_of(TOKEN_COLUMNS, "Mask")).data() == "masked"
    assert panel.view.text.text() == "a row of text"
    assert not panel.view.note.isVisible()
    assert panel.caption.text() == "4 tokens · 1 of them masked"


def test_tokens_without_text_say_why(panel: PreviewPanel) -> None:
    panel.show_preview(PayloadPreview(tokens("The tokenizer x is not on this computer.")))
    assert isinstance(panel.view, TokenView)
    assert panel.view.note.isVisible()


def test_leaves_are_sorted_by_raw_value_and_back(panel: PreviewPanel) -> None:
    panel.show_preview(PayloadPreview(leaves()))
    assert isinstance(panel.view, LeafView)
    table, size = panel.view.table, column_of(LEAF_COLUMNS, "Size")

    def paths() -> list[str]:
        return [table.rows.index(row, column_of(LEAF_COLUMNS, "Path")).data() for row in range(2)]

    assert paths() == ["b", "a/0"]
    table.horizontalHeader().setSortIndicator(size, Qt.SortOrder.AscendingOrder)
    assert paths() == ["a/0", "b"]
    table.horizontalHeader().setSortIndicator(size, Qt.SortOrder.DescendingOrder)
    assert paths() == ["b", "a/0"]
    table.start_over()
    assert paths() == ["b", "a/0"]


def test_a_damaged_leaf_says_so_in_its_row(panel: PreviewPanel) -> None:
    panel.show_preview(PayloadPreview(leaves()))
    assert isinstance(panel.view, LeafView)
    rows = panel.view.table.rows
    assert rows.index(1, column_of(LEAF_COLUMNS, "First values")).data() == "Damaged"
    assert rows.index(1, column_of(LEAF_COLUMNS, "Mean")).data() == "–"
    assert rows.index(1, column_of(LEAF_COLUMNS, "Shape")).data() == "1"
    tooltip = rows.index(1, column_of(LEAF_COLUMNS, "Path")).data(Qt.ItemDataRole.ToolTipRole)
    assert tooltip.endswith("The leaf a/0 is damaged.")
    assert "1 damaged" in panel.caption.text()


def test_leaves_that_were_not_read_can_be_asked_for(panel: PreviewPanel, qtbot: QtBot) -> None:
    panel.show_preview(PayloadPreview(leaves(unread=1)))
    assert isinstance(panel.view, LeafView)
    assert panel.view.read_all.isVisible()
    with qtbot.waitSignal(panel.all_wanted, timeout=2000):
        panel.view.read_all.click()


def test_axes_have_round_figures() -> None:
    assert steps(8.3, 5) == [0, 2, 4, 6, 8]
    assert steps(30.0, 3) == [0, 10, 20, 30]
    assert steps(0.0, 5) == [0.0]


def test_an_array_s_tooltip_has_its_first_values_and_its_digest() -> None:
    array = ArraySummary(name="x", dtype="float32", shape=(3,), bytes=12,
                       first_five=(-0.5, 2, "1+2j"), sha256="ab" * 32)
    assert array_tooltip(array, Figures()).split("\n") == [
        "x", "12 bytes", "begins with −0.5, 2, 1+2j", f"sha256 {'ab' * 32}"]


def test_an_array_s_line_has_the_digest_s_first_digits_and_its_first_values() -> None:
    array = ArraySummary(name="x", dtype="float32", shape=(2,), bytes=8,
                       first_five=(-0.5, 2), sha256="0123456789ab" + "c" * 52)
    assert digest_text(array, Figures()) == "sha256 0123456789ab · −0.5, 2 …"
    empty = ArraySummary(name="x", dtype="float32", shape=(0,), sha256="ab" * 32)
    assert digest_text(empty, Figures()) == "sha256 abababababab"


def test_a_caption_names_the_variations_of_each_line(panel: PreviewPanel) -> None:
    panel.show_preview(PayloadPreview(caption()))
    view = panel.view
    assert isinstance(view, CaptionView)
    assert view.text.text() == "a black cat"
    used_by = column_of(CAPTION_COLUMNS, "Variations")
    shown = [view.table.rows.cell(at, used_by).text for at in range(2)]
    assert shown == ["2", "1, 3"]
    assert panel.caption.text() == "2 lines · 3 cached files"
    one = caption()
    panel.show_preview(PayloadPreview(replace(one, line=np.array([1, -1, -1], np.int32))))
    assert panel.caption.text().endswith("2 made from other lines")
    panel.show_preview(PayloadPreview(replace(one, stamped=0)))
    assert panel.caption.text().endswith("which line was used is not recorded")


def test_an_edited_caption_says_what_it_said_when_it_was_cached(panel: PreviewPanel) -> None:
    edited = replace(caption(), line=np.full(3, -1, np.int32), prompts=TextColumn.from_strings(
        ["a dog", "a dog", "two dogs"]))
    panel.show_preview(PayloadPreview(edited))
    view = panel.view
    assert isinstance(view, CaptionView)
    assert view.former.text() == "Cached: “a dog”\nCached: “two dogs”"
    assert view.text.text() == "Now: “a cat on a roof”"
    panel.show_preview(PayloadPreview(replace(
        edited, prompts=TextColumn.from_strings(["", "", ""]))))
    assert not view.former.isVisible()
    assert "not stored in the cache" in panel.caption.text()
