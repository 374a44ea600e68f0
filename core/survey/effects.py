"""Effects of a problem on a training run: the word every list and document uses."""

from __future__ import annotations

import enum

from larder.core.survey.verdicts import Severity


class Reader(enum.Enum):
    """Whoever uses a file, and is harmed by what is wrong with it.

    TRAINER: OneTrainer, as the config has it train. PROGRAMS: those that keep single values and
    parameter trees; OneTrainer opens none of them.
    """

    TRAINER = "trainer"
    PROGRAMS = "programs"


class Effect(enum.Enum):
    """Effect on whoever reads the file, worst first.

    STOPS: training ends, or does not start. SKIPPED: the file is not trained. WRONG: it is trained
    in a way nobody intended. NOTICE: worth knowing; nothing is harmed.
    """

    STOPS = "stops"
    WRONG = "wrong"
    SKIPPED = "skipped"
    NOTICE = "notice"

    @property
    def severity(self) -> Severity:
        """How much it should worry the reader."""
        return {
            Effect.STOPS: Severity.ERROR, Effect.WRONG: Severity.WARNING,
            Effect.SKIPPED: Severity.WARNING, Effect.NOTICE: Severity.NOTE}[self]
