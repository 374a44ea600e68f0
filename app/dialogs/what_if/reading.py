"""Reads configs for the What-if dialog in a pool thread."""

from __future__ import annotations

from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from larder.app.models.change_draft import Concepts, ConfigText, read_config_text
from larder.app.services import WindowServices
from larder.core.errors import UserFacingError


class ConfigReading(QObject):
    """One config at a time; the newest wins.

    Signals:
        read: with the ConfigText.
        failed: with problem and hint.
    """

    read = Signal(object)
    failed = Signal(str, str)

    def __init__(self, services: WindowServices, parent: QObject) -> None:
        super().__init__(parent)
        self._session = services.session
        self._call = services.calls.latest_call(self)
        self._call.done.connect(self._on_done)
        self._call.failed.connect(lambda error, _: self.failed.emit(str(error), ""))

    @property
    def is_idle(self) -> bool:
        """Whether nothing is being read."""
        return self._call.is_idle

    def start(self, file: Path, known: Concepts | None = None) -> None:
        """Read a config; `known` are the concepts of one that says nothing of concepts."""
        options, snapshot = self._session.options, self._session.snapshot
        assert options is not None
        assert snapshot is not None
        read = partial(read_config_text, file, options, snapshot.document.workspace.root,
                       known=known)
        self._call.start(lambda: _text_or_error(read))

    def drop(self) -> None:
        """Nobody waits for it any more."""
        self._call.drop()

    def _on_done(self, answer: ConfigText | UserFacingError) -> None:
        if isinstance(answer, ConfigText):
            self.read.emit(answer)
        else:
            self.failed.emit(answer.problem, answer.hint)


def _text_or_error(read: partial[ConfigText]) -> ConfigText | UserFacingError:
    """What a user can mend is an answer, not a mistake of the program."""
    try:
        return read()
    except UserFacingError as error:
        return error
