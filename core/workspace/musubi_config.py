"""Dataset configs of kohya-ss/musubi-tuner, as far as they decide what is cached.

One form, TOML or JSON: `general`, and `datasets` of pictures or videos, each a folder or a jsonl
list; the dataset wins over general. The family of models is in no config: each has a script.

Source: `dataset/config_utils.py` at 30c658c4f4b0 (2026-06-24).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from larder.core.errors import WorkspaceError
from larder.core.workspace.dataset_places import DatasetPlace
from larder.core.workspace.json_fields import Fields
from larder.core.workspace.kohya_config import FindPath, ReadDocument, Size, read_size

DEFAULT_RESOLUTION: Final = (960, 544)

PLACES: Final[Mapping[str, tuple[bool, bool]]] = {
    "image_directory": (False, False),
    "image_jsonl_file": (False, True),
    "video_directory": (True, False),
    "video_jsonl_file": (True, True),
}
"""Key that names a dataset's sources -> whether they are videos, and whether it is a list."""


class MusubiDataset(msgspec.Struct, frozen=True, kw_only=True):
    """Pictures or videos that are trained at one resolution.

    Attributes:
        sources: folder or jsonl file, as spelled.
        is_video: whether they are videos.
        is_list: whether `sources` is a jsonl file.
        cache: the folder of cached files, as spelled.
        caption_ending: of the file beside a source, with its dot; "" where none is set, so that
            sources without a caption count, too.
        resolution: (width, height) in pixels.
        has_buckets: pictures are trained in sizes near their own ratio.
        never_enlarges: small pictures keep their size.
        controls: folder of control pictures, as spelled, "" without one.
        frames: lengths of clips, each 4 n + 1.
        extraction: which frames of a video make clips: "head", "chunk", "slide", "uniform", "full".
    """

    sources: str
    is_video: bool
    is_list: bool
    cache: str
    caption_ending: str = ""
    resolution: Size = DEFAULT_RESOLUTION
    has_buckets: bool = False
    never_enlarges: bool = False
    controls: str = ""
    frames: tuple[int, ...] = (1,)
    extraction: str = "head"


class MusubiConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The datasets of a config; see `KohyaConfig` for the other fields."""

    datasets: tuple[MusubiDataset, ...]
    form: str = "dataset config"
    options: Mapping[str, object] = {}
    unknown: tuple[str, ...] = (
        "No dataset config says which models are trained; Larder infers it from the cached files.",)
    left_out: Mapping[str, str] = {}

    @property
    def places(self) -> Sequence[DatasetPlace]:
        """Each dataset with its cache folder."""
        return tuple(
            DatasetPlace(dataset.sources, (dataset.cache,)) for dataset in self.datasets)


def is_musubi_config(raw: object) -> bool:
    """Return whether a document is a dataset config of this trainer."""
    datasets = raw.get("datasets") if isinstance(raw, dict) else None
    return isinstance(datasets, list) and any(
        isinstance(one, dict) and not PLACES.keys().isdisjoint(one) for one in datasets)


def read_musubi_config(
    raw: Mapping[str, object], path: Path, find: FindPath, read: ReadDocument
) -> MusubiConfig:
    """Return what a document says that `is_musubi_config` knows; arguments as for kohya's.

    Raises:
        WorkspaceError: if a value has the wrong type, or a list has no cache folder.
    """
    del find, read
    config = Fields(raw, str(path))
    general = config.inner("general").values
    return MusubiConfig(datasets=tuple(
        _dataset(Fields({**general, **dataset.values}, dataset.where))
        for dataset in config.objects("datasets")
        if not PLACES.keys().isdisjoint(dataset.values)))


def _dataset(fields: Fields) -> MusubiDataset:
    key = next(key for key in PLACES if key in fields.values)
    is_video, is_list = PLACES[key]
    sources = fields.path(key, "")
    cache = fields.path("cache_directory", "" if is_list else sources)
    if not cache:
        raise WorkspaceError(
            f"{fields.where} names a list and no cache_directory, which the trainer requires.",
            "Name the folder of its cached files there.")
    ending = fields.text("caption_extension", "")
    return MusubiDataset(
        sources=sources, is_video=is_video, is_list=is_list, cache=cache,
        caption_ending=ending if ending.startswith(".") or not ending else f".{ending}",
        resolution=read_size(fields, "resolution") or DEFAULT_RESOLUTION,
        has_buckets=fields.flag("enable_bucket", False),
        never_enlarges=fields.flag("bucket_no_upscale", False),
        controls=fields.path("control_directory", ""),
        frames=tuple(dict.fromkeys(map(_round_frames, _wholes(fields, "target_frames")))) or (1,),
        extraction=fields.text("frame_extraction", "head"))


def _wholes(fields: Fields, key: str) -> list[int]:
    values = fields.elements(key) or []
    if not all(isinstance(value, int) and value > 0 for value in values):
        raise WorkspaceError(f'"{key}" in {fields.where} must be a list of whole numbers.')
    return [value for value in values if isinstance(value, int)]


def _round_frames(frames: int) -> int:
    """Down to 4 n + 1, as the trainer does."""
    return (frames - 1) // 4 * 4 + 1
