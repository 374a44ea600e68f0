"""The catalogues: nothing lost in a text, no key twice in a menu, no text that goes past them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QLocale, QObject, QTranslator
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from larder.app.application import OpenWindow
from larder.app.command_table import Context
from larder.app.dialogs.cleaning.prune_forms import ClearForm, PruneForm
from larder.app.dialogs.preferences import PreferencesDialog
from larder.app.languages import fall_silent, speak
from larder.app.presentation.core_sentences import read_templates
from larder.core.requests.options import WorkspaceOptions
from larder.core.settings import Language, Settings
from starting.translations import (
    CORE,
    LANGUAGES,
    WINDOW,
    Message,
    has_row,
    is_counted,
    read_translations,
    values_of,
)
from tests.app.conftest import AbsentWorker, shown_window, wait_until_settled
from tests.app.synthetic_survey import Recipe, synthetic_pages
from tests.app.test_longer_language import cut_off
from tests.support.fixtures import REPOSITORY

FOLDER = REPOSITORY / "resources" / "translations"
SPOKEN = (Language.ENGLISH, Language.GERMAN, Language.CHINESE)

NEVER_SAID = {
    "de": r"Konfiguration|Bildbeschreibung|Bildschirmfoto|\b[Kk]odier|übergangen|gescheitert"
          r"|\b(?:[Ww]ähl|[Öö]ffn|[Kk]lick|[Ss]chreib|[Zz]eig|[Pp]rüf|[Bb]enenn)en Sie\b| …$",
    "zh_CN": "您|字幕|遮罩|已发布|……"}
"""Words for which the glossary of the translations has another one."""


@pytest.fixture(scope="module", params=LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def catalogue(language: str) -> dict[tuple[str, str], Message]:
    return read_translations(FOLDER / f"larder_{language}.ts")


def test_a_translation_keeps_every_value_of_its_text(
    catalogue: dict[tuple[str, str], Message],
) -> None:
    wrong = [(source, form) for (_, source), message in catalogue.items()
             for form in message.forms
             if form and not message.is_draft
             and set(values_of(form)) != set(values_of(source))
             # One of a kind may be said without its number.
             and not (is_counted(source) and set(values_of(source)) - {"%Ln"} == {
                 *values_of(form)})]
    assert wrong == []


def test_a_translation_has_an_access_key_where_its_text_has_one(
    catalogue: dict[tuple[str, str], Message],
) -> None:
    wrong = [(source, form) for (_, source), message in catalogue.items()
             for form in message.forms if form and source.count("&") != form.count("&")]
    assert wrong == []


def test_a_translation_uses_the_words_of_the_glossary(
    language: str, catalogue: dict[tuple[str, str], Message],
) -> None:
    """`resources/translations/GLOSSARY.md` has the word that is used in place of each of these."""
    never = re.compile(NEVER_SAID.get(language, r"(?!)"))
    wrong = [(found[0], source, form) for (_, source), message in catalogue.items()
             for form in message.forms if (found := never.search(form))]
    assert wrong == []


def test_a_translation_of_a_command_that_asks_first_says_so(
    catalogue: dict[tuple[str, str], Message],
) -> None:
    wrong = [(source, form) for (_, source), message in catalogue.items()
             for form in message.forms if form and source.endswith("…") != form.endswith("…")]
    assert wrong == []


@pytest.fixture(params=SPOKEN, ids=lambda language: language.value)
def spoken(
    dressed: QApplication, request: pytest.FixtureRequest,
) -> Iterator[Language]:
    """Each language in turn."""
    installed = speak(dressed, request.param)
    yield request.param
    fall_silent(dressed, installed)
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))


@pytest.fixture
def opened(dressed: QApplication, qtbot: QtBot, spoken: Language) -> Iterator[OpenWindow]:
    """A window in that language."""
    with shown_window(dressed, AbsentWorker) as opened:
        yield opened


def access_keys(menu: QMenu) -> list[str]:
    texts = [action.text() for action in menu.actions() if not action.isSeparator()]
    return [found[1].lower() for text in texts if (found := re.search(r"&(\w)", text))]


def test_no_access_key_is_twice_in_a_menu(opened: OpenWindow) -> None:
    bar = opened.window.menuBar()
    menus = [menu for action in bar.actions() if isinstance(menu := action.menu(), QMenu)]
    assert len(menus) >= 4
    top = [found[1].lower() for action in bar.actions()
           if (found := re.search(r"&(\w)", action.text()))]
    assert len(top) == len(set(top)) == len(menus)
    commands = opened.services.commands
    for menu in (*menus, *(commands.context_menu(of, opened.window) for of in Context)):
        keys = access_keys(menu)
        assert len(keys) == len(set(keys)), (menu.title(), sorted(keys), [
            action.text() for action in menu.actions()])


def test_no_page_cuts_its_words_off(
    opened: OpenWindow, qtbot: QtBot, spoken: Language,
) -> None:
    opened.services.session.adopt(
        WorkspaceOptions(workspace="/w/w.json"), synthetic_pages(Recipe()))
    for page in opened.window.pages:
        opened.window.show_page(page)
        wait_until_settled(qtbot, opened)
        qtbot.wait(1)
        assert cut_off(opened.window) == [], page


def test_every_tab_can_be_seen_on_a_small_screen(
    opened: OpenWindow, qtbot: QtBot,
) -> None:
    opened.window.resize(1024, 700)
    opened.services.session.adopt(
        WorkspaceOptions(workspace="/w/w.json"), synthetic_pages(Recipe(rows=2000)))
    wait_until_settled(qtbot, opened)
    bar = opened.window.workspace.tabs.tabBar()
    qtbot.waitUntil(
        lambda: bar.tabRect(bar.count() - 1).right() <= opened.window.workspace.width())


def test_no_dialog_cuts_its_words_off(opened: OpenWindow, qtbot: QtBot) -> None:
    for dialog in (PreferencesDialog(Settings(), opened.services.look, opened.window),
                   PruneForm(opened.services, opened.window),
                   ClearForm(opened.services, opened.window)):
        dialog.show()
        qtbot.wait(1)
        assert cut_off(dialog) == []
        dialog.reject()


class Asked(QTranslator):
    """Notes what a window asks to be translated; see `LongerWords` for whose it is."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.texts: set[str] = set()

    def isEmpty(self) -> bool:
        return False

    def translate(
        self, context: str, text: str, _disambiguation: str | None = None, _count: int = -1,
    ) -> str | None:
        if context != CORE and not context.startswith(("Q", "larder::")):
            self.texts.add(text)
        return None


