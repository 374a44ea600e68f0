from __future__ import annotations

import ast
import itertools
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QDateTime, QLocale, QSize
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from larder import app
from larder.app.cleaning.plan_snapshot import GROUP_ORDER
from larder.app.jobs.job import JobState
from larder.app.models.survey_pages import NodeKind
from larder.app.presentation.clean_reasons import group_look
from larder.app.presentation.figures import Figures
from larder.app.presentation.looks import (
    MEND_TEXTS,
    OF_EVERYTHING,
    REPAIR_COMMANDS,
    REPAIR_NAMES,
    CoverageState,
    Look,
    Tone,
    payload_look,
    remark_texts,
    remedy_look,
    repair_text,
    severity_look,
    state_look,
    verdict_look,
)
from larder.app.presentation.sentences import breakable, one_after_another
from larder.app.presentation.shell_text import survey_command
from larder.app.views import jobs_panel as job_texts
from larder.app.window_look import ICONS_FOLDER, IconCache, load_theme, palette_of, style_sheet_of
from larder.core.clean.plan import CleanReason
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import ByteUnits
from larder.core.survey.remedies import REMEDIES, Repair
from larder.core.survey.verdicts import PayloadVerdict, Remark, Severity, Verdict
from starting.translations import read_translations
from tests.support.fixtures import REPOSITORY

ENGLISH = QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)
LOOKS = [
    *(verdict_look(verdict) for verdict in Verdict),
    *(payload_look(verdict) for verdict in PayloadVerdict),
    *(severity_look(severity) for severity in Severity),
    *(state_look(state) for state in CoverageState),
    *(job_texts.state_look(state) for state in JobState),
    *(group_look(reason) for reason in CleanReason),
]


@pytest.mark.parametrize(("number", "si", "iec"), [
    (0, "0 B", "0 B"),
    (999, "999 B", "999 B"),
    (1000, "1.00 kB", "1,000 B"),
    (1024, "1.02 kB", "1.00 KiB"),
    (8_030_000, "8.03 MB", "7.66 MiB"),
    (84_000_000, "84.0 MB", "80.1 MiB"),
    (999_499_999, "999 MB", "953 MiB"),
    (999_600_000, "1.00 GB", "953 MiB"),
    (5 * 1024**3, "5.37 GB", "5.00 GiB"),
    (3 * 10**18, "3,000 PB", "2,665 PiB"),
])
def test_bytes_have_three_figures_in_either_unit(number: int, si: str, iec: str) -> None:
    assert Figures(units=ByteUnits.SI, locale=ENGLISH).bytes(number) == si
    assert Figures(units=ByteUnits.IEC, locale=ENGLISH).bytes(number) == iec


@pytest.mark.parametrize(("share", "text"), [
    (0.0, "0 %"), (0.0001, "<1 %"), (0.42, "42 %"), (0.9999, ">99 %"), (1.0, "100 %"),
])
def test_percent_says_none_or_all_only_when_it_is(share: float, text: str) -> None:
    assert Figures(locale=ENGLISH).percent(share) == text


def test_numbers_follow_the_users_locale() -> None:
    german = Figures(locale=QLocale(QLocale.Language.German))
    assert german.count(12_480) == "12.480"
    assert german.bytes(1536) == "1,50 KiB"


def test_ages_and_durations_use_the_largest_fitting_unit(dressed: QApplication) -> None:
    figures, now = Figures(locale=ENGLISH), time.time_ns()
    second = 10**9
    assert figures.age(now - 5 * second, now) == "just now"
    assert figures.age(now - 61 * second, now) == "1 minute ago"
    assert figures.age(now - 3 * 3600 * second, now) == "3 hours ago"
    assert figures.age(now - 3 * 86400 * second, now) == "3 days ago"
    assert figures.duration(0.2) == "under 1 s"
    assert figures.duration(75) == "1 min"


def test_singulars_are_used_for_one_and_plurals_for_others(dressed: QApplication) -> None:
    said = [QCoreApplication.translate("Any", "%Ln entries", None, n) for n in (0, 1, 2)]
    assert said == ["0 entries", "1 entry", "2 entries"]


def test_every_text_with_a_count_has_a_singular() -> None:
    counted = {
        text for file in Path(app.__file__).parent.rglob("*.py")
        if "%Ln" in (source := file.read_text("utf-8"))
        for text in texts_in(ast.parse(source)) if "%Ln" in text
    }
    forms = {source: message.forms for (_, source), message in read_translations(
        REPOSITORY / "resources/translations/larder_en.ts").items()}
    assert counted - {source for source, (singular, _) in forms.items() if singular} == set()
    assert [source for source, (_, plural) in forms.items() if plural != source] == []


def texts_in(module: ast.Module) -> set[str]:
    """String constants that are not docstrings."""
    docstrings = {id(node.value) for node in ast.walk(module) if isinstance(node, ast.Expr)}
    return {node.value for node in ast.walk(module) if isinstance(node, ast.Constant)
            and isinstance(node.value, str) and id(node) not in docstrings}


@pytest.mark.parametrize("look", LOOKS, ids=lambda look: look.icon)
def test_every_look_has_a_word_and_an_icon_file(look: Look) -> None:
    assert look.word
    assert (ICONS_FOLDER / f"{look.icon}.svg").is_file()


def test_no_two_verdicts_share_word_or_icon() -> None:
    looks = [verdict_look(verdict) for verdict in Verdict]
    for first, second in itertools.combinations(looks, 2):
        assert first.word != second.word
        assert first.icon != second.icon


