"""The sample's other caches: sounds, texts and parameters, and what models are fed with of them.

They are filled as a training loop fills them that comes upon its sources one by one, through the
stores themselves: a build over a folder records where that folder lies, and then two samples made
alike in two places would differ, and a moved one would have lost its sources. What real stores draw
by lot (numbers of runs and logs, the name of a tree's data) is replaced by what follows from the
content.

Everything is made with numpy, Pillow and the standard library, so that it is there before anybody
installs the packages of real encoders. Encoders here are honest ones of their own: what they make
carries their own fingerprints, and passes for nobody else's.
"""

from __future__ import annotations

import math
import wave
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt
import xxhash
from PIL import Image

from larder.core.demo.sample_sources import (
    CACHE_FOLDER,
    CORPUS,
    LANDSCAPES,
    PORTRAITS,
    SOUNDS,
    STILL_LIFE,
    SampleTimes,
    list_shipped,
    set_time,
    source_key,
)
from larder.core.demo.trainer_caches import FilledStore
from larder.core.encoders.audio import ClipRules, Samples
from larder.core.encoders.catalogue import BYTES_NAME
from larder.core.encoders.picture_files import read_picture
from larder.core.encoders.protocol import SourceError
from larder.core.encoders.section_tokens import open_section_tokens
from larder.core.encoders.value_encoder import (
    Piece,
    PieceKey,
    SourceFile,
    ValueEncoder,
    ValueOptions,
)
from larder.core.encoders.vision_pixels import READING as PICTURE_READING
from larder.core.errors import error_reason
from larder.core.files.journal import JournalAction, JournalRecord, append_journal
from larder.core.files.store_paths import larder_folder
from larder.core.keys.cache_keys import AudioKey, TreeKey, VisionKey, WaveformKey
from larder.core.keys.hash_memory import blob_digest
from larder.core.keys.strict_fingerprint import (
    StrictFingerprint,
    fingerprint_of_facts,
    strict_fingerprint,
)
from larder.core.payloads.dtypes import Array, Values
from larder.core.payloads.sealed_npz import SourceNote
from larder.core.payloads.tree.load import DATA_SUFFIX, read_manifest
from larder.core.payloads.tree.manifest import encode_manifest
from larder.core.stores.records import RecordedSource, note_fingerprint, note_sources
from larder.core.stores.use_log import UseLine, uses_name
from larder.core.stores.values.store import ValuesStore
from larder.core.stores.values.trees.listing import manifest_path
from larder.core.stores.values.trees.store import TreesStore
from larder.core.workspace.store_kinds import StoreKind

PARAMETERS_FOLDER: Final = "parameters"
"""Of trees; the other stores lie in folders called as their kinds, beside the trainer's two."""

SEEN: Final = tuple(
    source_key(album, name).replace("\\", "/")
    for album, names in (
        (LANDSCAPES, ("canyon_dusk.jpg", "green_valley.webp", "three_peaks.jpg", "waterfall.jpg")),
        (PORTRAITS, ("ada.jpg", "hugo.jpg", "milo.jpg")),
        (STILL_LIFE, ("record.jpg", "seashell.jpg", "three_cacti.jpg")),
    ) for name in names
)
"""Pictures whose pixels are cached; some of them are among those that something happens to."""

EPOCHS: Final = 2
"""How often each value was read again after it was stored."""

LOG_ID: Final = "0" * 16
RUN_ID: Final = "0" * 8

RULES: Final = ClipRules(sample_rate=16_000, max_samples=30 * 16_000, auto_resample=True)
SAMPLE_BYTES: Final = 2
FULL_SCALE: Final = 32_768

TAPS: Final = 97
"""Of the filter before samples are left out: 1.5 kHz from passing to stopping, at 48 kHz."""

CUTOFF: Final = 0.45
"""Of the new rate: 7.2 kHz where 16 kHz are wanted."""

