"""The window in German and Chinese: texts, core's sentences, figures, the switch."""

from __future__ import annotations

import errno
import gc
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel
from pytestqt.qtbot import QtBot

from larder.app.application import end_window_session, make_window
from larder.app.dialogs.preferences import PreferencesDialog
from larder.app.languages import WINDOW, Catalogue, fall_silent, speak
from larder.app.presentation.core_sentences import CoreSentences, read_templates
from larder.app.presentation.figures import Figures
from larder.app.presentation.sentences import CORE, core_text
from larder.app.views.row_facts import SettingsList
from larder.app.widgets.widgets import ElidedLabel
from larder.core.queries.preview import PayloadSetting
from larder.core.settings import Language, Settings, load_settings
from tests.app.conftest import AbsentWorker
from tests.support.fixtures import REPOSITORY
from tests.support.sweeps import Sweep

FOREIGN = (Language.GERMAN, Language.CHINESE)


@pytest.fixture
def german(dressed: QApplication) -> Iterator[QApplication]:
    spoken = speak(dressed, Language.GERMAN)
    yield dressed
    fall_silent(dressed, spoken)
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))


def test_texts_and_qts_own_buttons_and_figures_are_german(german: QApplication) -> None:
    assert QCoreApplication.translate("PreferencesDialog", "Preferences") == "Einstellungen"
    assert QCoreApplication.translate("NoSuchContext", "Preferences") == "Einstellungen"
    buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
    assert buttons.button(QDialogButtonBox.StandardButton.Cancel).text() == "Abbrechen"
    figures = Figures(locale=QLocale())
    assert figures.count(12480) == "12.480"
    assert figures.bytes(1536) == "1,50 KiB"
    assert figures.duration(86400 * 3) == "3\N{NO-BREAK SPACE}Tage"


SOME = (
    "It is gone.", "{path} is empty.", "the trainer hashes the file once", "Check the path.",
    "There is nothing at {opened}.", "{what} is not {expected}.", "a picture", "a sound file",
    "The disk of {store} is nearly full: {free} bytes are free, which are left for the index.")


def marked(*templates: str) -> CoreSentences:
    """A language in which every template is itself in brackets."""
    return CoreSentences(
        templates or SOME, lambda source, count: f"[{source}]",
        QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))


def test_a_sentence_is_known_by_its_template_and_keeps_its_values() -> None:
    said = marked().said
    assert said("It is gone.") == "[It is gone.]"
    assert said("/a b/c.jpg is empty.") == "[/a b/c.jpg is empty.]"
    assert said("The disk of /d is nearly full: 1,200 bytes are free, which are left for the index."
                ) == ("[The disk of /d is nearly full: 1,200 bytes are free, which are left for "
                      "the index.]")


def test_a_value_that_is_a_word_of_cores_is_said_too() -> None:
    assert marked().said("x.json is not a picture.") == "[x.json is not [a picture].]"


def test_sentences_beside_each_other_are_told_apart() -> None:
    assert marked().said("There is nothing at /x. Check the path.") == (
        "[There is nothing at /x.] [Check the path.]")


def test_a_clause_that_became_a_sentence_is_known() -> None:
    said = marked().said("The trainer hashes the file once.")
    assert said == "[the trainer hashes the file once]."


def test_the_tags_of_a_caption_are_one_value() -> None:
    said = marked("it was “{short}” and is “{short2}” now", "it is gone").said
    before, now = "idris, red turban. golden pin: a, b, c, d, e", "idris, calm; look, f, g, h"
    assert said(f"It was “{before}” and is “{now}” now. It is gone.") == (
        f"[it was “{before}” and is “{now}” now]. [it is gone].")


def test_what_the_system_said_in_english_is_said_too() -> None:
    said = marked("{where} cannot be read: {why}.", "It does not exist.", "the disk is full").said
    for code in (errno.ENOENT, errno.ENOSPC):
        assert "cannot be read: [" in said(f"/x cannot be read: {os.strerror(code)}.")
    assert said(f"/x cannot be read: {os.strerror(errno.ENOSPC)}, the disk is full.") == (
        "[/x cannot be read: [the disk is full].]")


