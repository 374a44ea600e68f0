"""Encoders that travel to worker processes, and disturb them there as a test asks for it."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from larder.core.build.pipeline.encoding import ConfigEncoders
from larder.core.build.plan import BuildPlan
from larder.core.encoders.protocol import (
    Fingerprint,
    ImageEncoder,
    PayloadValues,
    PreparedImage,
    TextEncoder,
)
from larder.core.jobs import CancelToken
from larder.core.keys.hash_memory import HashMemory


@dataclass(frozen=True)
class SpreadEncoders:
    """The config's encoders, in any process.

    Attributes:
        log: a folder that learns which process encoded which item.
        sleep_s: what a batch takes beside the encoding.
        fatal: the name of a picture, or a prompt, that kills the process that encodes it.
        kills: how often it does.
    """

    own: ConfigEncoders
    log: Path
    sleep_s: float = 0.0
    fatal: str = ""
    kills: int = 1

    @classmethod
    def of(cls, plan: BuildPlan, log: Path, **disturbed: Any) -> SpreadEncoders:
        assert plan.workspace.config is not None
        log.mkdir(exist_ok=True)
        return cls(ConfigEncoders.of(
            plan.workspace, plan.workspace.config, plan.encoding), log, **disturbed)

    def open_image(self, memory: HashMemory, token: CancelToken) -> ImageEncoder:
        return _Disturbed(self, self.own.open_image(memory, token))

    def open_text(self, memory: HashMemory, token: CancelToken) -> TextEncoder:
        return _Disturbed(self, self.own.open_text(memory, token))

    def note(self, found: Any, content: Any) -> None:
        """Discard the note: nothing is remembered."""

    def processes(self) -> dict[str, list[int]]:
        """Which processes encoded what, by name of the picture or prompt."""
        found: dict[str, list[int]] = {}
        for path in sorted(self.log.iterdir()):
            number, _, name = path.name.partition(" ")
            found.setdefault(name, []).append(int(number))
        return found


@dataclass
class _Disturbed:
    by: SpreadEncoders
    own: Any

    @property
    def fingerprint(self) -> Fingerprint:
        found: Fingerprint = self.own.fingerprint
        return found

    def prepare(self, item: Any) -> Any:
        return self.own.prepare(item)

    def encode(self, batch: Sequence[PreparedImage | str]) -> list[PayloadValues]:
        for one in batch:
            name = one if isinstance(one, str) else one.item.source.name
            if name == self.by.fatal and len(list(self.by.log.glob(f"* {name}"))) < self.by.kills:
                (self.by.log / f"{os.getpid()} {name}").touch()
                os.kill(os.getpid(), signal.SIGKILL)
            (self.by.log / f"{os.getpid()} {name}").touch()
        time.sleep(self.by.sleep_s)
        values: list[PayloadValues] = self.own.encode(batch)
        return values

    def close(self) -> None:
        self.own.close()
