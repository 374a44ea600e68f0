"""How far a build is: its stage, the whole of it, how fast it is, and when it may be over."""

from __future__ import annotations

from collections import deque
from statistics import median

from larder.core.jobs import Progress

WINDOW_S = 30.0
"""The rate is of the last half minute: loading a model must not slow it down for ever."""
BIN_S = 1.0
ESTIMATE_AFTER_S = 5.0
ESTIMATE_AFTER_SHARE = 0.02


class BuildProgress:
    """Follows the `Progress` of one build.

    Attributes:
        stage: what is being done now, None before it begins.
        done, total: payloads of the whole build; 0 of 0 while it is not known.
    """

    def __init__(self, total: int = 0) -> None:
        """Begin; `total` is what the plan said."""
        self.stage: Progress | None = None
        self.done = 0
        self.total = total
        self._began_s: float | None = None
        self._finished: dict[str, int] = {}
        self._marks: deque[tuple[float, int]] = deque()

    def follow(self, progress: Progress, now_s: float, *, counts: bool) -> None:
        """Take in the newest progress.

        Args:
            progress: from the worker.
            now_s: the job's clock, which stands still while it is paused, seconds.
            counts: whether its unit is payloads of the whole, not files looked at.
        """
        self.stage = progress
        if not counts:
            return
        if self._began_s is None:
            self._began_s = now_s
        self._finished[progress.phase] = progress.done
        self.done = sum(self._finished.values())
        self.total = max(self.total, self.done, progress.total)
        # Only where something was finished: most seconds of a slow build pass without.
        if not self._marks or (now_s - self._marks[-1][0] >= BIN_S
                               and self.done > self._marks[-1][1]):
            self._marks.append((now_s, self.done))
        while len(self._marks) > 2 and now_s - self._marks[0][0] > WINDOW_S:
            self._marks.popleft()

    @property
    def rate(self) -> float | None:
        """Payloads per second, median over the last 30 s; None while it would be a guess."""
        steps = [
            (later - earlier) / (then - before)
            for (before, earlier), (then, later) in zip(
                self._marks, list(self._marks)[1:], strict=False) if then > before]
        return median(steps) if len(steps) > 1 else None

    def left_s(self, now_s: float) -> float | None:
        """Seconds until the end; None until 5 s have passed or 2 % are done."""
        rate = self.rate
        if self._began_s is None or not rate or not self.total:
            return None
        waited = now_s - self._began_s >= ESTIMATE_AFTER_S
        if not waited and self.done / self.total < ESTIMATE_AFTER_SHARE:
            return None
        return max(self.total - self.done, 0) / rate
