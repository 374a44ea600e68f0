"""Configs of kohya-ss/sd-scripts, as far as they decide what is cached.

| form | recognised by |
|---|---|
| dataset config (TOML or JSON), `--dataset_config` | `datasets` with `subsets` |
| training config (TOML), `--config_file` | options of the command line that name a dataset; the \
names of sections mean nothing, and a later one wins |
| config that the kohya_ss window saves (JSON) | the same, the resolution called `max_resolution` |

Of a dataset config the innermost value wins: subset, dataset, general. A training config names its
pictures by `train_data_dir` and `reg_data_dir`, whose subfolders are called "<repeats>_<words>", by
`in_json`, or by `dataset_config`. Family, dtype and models are options of the command line and
often nowhere on disk.

Source: `library/config_util.py:183-262, 460-479, 614-651` and `args.py:1122` at c162e9039cc3.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from larder.core.errors import WorkspaceError
from larder.core.workspace.dataset_places import DatasetPlace
from larder.core.workspace.json_fields import Fields

Size = tuple[int, int]

DEFAULT_CAPTION_ENDING: Final = ".caption"
PICTURE_OPTIONS: Final = ("train_data_dir", "dataset_config", "in_json")
"""Options that name pictures; one of them makes a file of options a training config."""

FindPath = Callable[[str], Path]
"""Returns where a spelled path is on this computer."""

ReadDocument = Callable[[Path], object]
"""Reads a TOML or JSON file."""

_FOLDER_NAME: Final = re.compile(r"(?P<repeats>-?\d+)_(?P<words>.*)", re.DOTALL)
_DEFAULT_SIDE: Final = 512


class KohyaSubset(msgspec.Struct, frozen=True, kw_only=True):
    """One folder of pictures, or one list of them.

    Attributes:
        folder: with the pictures, as spelled; "" where the list has whole paths.
        metadata_file: the list, as spelled; "" for all pictures of the folder.
        repeats: how often a picture is seen in an epoch; below 1 it is left out.
        flips: mirrored latents are cached, too.
        masks: the transparency of pictures is a mask of the loss.
        caption_ending: of the file beside a picture, with its dot.
        class_words: what stands for a caption that is missing, "" for none.
        has_picture_list: the folder's `metadata_cache.json` is believed before the folder.
        is_joined: all lines of a caption count, not the first alone.
    """

    folder: str = ""
    metadata_file: str = ""
    repeats: int = 1
    flips: bool = False
    masks: bool = False
    caption_ending: str = DEFAULT_CAPTION_ENDING
    class_words: str = ""
    has_picture_list: bool = False
    is_joined: bool = False


class KohyaDataset(msgspec.Struct, frozen=True, kw_only=True):
    """Pictures that are trained at one resolution.

    Attributes:
        resolution: (width, height) in pixels.
        has_buckets: pictures are trained in sizes near their own ratio.
        smallest: side of a bucket, before it is rounded to `steps`.
        largest: side of a bucket.
        steps: sides are multiples of it.
        never_enlarges: small pictures keep their size.
        skipped_area: pictures of so many pixels or fewer are left out, 0 for none.
        subsets: those with pictures that are trained.
    """

    resolution: Size
    has_buckets: bool = False
    smallest: int = 256
    largest: int = 1024
    steps: int = 64
    never_enlarges: bool = False
    skipped_area: int = 0
    subsets: tuple[KohyaSubset, ...] = ()


class KohyaConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a config that decide about caches.

    Attributes:
        form: what kind of config it is, for one line.
        datasets: in file order.
        left_out: folders that the config names and the trainer leaves out, with the reason.
        options: those of the command line that are known.
        unknown: what decides about caches and stands nowhere in the config, sentences.
    """

    form: str
    datasets: tuple[KohyaDataset, ...]
    left_out: Mapping[str, str] = {}
    options: Mapping[str, object] = {}
    unknown: tuple[str, ...] = ()

    @property
    def places(self) -> Sequence[DatasetPlace]:
        """Each folder once: what is cached lies beside the pictures."""
        folders = dict.fromkeys(
            subset.folder for dataset in self.datasets for subset in dataset.subsets
            if subset.folder)
        return tuple(DatasetPlace(folder, (folder,)) for folder in folders)


