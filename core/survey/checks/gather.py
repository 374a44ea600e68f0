"""Checking the sources of every concept: listed by each survey, opened by `larder check`."""

from __future__ import annotations

import os
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import numpy as np

from larder.core.errors import UserFacingError
from larder.core.jobs import CancelToken, Job, Progress
from larder.core.keys.content_hash import map_files
from larder.core.survey.checks.document import CheckItem, SourceFacts
from larder.core.survey.checks.folder_files import AskedOfFolder, Role, as_text
from larder.core.survey.checks.found import CheckedConcept, CheckedFolder, Found
from larder.core.survey.checks.noted_by_builds import ReadSources, take_read, take_suspects
from larder.core.survey.checks.opened_files import (
    NEVER,
    OTHER_SHAPE,
    UNREADABLE,
    ConceptMemory,
    FileFacts,
    note_facts,
    open_file,
)
from larder.core.survey.checks.risks import RISKS, Risk
from larder.core.survey.checks.settings import check_settings
from larder.core.survey.context import SurveyContext
from larder.core.survey.report import Depth
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.concepts import Concept, PromptSource
from larder.core.workspace.onetrainer_config import TrainerConfig
from larder.core.workspace.roots import speller
from larder.core.workspace.samples import (
    LinkRule,
    prompt_file,
    sample_extensions,
    why_no_prompts,
)
from larder.core.workspace.trainer_layout import layouts_of

if TYPE_CHECKING:
    from larder.core.encoders.caption_length import CaptionLimit

BY_NUMBER: Final = tuple(Risk)
"""What is remembered of a folder has kinds as their numbers."""

READERS: Final = min(4, os.cpu_count() or 1)
"""Threads that decode; each holds one picture."""


def check_sources(
    context: SurveyContext, link_rule: LinkRule, *, opens: bool
) -> Job[SourceFacts]:
    """Find what would stop or spoil training before anything is cached.

    Args:
        context: whose samples are listed.
        link_rule: what the trainer does with links.
        opens: open every file that was not opened as it is now; else, where contents are read
            anyway, captions only, and of others what is remembered tells.

    Raises:
        JobCancelled: if the token was cancelled; what was opened until then is remembered.
    """
    concepts = yield from _list(context, link_rule)
    suspects, read = take_suspects(context.workspace), take_read(context.workspace)
    roles = frozenset(Role) if opens else frozenset(
        () if context.depth is Depth.STAT else (Role.CAPTION,))
    limit = _limit_of(context.workspace.config, concepts, opens=bool(roles or suspects))
    try:
        if read:
            _take_over(context, concepts, read)
        if roles or suspects:
            yield from _open(concepts, limit, context.token, roles, suspects)
    finally:
        for checked in concepts:
            checked.memory.save()
    identity = "" if limit is None else limit.identity
    found = [*_findings_of_concepts(context, limit), *(
        one for checked in concepts for folder in checked.folders
        for one in _in_folder(folder, identity))]
    found += yield from check_settings(context, concepts, opens=opens)
    is_opened = [folder.opened.find_opened(folder.listed.listing)
                 for checked in concepts for folder in checked.folders]
    has_index = layouts_of(context.workspace)[:1] == (CacheLayout.INDEXED,)
    items = tuple(items_of(found, has_index=has_index))
    return SourceFacts(
        files=sum(map(len, is_opened)),
        never_opened=sum(int(np.count_nonzero(~opened)) for opened in is_opened),
        counts=dict(Counter(item.kind for item in items)), items=items)


def _limit_of(
    config: TrainerConfig | None, concepts: Sequence[CheckedConcept], *, opens: bool
) -> CaptionLimit | None:
    """The limit of words, where captions are opened or one was found too long."""
    is_asked = opens or any(
        risk == Risk.CAPTION_TOO_LONG for checked in concepts for folder in checked.folders
        for flaws in folder.opened.flaws.values() for risk, _ in flaws)
    if not is_asked:
        return None
    # A survey has no use for what knows text encoders.
    from larder.core.encoders.caption_length import caption_limit

    return caption_limit(config)


def items_of(found: Sequence[Found], *, has_index: bool) -> Iterator[CheckItem]:
    """The items of what was found, worst first, each once."""
    told = {
        risk: (risk.name_in_contract, row, row.effect_in(has_index=has_index).value,
               row.does_in(has_index=has_index))
        for risk, row in ((risk, RISKS[risk]) for risk in {one.risk for one in found})}
    for one in sorted(dict.fromkeys(found)):
        kind, row, effect, does = told[one.risk]
        yield CheckItem(
            path=one.path, kind=kind, what=row.label, effect=effect,
            why=f"{one.said} {does}".strip() if one.said else does, remedy=row.remedy)