def test_what_is_of_no_template_stays() -> None:
    for text in ("", " ", "CUDA error 700", "Mona Lisa.jpg", "12,480", "a\udcffb", "x" * 9000):
        assert marked().said(text) == text


def test_a_name_that_is_not_utf_8_stays(german: QApplication) -> None:
    assert core_text("/a\udcff is empty.") == "/a\udcff is empty."
    assert core_text("a\0b") == "a\0b"


ALL = marked(*read_templates())
VALUE = st.sampled_from(["/train/a b.jpg", "C:\\Bilder\\x.png", "7", "caption", "α.txt"])


@given(st.sampled_from([text for text in read_templates() if "{" in text]), st.data())
def test_no_value_of_a_sentence_is_lost(source: str, data: st.DataObject) -> None:
    values: list[str] = []

    def fill(_: re.Match[str]) -> str:
        values.append(data.draw(VALUE))
        return values[-1]

    text = re.sub(r"\{\w+\}", fill, source)
    said = ALL.said(text)
    for value in values:
        assert value in said


def test_every_sentence_is_known_before_and_after_another(sweep: Sweep) -> None:
    """Core puts sentences beside each other: a problem and its hint, a reason and a remark."""
    wordless = CoreSentences(
        read_templates(), lambda source, count: "·".join(["", *re.findall(r"\{\w+\}", source), ""]),
        QLocale(QLocale.Language.English, QLocale.Country.UnitedStates)).said
    english = {}
    for source in read_templates():
        text = re.sub(r"\{\w+\}", "X7", source)
        sentence = text if text.endswith((".", "!", "?", "…")) else f"{text}."
        together = (f"It no longer exists. {sentence} There is nothing at /X7.", text,
                    f"It no longer exists. {text}", f"{sentence} It no longer exists.",
                    f"{sentence} There is nothing at /X7.")
        for said in map(wordless, together[: sweep.times(1, len(together))]):
            if re.search(r"[a-z]{2}", said):
                english[source] = said
    assert english == {}


def test_english_looks_up_nothing_but_what_is_counted(dressed: QApplication) -> None:
    english = Catalogue(Language.ENGLISH, dressed)
    assert english.translate("EntriesPage", "%Ln entries", None, 1) == "%Ln entry"
    assert english.translate(WINDOW, "&File") is None
    assert english.translate(CORE, "No such file.") is None


@pytest.mark.parametrize("language", FOREIGN)
def test_every_catalogue_loads(dressed: QApplication, language: Language) -> None:
    assert Catalogue(language, dressed).translate(WINDOW, "&File")


def test_the_language_is_a_setting_and_the_window_offers_to_open_anew(
    dressed: QApplication, qtbot: QtBot,
) -> None:
    opened = make_window(dressed, make_worker=AbsentWorker)
    opened.window.show()
    services = opened.services
    dialog = PreferencesDialog(services.settings.current, services.look, opened.window)
    assert dialog.language.currentText() == "Follow system"
    dialog.language.setCurrentIndex(dialog.language.findText("Deutsch"))
    services.settings.change(dialog.change)
    notice = services.notices.shown
    assert notice is not None
    assert "Deutsch" in notice.text
    notice.actions[0].run()
    assert opened.language.wants_new_window
    end_window_session(opened)
    assert load_settings().language is Language.GERMAN
    dialog.deleteLater()


def test_an_unchanged_language_offers_nothing(dressed: QApplication, qtbot: QtBot) -> None:
    opened = make_window(dressed, remembers=False, make_worker=AbsentWorker)
    opened.services.settings.hide_names(True)
    assert opened.services.notices.shown is None
    opened.window.close_now()
    end_window_session(opened)


def test_settings_of_an_earlier_version_speak_the_desktops_language() -> None:
    assert Settings().language is Language.SYSTEM


