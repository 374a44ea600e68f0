"""Encodes in several processes at once: one per graphics card, or wherever Ray has room for them.

The pipeline stays the one there is: this process plans, decides, writes and keeps the books. Only
what makes values is elsewhere. A batch, which is of one bucket, goes to a worker that decodes and
encodes it; its values come back and are written in the order of the plan. Batches are the same
however many workers there are, so the bytes are, too.

A worker that ends loses nothing but time (`larder.core.crew`); the item that kills workers is left
out. What was written stays, whatever becomes of this process, and the next build goes on there.

A worker whose encoder is another one ends the build before anything of it is written.

With one process nothing of this is loaded. How far one writer and one index reach is worked out in
`.github/SCALE.md`.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final

from larder.core.build.pipeline.encoding import Encoding, MadeWith, NotEncoded, pixels_of
from larder.core.build.pipeline.pieces import Payload, PicturePiece, Piece, PromptPiece, Source
from larder.core.build.pipeline.stages import Batch, Encoded, Failed, StoppedError, Workers
from larder.core.build.pipeline.threads import TICK_S
from larder.core.build.pipeline.workers import EncodeRequest, workers_of
from larder.core.crew import Crew, CrewEndedError
from larder.core.encoders.device import Spread
from larder.core.errors import UserFacingError
from larder.core.workspace.open_workspace import StoreContent

MANY: Final = 8
"""Graphics cards that are expected where nobody has said how many there are."""


class EncodeCrew(Crew):
    """The workers of one store."""

    def made_by(self) -> MadeWith:
        """What encodes; known once something was encoded."""
        if self._agreed is None:
            raise AssertionError("a worker has answered when something was encoded")
        found: MadeWith = self._agreed[0]
        return found

    def disagreement(self, one: Any, other: Any) -> UserFacingError:
        """As of any crew."""
        return UserFacingError(
            f"Two workers encode with different models or versions: {_differs(one, other)}.",
            "Install the same versions and models on each machine.")

    def given_up(self, _: Any, why: str, /) -> NotEncoded:
        """As of any crew: the others are built."""
        return NotEncoded(f"It cannot be encoded: the worker ended over it. {why}")

    def left_alone(self, _: Sequence[Any], lost: str, /) -> list[Any]:
        """As of any crew: this process has no encoder."""
        if lost:
            raise UserFacingError(
                f"The workers end before they have made anything. {lost}",
                "Try fewer of them, or smaller batches: --batch 1.")
        raise UserFacingError(
            "All workers have ended, and there is no room to start another.",
            "What is finished is kept; build again when there is.")


def _differs(one: tuple[MadeWith, str], other: tuple[MadeWith, str]) -> str:
    """The first fact that two workers do not agree on."""
    facts = [
        {"larder": version} | {
            f"{part} {name}": value for part, of in said.fingerprints.items()
            for name, value in {**of.facts, "digest": of.digest}.items()}
        for said, version in (one, other)]
    return next(
        f"{name} {facts[0].get(name)} and {facts[1].get(name)}"
        for name in facts[0] | facts[1] if facts[0].get(name) != facts[1].get(name))


@dataclass(slots=True)
class SpreadEncoding(Encoding):
    """Encodes the batches of one store by several workers; see `stages.EncodeStage`.

    Attributes:
        spread: which workers.
        content: of the store.
    """

    spread: Spread = field(kw_only=True)
    content: StoreContent = field(kw_only=True)
    _crew: EncodeCrew | None = None
    _workers: ExitStack = field(default_factory=ExitStack)

    @property
    def ahead(self) -> int:
        """As many batches again as there are workers, so that none of them waits for this process.

        How many Ray has is not known before it is asked.
        """
        return 2 * (self.spread.processes or 2 * (self.spread.cards or MANY))

    def prepare(self, pieces: list[Piece], workers: Workers, /) -> Batch[Piece]:
        """Have a batch decoded and encoded; that is all the work."""
        mine = [piece for piece in pieces if isinstance(piece, PicturePiece | PromptPiece)]
        if not mine:
            return Batch(pieces)
        batch = Batch(pieces, pixels_of(pieces))
        crew = self._opened_crew()
        batch.prepared = [crew.submit(partial(self._make, crew, mine, batch, workers.go_on))]
        return batch

    def encode(self, batch: Batch[Piece], /) -> list[Encoded[Payload] | Failed[Source]]:
        """What was made; checksums are computed by the thread that writes."""
        if not batch.prepared:
            return Encoding.encode(self, batch)
        while wait(batch.prepared, TICK_S).not_done:
            if self.token.is_cancelled and self._crew is not None:
                self._crew.end_if_idle()
        return self._outcomes(batch.results())

    def close(self) -> None:
        """Let go of the workers, if there are any."""
        Encoding.close(self)
        if self._crew is not None:
            self._crew.close()
            self._crew = None
        self._workers.close()

    def _opened_crew(self) -> EncodeCrew:
        if self._crew is None:
            workers = self._workers.enter_context(workers_of(self.spread, self.content))
            self._crew = EncodeCrew(workers, EncodeRequest(
                encoders=pickle.dumps(self.encoders), content=self.content.value,
                names=tuple(self.composer.names), largest=self.largest, items=b""))
            self._made_with = self._crew.made_by
        return self._crew

    def _make(
        self, crew: EncodeCrew, pieces: Sequence[PicturePiece | PromptPiece], batch: Batch[Piece],
        go_on: Callable[[], None],
    ) -> list[tuple[PicturePiece | PromptPiece, Any]]:
        """What becomes of each piece; nothing once the build is to stop."""
        try:
            go_on()
            batch.is_begun = True
            doubtful = [
                piece for piece in pieces if isinstance(piece, PicturePiece) and piece.completes]
            images = crew.make(
                [piece.image for piece in doubtful], prepares_only=True) if doubtful else []
            done: list[tuple[PicturePiece | PromptPiece, Any]] = [
                (piece, image) for piece, image in zip(doubtful, images, strict=True)
                if isinstance(image, NotEncoded) or self._completes(piece, image)]
            settled = {id(piece) for piece, _ in done}
            rest = [piece for piece in pieces if id(piece) not in settled]
            if rest:
                done += zip(rest, crew.make([
                    piece.prompt if isinstance(piece, PromptPiece) else piece.image
                    for piece in rest]), strict=True)
        except (StoppedError, CrewEndedError):
            return []
        return done