def is_kohya_config(raw: object) -> bool:
    """Return whether a document is one of this trainer's configs."""
    if not isinstance(raw, dict):
        return False
    if _datasets_of(raw):
        return True
    options = flatten_sections(raw)
    return any(isinstance(options.get(name), str) and options[name] for name in PICTURE_OPTIONS)


def _datasets_of(raw: Mapping[str, object]) -> list[object]:
    """The datasets of a dataset config; musubi's have no subsets."""
    datasets = raw.get("datasets")
    if not isinstance(datasets, list):
        return []
    return [one for one in datasets if isinstance(one, dict) and "subsets" in one]


def flatten_sections(raw: Mapping[str, object]) -> dict[str, object]:
    """Return the options of a training config; of one that stands twice, the later."""
    options: dict[str, object] = {}
    for name, value in raw.items():
        options.update(value if isinstance(value, dict) else {name: value})
    return options


def read_kohya_config(
    raw: Mapping[str, object], path: Path, find: FindPath, read: ReadDocument
) -> KohyaConfig:
    """Return what a document says that `is_kohya_config` knows.

    Args:
        raw: the document.
        path: its file, for errors.
        find: where a spelled path is here; relative ones start where the trainer was started.
        read: reads a dataset config that a training config names.

    Raises:
        WorkspaceError: if a value has the wrong type, or a file that it names cannot be read.
    """
    if _datasets_of(raw):
        return _of_datasets(Fields(raw, str(path)), {}, "dataset config")
    options = flatten_sections(raw)
    fields = Fields(options, str(path))
    named = fields.path("dataset_config", "")
    if named:
        inner_path = find(named)
        inner = read(inner_path)
        if not isinstance(inner, dict) or not _datasets_of(inner):
            raise WorkspaceError(
                f"{inner_path}, which {path} names as its dataset_config, is none.",
                "Open the dataset config itself.")
        return _of_datasets(Fields(inner, str(inner_path)), options, "training config")
    return _of_options(fields, find)


def _of_datasets(
    config: Fields, options: Mapping[str, object], form: str
) -> KohyaConfig:
    """A dataset config, with the options of the command line as far as they are known."""
    general = config.inner("general").values
    datasets, left_out = list[KohyaDataset](), dict[str, str]()
    for dataset in config.objects("datasets"):
        above = {**options, **general, **dataset.values}
        subsets = [
            _subset(Fields({**above, **subset.values}, subset.where), subset)
            for subset in dataset.objects("subsets")]
        left_out.update(
            (subset.folder, "it is repeated less than once") for subset in subsets
            if subset.repeats < 1)
        datasets.append(_dataset(Fields(above, dataset.where), tuple(
            subset for subset in subsets if subset.repeats >= 1)))
    return KohyaConfig(
        form=form, datasets=tuple(datasets), options=options, left_out=left_out)


def _subset(fields: Fields, own: Fields) -> KohyaSubset:
    """A subset; `own` has what stands in the subset itself, where alone masks are switched on."""
    ending = fields.text("caption_extension", DEFAULT_CAPTION_ENDING)
    return KohyaSubset(
        folder=fields.path("image_dir", ""),
        metadata_file=fields.path("metadata_file", ""),
        repeats=fields.whole("num_repeats", 1),
        flips=fields.flag("flip_aug", False),
        # A subset for a control net has pictures of its own for that, and never a mask.
        masks=own.flag("alpha_mask", False) and "conditioning_data_dir" not in own,
        caption_ending=ending if ending.startswith(".") or not ending else f".{ending}",
        class_words=fields.text("class_tokens", ""),
        has_picture_list=fields.flag("cache_info", False),
        is_joined=fields.flag("enable_wildcard", False))


