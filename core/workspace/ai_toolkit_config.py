"""Jobs of ostris/ai-toolkit, as far as they decide what is cached.

A job is YAML or JSON: written by hand, by the toolkit's window (`.job_config.json`), or by each run
(`config.yaml` in its output). `${VAR}` stands for a variable of the environment, and `[name]`,
wherever it stands, for the job's name. A dataset with several resolutions counts as one for each.

Source: `toolkit/config.py:19-107`, `jobs/process/BaseSDTrainProcess.py:144-181` and
`toolkit/config_modules.py:1095` at 27a03a9 (2026-08-21).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from larder.core.workspace.dataset_places import DatasetPlace
from larder.core.workspace.json_fields import Fields
from larder.core.workspace.kohya_config import FindPath, ReadDocument

DEFAULT_RESOLUTION: Final = 512
NAME_MARK: Final = "[name]"

FLAGS_OF_OLD_CONFIGS: Final[Mapping[str, str]] = {
    "is_flux": "flux", "is_xl": "sdxl", "is_v3": "sd3", "is_v2": "sd2", "is_pixart": "pixart",
    "is_auraflow": "auraflow", "is_lumina2": "lumina2", "is_vega": "vega", "is_ssd": "ssd"}
"""Switches by which older jobs name the models."""

UNKNOWN_TEXTS: Final = (
    "shuffle_tokens", "random_triggers", "control_path", "control_path_1", "control_path_2",
    "control_path_3")
"""Settings with which the name of a text file cannot be computed from the caption alone."""


class AiToolkitDataset(msgspec.Struct, frozen=True, kw_only=True):
    """A folder of pictures.

    Attributes:
        root: the folder, as spelled; pictures of its subfolders count, too.
        resolutions: sides in pixels.
        caption_ending: of the file beside a picture, with its dot.
        default_caption: for a picture whose caption is missing or blank, None for none.
        trigger: word that stands for `[trigger]`, and in front of captions without it; "" for none.
        is_regularization: no trigger is put in front.
        drops_captions: the text that stands for a dropped caption is cached, too.
        preserved_class: word in the trigger's place in a further text, None without that.
        has_buckets: pictures are trained in sizes near their own ratio.
        is_square: they are cut to a square.
        is_random: where a picture is cut is drawn anew in each run.
        flips_x: mirrored pictures are cached, too.
        flips_y: pictures upside down are cached, too.
        scale: factor of a picture's sides before all else.
        caches_latents: latents are cached on disk.
        caches_texts: texts are.
        has_odd_texts: the names of texts cannot be computed; see `UNKNOWN_TEXTS`.
        is_of_clips: videos or sounds, whose names have further parts.
    """

    root: str
    resolutions: tuple[int, ...]
    caption_ending: str = ".txt"
    default_caption: str | None = None
    trigger: str = ""
    is_regularization: bool = False
    drops_captions: bool = False
    preserved_class: str | None = None
    has_buckets: bool = True
    is_square: bool = False
    is_random: bool = False
    flips_x: bool = False
    flips_y: bool = False
    scale: float = 1.0
    caches_latents: bool = False
    caches_texts: bool = False
    has_odd_texts: bool = False
    is_of_clips: bool = False


class AiToolkitConfig(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a job that decide about caches; see `OtherConfig`.

    Attributes:
        family: the models, by the trainer's name for their architecture.
        space: `latent_space_version` that the job names itself, "" where it does not.
    """

    datasets: tuple[AiToolkitDataset, ...]
    family: str
    space: str = ""
    form: str = "job"
    options: Mapping[str, object] = {}
    unknown: tuple[str, ...] = ()
    left_out: Mapping[str, str] = {}

    @property
    def places(self) -> Sequence[DatasetPlace]:
        """Each root once: its hidden folders are never listed, so `.larder` may be in it."""
        roots = dict.fromkeys(dataset.root for dataset in self.datasets)
        return tuple(DatasetPlace(root, (root,)) for root in roots)