SOUND_READING: Final = {
    "decoder": {"name": "wave", "bits": 8 * SAMPLE_BYTES},
    "channels": "mean",
    "resampler": {"name": "windowed sinc", "window": "hann", "taps": TAPS, "cutoff": CUTOFF},
}
"""How a file becomes samples, for fingerprints."""

WIDTH: Final = 32
LAYERS: Final = 3
TOKENS: Final = 259
"""The bytes, and three more."""

RANK: Final = 4
STEP: Final = 400

NETWORK: Final = "tiny_reader"
TRAINED: Final = f"tiny_reader_step_{STEP:04}"
ADAPTER: Final = "adapter"

_SEED: Final = 20_260

Tree = dict[Any, Any]


class ValueCaches:
    """The five caches while they are filled.

    Attributes:
        stores: those that are filled, by id.
        bytes: of all payloads.
    """

    def __init__(self, root: Path, times: SampleTimes) -> None:
        """Nothing is written yet."""
        self._root = root
        self._times = times
        self.stores: dict[str, FilledStore] = {}
        self.bytes = 0

    @property
    def values(self) -> int:
        """How many there are."""
        return sum(len(store.payloads) for store in self.stores.values())

    def fill(self) -> Iterator[str]:
        """Fill all; yields the name of a source when a store has its values."""
        for encoder, sources in self._sources():
            yield from self._fill(encoder, sources)
        yield from self._save_trees()

    def steps(self) -> int:
        """How often `fill` yields."""
        return sum(len(sources) for _, sources in self._sources()) + len(sample_trees())

    def _sources(self) -> list[tuple[ValueEncoder, Sequence[str]]]:
        sounds = list_shipped(SOUNDS)
        return [
            (sample_pixels(), SEEN), (sample_features(), sounds), (sample_waveforms(), sounds),
            (open_section_tokens(BYTES_NAME, ValueOptions()), list_shipped(CORPUS))]

    def _fill(self, encoder: ValueEncoder, sources: Sequence[str]) -> Iterator[str]:
        """Cache sources, and use each value once per epoch."""
        kind, known = encoder.kind, encoder.fingerprint
        filling = _Filling(self._root / CACHE_FOLDER / kind.value, kind, self._times)
        recorded: list[RecordedSource] = []
        with ValuesStore(kind, filling.folder, clock=filling.now) as store:
            keys: list[PieceKey] = []
            for name in sources:
                path = self._root / name
                status, blob = path.stat(), blob_digest(path)
                note = SourceNote(name=name, size=status.st_size, mtime_ns=status.st_mtime_ns)
                pieces = encoder.pieces(SourceFile(path, blob))
                for piece, values in zip(pieces, encoder.encode(pieces), strict=True):
                    if isinstance(values, SourceError):
                        raise values
                    store.get(piece.key)
                    put = store.put(piece.key, values, source=note)
                    recorded.append(RecordedSource(put.name, name, note.size, note.mtime_ns, blob))
                    filling.add(name, put.name, put.bytes)
                    keys.append(piece.key)
                yield name
            for _ in range(EPOCHS):
                for key in keys:
                    store.get(key)
        note_fingerprint(filling.folder, known.digest, known.facts, name=known.name)
        note_sources(filling.folder, recorded)
        self._keep(filling, {"encoder": known.name, "fingerprint": known.digest})

    def _save_trees(self) -> Iterator[str]:
        """Save the trees; yields each name when it is there."""
        filling = _Filling(
            self._root / CACHE_FOLDER / PARAMETERS_FOLDER, StoreKind.TREE, self._times)
        trees = sample_trees()
        with TreesStore(filling.folder, fsync=False, clock=filling.now) as store:
            for name, tree in trees.items():
                filling.add(name, name, store.put_tree(TreeKey(name), tree).bytes)
                _settle_tree(manifest_path(filling.folder, name), filling.now())
                yield name
            for name in trees:
                store.get(TreeKey(name))
        self._keep(filling, {})

    def _keep(self, filling: _Filling, detail: dict[str, object]) -> None:
        self.stores[filling.folder.name] = filling.finish(detail)
        self.bytes += filling.bytes


