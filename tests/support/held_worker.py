"""A worker whose builds wait in the middle until they are asked to stop.

    python -m tests.support.held_worker 1    # started by a window as its worker

A build that a hand is to meet must not be over before the hand comes, however quick the machine is.
So many batches of pictures are encoded; the next one takes until the job is cancelled, by the
window's word or by its end. Everything else is the program's own worker.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence

from larder.core import worker
from larder.core.encoders.patch_means import PatchMeansImages
from larder.core.encoders.protocol import PayloadValues, PreparedImage
from larder.core.jobs import CancelToken

LOOK_EVERY_S = 0.01


def hold_after(batches: int) -> None:
    """Let the encoder of pictures wait at the batch after so many."""
    run, encode = worker._Asked.run, PatchMeansImages.encode
    builds: list[CancelToken] = []
    left = iter(range(batches))

    def run_known(asked: worker._Asked) -> None:
        if asked.request.kind == "build":
            builds.append(asked.token)
        run(asked)

    def encode_held(
        encoder: PatchMeansImages, batch: Sequence[PreparedImage],
    ) -> list[PayloadValues]:
        if builds and next(left, None) is None:
            while not builds[-1].is_cancelled:
                time.sleep(LOOK_EVERY_S)
        return encode(encoder, batch)

    worker._Asked.run = run_known  # type: ignore[method-assign]
    PatchMeansImages.encode = encode_held  # type: ignore[method-assign]


if __name__ == "__main__":
    hold_after(int(sys.argv[1]))
    worker.main()
