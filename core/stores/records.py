"""Records that must travel with a store: three JSON Lines files in `.larder/`.

Lines of JSON are only ever appended; one that a crash tore, or that a newer Larder wrote, is passed
over.

- `recipes.jsonl`: which recipes payloads were made with. Four kinds of line: "recipe", what an id
  that payloads of ours carry stands for; "models", what people call the models whose weights a
  build encoded with, and which those are (the latest is what the store was last built with; names
  are no part of a recipe, for weights are the same under any); "assumed", the user's word that the
  payloads a trainer had made by then were made with a config, naming the recipe of each concept and
  the state of the store it speaks for. The latest holds; a payload written after it is not meant;
  "proven", the same found out by encoding a sample and comparing, also where it refutes a recipe.
- `sources.jsonl`: which of the user's files each payload was made from, the latest line of a
  payload holding. It is what a survey asks instead of opening every payload, and may be deleted:
  the payloads say it again.
- `fingerprints.jsonl`: what the digests in keys stand for, one line per digest with the facts it
  was made of, so that people can be told what changed between two. It explains; nothing is decided
  by it. A digest has another line when what it stands for was found in another folder: its last
  line says where.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar

import msgspec

from larder.core.files.ascii_json import UnreadableJsonError, decode_ascii_json, encode_ascii_json
from larder.core.files.atomic_write import append_line, write_atomically
from larder.core.files.file_stamp import IndexStamp
from larder.core.files.regular_file import read_regular
from larder.core.files.store_paths import larder_folder, make_larder_folder
from larder.core.keys.recipe import (
    Recipe,
    RecipeValue,
    Weights,
    decide_content,
    make_recipe,
    recipe_changes,
    weights_of,
)
from larder.core.workspace.roots import PathFlavour, PathMap, flavour_of, relocate_path

if TYPE_CHECKING:
    # What makes fingerprints; only stores of values have any.
    from larder.core.keys.strict_fingerprint import StrictFingerprint

RECIPES_NAME: Final = "recipes.jsonl"
SOURCES_NAME: Final = "sources.jsonl"
FINGERPRINTS_NAME: Final = "fingerprints.jsonl"
FORMAT_VERSION: Final = 1

_Read = TypeVar("_Read")

NOT_RECORDED: Final = -1
"""Size of a payload that nobody wrote down."""


def _content(store: Path, name: str) -> bytes | None:
    """A record, None if there is none."""
    try:
        return read_regular(larder_folder(store) / name)
    except (FileNotFoundError, NotADirectoryError):
        return None


def _lines(content: bytes, kind: type[_Read]) -> Iterator[tuple[int, _Read | None]]:
    """Lines of a record by their numbers, from 1; None for one that cannot be read."""
    for number, text in enumerate(content.split(b"\n"), start=1):
        if text.strip():
            try:
                yield number, decode_ascii_json(text, kind)
            except UnreadableJsonError:
                yield number, None


class RecipeRecordKind(enum.StrEnum):
    """Kind of a line in `recipes.jsonl`."""

    RECIPE = "recipe"
    MODELS = "models"
    ASSUMED = "assumed"
    PROVEN = "proven"


class UsedModel(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A model that payloads were encoded with.

    Attributes:
        name: what people call it: a name of the hub, else its path, relative where it lies below
            the workspace's root.
        whole, sample: see `Weights`.
    """

    name: str
    whole: str = ""
    sample: str = ""

    @property
    def weights(self) -> Weights:
        """The known digests of the model's weights."""
        return Weights(self.whole, self.sample)


class AssumedConcept(msgspec.Struct, frozen=True, omit_defaults=True):
    """The recipe of one concept's payloads.

    Attributes:
        path: the concept's folder as its config spells it.
        group: key of the group of the released layout that is meant, "" for the files of any.
        compared: cached files that were compared with what the recipe makes, 0 for the user's word.
        difference: the largest relative difference that was found.
        is_refuted: whether they are not what the recipe makes, and nobody knows what made them.
    """

    path: str
    recipe: str
    group: str = ""
    compared: int = 0
    difference: float = 0.0
    is_refuted: bool = False