class _Filling:
    """One store while it is filled."""

    def __init__(self, folder: Path, kind: StoreKind, times: SampleTimes) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        self.bytes = 0
        self._kind = kind
        self._times = times
        self._made: dict[str, list[str]] = {}
        self._ticks = 0

    def now(self) -> int:
        """The store's clock, nanoseconds since 1970."""
        self._ticks += 1
        return self._times.payload(self._ticks, self._kind.value)

    def add(self, source: str, payload: str, size: int) -> None:
        self._made.setdefault(source, []).append(payload)
        self.bytes += size

    def finish(self, detail: dict[str, object]) -> FilledStore:
        """Write the record of the build, and date what Larder noted beside the payloads."""
        filled = FilledStore(self.folder, self._made, {})
        append_journal(self.folder, JournalRecord(
            at_ns=self._times.index, action=JournalAction.BUILT, items=len(filled.payloads),
            bytes=self.bytes, detail=detail))
        _settle_uses(larder_folder(self.folder) / uses_name(self._kind))
        for path in larder_folder(self.folder).iterdir():
            set_time(path, self._times.index)
        return filled


def _settle_tree(manifest: Path, at_ns: int) -> None:
    """Name a tree's data by its content, and date both files."""
    found = read_manifest(manifest)
    data = manifest.with_name(found.data)
    digits = xxhash.xxh3_64_hexdigest(data.read_bytes())
    settled = data.with_name(f"{manifest.stem}.{digits}{DATA_SUFFIX}")
    data.replace(settled)
    manifest.write_bytes(encode_manifest(msgspec.structs.replace(found, data=settled.name)))
    for path in (settled, manifest):
        set_time(path, at_ns)


def _settle_uses(log: Path) -> None:
    lines = [msgspec.json.decode(line, type=UseLine) for line in log.read_bytes().splitlines()]
    for line in lines:
        line.log, line.run = line.log and LOG_ID, line.run and RUN_ID
    log.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in lines))


@dataclass(frozen=True, slots=True)
class ValueMaker(ValueEncoder):
    """Of sources that give one value each, which two functions make."""

    kind: StoreKind
    fingerprint: StrictFingerprint
    key_of: Callable[[str], PieceKey]
    values_of: Callable[[Path], Values]

    def key(self, blob: str) -> PieceKey:
        """Return the key of a blob's value; see `ValueEncoder.key`."""
        return self.key_of(blob)

    def values(self, piece: Piece) -> Values:
        """Return the values of a piece; see `ValueEncoder.values`."""
        return self.values_of(piece.source)


def sample_pixels(settings: SquarePixels | None = None) -> ValueMaker:
    """`pixel_values`, float32 [1, 3, side, side]."""
    chosen = settings or SquarePixels()
    known = strict_fingerprint(
        chosen, name="sample-pixels", libraries=("pillow", "numpy"),
        extra={"reading": PICTURE_READING})
    return ValueMaker(
        StoreKind.VISION, known,
        key_of=lambda blob: VisionKey(blob, known.digest, chosen.side, chosen.side),
        values_of=lambda path: {"pixel_values": chosen.pixels(path)})


def sample_features(settings: LogMel | None = None) -> ValueMaker:
    """`input_features`, float32 [1, bands, frames]."""
    chosen = settings or LogMel()
    known = strict_fingerprint(
        chosen, name="sample-log-mel", libraries=("numpy",), extra={"reading": SOUND_READING})
    return ValueMaker(
        StoreKind.AUDIO, known,
        key_of=lambda blob: AudioKey(
            blob, known.digest, RULES.sample_rate, RULES.max_samples, RULES.auto_resample),
        values_of=lambda path: {
            "input_features": chosen.features(read_wave(path, RULES), RULES.sample_rate)})


