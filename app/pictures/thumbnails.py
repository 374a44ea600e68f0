"""Small pictures of sources and of what is cached: those in sight come first, and are read once.

What was read is kept twice. In memory, bounded, the least recently seen go first. On disk, in
Larder's own cache folder and nowhere else, by path, size and dates of the source, bounded too: the
second visit opens no source. A view says what is in sight; what has left it before its turn is not
read any more.
"""

from __future__ import annotations

import contextlib
import os
import stat
import threading
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeAlias

import msgspec
from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QObject, QSize, Signal
from PySide6.QtGui import QImage

from larder.app.jobs.call_runnable import CallPool
from larder.app.pictures.picture_files import (
    TEXT_ENDINGS,
    Preview,
    PreviewShelf,
    absent,
    read_preview,
)
from larder.app.presentation.sentences import Sentences
from larder.core.files.atomic_write import write_derived
from larder.core.keys.content_hash import hash_text

_tr = Sentences("Preview")

ROOM: Final = QSize(256, 256)
"""Pixels: a tile of the grid on a scaled screen."""

LANES: Final = 2
"""Pictures decoded at once: one of them may take `MOST_PIXELS` of four bytes."""

MOST_PIXELS: Final = 64_000_000
"""Of a picture that is decoded whole to be shown small, 256 MB; others are told from their size."""

MOST_FILE_BYTES: Final = 512 * 1024 * 1024
MOST_DISK_BYTES: Final = 256 * 1024 * 1024
"""Some 30,000 small pictures."""

LEFT_SHARE: Final = 0.8
"""Of the bound, after the oldest went: sweeping is not to follow every picture from then on."""

SEEN_AGAIN_S: Final = 86_400
"""A file on disk counts as seen once a day; each look would be a write otherwise."""

QUALITY: Final = 85


class ThumbnailFolder:
    """Small pictures on disk: `ab/abcd…-stamp.jpg`, or `.png` for those that can be seen through.

    Derived memory: what cannot be written or read is made again. Any thread may use it.
    """

    def __init__(self, folder: Path, *, most_bytes: int = MOST_DISK_BYTES) -> None:
        self._folder = folder
        self._most_bytes = most_bytes
        self._bytes: int | None = None
        self._lock = threading.Lock()

    def load(self, file: Path, status: os.stat_result) -> QImage | None:
        """The picture of a file as it is now, None if there is none."""
        for path in self._places(file, status):
            image = QImage(str(path))
            if not image.isNull():
                self._see(path)
                return image
        return None

    def save(self, file: Path, status: os.stat_result, image: QImage) -> None:
        """Keep a picture; the oldest go where there is no room left."""
        buffer = QBuffer(content := QByteArray())
        buffer.open(QIODevice.OpenModeFlag.WriteOnly)
        opaque, clear = self._places(file, status)
        path = clear if image.hasAlphaChannel() else opaque
        if not image.save(buffer, path.suffix[1:].upper(), QUALITY):  # type: ignore[call-overload]
            return
        if not write_derived(path, bytes(content.data())):
            return
        with self._lock:
            self._bytes = (self._measure() if self._bytes is None
                           else self._bytes + content.size())
            if self._bytes > self._most_bytes:
                self._bytes = self._sweep()

    def _places(self, file: Path, status: os.stat_result) -> tuple[Path, Path]:
        name = hash_text(os.fspath(file))
        stamp = hash_text(f"{status.st_size} {status.st_mtime_ns} {status.st_ctime_ns}")
        base = self._folder / name[:2] / f"{name}-{stamp}"
        return base.with_suffix(".jpg"), base.with_suffix(".png")

    def _see(self, path: Path) -> None:
        with contextlib.suppress(OSError):
            if time.time() - path.stat().st_mtime > SEEN_AGAIN_S:
                os.utime(path)

    def _files(self) -> Iterator[tuple[int, int, str]]:
        """Date, bytes and path of what is there; another window may be taking some away."""
        for folder in self._folder.glob("??"):
            with contextlib.suppress(OSError), os.scandir(folder) as entries:
                for entry in entries:
                    status = entry.stat(follow_symlinks=False)
                    yield status.st_mtime_ns, status.st_size, entry.path

    def _measure(self) -> int:
        return sum(size for _, size, _ in self._files())

    def _sweep(self) -> int:
        """Remove the oldest; the bytes that are left."""
        files = sorted(self._files())
        left = sum(size for _, size, _ in files)
        for _, size, path in files:
            if left <= self._most_bytes * LEFT_SHARE:
                break
            with contextlib.suppress(OSError):
                Path(path).unlink()
                left -= size
        return left


def read_small(file: Path, folder: ThumbnailFolder, *, room: QSize = ROOM) -> Preview:
    """A small picture of a file, or the beginning of a text; for a pool thread.

    Anything but a plain file is not opened: a pipe would be waited for without end.
    """
    try:
        status = file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return absent()
    except (OSError, ValueError) as error:
        return Preview(problem=getattr(error, "strerror", None) or str(error))
    if not stat.S_ISREG(status.st_mode) or status.st_size > MOST_FILE_BYTES:
        return Preview(problem=_tr("This file has no thumbnail."))
    if file.suffix.lower() in TEXT_ENDINGS:
        return read_preview(file, room=room)
    kept = folder.load(file, status)
    if kept is not None:
        return Preview(image=kept)
    read = read_preview(file, room=room, most_pixels=MOST_PIXELS)
    if read.image is not None:
        folder.save(file, status, read.image)
    return read


