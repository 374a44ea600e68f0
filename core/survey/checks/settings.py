"""Unintended effects of settings: frozen draws, leaks, buckets too small for a batch.

Sizes of pictures are those that were read when they were opened, so that batches are judged once
every picture was.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from larder.core.errors import WorkspaceError
from larder.core.jobs import Job
from larder.core.survey.checks.folder_files import Role
from larder.core.survey.checks.found import CheckedConcept, Found
from larder.core.survey.checks.risks import Risk
from larder.core.survey.context import SurveyContext
from larder.core.survey.sharing import Conflicts
from larder.core.survey.sources import hash_sources
from larder.core.survey.variants import WantedSize, find_wanted_size
from larder.core.workspace.bucketing import Size
from larder.core.workspace.cache_folder import what_is_in_its_way
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.concepts import BalancingStrategy, Concept, ConceptType
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.roots import speller
from larder.core.workspace.samples import VIDEO_EXTENSIONS, ConceptSamples
from larder.core.workspace.store_kinds import StoreContent
from larder.core.workspace.trainer_layout import layouts_of

IMAGE_DRAWS: Final = (
    ("enable_random_flip", "random flip"), ("enable_random_rotate", "random rotation"),
    ("enable_random_brightness", "random brightness"),
    ("enable_random_contrast", "random contrast"),
    ("enable_random_saturation", "random saturation"), ("enable_random_hue", "random hue"))
"""Settings of a concept's pictures that are drawn; not the crop, which is drawn unless one says no,
and differs by a few pixels."""

FIRST_TARGET: Final = (0,)
"""Of a sample for which nothing is drawn, in every variation."""


def check_settings(
    context: SurveyContext, concepts: Sequence[CheckedConcept], *, opens: bool
) -> Job[list[Found]]:
    """Find what the settings of config and concepts do; arguments as of `check_sources`."""
    config = context.workspace.config
    if config is None:
        return []
    found = [*_unusable_cache_folder(context, config), *_impossible_sizes(context, config),
             *_frozen_draws(context, config),
             *_small_buckets(context, config, concepts), *_find_shared_entries(context, config)]
    if config.validation:
        found += yield from _leaks(context, opens=opens)
    return found


def _unusable_cache_folder(context: SurveyContext, config: TrainerConfig) -> Iterator[Found]:
    workspace = context.workspace
    why = what_is_in_its_way(config, workspace.root, workspace.maps, workspace.flavour)
    if why is not None:
        yield Found(Risk.UNUSABLE_CACHE_FOLDER, config.cache_dir, why.problem)


def _impossible_sizes(context: SurveyContext, config: TrainerConfig) -> Iterator[Found]:
    for samples in context.samples.values():
        concept = samples.concept
        wanted = find_wanted_size(config, concept, StoreContent.IMAGE)
        if wanted.is_impossible:
            yield Found(
                Risk.IMPOSSIBLE_SIZE, concept.path,
                f"{_format_concept(concept)} asks for {concept.image.resolution_override}, and "
                f"sizes of this model are multiples of {wanted.quantisation}.")


def _frozen_draws(context: SurveyContext, config: TrainerConfig) -> Iterator[Found]:
    for samples in context.samples.values():
        concept = samples.concept
        image, text = concept.image, concept.text
        drawn = [words for setting, words in IMAGE_DRAWS if getattr(image, setting)] \
            if config.image_caching and concept.image_variations == 1 else []
        if config.text_caching and concept.text_variations == 1:
            drawn += [words for words, is_on in (
                ("tag shuffling", text.enable_tag_shuffling),
                ("tag dropout", text.tag_dropout_enable and text.tag_dropout_probability > 0),
                ("random capitals",
                 text.caps_randomize_enable and text.caps_randomize_probability > 0)) if is_on]
        if drawn:
            yield Found(Risk.FROZEN_DRAW, concept.path,
                        f"{_format_concept(concept)} asks for {', '.join(drawn)}, with one "
                        "variation.")


def _find_shared_entries(context: SurveyContext, config: TrainerConfig) -> Iterator[Found]:
    """Pairs of concepts that ask an index for different things of the same files.

    A cache of released folders has a group for each concept, whatever files are in it.
    """
    if not _has_index(context):
        return
    cached = [content for content, is_cached in (
        (StoreContent.IMAGE, config.image_caching), (StoreContent.TEXT, config.text_caching))
        if is_cached]
    conflicts = [Conflicts(context.workspace, content) for content in cached]
    for one, other in _sharing(context.samples.values()):
        shared = _count_shared_samples(one, other)
        if not shared:
            continue
        pair = (one.concept.index, other.concept.index)
        for differ in filter(None, (known.differ_in_settings(pair) for known in conflicts)):
            yield Found(
                Risk.ONE_ENTRY_FOR_TWO, other.concept.path,
                f"{differ}. Pictures that both ask for: {shared:,}.")


def _sharing(samples: Iterable[ConceptSamples]) -> Iterator[tuple[ConceptSamples, ConceptSamples]]:
    """Each concept beside the first ones that ask for the same folders.

    Not each beside each: of a folder that thousands ask for, those that differ from the first are
    told.
    """
    first_of: dict[str, ConceptSamples] = {}
    for other in samples:
        firsts = {id(first): first for folder in other.folders
                  if (first := first_of.setdefault(folder.real, other)) is not other}
        for first in firsts.values():
            yield first, other


def _count_shared_samples(one: ConceptSamples, other: ConceptSamples) -> int:
    """Count the files that two concepts ask for."""
    folders = {folder.real: folder for folder in other.folders}
    return sum(
        len({folder.listing.names[row] for row in folder.rows.tolist()}
            & {also.listing.names[row] for row in also.rows.tolist()})
        for folder in one.folders if (also := folders.get(folder.real)) is not None)


def _has_index(context: SurveyContext) -> bool:
    """Return whether the trainer of the workspace reads an index."""
    return layouts_of(context.workspace)[:1] == (CacheLayout.INDEXED,)


def _format_concept(concept: Concept) -> str:
    return concept.name or concept.path


def _is_validation(concept: Concept) -> bool:
    return concept.type is ConceptType.VALIDATION


def _leaks(context: SurveyContext, *, opens: bool) -> Job[list[Found]]:
    """Pictures of validation concepts that are trained, too: the same file, or the same content."""
    trained = _pictures(one for one in context.samples.values() if not _is_validation(one.concept))
    validated = _pictures(one for one in context.samples.values() if _is_validation(one.concept))
    of_size: dict[int, list[str]] = defaultdict(list)
    for path, (_, size) in trained.items():
        of_size[size].append(path)
    found = [Found(Risk.VALIDATION_LEAK, validated[path][0], "It is trained, too.")
             for path in validated.keys() & trained.keys()]
    alike = {path: of_size[size] for path, (_, size) in validated.items()
             if path not in trained and of_size.get(size)}
    paths = [*dict.fromkeys([*alike, *(other for others in alike.values() for other in others)])]
    hashes, _ = yield from hash_sources(
        paths, context.memory, token=context.token, only_known=not opens)
    content = dict(zip(paths, hashes, strict=True))
    for path, others in alike.items():
        same = next((other for other in others
                     if content[path] is not None and content[other] == content[path]), None)
        if same is not None:
            found.append(Found(
                Risk.VALIDATION_LEAK, validated[path][0],
                f"{trained[same][0]} has the same content and is trained."))
    return found


def _pictures(concepts: Iterator[ConceptSamples]) -> dict[str, tuple[str, int]]:
    """Real path -> (spelled path, bytes) of every sample."""
    found = {}
    for samples in concepts:
        for folder in samples.folders:
            names, sizes = folder.listing.names, folder.listing.sizes
            spell = speller(folder.spelled, samples.flavour)
            for row in folder.rows.tolist():
                found[f"{folder.real}/{names[row]}"] = (
                    spell(names[row]), int(sizes[row]))
    return found


def _small_buckets(
    context: SurveyContext, config: TrainerConfig, concepts: Sequence[CheckedConcept]
) -> Iterator[Found]:
    """Pictures of a bucket that never fills a batch, once the size of every picture is known.

    Of several targets each variation draws one. Which variations of two concepts meet in an epoch
    is not asked: each concept counts with the variation that fills a bucket most.
    """
    batch = config.raw.get("batch_size")
    if not isinstance(batch, int) or batch < 2:
        return
    turns: dict[Size, float] = defaultdict(float)
    pictures: dict[Size, set[str]] = defaultdict(set)
    buckets_of: dict[str, set[Size]] = defaultdict(set)
    by_folder = {id(listed.listing): checked for checked in concepts
                 for listed, *_ in checked.folders}
    for samples in context.samples.values():
        if _is_validation(samples.concept):
            continue
        buckets = _buckets_of(context, config, samples, by_folder)
        if buckets is None:
            return
        each = _turns_each(samples)
        for bucket, count in _most_at_once(buckets.values()).items():
            turns[bucket] += each * count
        for path, drawn in buckets.items():
            buckets_of[path].update(drawn)
            for bucket in drawn:
                pictures[bucket].add(path)
    for path, all_drawn in buckets_of.items():
        if all(turns[bucket] < batch for bucket in all_drawn):
            yield Found(Risk.DROPPED_FROM_BATCHES, path, _too_few(
                {bucket: len(pictures[bucket]) for bucket in sorted(all_drawn)}, batch))


def _most_at_once(drawn: Collection[Sequence[Size]]) -> Counter[Size]:
    """How many pictures of a concept each bucket holds in the variation that fills it most."""
    most: Counter[Size] = Counter()
    for of_variation in zip(*drawn, strict=True):
        most |= Counter(of_variation)
    return most


def _too_few(counts: Mapping[Size, int], batch: int) -> str:
    """The sentence about a picture whose buckets hold so many pictures each."""
    most = max(counts.values())
    if len(counts) > 1:
        return (
            f"The buckets of its target resolutions contain {most:,} at most, and a batch takes "
            f"{batch:,}.")
    (bucket, count), = counts.items()
    content = "one picture" if count == 1 else f"{count:,} pictures"
    return (
        f"Its bucket of {bucket[1]} × {bucket[0]} contains {content}, and a batch takes {batch:,}.")


def _turns_each(samples: ConceptSamples) -> float:
    """How often an epoch serves each sample of a concept, on average."""
    concept, count = samples.concept, len(samples)
    if concept.balancing_strategy is BalancingStrategy.SAMPLES:
        return concept.balancing / count if count else 0.0
    return concept.balancing


def _buckets_of(
    context: SurveyContext, config: TrainerConfig, samples: ConceptSamples,
    by_folder: Mapping[int, CheckedConcept],
) -> dict[str, tuple[Size, ...]] | None:
    """Buckets of each sample of a concept, one per variation; None where one cannot be known."""
    try:
        wanted = find_wanted_size(config, samples.concept, StoreContent.IMAGE)
    except WorkspaceError:
        return None  # said of the config itself
    if wanted.targets is None:
        return None
    drawn = _drawn_targets(context, config, samples, wanted)
    if drawn is None:
        return None
    found: dict[str, tuple[Size, ...]] = {}
    for listed in samples.folders:
        checked = by_folder.get(id(listed.listing))
        folder = next((one for one in (() if checked is None else checked.folders)
                       if one.listed.listing is listed.listing), None)
        if folder is None:
            return None
        names, opened = listed.listing.names, folder.opened
        known = opened.find_opened(listed.listing) & (opened.roles == Role.PICTURE) & (
            opened.heights > 0)
        rows = opened.rows[known]
        if len(rows) != len(listed.rows) or any(
                name.lower().endswith(tuple(VIDEO_EXTENSIONS))
                for name in (names[row] for row in listed.rows.tolist())):
            return None
        sizes = wanted.buckets(opened.heights[known], opened.widths[known]).tolist()
        for at, row in enumerate(rows.tolist()):
            path = folder.spell(names[row])
            found[path] = tuple(
                (sizes[target][at][0], sizes[target][at][1])
                for target in drawn.get(path, FIRST_TARGET))
    return found


def _drawn_targets(
    context: SurveyContext, config: TrainerConfig, samples: ConceptSamples, wanted: WantedSize
) -> Mapping[str, Sequence[int]] | None:
    """Numbers of the targets that a concept's samples get, one per variation that is trained.

    Empty where there is one target; None where nobody knows what is drawn.
    """
    if not wanted.edges:
        return {}
    draws, index = context.target_draws, samples.concept.index
    if not (config.image_caching and draws.are_known(index)):
        return None
    # Whoever reads an index serves the first size of an entry, in every epoch.
    variations = range(1 if _has_index(context) else max(wanted.variations, 1))
    columns = [draws.of(index, len(samples), variation=number, targets=len(wanted.edges)).tolist()
               for number in variations]
    return dict(zip(samples.paths(), zip(*columns, strict=True), strict=True))