def find_read_files(
    config: TrainerConfig | None, concept: Concept, links: LinkRule
) -> AskedOfFolder:
    """Return which files are read from a concept's folders."""
    return AskedOfFolder(
        extensions=sample_extensions(config),
        captions=concept.text.prompt_source is PromptSource.SAMPLE,
        masks=config is not None and config.masked_training,
        conditioning=config is not None and config.custom_conditioning_image,
        links=links)


def _list(context: SurveyContext, links: LinkRule) -> Job[list[CheckedConcept]]:
    """Every concept with its folders; those of one folder that ask for the same come once."""
    config, workspace = context.workspace.config, context.workspace
    found: dict[tuple[str, bool, str], CheckedConcept] = {}
    for done, samples in enumerate(context.samples.values()):
        context.token.check()
        yield Progress("looking at names", done, len(context.samples), "concepts")
        concept = samples.concept
        asked = find_read_files(config, concept, links)
        real = str(workspace.locate(concept, flavour=context.flavour).real)
        key = (real, concept.include_subdirectories, asked.words)
        if key in found:
            continue
        memory = ConceptMemory(f"{real}\0{concept.include_subdirectories}", asked)
        found[key] = CheckedConcept(samples, memory, [
            CheckedFolder(
                listed, memory.folder(listed.listing, listed.rows.tolist()),
                speller(listed.spelled, samples.flavour))
            for listed in samples.folders])
    return [*found.values()]


def _open(
    concepts: Sequence[CheckedConcept], limit: CaptionLimit | None, token: CancelToken,
    roles: frozenset[Role], suspects: frozenset[str],
) -> Job[None]:
    """Open what was not opened as it is now: every file of some roles, and the suspects."""
    if Role.CAPTION in roles:
        for checked in concepts:
            for folder in checked.folders:
                folder.opened.count_by("" if limit is None else limit.identity)
    tasks: list[tuple[CheckedConcept, CheckedFolder, int]] = [
        (checked, folder, at) for checked in concepts for folder in checked.folders
        for at in np.flatnonzero(~folder.opened.find_opened(folder.listed.listing)).tolist()
        if folder.opened.roles[at] in roles or _is_of(folder, at, suspects)]
    for opened in {id(folder.opened): folder.opened for _, folder, _ in tasks}.values():
        opened.make_writable()
    paths = [_real(folder, at) for _, folder, at in tasks]
    role_of = {path: Role(int(folder.opened.roles[at]))
               for path, (_, folder, at) in zip(paths, tasks, strict=True)}
    began_ns, alone = time.time_ns(), threading.Lock()
    yield Progress("opening files", 0, len(tasks), "files")
    for done, (at, facts) in enumerate(map_files(
            paths, lambda: lambda path: open_file(path, role_of[path], limit, alone), token=token,
            threads=READERS, most_at_once=1), start=1):
        token.check()
        checked, folder, place = tasks[at]
        if not isinstance(facts, OSError):  # which `open_file` gives as facts
            note_facts(folder.opened, place, folder.listed.listing, facts, began_ns)
            checked.memory.note_change()
        yield Progress("opening files", done, len(tasks), "files")


def _take_over(
    context: SurveyContext, concepts: Sequence[CheckedConcept], read: ReadSources
) -> None:
    """Count what a build read whole as opened, as far as it is as it was then.

    Of a picture or mask only its size is not known yet. A caption is read once more, for what a
    build takes as it is; not where captions are held against the tokens of an encoder, which takes
    its files.
    """
    tasks = [
        (checked, folder, at) for checked in concepts for folder in checked.folders
        for at in np.flatnonzero(~folder.opened.find_opened(folder.listed.listing)).tolist()
        if _was_read(folder, at, read)]
    for opened in {id(folder.opened): folder.opened for _, folder, _ in tasks}.values():
        opened.make_writable()
    context.pictures.ask([_real(folder, at) for _, folder, at in tasks
                          if folder.opened.roles[at] != Role.CAPTION])
    for checked, folder, at in tasks:
        context.token.check()
        path = _real(folder, at)
        if folder.opened.roles[at] == Role.CAPTION:
            facts, began_ns = open_file(path, Role.CAPTION), time.time_ns()
        else:
            size = context.pictures.size(path)
            if size is None:
                continue
            facts, began_ns = FileFacts(size=size), read[_spell_path(folder, at)][2]
        note_facts(folder.opened, at, folder.listed.listing, facts, began_ns)
        checked.memory.note_change()


def _was_read(folder: CheckedFolder, at: int, read: ReadSources) -> bool:
    listing, opened = folder.listed.listing, folder.opened
    if opened.roles[at] == Role.CAPTION and opened.counted_by:
        return False
    row = opened.rows[at]
    return read.get(_spell_path(folder, at), ())[:2] == (
        int(listing.sizes[row]), int(listing.mtimes_ns[row]))


