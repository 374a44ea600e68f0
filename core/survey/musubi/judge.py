"""Every file in a cache folder of musubi-tuner, judged, and those that are missing.

Training lists this folder and never the pictures: what is left over here is trained on. Only the
cache commands delete, by names, and everything that is called like a cached file.

Source: `cache_latents.py:316-328` and `dataset/image_video_dataset.py:504-561, 857-895` at
30c658c4f4b0.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from larder.core.errors import PayloadError
from larder.core.payloads.safetensors_header import SafetensorsHeader
from larder.core.stores.musubi.architectures import Architecture
from larder.core.stores.musubi.buckets import BucketRule, Size, list_buckets
from larder.core.stores.musubi.file_names import (
    ENDING,
    CachedName,
    family_of_foreign,
    latents_name,
    parse_name,
    text_name,
)
from larder.core.survey.files.states import FileState, JudgedFile, Offer, Proof, judge
from larder.core.survey.musubi.sources import Source
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.musubi_config import MusubiDataset

FITS: Final = "Fits as far as name, size, arrays and dates tell; musubi records no more."
ARCHITECTURE: Final = "architecture"
CAPTION: Final = "caption1"
AWAY: Final = (
    "The folder of its picture or video has no sources; they may be on a drive that is not "
    "connected.")
TRAINED: Final = "musubi trains on it all the same"


class Ask:
    """A dataset that is cached in the folder, with its sources."""

    def __init__(
        self, dataset: MusubiDataset, sources: Sequence[Source], family: Architecture
    ) -> None:
        self.dataset = dataset
        self.sources = sources
        self.rule = BucketRule(
            dataset.resolution, dataset.has_buckets or dataset.is_video,
            dataset.never_enlarges and not dataset.is_video, family.steps)


class MusubiFolder:
    """A cache folder while it is surveyed.

    Attributes:
        stamps: file name -> (size in bytes, modification time in nanoseconds).
        asks: of the datasets that are cached here, none where no dataset is.
        family: that most cached files are of.
        is_away: a dataset that is cached here has no source at all.
    """

    def __init__(
        self, stamps: Mapping[str, tuple[int, int]], *, asks: Sequence[Ask],
        family: Architecture, size_of: Callable[[Source], Size | None],
        header_of: Callable[[str], SafetensorsHeader],
    ) -> None:
        self.stamps = stamps
        self.asks = asks
        self.family = family
        self.size_of = size_of
        self.header_of = header_of
        self.by_stem: dict[str, list[tuple[Ask, Source]]] = defaultdict(list)
        for ask in asks:
            for source in ask.sources:
                self.by_stem[source.stem].append((ask, source))
        self.cached = [name for name in map(parse_name, sorted(stamps)) if name is not None]
        self.texts = {name.stem: name for name in self.cached
                      if name.is_text and name.family is family}
        self.lacking = self._find_lacking()
        # An empty folder is what an unplugged drive leaves behind.
        self.is_away = any(not ask.sources for ask in asks)

    def _find_lacking(self) -> Mapping[tuple[Size, str | None], Source]:
        """Pictures that nothing is cached of, by their size and caption."""
        stems = {name.stem for name in self.cached if not name.is_text}
        found: dict[tuple[Size, str | None], Source] = {}
        for stem, sources in self.by_stem.items():
            for ask, source in sources if stem not in stems else ():
                size = None if ask.dataset.is_video else self.size_of(source)
                if size is not None:
                    found[size, source.read_caption()] = source
        return found


def judge_folder(folder: MusubiFolder) -> Iterator[JudgedFile]:
    """Judge every file that is called as a tensor file, then what is missing."""
    for name in sorted(folder.stamps):
        if not name.endswith(ENDING):
            continue
        parsed = parse_name(name)
        size = folder.stamps[name][0]
        if parsed is None:
            yield _judge_foreign(name, size)
            continue
        yield _judge(folder, parsed, size)
    if folder.asks:
        yield from _find_missing(folder)


def _judge_foreign(name: str, size: int) -> JudgedFile:
    is_deleted = family_of_foreign(name) is not None or parse_name(name) is not None
    return judge(
        name, FileState.FOREIGN, size=size, is_finding=is_deleted, why=(
            "It is not a cached file, although its name ends like one: the trainer's cache command "
            "deletes it, and training stops at its name. Move it away first.") if is_deleted
        else "It is not a cached file; the trainer neither reads it nor removes it.")


def _judge(folder: MusubiFolder, name: CachedName, size: int) -> JudgedFile:
    sources = [source for _, source in folder.by_stem.get(name.stem, ())]
    paths = tuple(source.path for source in sources)
    if not folder.asks:
        return judge(
            name.name, FileState.UNLISTED, size=size, sources=paths,
            why="No dataset of this config has this cache folder: it is neither read nor deleted.")
    if name.family is not folder.family:
        return judge(
            name.name, FileState.UNLISTED, size=size, sources=paths,
            why=f"It is for {name.family.label}, and most files here are for "
                f"{folder.family.label}.")
    if not sources and folder.is_away:
        return judge(name.name, FileState.UNREACHABLE, AWAY, size=size, proof=Proof.NONE)
    if not sources:
        return _judge_orphan(folder, name, size)
    captioned = [source for source in sources if source.is_captioned]
    if not captioned:
        return judge(
            name.name, FileState.UNLISTED, size=size, sources=paths,
            why="Its caption file is gone, so the trainer leaves the picture out, but what is "
                "cached of it is trained until the cache command deletes it.")
    try:
        header = folder.header_of(name.name)
    except PayloadError as error:
        return judge(
            name.name, FileState.DAMAGED, size=size, sources=paths,
            why=f"{error.problem} Training stops when it gets there.")
    if ARCHITECTURE not in header.metadata:
        return _judge_foreign(name.name, size)
    if name.is_text:
        return _judge_text(folder, name, header, captioned, size)
    if name.clip is not None:
        return _judge_clip(folder, name, captioned, size)
    return _judge_picture(folder, name, header, captioned, size)


def _judge_orphan(folder: MusubiFolder, name: CachedName, size: int) -> JudgedFile:
    """Of a source that is gone: what is cached of it goes together."""
    unit = f"{name.stem}_{name.family.token}"
    renamed = _find_renamed(folder, name.stem)
    if renamed is not None:
        return judge(
            name.name, FileState.ORPHAN, size=size, offer=Offer.UNTICKED, unit=unit,
            why=f"Its picture is gone, and {TRAINED}. {renamed} has the same size and caption and "
                "nothing cached; it may be the same picture under another name.")
    return judge(
        name.name, FileState.ORPHAN, size=size, unit=unit,
        why=f"Its picture or video is gone, and {TRAINED}."
        if name.is_text or name.stem in folder.texts else
        "Its picture or video is gone; without a text file it is left out of training.")


def _find_renamed(folder: MusubiFolder, stem: str) -> str | None:
    """The name of a picture that may be the lost one: of the same size, with the same caption."""
    text = folder.texts.get(stem)
    if text is None or not folder.lacking:
        return None
    try:
        caption = folder.header_of(text.name).metadata.get(CAPTION)
    except PayloadError:
        return None
    sizes = [name.size for name in folder.cached if name.stem == stem and name.size is not None]
    found = next((folder.lacking[size, caption] for size in sizes
                  if (size, caption) in folder.lacking), None)
    return None if found is None else found.path.rpartition("/")[2]


def _judge_picture(
    folder: MusubiFolder, name: CachedName, header: SafetensorsHeader,
    sources: Sequence[Source], size: int,
) -> JudgedFile:
    of_size = [source for source in sources if folder.size_of(source) in (None, name.size)]
    paths = tuple(source.path for source in of_size or sources)
    if len(of_size) > 1:
        return judge(
            name.name, FileState.AMBIGUOUS, size=size, sources=paths,
            why=f"{len(of_size)} pictures have this name and this size, so they share this file, "
                "which has whichever was cached last. Rename one of them.")
    if not of_size:
        real = folder.size_of(sources[0]) or (0, 0)
        return judge(
            name.name, FileState.STALE, size=size, sources=paths, verdict=Verdict.CONTENT_CHANGED,
            why=f"Its picture is {_text(real)} now, and it was {_text(name.size or (0, 0))} when "
                f"it was cached; {TRAINED}, until the cache command makes a new file and deletes "
                "this one.")
    other = _find_other_resolution(folder, name, header)
    if other:
        return judge(name.name, FileState.STALE, other, size=size, sources=paths,
                     verdict=Verdict.RECIPE_CHANGED)
    return _judge_by_dates(folder, name, of_size[0], size)


def _find_other_resolution(
    folder: MusubiFolder, name: CachedName, header: SafetensorsHeader
) -> str:
    """Say that latents are of another size than the config's bucket, "" where they are not."""
    shape = next((shape for tensor, shape in header.shapes.items()
                  if tensor.startswith("latents_") and tensor[len("latents_")].isdigit()), ())
    if len(shape) < 2 or name.size is None:
        return ""
    stride = folder.family.stride
    # HiDream's are patches, with the features last.
    height, width = shape[:2] if folder.family.token == "ho1" else shape[-2:]
    cached = width * stride, height * stride
    wanted = {ask.rule.bucket_of(name.size) for ask, _ in folder.by_stem[name.stem]}
    if (width, height) in {(bucket[0] // stride, bucket[1] // stride) for bucket in wanted}:
        return ""
    return (f"The latents are {_text(cached)}, and the config asks for "
            f"{' or '.join(map(_text, sorted(wanted)))}; {TRAINED}. The cache command makes it "
            "again, but not with --skip_existing.")


def _judge_clip(
    folder: MusubiFolder, name: CachedName, sources: Sequence[Source], size: int
) -> JudgedFile:
    """Judge a clip by its name: which frames, and in which bucket."""
    paths = tuple(source.path for source in sources)
    asks = [ask for ask, source in folder.by_stem[name.stem] if source.is_captioned]
    buckets = {bucket for ask in asks for bucket in list_buckets(
        ask.dataset.resolution[0] * ask.dataset.resolution[1], folder.family.steps)}
    first, frames, _ = name.clip or (0, 1, -1)
    if name.size not in buckets:
        return judge(
            name.name, FileState.LEFTOVER, size=size, sources=paths,
            why=f"No bucket of this config is {_text(name.size or (0, 0))}, and {TRAINED}.")
    is_wanted = any(
        (frames in ask.dataset.frames and (ask.dataset.extraction != "head" or first == 0))
        or ask.dataset.extraction == "full" for ask in asks)
    if not is_wanted:
        return judge(
            name.name, FileState.LEFTOVER, size=size, sources=paths,
            why=f"The config asks for no clip of {frames} frames that begins at {first}, and "
                f"{TRAINED}.")
    return _judge_by_dates(folder, name, sources[0], size)


def _judge_by_dates(
    folder: MusubiFolder, name: CachedName, source: Source, size: int
) -> JudgedFile:
    if source.changed_ns > folder.stamps[name.name][1]:
        return judge(
            name.name, FileState.SUSPECT, size=size, sources=(source.path,), proof=Proof.DATES,
            why="Its picture, video or control picture is newer than its latents. musubi compares "
                "no dates.")
    return judge(
        name.name, FileState.OK, size=size, sources=(source.path,), proof=Proof.NONE,
        why=FITS if name.stem in folder.texts else
        f"{FITS} Its text file is missing, so it is left out of training.")


def _judge_text(
    folder: MusubiFolder, name: CachedName, header: SafetensorsHeader,
    sources: Sequence[Source], size: int,
) -> JudgedFile:
    paths = tuple(dict.fromkeys(
        path for source in sources for path in (source.path, source.caption_file) if path))
    lacking = [begin for begin in folder.family.texts
               if not any(tensor.startswith(begin) for tensor in header.shapes)]
    if lacking:
        return judge(
            name.name, FileState.INCOMPLETE, size=size, sources=paths,
            why=f"It lacks the arrays {', '.join(f'{begin}…' for begin in lacking)} of one of the "
                "encoders. The cache command makes them, but not with --skip_existing.")
    captions = dict.fromkeys(source.read_caption() for source in sources)
    cached = header.metadata.get(CAPTION, "")
    if len(captions) > 1:
        return judge(
            name.name, FileState.AMBIGUOUS, size=size, sources=paths,
            why=f"{len(sources)} sources have this name and different captions, and one text file: "
                f"it has “{cached}”. Rename one of them.")
    (caption,) = captions
    if caption is not None and caption != cached:
        return judge(
            name.name, FileState.STALE, size=size, sources=paths, verdict=Verdict.RECIPE_CHANGED,
            why=f"It was made from “{cached}”, and the caption is “{caption}” now; {TRAINED}. The "
                "cache command makes it again, but not with --skip_existing.")
    return judge(name.name, FileState.OK, FITS, size=size, sources=paths, proof=Proof.NONE)


def _find_missing(folder: MusubiFolder) -> Iterator[JudgedFile]:
    """Yield what the config asks for and no file has."""
    latents = {(name.stem, name.size) for name in folder.cached if name.clip is None}
    clips = {name.stem for name in folder.cached if name.clip is not None}
    family = folder.family
    for stem, sources in sorted(folder.by_stem.items()):
        captioned = [(ask, source) for ask, source in sources if source.is_captioned]
        if captioned and stem not in folder.texts:
            yield judge(
                text_name(stem, family), FileState.MISSING,
                sources=tuple(source.path for _, source in captioned),
                why="Its text is not cached yet, so it is left out of training; the cache command "
                    "makes it.")
        for ask, source in captioned:
            size = None if ask.dataset.is_video else folder.size_of(source)
            is_cached = stem in clips if ask.dataset.is_video else (stem, size) in latents
            if not is_cached:
                yield judge(
                    latents_name(stem, size or (0, 0), family), FileState.MISSING,
                    sources=(source.path,),
                    why="It is not cached yet and therefore not trained; the cache command makes "
                        "it.")


def _text(size: Size) -> str:
    return f"{size[0]} × {size[1]}"