def sample_waveforms() -> ValueMaker:
    """Return a maker of `waveform` values, float32 [samples]."""
    known = fingerprint_of_facts("sample-waveform", SOUND_READING)
    return ValueMaker(
        StoreKind.WAVEFORM, known,
        key_of=lambda blob: WaveformKey(
            blob, RULES.sample_rate, RULES.max_samples, RULES.auto_resample, known.digest),
        values_of=lambda path: {"waveform": read_wave(path, RULES)})


@dataclass(frozen=True, slots=True)
class SquarePixels:
    """The middle square of a picture, resized, each channel brought around zero.

    Attributes:
        side: of the square, pixels.
        filter: Pillow's name of what resizes.
        mean: what is taken from levels between 0 and 1.
        std: what they are divided by then.
    """

    side: int = 112
    filter: str = "BICUBIC"
    mean: float = 0.5
    std: float = 0.5

    def pixels(self, path: Path) -> npt.NDArray[np.float32]:
        """Pixels of a picture: float32, shape (1, 3, side, side).

        Raises:
            SourceError: if it cannot be read.
        """
        picture = Image.fromarray(read_picture(path))
        short = min(picture.size)
        left, top = ((length - short) // 2 for length in picture.size)
        square = picture.resize(
            (self.side, self.side), Image.Resampling[self.filter],
            box=(left, top, left + short, top + short))
        levels = np.asarray(square, dtype=np.float32) / 255
        centred = (levels - self.mean) / self.std
        return np.ascontiguousarray(centred.transpose(2, 0, 1)[np.newaxis], dtype=np.float32)


@dataclass(frozen=True, slots=True)
class LogMel:
    """A spectrogram on the mel scale, base-10 logarithm of power.

    Bands are triangles between points that lie evenly on m = 2595 log10(1 + f / 700), the scale of
    the HTK toolkit's book. Frames lie wholly inside the clip.

    Attributes:
        window: samples of a frame, under a Hann window.
        hop: samples from frame to frame.
        bands: how many.
        lowest_hz: where the first begins.
        highest_hz: where the last ends.
        floor: least power of a band.
    """

    window: int = 400
    hop: int = 160
    bands: int = 80
    lowest_hz: float = 40.0
    highest_hz: float = 8000.0
    floor: float = 1e-10

    def features(self, samples: Samples, rate: int) -> npt.NDArray[np.float32]:
        """Features of a clip.

        Args:
            samples: shape (samples,), at least one window of them.
            rate: of them, Hz.

        Returns:
            float32, shape (1, bands, frames).
        """
        frames = np.lib.stride_tricks.sliding_window_view(samples, self.window)[:: self.hop]
        hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(self.window) / self.window)
        power = np.abs(np.fft.rfft(frames * hann, axis=1)) ** 2
        mel = np.maximum(self._triangles(rate) @ power.T, self.floor)
        features: npt.NDArray[np.float32] = np.log10(mel)[np.newaxis].astype(np.float32)
        return features

    def _triangles(self, rate: int) -> npt.NDArray[np.float64]:
        """Weight of each frequency in each band, shape (bands, window // 2 + 1)."""
        first, last = (
            2595 * math.log10(1 + hertz / 700) for hertz in (self.lowest_hz, self.highest_hz))
        mels = np.linspace(first, last, self.bands + 2)
        points = 700 * (10 ** (mels / 2595) - 1)
        low, peak, high = (points[at : at + self.bands, np.newaxis] for at in range(3))
        bins = np.fft.rfftfreq(self.window, 1 / rate)
        rising, falling = (bins - low) / (peak - low), (high - bins) / (high - peak)
        triangles: npt.NDArray[np.float64] = np.maximum(0, np.minimum(rising, falling))
        return triangles