def test_every_remedy_and_every_remark_is_put_into_words() -> None:
    for line, remedy in enumerate(REMEDIES[1:], start=1):
        text = repair_text(line, "No build makes it.")
        assert text.endswith(".")
        assert (remedy.repair is Repair.NONE) is not any(
            text.startswith(f"{remedy_look(repair).word}: ") for repair in REPAIR_NAMES)
    assert repair_text(0) == ""
    for flag in Remark:
        assert remark_texts(int(flag))
    assert remark_texts(1 << Verdict.TOUCHED) == ["Date changed only"]


def test_every_command_that_mends_something_has_a_name_an_action_and_a_button() -> None:
    assert {*REPAIR_NAMES} == {*REPAIR_COMMANDS} == {*MEND_TEXTS} | OF_EVERYTHING
    assert not OF_EVERYTHING & {*MEND_TEXTS}
    assert {*Repair} - {*REPAIR_NAMES} == {Repair.NONE, Repair.QUARANTINE}


def test_every_icon_file_can_be_painted(dressed: QApplication) -> None:
    shelf = IconCache(load_theme("light"))
    for file in ICONS_FOLDER.iterdir():
        if file.name.endswith(".svg"):
            image = shelf.icon(file.name.removesuffix(".svg"), Tone.PLAIN).pixmap(20, 20).toImage()
            assert any(image.pixelColor(x, y).alpha() for x in range(20) for y in range(20))


def test_a_painted_icon_has_the_tone_of_the_theme(dressed: QApplication) -> None:
    theme = load_theme("dark")
    image = IconCache(theme).icon("verdict-valid", Tone.GOOD).pixmap(32, 32).toImage()
    colours = {image.pixelColor(x, y).name() for x in range(image.width())
               for y in range(image.height()) if image.pixelColor(x, y).alpha() == 255}
    assert theme.colours["good"] in colours


def luminance(colour: QColor) -> float:
    parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
             for part in (colour.redF(), colour.greenF(), colour.blueF())]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(first: QColor, second: QColor) -> float:
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("ground", ["base", "stripe", "window", "selection"])
@pytest.mark.parametrize("tone", ["text", "muted", "error", "warning", "note", "good", "accent"])
def test_text_can_be_read_on_every_ground(name: str, ground: str, tone: str) -> None:
    theme = load_theme(name)
    assert contrast(theme.colour(tone), theme.colour(ground)) >= 4.5


@pytest.mark.parametrize("name", ["light", "dark"])
def test_notices_and_primary_buttons_can_be_read(name: str) -> None:
    theme = load_theme(name)
    for ground in ("error_soft", "warning_soft", "note_soft", "good_soft"):
        assert contrast(theme.colour("text"), theme.colour(ground)) >= 7
        assert contrast(theme.colour(ground.removesuffix("_soft")), theme.colour(ground)) >= 4.5
    assert contrast(theme.colour("on_accent"), theme.colour("accent")) >= 4.5


def test_themes_have_the_same_roles_and_fill_the_style_sheet() -> None:
    light, dark = load_theme("light"), load_theme("dark")
    assert light.colours.keys() == dark.colours.keys()
    for theme in (light, dark):
        assert "@" not in style_sheet_of(theme)
        assert palette_of(theme).window().color() == theme.colour("window")


def test_every_kind_of_tree_node_has_an_icon_and_a_word() -> None:
    from larder.app.views.workspace_tree import _ICONS
    assert set(_ICONS) == set(NodeKind) - {NodeKind.STORE}


def test_the_copied_command_names_the_workspace_and_how_it_is_read() -> None:
    options = WorkspaceOptions(workspace="/home/a b/config.json", root="/data",
                               maps=(("E:\\", "/mnt/e"),))
    assert survey_command(options, "hash") == (
        "larder survey '/home/a b/config.json' --root /data --map 'E:\\=/mnt/e' --depth hash")


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_icons_are_never_enlarged_on_a_scaled_screen(qapp: object, ratio: float) -> None:
    icon = IconCache(load_theme("dark")).icon("page-entries")
    for size in (16, 20, 40):
        assert icon.pixmap(QSize(size, size), ratio).width() == round(size * ratio)


def test_every_reason_of_a_plan_has_its_place_among_the_groups() -> None:
    assert sorted(GROUP_ORDER) == sorted(CleanReason)


def test_dates_in_reasons_are_in_the_order_of_the_system() -> None:
    said = "Edited on 2026-11-20 14:03, after it was cached"
    german = Figures(locale=QLocale(QLocale.Language.German, QLocale.Country.Germany))
    day = german.locale.toString(
        QDateTime(2026, 11, 20, 14, 3, 0), QLocale.FormatType.ShortFormat)
    assert day.startswith("20.11.")
    assert german.write_dates(said) == f"Edited on {day}, after it was cached"
    assert german.write_dates("data/2026-11-20_1.png is gone") == "data/2026-11-20_1.png is gone"


def test_sentences_stand_after_each_other_with_one_space_and_wide_ones_with_none() -> None:
    assert one_after_another(["One.", "", "Two."]) == "One. Two."
    assert one_after_another(["一。", "二。", "3 files."]) == "一。二。3 files."


def test_long_names_are_broken_and_chinese_is_left_to_the_rules_of_its_lines() -> None:
    said = "文件已不存在，而其文件夹还在；它被删除、移动或重命名了，此配置要求的尺寸与之不同。"
    assert breakable(said) == said
    assert breakable(f"{said[:9]}data/landscapes/coast/palm.webp{said[9:]}") == (
        f"{said[:9]}data/\u200blandscapes/\u200bcoast/\u200bpalm.\u200bwebp{said[9:]}")
    assert breakable(f"a hash {'0f' * 13} of it").count("\u200b") == 25