def _spell_path(folder: CheckedFolder, at: int) -> str:
    return folder.spell(folder.listed.listing.names[folder.opened.rows[at]])


def _is_of(folder: CheckedFolder, at: int, sources: frozenset[str]) -> bool:
    """Return whether a file, or the sample it belongs to, is one of these sources."""
    names, opened = folder.listed.listing.names, folder.opened
    return bool(sources) and not sources.isdisjoint(
        folder.spell(names[row]) for row in (opened.rows[at], opened.of_sample[at]))


def _real(folder: CheckedFolder, at: int) -> str:
    listing = folder.listed.listing
    return os.path.join(folder.listed.real, listing.names[folder.opened.rows[at]])  # noqa: PTH118


def _in_folder(folder: CheckedFolder, counted_by: str) -> Iterator[Found]:
    """Yield findings from names, and those in files unchanged since they were opened.

    `counted_by` is the limit of words that captions have to be checked against.
    """
    listing, opened = folder.listed.listing, folder.opened
    is_opened = opened.find_opened(listing)
    spell = folder.spell
    for risk, name, detail in opened.remarks:
        kind = BY_NUMBER[risk]
        yield Found(kind, spell(as_text(name)),
                    _explain_risk(kind, as_text(detail)) if detail else "")
    for at, flaws in opened.flaws.items():
        path = folder.spell(listing.names[opened.rows[at]])
        for risk, said in flaws:
            if risk == Risk.CAPTION_TOO_LONG and opened.counted_by != counted_by:
                continue
            # What the system refused the last time it may not refuse the next.
            if is_opened[at] or opened.mtimes_ns[at] == NEVER:
                yield Found(Risk(risk), path, as_text(said))
    is_empty = (listing.sizes[opened.rows] == 0) & (opened.roles != Role.CAPTION)
    for at in np.flatnonzero(is_empty & ~is_opened).tolist():
        if at not in opened.flaws or opened.mtimes_ns[at] != NEVER:
            name = listing.names[opened.rows[at]]
            yield Found(
                UNREADABLE[Role(int(opened.roles[at]))], folder.spell(name), f"{name} is empty.")
    masks = np.flatnonzero((opened.roles == Role.MASK) & is_opened)
    if len(masks):
        yield from _odd_masks(folder, masks.tolist())


def _odd_masks(folder: CheckedFolder, masks: Sequence[int]) -> Iterator[Found]:
    opened, names = folder.opened, folder.listed.listing.names
    pictures = {int(opened.rows[at]): at
                for at in np.flatnonzero(opened.roles == Role.PICTURE).tolist()}
    for at in masks:
        picture = pictures.get(int(opened.of_sample[at]))
        if picture is None or not (opened.heights[picture] and opened.heights[at]):
            continue
        tall, wide = int(opened.heights[picture]), int(opened.widths[picture])
        of_mask = int(opened.heights[at]), int(opened.widths[at])
        if abs((of_mask[0] / of_mask[1]) / (tall / wide) - 1) > OTHER_SHAPE:
            yield Found(
                Risk.MASK_OF_OTHER_SHAPE, folder.spell(names[opened.rows[at]]),
                f"It has {of_mask[1]:,} × {of_mask[0]:,} pixels, and its picture {wide:,} × "
                f"{tall:,}.")


def _explain_risk(risk: Risk, detail: str) -> str:
    """The sentence about a remark; the detail itself where it is one."""
    return {
        Risk.TWINS: f"It has the same name as {detail}.",
        Risk.CAPTION_OF_OTHER_NAME: f"It seems to be the caption of {detail}.",
        Risk.UNUSED_MASKS: f"There are {detail} masks in its folder."
        if detail != "1" else "There is a mask in its folder.",
    }.get(risk, detail)


def _findings_of_concepts(
    context: SurveyContext, limit: CaptionLimit | None
) -> Iterator[Found]:
    """Folders that cannot be listed, and files of prompts."""
    for samples in context.samples.values():
        concept = samples.concept
        for folder in samples.unreadable:
            yield Found(Risk.UNREADABLE_FOLDER, folder.spelled,
                        f"{folder.real} cannot be listed: {folder.reason}.")
        why = why_no_prompts(context.workspace, concept)
        if why:
            yield Found(Risk.NO_PROMPTS, concept.text.prompt_path, why)
        elif concept.text.prompt_source is PromptSource.CONCEPT:
            yield from _in_prompt_file(context, concept, limit)


def _in_prompt_file(
    context: SurveyContext, concept: Concept, limit: CaptionLimit | None
) -> Iterator[Found]:
    """The one file of a concept's prompts is opened each time."""
    try:
        path = prompt_file(context.workspace, concept, "")
    except UserFacingError:
        return  # said of the workspace
    if path:
        for risk, said in open_file(path, Role.CAPTION, limit).flaws:
            yield Found(risk, concept.text.prompt_path, said)
