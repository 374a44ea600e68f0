"""Which line of a caption each variation of its payloads was made of.

A trainer stamps a text payload with a digest of its prompt (`content_stamp`), and a build notes the
same digest of each slot of the released layout. Each line of the caption is tried; of a prompt
whose tags were shuffled or dropped, no line gives the digest. The prompt itself stands in a
payload too (`__sourceless_values`), as the trainer's pull request 1411 and our builds write it, so
that what an edited caption said before is known; payloads of a released trainer hold tokens alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

import numpy as np

from larder.core.columns import TextColumn
from larder.core.errors import PayloadError, UserFacingError, error_reason
from larder.core.files.file_stamp import read_modified_ns
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.keys.recipe import RECIPE_KEY
from larder.core.payloads.pt_file import PtFile
from larder.core.queries.cached_pictures import IndexedPictures
from larder.core.queries.made_with import concept_of, past_of, read_settings
from larder.core.queries.preview import CaptionTable, PayloadPreview
from larder.core.stores.indexed.stamps import CONTENT_KEY, MODELTYPE_KEY, SOURCELESS_KEY
from larder.core.stores.released.groups import (
    list_released_groups,
    scan_released_group,
    slot_name,
)
from larder.core.stores.released.slots import read_slots
from larder.core.survey.report import StoreSurvey
from larder.core.survey.verdicts import Verdict
from larder.core.workspace.open_workspace import StoreLocation, Workspace
from larder.core.workspace.roots import infer_flavour
from larder.core.workspace.samples import (
    caption_lines,
    caption_of,
    content_stamp,
    possible_prompts,
    prompt_file,
)
from larder.core.workspace.store_kinds import OneTrainersFormats, StoreContent, StoreFormat

UNKNOWN = -1

MOST_TOLD = 200
"""Edited captions of one store whose payloads are opened while a table is written, 1 ms each."""

LONGEST_TOLD = 60
"""Characters of a caption in a sentence."""

_Made = tuple[str, str, str, frozenset[str], str, str]
"""Payload, stamp of its prompt ("" for none), what is stamped with it (model type and names), the
id of its recipe, "" for none, and its prompt, "" where it does not say."""


def preview_caption(workspace: Workspace, location: StoreLocation, source: str) -> PayloadPreview:
    """A caption's lines and what each of its payloads was made of.

    Args:
        workspace: whose.
        location: a store of texts.
        source: as the entry spells it.

    Raises:
        WorkspaceError: if the store's index cannot be read.
    """
    made = list(_MADE[location.kind.format](workspace, location, source))
    flavour = infer_flavour([source])
    file = workspace.paths(flavour).real_path(source)
    try:
        lines = _lines(workspace, file)
    except OSError as error:
        return PayloadPreview(None, f"{file.name} cannot be read: {error_reason(error)}.")
    except UserFacingError as error:
        return PayloadPreview(None, error.problem, error.hint)
    used = [
        next((at for at, line in enumerate(lines)
              if stamp and content_stamp(modeltype, names, line) == stamp), UNKNOWN)
        for _, stamp, modeltype, names, _, _ in made]
    return PayloadPreview(CaptionTable(
        lines=TextColumn.from_strings(lines),
        names=TextColumn.from_strings(name for name, *_ in made),
        prompts=TextColumn.from_strings(prompt for *_, prompt in made),
        line=np.array(used, dtype=np.int32),
        stamped=sum(bool(stamp) for _, stamp, *_ in made)),
        source=source, source_ns=read_modified_ns(file),
        cached_ns=read_modified_ns(location.path / made[0][0]) if made else 0,
        settings=read_settings(workspace, location, made[0][4], file) if made else (),
        history=past_of(location, source, (name for name, *_ in made)))


def caption_changes(workspace: Workspace, survey: StoreSurvey) -> Mapping[int, str]:
    """Return the former texts of a store's edited captions, a sentence by row.

    There is none for payloads that do not record it, nor for the last of very many.
    """
    if survey.location.kind.content is not StoreContent.TEXT:
        return {}
    told: dict[int, str] = {}
    edited = survey.rows.rows_with(Verdict.CONTENT_CHANGED)[:MOST_TOLD].tolist()
    for row in edited:
        source = survey.rows.source(row)
        file = workspace.paths(infer_flavour([source])).real_path(
            source)
        before = next((prompt for name in survey.rows.payloads.get(row, ())
                       if (prompt := _prompt(_inside(survey.location.path / name)[0]))), "")
        try:
            lines = _lines(workspace, file) if before else ()
        except (OSError, UserFacingError):
            continue
        if before and lines and before not in lines:
            told[row] = f"It was “{_short(before)}” and is “{_short(lines[0])}” now"
    return told


def _short(text: str) -> str:
    return text if len(text) <= LONGEST_TOLD else f"{text[:LONGEST_TOLD].rstrip()}…"


def _of_indexed(workspace: Workspace, location: StoreLocation, source: str) -> Iterator[_Made]:
    for payload in IndexedPictures(workspace, location.path).of(source):
        values, names = _inside(location.path / payload.name)
        stamp, modeltype = values.get(CONTENT_KEY), values.get(MODELTYPE_KEY)
        yield (payload.name, stamp if isinstance(stamp, str) else "",
               str(modeltype or payload.modeltype), names, str(values.get(RECIPE_KEY) or ""),
               _prompt(values))


def _of_released(workspace: Workspace, location: StoreLocation, source: str) -> Iterator[_Made]:
    """Slots that a build noted; of those that a trainer made alone, nothing tells their prompt."""
    modeltype = "" if workspace.config is None else workspace.config.model_type
    for key in list_released_groups(location.path):
        for variation in scan_released_group(location.path, key).variations:
            noted = read_slots(location.path, key, variation)
            for slot, origin in enumerate(() if noted is None else noted.slots):
                if origin is not None and caption_of(origin.picture) == source:
                    name = slot_name(key, variation=variation.number, slot=slot)
                    values, names = _inside(location.path / name)
                    yield name, origin.prompt, modeltype, names, origin.recipe, _prompt(values)


_MADE: Final[OneTrainersFormats[Callable[
    [Workspace, StoreLocation, str], Iterator[_Made]]]] = {
    StoreFormat.INDEXED: _of_indexed,
    StoreFormat.RELEASED: _of_released,
}
"""What was made of a caption in a text store, by the format of a trainer's."""


def _prompt(values: Mapping[str, object]) -> str:
    """The text that a payload says it was made of."""
    stamped = values.get(SOURCELESS_KEY)
    prompt = stamped.get("prompt") if isinstance(stamped, Mapping) else None
    return prompt if isinstance(prompt, str) else ""


def _inside(path: Path) -> tuple[dict[str, object], frozenset[str]]:
    """Values and array names of a payload; none of one that cannot be read, as its arrays tell."""
    try:
        with PtFile(path) as payload:
            contents = payload.contents()
    except PayloadError:
        return {}, frozenset()
    return contents.values, frozenset(
        name for name in contents.names if not name.startswith("__"))


def _lines(workspace: Workspace, caption: Path) -> tuple[str, ...]:
    """The prompts that a sample can have, as its concept's settings give them.

    Raises:
        OSError: if a file of prompts cannot be read.
        UserFacingError: if one is no text.
    """
    concept = concept_of(workspace, caption)
    if concept is None:
        return caption_lines(read_regular(caption, at_most=LARGEST_TEXT))
    prompts = prompt_file(workspace, concept, str(caption))
    content = read_regular(prompts, at_most=LARGEST_TEXT) if prompts else None
    return possible_prompts(
        concept, picture_name=caption.name, caption=content, prompt_file=content)