class Assumption(msgspec.Struct, frozen=True, kw_only=True):
    """Recipes of a store's payloads as stated by the user or shown by a comparison.

    Attributes:
        at_ns: when it was stated, nanoseconds since 1970.
        until_ns: modification time of the newest payload that is covered.
        names: digest of the names of the payloads, 16 hex digits.
        files: the same of names and sizes, "" in a record of an older Larder.
        content: the same of the content of a few of them, "" where it could not be read.
        one: name of one of them.
        index: the index then, None if there was none.
        concepts: in the order of the config.
        recipes: fields of each recipe by its id.
    """

    at_ns: int
    until_ns: int
    payloads: int
    names: str
    index: IndexStamp | None
    concepts: tuple[AssumedConcept, ...]
    recipes: dict[str, dict[str, RecipeValue]]
    files: str = ""
    content: str = ""
    one: str = ""


class Statement(msgspec.Struct, frozen=True):
    """How payloads that say nothing of their making were made, as far as somebody knows.

    Attributes:
        until_ns: modification time of the newest payload that is meant.
        named: what was said of their concept.
    """

    until_ns: int
    recipe: Recipe
    named: AssumedConcept

    def tells_of(self, want: Recipe) -> bool:
        """Return whether the statement helps to judge payloads that should have the recipe `want`.

        A refuted recipe says nothing about payloads made with a different one.
        """
        return not self.named.is_refuted or not decide_content(recipe_changes(self.recipe, want))