def is_ai_toolkit_config(raw: object) -> bool:
    """Return whether a document is a job of this trainer."""
    config = raw.get("config") if isinstance(raw, dict) else None
    processes = config.get("process") if isinstance(config, dict) else None
    return isinstance(processes, list) and any(
        isinstance(one, dict) and isinstance(one.get("datasets"), list) for one in processes)


def read_ai_toolkit_config(
    raw: Mapping[str, object], path: Path, find: FindPath, read: ReadDocument
) -> AiToolkitConfig:
    """Return what a document says that `is_ai_toolkit_config` knows; arguments as for kohya's.

    Raises:
        WorkspaceError: if a value has the wrong type.
    """
    del find, read
    name = Fields(raw, str(path)).inner("config").text("name", "")
    named = _with_name(dict(raw), name)
    config = Fields(named if isinstance(named, dict) else {}, str(path)).inner("config")
    processes = [one for one in config.objects("process") if "datasets" in one]
    model = processes[0].inner("model")
    return AiToolkitConfig(
        datasets=tuple(
            dataset for process in processes for dataset in _datasets(process)),
        family=_family(model), space=model.text("latent_space_version", ""))


def _with_name(value: object, name: str) -> object:
    """Put the job's name wherever "[name]" stands, as the trainer does after parsing."""
    match value:
        case str():
            return value.replace(NAME_MARK, name)
        case dict():
            return {key: _with_name(one, name) for key, one in value.items()}
        case list():
            return [_with_name(one, name) for one in value]
        case _:
            return value


def _family(model: Fields) -> str:
    named = model.text("arch", "").partition(":")[0]
    return named or next(
        (family for key, family in FLAGS_OF_OLD_CONFIGS.items() if model.flag(key, False)), "sd1")


def _datasets(process: Fields) -> Iterator[AiToolkitDataset]:
    train = process.inner("train")
    for dataset in process.objects("datasets"):
        root = dataset.path("dataset_path", "") or dataset.path("folder_path", "")
        if root:
            yield _dataset(dataset, process, train, root)


def _dataset(
    dataset: Fields, process: Fields, train: Fields, root: str
) -> AiToolkitDataset:
    ending = dataset.text("caption_type", "") or dataset.text("caption_ext", ".txt")
    preserves = train.flag("diff_output_preservation", False)
    return AiToolkitDataset(
        root=root.rstrip("/") or root, resolutions=_resolutions(dataset),
        caption_ending=ending if ending.startswith(".") else f".{ending}",
        default_caption=(
            dataset.text("default_caption", "") if "default_caption" in dataset else None),
        trigger=dataset.text("trigger_word", "") or process.text("trigger_word", ""),
        is_regularization=dataset.flag("is_reg", False),
        drops_captions=dataset.number("caption_dropout_rate", 0.0) > 0,
        preserved_class=train.text("diff_output_preservation_class", "") if preserves else None,
        has_buckets=dataset.flag("buckets", True), is_square=dataset.flag("square_crop", False),
        is_random=dataset.flag("random_crop", False), flips_x=dataset.flag("flip_x", False),
        flips_y=dataset.flag("flip_y", False), scale=dataset.number("scale", 1.0),
        caches_latents=dataset.flag("cache_latents_to_disk", False),
        caches_texts=dataset.flag("cache_text_embeddings", False) or train.flag(
            "cache_text_embeddings", False),
        has_odd_texts=any(dataset.values.get(key) for key in UNKNOWN_TEXTS),
        is_of_clips=dataset.whole("num_frames", 1) > 1 or dataset.flag(
            "auto_frame_count", False))


def _resolutions(dataset: Fields) -> tuple[int, ...]:
    value = dataset.values.get("resolution")
    if not isinstance(value, list):
        return (dataset.whole("resolution", DEFAULT_RESOLUTION),)
    of_list = Fields({str(at): one for at, one in enumerate(value)}, dataset.where)
    return tuple(dict.fromkeys(
        of_list.whole(key, DEFAULT_RESOLUTION) for key in of_list.values))
