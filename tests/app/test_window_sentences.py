"""The window names its buttons and pages, never the commands and options of a terminal."""

from __future__ import annotations

import re

import pytest
from PySide6.QtWidgets import QApplication

from larder.app.languages import WINDOW, Catalogue
from larder.app.presentation.core_sentences import read_templates
from larder.app.presentation.sentences import CORE
from larder.app.presentation.window_sentences import COMMAND_LINE, WINDOW_SENTENCES
from larder.core.settings import Language
from starting.translations import LANGUAGES, names_command_line, read_translations
from tests.support.fixtures import REPOSITORY

FOLDER = REPOSITORY / "resources" / "translations"
LEFT_OUT = "Leave out --gpus."


def filled(template: str) -> str:
    return re.sub(r"\{(\w+)\}", r"/\1", template)


def test_every_sentence_for_a_terminal_has_one_for_the_window() -> None:
    named = {template for template in read_templates() if COMMAND_LINE.search(template)}
    assert named == set(WINDOW_SENTENCES)


def test_a_sentence_for_the_window_uses_values_that_cores_sentence_has() -> None:
    for template, said in WINDOW_SENTENCES.items():
        assert set(re.findall(r"\{\w+\}", said)) <= set(re.findall(r"\{\w+\}", template)), template
        assert said.endswith("."), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_of_the_window_names_a_command_or_an_option(language: str) -> None:
    shown = [text for (_, source), message in read_translations(
        FOLDER / f"larder_{language}.ts").items() for text in (source, *message.forms)]
    assert [text for text in shown if COMMAND_LINE.search(text)] == []


def test_what_is_translated_and_what_is_shown_tell_such_a_sentence_by_the_same_words() -> None:
    for template in (*read_templates(), *WINDOW_SENTENCES.values()):
        assert names_command_line(template) == bool(COMMAND_LINE.search(template)), template


def test_the_english_window_has_its_own_words_for_each(dressed: QApplication) -> None:
    english = Catalogue(Language.ENGLISH, dressed)
    for template, said in WINDOW_SENTENCES.items():
        told = english.translate(CORE, filled(template))
        assert told is not None
        assert told.casefold() == filled(said).casefold(), template


@pytest.mark.parametrize("language", [Language.GERMAN, Language.CHINESE])
def test_other_languages_translate_the_words_of_the_window(
    dressed: QApplication, language: Language,
) -> None:
    catalogue = Catalogue(language, dressed)
    assert catalogue.translate(CORE, LEFT_OUT) == catalogue.translate(
        WINDOW, WINDOW_SENTENCES[LEFT_OUT])


def test_what_stands_beside_such_a_sentence_stays(dressed: QApplication) -> None:
    english = Catalogue(Language.ENGLISH, dressed)
    said = english.translate(CORE, f"Process 12345 has 1,200 files. {LEFT_OUT}")
    assert said == f"Process 12345 has 1,200 files. {WINDOW_SENTENCES[LEFT_OUT]}"