SWITCHES = """
import sys
import weakref
from msgspec.structs import replace
from PySide6.QtCore import QTimer
from larder.app import run
from larder.app.arguments import read_arguments
from larder.core.settings import Language

made, before = run.make_window, []

def make(*arguments, **named):
    print(sum(one() is not None for one in before), "before")
    opened = made(*arguments, **named)
    before.append(weakref.ref(opened.services.session))
    QTimer.singleShot(0, lambda: switch(opened))
    return opened

def switch(opened):
    print(opened.window.menuBar().actions()[0].text())
    settings = opened.services.settings
    if settings.current.language is Language.GERMAN:
        opened.window.close()
        return
    settings.change(lambda before: replace(before, language=Language.GERMAN))
    opened.services.notices.shown.actions[0].run()

run.make_window = make
sys.exit(run.run_window(read_arguments([])))
"""


def test_another_language_is_another_window_in_the_same_process(tmp_path: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-c", SWITCHES], capture_output=True, text=True, check=False,
        env={**os.environ, "LC_ALL": "C.UTF-8", "LARDER_CONFIG_HOME": str(tmp_path / "config"),
             "LARDER_CACHE_HOME": str(tmp_path / "cache"), "QT_QPA_PLATFORM": "offscreen"})
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.splitlines() == ["0 before", "&File", "0 before", "&Datei"]


SENTENCES = {"why", "problem", "hint", "text", "details", "note"}
"""Where the documents have sentences."""
NO_SENTENCE = re.compile(r"shared caption line|larder .*|Deleted .*|Restored .*")


def sentences_of(document: Any, key: str = "") -> Iterator[str]:
    if isinstance(document, dict):
        for name, value in document.items():
            yield from sentences_of(value, name)
    elif isinstance(document, list):
        for value in document:
            yield from sentences_of(value, key)
    elif isinstance(document, str) and key in SENTENCES and " " in document:
        yield document


def test_no_translator_is_taken_away_by_the_collection_of_garbage(dressed: QApplication) -> None:
    """One that began while Qt holds its lock of translators would wait for that lock for good."""
    catalogue = Catalogue(Language.GERMAN)
    assert catalogue.translate(CORE, "No such file.")
    assert catalogue.translate(WINDOW, "&File")
    collecting, ended = [False], []
    note = collecting.append
    gc.callbacks.append(watch := lambda phase, _: note(phase == "start"))
    try:
        for translator in (catalogue, catalogue._texts):
            translator.destroyed.connect(lambda: ended.append(collecting[-1]))
        del catalogue, translator
        gc.collect()
    finally:
        gc.callbacks.remove(watch)
    assert ended == [False, False]


@pytest.mark.parametrize("language", FOREIGN)
def test_what_core_says_of_real_workspaces_is_said_in_every_language(
    dressed: QApplication, language: Language,
) -> None:
    # Without a parent a collection in the midst of a translation deletes it, and waits for itself.
    catalogue = Catalogue(language, dressed)
    sentences = {sentence for path in sorted((REPOSITORY / "tests/core/cli/golden").glob("*.json"))
                 for sentence in sentences_of(json.loads(path.read_text(encoding="utf-8")))}
    assert len(sentences) > 50
    assert [sentence for sentence in sorted(sentences)
            if not NO_SENTENCE.fullmatch(sentence)
            and catalogue.translate(CORE, sentence) == sentence] == []


def test_the_effect_of_a_headline_is_in_the_users_language(german: QApplication) -> None:
    said = core_text("2 source files would stop training. Training would stop at 1 picture.")
    assert "would" not in said
    assert said.count(".") == 2
    assert "would" not in core_text("2 source files would stop training")


def test_the_inspector_names_settings_in_the_users_language(german: QApplication) -> None:
    shown = SettingsList()
    shown.show_settings((PayloadSetting("image.enable_crop_jitter", "on", "off"),
                         PayloadSetting("tokens_of_another", "none", None)))
    assert [label.text() for label in shown.findChildren(QLabel)] == [
        "Crop Jitter", "ein, jetzt aus", "tokens of another"]
    assert shown.findChild(ElidedLabel).toolTip() == "tokens_of_another: keine"