def _dataset(fields: Fields, subsets: tuple[KohyaSubset, ...]) -> KohyaDataset:
    return KohyaDataset(
        resolution=_resolution(fields),
        has_buckets=fields.flag("enable_bucket", False),
        smallest=fields.whole("min_bucket_reso", 256),
        largest=fields.whole("max_bucket_reso", 1024),
        steps=max(1, fields.whole("bucket_reso_steps", 64)),
        never_enlarges=fields.flag("bucket_no_upscale", False),
        skipped_area=_area(fields, "skip_image_resolution"),
        subsets=_without_repeated(subsets))


def _without_repeated(subsets: Sequence[KohyaSubset]) -> tuple[KohyaSubset, ...]:
    """Leave out a folder that the dataset has already, as the trainer does."""
    known: set[tuple[str, str]] = set()
    kept = []
    for subset in subsets:
        if (subset.folder, subset.metadata_file) not in known:
            kept.append(subset)
        known.add((subset.folder, subset.metadata_file))
    return tuple(kept)


def _of_options(fields: Fields, find: FindPath) -> KohyaConfig:
    """A training config whose folders, or whose list, are options of their own."""
    left_out: dict[str, str] = {}
    if "in_json" in fields:
        subsets: tuple[KohyaSubset, ...] = (_subset(Fields({
            **fields.values, "image_dir": fields.path("train_data_dir", ""),
            "metadata_file": fields.path("in_json", ""),
            "num_repeats": fields.whole("dataset_repeats", 1)}, fields.where), fields),)
    else:
        subsets = tuple(
            subset for option in ("train_data_dir", "reg_data_dir") if option in fields
            for subset in _folders_below(fields, fields.path(option, ""), find, left_out))
    return KohyaConfig(
        form="training config", datasets=(_dataset(fields, subsets),), left_out=left_out,
        options=fields.values)


def _folders_below(
    fields: Fields, above: str, find: FindPath, left_out: dict[str, str]
) -> Iterator[KohyaSubset]:
    """The folders "<repeats>_<words>" in a folder; notes those that the trainer leaves out."""
    try:
        names = sorted(entry.name for entry in os.scandir(find(above)) if entry.is_dir())
    except OSError:
        return  # a finding says that the folder is missing
    for name in names:
        folder, parts = f"{above.rstrip('/')}/{name}", _FOLDER_NAME.fullmatch(name)
        repeats = int(parts["repeats"]) if parts else 0
        if parts is None or repeats < 1:
            left_out[folder] = (
                "its name says 0 repeats" if parts else "its name does not begin with a number")
            continue
        yield _subset(Fields({
            **fields.values, "image_dir": folder, "num_repeats": repeats,
            "class_tokens": parts["words"]}, fields.where), fields)


def _resolution(fields: Fields) -> Size:
    """A side, [width, height], or the text "width,height"; the kohya_ss window's has another key.

    Raises:
        WorkspaceError: if it is none of these.
    """
    key = "resolution" if "resolution" in fields else "max_resolution"
    return read_size(fields, key) or (_DEFAULT_SIDE, _DEFAULT_SIDE)


def _area(fields: Fields, key: str) -> int:
    size = read_size(fields, key)
    return size[0] * size[1] if size else 0


def read_size(fields: Fields, key: str) -> Size | None:
    """Read (width, height): from a side, [width, height] or "width,height"; None where absent.

    Raises:
        WorkspaceError: if it is none of these.
    """
    value = fields.values.get(key)
    if value is None:
        return None
    parts = value if isinstance(value, list) else str(value).split(",")
    try:
        sides = [int(str(part).strip()) for part in parts]
    except ValueError:
        sides = []
    if len(sides) not in (1, 2) or min(sides) < 1 or isinstance(value, bool):
        raise WorkspaceError(
            f'"{key}" in {fields.where} must be a side or width and height, but is {value!r}.',
            "Write it as 1024, [1024, 768] or \"1024,768\".")
    return sides[0], sides[-1]