def read_wave(path: Path, rules: ClipRules) -> Samples:
    """Samples of a clip: float32, shape (samples,), mean of its channels, cut to the rules.

    A higher rate is brought down where it is a multiple of the wanted one.

    Raises:
        SourceError: if it is no such file, or has another rate.
    """
    try:
        with wave.open(str(path), "rb") as file:
            rate, channels = file.getframerate(), file.getnchannels()
            if file.getsampwidth() != SAMPLE_BYTES:
                raise SourceError(f"{path.name} has {8 * file.getsampwidth()} bits per sample.")
            content = file.readframes(file.getnframes())
    except OSError as error:
        raise SourceError(f"{path.name} cannot be read: {error_reason(error)}.") from error
    except (EOFError, wave.Error) as error:
        raise SourceError(f"{path.name} cannot be decoded: {error}.") from error
    frames = np.frombuffer(content, dtype="<i2").reshape(-1, channels)
    mono = frames.mean(axis=1) / FULL_SCALE
    if rate != rules.sample_rate:
        if rate % rules.sample_rate or not rules.auto_resample:
            raise SourceError(f"{path.name} has {rate:,} samples per second.")
        mono = _downsample(mono, rate // rules.sample_rate)
    return np.ascontiguousarray(mono[: rules.max_samples], dtype=np.float32)


def _downsample(mono: npt.NDArray[np.float64], times: int) -> npt.NDArray[np.float64]:
    """Every `times`-th sample, behind a filter that keeps what the others told from folding in."""
    at = np.arange(TAPS) - TAPS // 2
    taps = np.sinc(2 * CUTOFF / times * at) * np.hanning(TAPS)
    smooth: npt.NDArray[np.float64] = np.convolve(mono, taps / taps.sum(), mode="same")[::times]
    return smooth


def sample_trees() -> dict[str, Tree]:
    """The trees as they were saved, by name; each is nested mappings of arrays."""
    return {ADAPTER: adapter(), NETWORK: network(0), TRAINED: network(STEP)}


def network(step: int) -> Tree:
    """A network after some steps; far on, one bias has overflowed."""
    draw = np.random.default_rng(_SEED)
    tree: Tree = {
        "embedding": {"weight": _normal(draw, TOKENS, WIDTH)},
        "layers": {number: _layer(draw) for number in range(LAYERS)},
        "head": {"weight": _normal(draw, TOKENS, WIDTH), "bias": np.zeros(TOKENS, np.float32)},
        "training": {
            "step": np.array(step, np.int64),
            "learning_rate": np.array(3e-4, np.float64),
            "frozen": np.arange(LAYERS) == 0,
        },
    }
    if step:
        drift = np.random.default_rng(_SEED + step)
        for layer in tree["layers"].values():
            weight = layer["attention"]["query"]
            weight += (0.1 * drift.standard_normal(weight.shape)).astype(weight.dtype)
        tree["head"]["bias"][-3:] = np.nan
    return tree


def adapter() -> Tree:
    """Low-rank additions to the queries, and their scale as a number of its own."""
    draw = np.random.default_rng(_SEED + 1)
    return {
        "scale": np.array(0.5, np.float32),
        "layers": {
            number: {
                "down": _normal(draw, RANK, WIDTH).astype(np.float16),
                "up": np.zeros((WIDTH, RANK), np.float16),
            }
            for number in range(LAYERS)
        },
    }


def _layer(draw: np.random.Generator) -> Tree:
    codes = draw.integers(-127, 128, (WIDTH, 2 * WIDTH), dtype=np.int8)
    return {
        "attention": {
            name: _normal(draw, WIDTH, WIDTH).astype(np.float16)
            for name in ("query", "key", "value", "output")
        },
        "norm": {"scale": np.ones(WIDTH, np.float32), "offset": np.zeros(WIDTH, np.float32)},
        "mixer": {"codes": codes, "scale": np.array(1 / 127, np.float32)},
        "heads_kept": np.array([True, True, False, True]),
    }


def _normal(draw: np.random.Generator, *shape: int) -> Array:
    drawn: Array = (draw.standard_normal(shape) / np.sqrt(shape[-1])).astype(np.float32)
    return drawn