def test_whatever_the_window_asks_for_is_in_the_catalogues(
    dressed: QApplication, qtbot: QtBot, texts: set[tuple[str, str]],
) -> None:
    asked = Asked(dressed)
    dressed.installTranslator(asked)
    with shown_window(dressed, AbsentWorker) as opened:
        opened.services.session.adopt(
            WorkspaceOptions(workspace="/w/w.json"), synthetic_pages(Recipe()))
        for page in opened.window.pages:
            opened.window.show_page(page)
            wait_until_settled(qtbot, opened)
        for command in ("preferences", "build", "clean", "prune", "clear", "check", "what-if",
                        "cache-folder"):
            if opened.services.commands.has(command):
                opened.services.commands.run(command)
                qtbot.wait(1)
    dressed.removeTranslator(asked)
    asked.deleteLater()
    dressed.processEvents()
    known = {source for _, source in texts}
    translated = {form for language in LANGUAGES
                  for form in read_translations(FOLDER / f"larder_{language}.ts")}
    missing = {text for text in asked.texts - known - {source for _, source in translated}
               if re.search(r"[A-Za-z]{2}", text)}
    assert missing == set()


@pytest.fixture(scope="module")
def calls() -> list[tuple[Path, str, ast.Call]]:
    """Every call in the window's sources, with its file and what is called."""
    return [
        (path, node.func.attr if isinstance(node.func, ast.Attribute)
         else getattr(node.func, "id", ""), node)
        for path in sorted((REPOSITORY / "app").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)]


def test_no_text_to_be_translated_is_put_together(
    calls: list[tuple[Path, str, ast.Call]],
) -> None:
    found = []
    for path, name, call in calls:
        for argument in call.args if name in ("tr", "_tr") else ():
            is_made = isinstance(argument, ast.JoinedStr) or (
                isinstance(argument, ast.BinOp) and isinstance(
                    argument.op, ast.Add | ast.Mod)
                and any(isinstance(side, ast.Constant) for side in
                        (argument.left, argument.right)))
            if is_made:
                found.append(f"{path.name}:{call.lineno}")
    assert found == []


SETS_TEXT = {
    "setText", "setWindowTitle", "setToolTip", "setStatusTip", "setWhatsThis", "addAction",
    "addTab", "setTabText", "setPlaceholderText", "setAccessibleName", "setAccessibleDescription",
    "setTitle", "addItem", "QLabel", "QPushButton", "QAction", "QGroupBox", "QCheckBox",
    "setInformativeText", "setSpecialValueText", "heading", "muted_label", "primary_button",
    "link_button"}
NO_WORDS = re.compile(r"[^A-Za-z]*(?:Larder|[A-Za-z])?[^A-Za-z]*")
"""What needs no translation: signs, single letters, the program's name."""


def words_of(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return " ".join(words_of(value) for value in node.values if isinstance(value, ast.Constant))
    return ""


def test_no_text_of_the_window_goes_past_the_catalogues(
    calls: list[tuple[Path, str, ast.Call]],
) -> None:
    found = [f"{path.name}:{call.lineno}: {words_of(argument)}"
             for path, name, call in calls if name in SETS_TEXT
             for argument in call.args[:2] if not NO_WORDS.fullmatch(words_of(argument))]
    assert found == []


def test_the_list_of_cores_sentences_and_the_catalogues_speak_of_the_same(
    language: str, catalogue: dict[tuple[str, str], Message],
) -> None:
    assert {source for context, source in catalogue if context == CORE} == {
        source for source in read_templates() if has_row(language, source)}
    assert {context for context, _ in catalogue} <= {WINDOW, CORE}


def test_every_text_is_translated_into_every_language(
    language: str, catalogue: dict[tuple[str, str], Message], texts: set[tuple[str, str]],
) -> None:
    """Every text is translated into every language.

    On failure, run `python3 packaging/start.py translations`, then edit the `.ts` files.
    """
    asked = {(context, source) for context, source in texts if has_row(language, source)}
    assert asked - catalogue.keys() == set()
    assert catalogue.keys() - asked == set()
    assert [source for (_, source), message in catalogue.items() if not message.is_whole] == []


def test_what_is_compiled_is_what_was_written(
    language: str, catalogue: dict[tuple[str, str], Message],
) -> None:
    compiled = QTranslator()
    assert compiled.load(str(FOLDER / f"larder_{language}.qm"))
    for (context, source), message in catalogue.items():
        for count, form in ((1, 0), (2, -1)) if is_counted(source) else ((-1, 0),):
            assert compiled.translate(context, source, None, count) == message.forms[form], source
