"""The languages of the window: catalogues, Qt's own texts, the locale of figures, the switch.

A catalogue has one context for the whole window, "Larder": a text is translated once, wherever it
stands. Core's sentences are the context "core", see `presentation/core_sentences`. The texts
themselves are English, whose catalogue has the plural forms of those with a count and no others.
A window's texts are read once, when it is made: another language is another window in the same
process, on the same workspace.
"""

from __future__ import annotations

import importlib.resources
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import msgspec
from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QObject, QTranslator
from PySide6.QtGui import QFontDatabase

from larder.app.notices import Notice, NoticeAction
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import CORE, Sentences
from larder.app.presentation.window_sentences import COMMAND_LINE, WINDOW_SENTENCES
from larder.core.settings import Language

if TYPE_CHECKING:
    from larder.app.presentation.core_sentences import CoreSentences
    from larder.app.services import WindowServices
    from larder.app.views.main_window import MainWindow

FOLDER = importlib.resources.files("larder.resources") / "translations"
WINDOW = "Larder"
QT_CATALOGUE = "qtbase"

NAMES: dict[Language, str] = {
    Language.ENGLISH: "English", Language.GERMAN: "Deutsch", Language.CHINESE: "简体中文"}
"""What each calls itself."""

_tr = Sentences("Languages")


def desktop_language() -> Language:
    """The first language of the desktop that Larder speaks, else English."""
    for spelled in QLocale.system().uiLanguages():
        locale = QLocale(spelled)
        for language in (Language.GERMAN, Language.CHINESE, Language.ENGLISH):
            if locale.language() == QLocale(language.value).language() and (
                    locale.script() == QLocale(language.value).script()):
                return language
    return Language.ENGLISH


def locale_of(language: Language) -> QLocale:
    """How figures and dates are written: as the desktop does where it speaks that language."""
    desktop, plain = QLocale.system(), QLocale(language.value)
    return desktop if desktop.language() == plain.language() else plain


class Catalogue(QTranslator):
    """One language's texts.

    Qt holds its lock of translators while it asks this one, and a collection of garbage may begin
    there: a translator that it took away would wait for that lock for good. So nothing that a
    catalogue holds refers back to it, and its texts are its own child, which goes with it.
    """

    def __init__(self, language: Language, parent: QObject | None = None) -> None:
        """Load them.

        Raises:
            FileNotFoundError: if the program was packed without them.
        """
        super().__init__(parent)
        self._is_english = language is Language.ENGLISH
        self._locale = locale_of(language)
        self._core: CoreSentences | None = None
        self._texts = QTranslator(self)
        path = FOLDER / f"larder_{language.value}.qm"
        if not self._texts.load(str(path)):
            raise FileNotFoundError(str(path))

    def translate(
        self, context: str, text: str, _disambiguation: str | None = None, count: int = -1,
    ) -> str | None:
        """The translation, None where there is none."""
        if self._is_english and count < 0 and (
                context != CORE or COMMAND_LINE.search(text) is None):
            return None  # nothing is looked up for the thousand texts of a window that starts
        if context == CORE:
            return self._sentences().said(text)
        return _find_text(self._texts, (WINDOW, CORE), text, count)

    def isEmpty(self) -> bool:
        """Never; Qt asks no translator that is empty."""
        return False

    def _sentences(self) -> CoreSentences:
        if self._core is None:
            from larder.app.presentation.core_sentences import (
                CoreSentences,
                EnglishSentences,
                read_templates,
            )

            self._core = EnglishSentences(
                read_templates(), WINDOW_SENTENCES) if self._is_english else CoreSentences(
                read_templates(), partial(_find_text, self._texts, (CORE, WINDOW)), self._locale,
                WINDOW_SENTENCES)
        return self._core


def _find_text(
    texts: QTranslator, contexts: Sequence[str], text: str, count: int,
) -> str | None:
    return next((found for context in contexts
                 if (found := texts.translate(context, text, None, count))), None)


class Spoken(msgspec.Struct):
    """Language in use, with the translators installed for it."""

    language: Language
    translators: tuple[QTranslator, ...]


def speak(application: QCoreApplication, language: Language) -> Spoken:
    """Have every window that is made from now on speak a language.

    SYSTEM is the desktop's, where its characters can be shown.
    """
    if language is Language.SYSTEM:
        language = desktop_language()
        if lacks_glyphs(language):
            language = Language.ENGLISH
    if language is not Language.ENGLISH:
        QLocale.setDefault(locale_of(language))
    qt_texts = QTranslator(application)
    qt_texts.load(f"{QT_CATALOGUE}_{language.value}",
                  QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath))
    spoken = Spoken(language, (qt_texts, Catalogue(language, application)))
    for translator in spoken.translators:
        application.installTranslator(translator)
    return spoken


def fall_silent(application: QCoreApplication, spoken: Spoken) -> None:
    """Take a language away again."""
    for translator in spoken.translators:
        application.removeTranslator(translator)
        translator.deleteLater()
    QLocale.setDefault(locale_of(Language.ENGLISH))


def lacks_glyphs(language: Language) -> bool:
    """Return whether no installed font has the language's characters.

    A bare Linux system has none for Chinese.
    """
    return language is Language.CHINESE and not QFontDatabase.families(
        QFontDatabase.WritingSystem.SimplifiedChinese)


class LanguageSwitch(QObject):
    """Offers to make the window anew once another language was chosen.

    Attributes:
        wants_new_window: whether the user took the offer; whoever runs the window looks at it.
    """

    def __init__(self, services: WindowServices, window: MainWindow) -> None:
        super().__init__(window)
        self.wants_new_window = False
        self._chosen = services.settings.current.language
        self._services = services
        self._window = window
        services.settings.changed.connect(self._on_settings_changed)

    def _on_settings_changed(self) -> None:
        chosen = self._services.settings.current.language
        if chosen is self._chosen:
            return
        self._chosen = chosen
        language = desktop_language() if chosen is Language.SYSTEM else chosen
        is_unreadable = lacks_glyphs(language)
        self._services.notices.post(Notice(
            tone=Tone.WARNING if is_unreadable else Tone.NOTE,
            text=_tr("Larder uses %1 the next time its window opens.").replace(
                "%1", NAMES[language]),
            hint=_tr(
                "No installed font has Chinese characters; install one, for example "
                "fonts-noto-cjk.") if is_unreadable else "",
            actions=(NoticeAction(_tr("Reopen window"), self._renew),)))

    def _renew(self) -> None:
        """Jobs that run are asked about as when the program ends."""
        self.wants_new_window = self._window.close()