class _RecordLine(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    kind: str
    version: int = FORMAT_VERSION
    id: str = ""
    fields: dict[str, RecipeValue] = {}
    models: dict[str, UsedModel] = {}
    assumed: dict[str, Any] = {}


class StoreRecipes(msgspec.Struct, frozen=True):
    """Content of a store's `recipes.jsonl`.

    Attributes:
        recipes: of payloads of ours, by id.
        assumption: the latest one, None if there is none.
        unreadable: numbers (from 1) of lines that could not be read.
        models: those that builds encoded with, in the order in which they were first used, by the
            config's object for an encoder.
        proofs: results of comparisons, the oldest first.
    """

    recipes: Mapping[str, Recipe] = msgspec.field(default_factory=dict)
    assumption: Assumption | None = None
    unreadable: tuple[int, ...] = ()
    models: tuple[Mapping[str, UsedModel], ...] = ()
    proofs: tuple[Assumption, ...] = ()

    @property
    def knows_weights(self) -> bool:
        """True if the weights of any payload may be known."""
        return any(weights_of(recipe) for recipe in self.recipes.values()) or any(
            weights_of(recipe) for proof in self.proofs for recipe in _recipes_of(proof).values())

    @property
    def lacks_samples(self) -> bool:
        """True if an older Larder knew some weights only by a digest of all their bytes."""
        return any(weights.whole and not weights.sample for recipe in self.recipes.values()
                   for weights in weights_of(recipe).values())

    def latest_weights(self) -> dict[str, Weights]:
        """The weights the store was last built with; of an older Larder's builds, as near as that.

        An older Larder only noted each recipe when it was new.
        """
        if self.models:
            return {part: model.weights for part, model in self.models[-1].items()}
        for recipe in reversed(tuple(self.recipes.values())):
            if weights := weights_of(recipe):
                return weights
        return {}

    def model_names(self) -> dict[str, str]:
        """Return names of models by each digest of their weights; the latest name counts."""
        return {
            digest: model.name for used in self.models for model in used.values()
            for digest in (model.whole, model.sample) if digest}

    def find_assumed_recipes(self) -> dict[str, Recipe]:
        """The recipes of the assumption by id."""
        return {} if self.assumption is None else _recipes_of(self.assumption)

    def find_assumed(self, concept_path: str) -> Recipe | None:
        """Return the recipe the user stated for payloads of a concept's folder, None if none.

        For a concept that was not named then, this is known only if all payloads were made alike.
        """
        said = None if self.assumption is None else _find_general_statement(
            self.assumption, concept_path, "")
        return None if said is None else said.recipe

    def statements_of(self, concept_path: str, *, group: str = "") -> tuple[Statement, ...]:
        """All that is known of the making of a concept's payloads, the latest first.

        `group` is the group of the released layout that they are in.
        """
        said = [(one.at_ns, _find_statement(one, concept_path, group)) for one in self.proofs]
        if self.assumption is not None:
            said.append((self.assumption.at_ns, _find_general_statement(
                self.assumption, concept_path, group)))
        found = (one for _, one in sorted(said, key=lambda one: one[0], reverse=True))
        return tuple(statement for statement in found if statement is not None)


def _recipes_of(assumption: Assumption) -> dict[str, Recipe]:
    return {known: make_recipe(of) for known, of in assumption.recipes.items()}


def _find_statement(assumption: Assumption, concept_path: str, group: str) -> Statement | None:
    """Return the statement that names a concept itself, in one group or in any group.

    A statement about a group holds for its files also where they would serve another concept.
    """
    named = [one for one in assumption.concepts
             if one.path == concept_path and one.group in ("", group)]
    return _statement(assumption, named or [
        one for one in assumption.concepts if group and one.group == group])


def _find_general_statement(
    assumption: Assumption, concept_path: str, group: str
) -> Statement | None:
    """As `_find_statement`; of a concept not named what holds for all files of any group."""
    own = [one for one in assumption.concepts if one.path == concept_path]
    return _find_statement(assumption, concept_path, group) if own else _statement(
        assumption, [one for one in assumption.concepts if not one.group])


def _statement(assumption: Assumption, named: Sequence[AssumedConcept]) -> Statement | None:
    fields = assumption.recipes.get(named[0].recipe) if named else None
    if fields is None or len({one.recipe for one in named}) > 1:
        return None
    return Statement(assumption.until_ns, make_recipe(fields), named[0])


def read_recipes(store: Path) -> StoreRecipes | None:
    """The recipes of a store, None when it has no file of them.

    Raises:
        OSError: if the file is there but cannot be read.
    """
    content = _content(store, RECIPES_NAME)
    if content is None:
        return None
    recipes: dict[str, Recipe] = {}
    models: list[Mapping[str, UsedModel]] = []
    assumption: Assumption | None = None
    proofs: list[Assumption] = []
    unreadable: list[int] = []
    for number, line in _lines(content, _RecordLine):
        if line is None:
            unreadable.append(number)
        elif line.kind in (RecipeRecordKind.ASSUMED, RecipeRecordKind.PROVEN):
            try:
                said = msgspec.convert(line.assumed, Assumption)
            except msgspec.ValidationError:
                unreadable.append(number)
                continue
            if line.kind == RecipeRecordKind.PROVEN:
                proofs.append(said)
            else:
                assumption = said
        elif line.kind == RecipeRecordKind.RECIPE:
            recipes[line.id] = make_recipe(line.fields)
        elif line.kind == RecipeRecordKind.MODELS:
            models.append(line.models)
    return StoreRecipes(recipes, assumption, tuple(unreadable), tuple(models), tuple(proofs))


def append_recipe(store: Path, recipe: Recipe) -> bool:
    """Say what an id stands for, unless the store knows it already.

    Returns:
        Whether a line was written.

    Raises:
        UserFacingError: if the store may not be written.
    """
    known = read_recipes(store)
    if known is not None and recipe.id in known.recipes:
        return False
    _append(store, _RecordLine(
        kind=RecipeRecordKind.RECIPE, id=recipe.id, fields=dict(recipe.fields)))
    return True


def append_models(store: Path, models: Mapping[str, UsedModel]) -> bool:
    """Say with which models, by the config's object for an encoder, the store is built from now on.

    Nothing is written if it says so already.

    Returns:
        Whether a line was written.

    Raises:
        UserFacingError: if the store may not be written.
    """
    known = read_recipes(store)
    if known is not None and known.models and known.models[-1] == models:
        return False
    _append(store, _RecordLine(kind=RecipeRecordKind.MODELS, models=dict(models)))
    return True


def append_assumption(store: Path, assumption: Assumption) -> None:
    """Write down what the user said.

    Raises:
        UserFacingError: if the store may not be written.
    """
    _append(store, _RecordLine(
        kind=RecipeRecordKind.ASSUMED, assumed=msgspec.to_builtins(assumption)))


def append_proof(store: Path, proof: Assumption) -> None:
    """Write down what a comparison showed.

    Raises:
        UserFacingError: if the store may not be written.
    """
    _append(store, _RecordLine(kind=RecipeRecordKind.PROVEN, assumed=msgspec.to_builtins(proof)))


def _append(store: Path, line: _RecordLine) -> None:
    append_line(make_larder_folder(store) / RECIPES_NAME, encode_ascii_json(line))


class RecordedSource(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """Source file that one payload was made from.

    Attributes:
        name: the payload, relative to its store.
        source: the file, absolute or relative to the workspace's root, "/" between folders.
        size: bytes of the file then.
        mtime_ns: its modification time then, nanoseconds since 1970.
        digest: SHA-256 of its bytes, 64 hex digits, "" where nobody read them.
        payload_bytes: size of the payload when it was written, `NOT_RECORDED` in older records.
    """

    name: str
    source: str
    size: int
    mtime_ns: int
    digest: str = ""
    payload_bytes: int = NOT_RECORDED


def note_sources(store: Path, sources: Iterable[RecordedSource]) -> None:
    """Add what payloads were made from, flushed to the drive.

    Raises:
        UserFacingError: if the store may not be written, the disk is full, or a link is in the way.
    """
    lines = b"\n".join(msgspec.json.encode(source) for source in sources)
    if lines:
        append_line(make_larder_folder(store) / SOURCES_NAME, lines)


def read_sources(store: Path) -> dict[str, RecordedSource]:
    """Return the recorded sources by payload; an unreadable line is ignored.

    Raises:
        OSError: if the record is there but cannot be read.
    """
    return _decode_records(_content(store, SOURCES_NAME) or b"")


def _decode_records(content: bytes) -> dict[str, RecordedSource]:
    return {source.name: source
            for _, source in _lines(content, RecordedSource) if source is not None}


def relocate_source(source: str, move: PathMap) -> str | None:
    """A recorded source in the new place of its folder; None for one that is not in it."""
    flavour = flavour_of(move.old)
    moved = relocate_path(source, move, flavour)
    return moved if moved is None or flavour is not PathFlavour.WINDOWS \
        else moved.replace("\\", "/")


def sources_size(store: Path) -> int:
    """Bytes of the record of sources."""
    return len(_content(store, SOURCES_NAME) or b"")


def truncate_sources(store: Path, size: int, move: PathMap) -> None:
    """Undo that a record of `size` bytes had lines added to it, of sources in a moved folder.

    While nothing else was added it becomes what it was, to the byte. Else what still stands in the
    new folder gets a line with the old one.

    Raises:
        UserFacingError: if the store may not be written or the disk is full.
    """
    content = _content(store, SOURCES_NAME) or b""
    before, added = _decode_records(content[:size]), content[size:]
    if not added:
        return
    ours = {line.name: msgspec.structs.replace(line, source=moved)
            for line in before.values()
            if (moved := relocate_source(line.source, move)) is not None}
    lines = [line for line in added.split(b"\n") if line]
    torn = lines[-1:] if not added.endswith(b"\n") else []
    if all(decode_ascii_json(line, RecordedSource) in ours.values()
           for line in lines[:len(lines) - len(torn)]):
        write_atomically(larder_folder(store) / SOURCES_NAME, [content[:size]])
        return
    now = _decode_records(content)
    note_sources(store, [
        before[name] for name, line in ours.items() if now[name].source == line.source])


def sources_of(record: Mapping[str, RecordedSource], name: str) -> tuple[str, ...]:
    """The file a payload was made from, as a plan names it; none if that is not known."""
    known = record.get(name)
    return () if known is None else (known.source,)


def note_fingerprint(
    folder: Path, digest: str, facts: Mapping[str, Any], *, name: str = "",
    found_in: str = "", of_program: tuple[str, ...] = (),
) -> None:
    """Remember what a digest stands for and where that was, unless both are known.

    Arguments as in `StrictFingerprint`, but that a folder may be relative.

    Raises:
        UserFacingError: if the store may not be written.
        FileNotFoundError: if there is no such store.
    """
    from larder.core.keys.strict_fingerprint import StrictFingerprint  # as above

    place = found_in and str(Path(found_in).absolute())
    known = read_fingerprints(folder).get(digest)
    is_told = known is not None and set(of_program) <= set(known.of_program)
    if known is not None and is_told and place in ("", known.found_in):
        return
    line = encode_ascii_json(StrictFingerprint(digest, name, dict(facts), place, of_program))
    append_line(make_larder_folder(folder) / FINGERPRINTS_NAME, line)


def read_fingerprints(folder: Path) -> dict[str, StrictFingerprint]:
    """Everything that is remembered, by digest; a line that a crash tore is passed over.

    Of several lines with one digest the first tells its facts, the last that names one its folder,
    and all together by what another program knows it.

    Raises:
        OSError: if the record is there and cannot be read.
    """
    from larder.core.keys.strict_fingerprint import StrictFingerprint  # as above

    found: dict[str, StrictFingerprint] = {}
    for _, facts in _lines(_content(folder, FINGERPRINTS_NAME) or b"", StrictFingerprint):
        if facts is None:
            continue
        known = found.setdefault(facts.digest, facts)
        if facts.found_in != known.found_in and facts.found_in:
            known = found[facts.digest] = msgspec.structs.replace(known, found_in=facts.found_in)
        if facts.of_program != known.of_program:
            found[facts.digest] = msgspec.structs.replace(known, of_program=tuple(
                dict.fromkeys((*known.of_program, *facts.of_program))))
    return found