class Cached(msgspec.Struct, frozen=True):
    """Key of a source's payload, which is drawn without a VAE.

    Attributes:
        store: id of the store.
        source: as its entry spells it.
    """

    store: str
    source: str


Key: TypeAlias = Path | Cached
"""A source, or what is cached of one."""


DrawCached: TypeAlias = Callable[[Cached, Callable[[Preview], None]], Callable[[], None]]
"""Begins to draw something cached and hands over a preview once; returns what gives it up."""


class _Queue:
    """Queue of wanted keys that are not begun, per requester; the latest requester comes first."""

    def __init__(self) -> None:
        self._wanted: dict[Hashable, list[Key]] = {}

    def put(self, asker: Hashable, keys: Sequence[Key]) -> None:
        """Want these, in their order, in place of what was wanted before."""
        self._wanted.pop(asker, None)
        if keys:
            self._wanted[asker] = list(reversed(keys))

    def take(self, is_needed: Callable[[Key], bool]) -> Key | None:
        """The next one, None if nothing is needed any more."""
        while self._wanted:
            asker = next(reversed(self._wanted))
            waiting = self._wanted[asker]
            key = waiting.pop()
            if not waiting:
                del self._wanted[asker]
            if is_needed(key):
                return key
        return None

    def __len__(self) -> int:
        return sum(map(len, self._wanted.values()))


class Thumbnails(QObject):
    """Thumbnails shared by all views of a window.

    A view calls `want` with its visible keys whenever they change, paints what `get` returns, and
    paints again upon `loaded`. Sources are decoded in the pool; payloads are drawn by a worker
    process, one at a time.

    Signals:
        loaded: a picture was read, or could not be; with its key.
    """

    loaded = Signal(object)

    def __init__(
        self, calls: CallPool, folder: ThumbnailFolder, parent: QObject,
        draw_cached: DrawCached | None = None,
    ) -> None:
        """Begin with nothing.

        Args:
            calls: the pool.
            folder: what outlives the window.
            parent: its owner.
            draw_cached: None where nothing that is cached is drawn.
        """
        super().__init__(parent)
        self._folder = folder
        self._shelf: PreviewShelf[Key] = PreviewShelf()
        self._fresh: set[Key] = set()
        self._files, self._cached = _Queue(), _Queue()
        self._asked: dict[Hashable, frozenset[Key]] = {}
        self._lanes = [calls.latest_call(self) for _ in range(LANES)]
        self._reading: list[Path | None] = [None] * LANES
        self._draw_cached = draw_cached
        self._drawing: Cached | None = None
        self._give_up: Callable[[], None] = lambda: None
        for at, lane in enumerate(self._lanes):
            lane.done.connect(partial(self._on_read, at))
            lane.failed.connect(partial(self._on_failed, at))

    def get(self, key: Key) -> Preview | None:
        """Return the preview of a key, None if it is not loaded yet; reads nothing."""
        return self._shelf.get(key)

    def want(self, asker: Hashable, keys: Sequence[Key]) -> None:
        """Read these, in their order, in place of what `asker` wanted before and nobody began.

        A payload that is being drawn is given up once nobody wants it any more.
        """
        waiting = [key for key in keys if self._is_needed(key)]
        self._files.put(asker, [key for key in waiting if isinstance(key, Path)])
        self._cached.put(asker, [key for key in waiting if isinstance(key, Cached)])
        self._asked.pop(asker, None)
        if keys:
            self._asked[asker] = frozenset(keys)
        drawing = self._drawing
        if drawing is not None and not any(drawing in asked for asked in self._asked.values()):
            self._drawing = None
            self._give_up()
        self._go_on()

    def forget(self) -> None:
        """Sources may have changed: look again at what is wanted again, and show it till then."""
        self._fresh.clear()

    def _is_needed(self, key: Key) -> bool:
        return not (key in self._reading or key == self._drawing
                    or (key in self._fresh and key in self._shelf))

    def _go_on(self) -> None:
        for at, lane in enumerate(self._lanes):
            if lane.is_idle and isinstance(file := self._files.take(self._is_needed), Path):
                self._reading[at] = file
                lane.start(partial(read_small, file, self._folder))
        if self._draw_cached is not None and self._drawing is None:
            cached = self._cached.take(self._is_needed)
            if isinstance(cached, Cached):
                self._drawing = cached
                self._give_up = self._draw_cached(cached, partial(self._on_drawn, cached))

    def _on_failed(self, at: int, error: Exception, _: str) -> None:
        self._on_read(at, Preview(problem=str(error)))

    def _on_read(self, at: int, preview: Preview) -> None:
        file, self._reading[at] = self._reading[at], None
        if file is not None:
            self._keep(file, preview)

    def _on_drawn(self, cached: Cached, preview: Preview) -> None:
        if self._drawing == cached:
            self._drawing = None
            self._keep(cached, preview)

    def _keep(self, key: Key, preview: Preview) -> None:
        self._shelf.keep(key, preview)
        if len(self._fresh) > 2 * len(self._shelf):
            self._fresh = {known for known in self._fresh if known in self._shelf}
        self._fresh.add(key)
        self._go_on()
        self.loaded.emit(key)
