"""Options and answers of every request, as structs that cross a process border.

A request's options carry only plain values; its answer carries a small document and, where rows are
many, the folder of `.npy` columns that the front end opens memory-mapped.

An option that the command line has, too, says so in its type: `larder.core.cli.options.verb` makes
the verb's options of these. What its flag tells of an option is not told again beside it.
"""

from __future__ import annotations

from typing import Annotated, Any, Final

import msgspec

PROOF_SAMPLE: Final = 3
"""Files of a group that are compared: the oldest, the newest and one between."""

NEAR_THRESHOLD: Final = 8
"""Bits of 64: copies of photographs are found, and hardly ever two that have nothing in common."""


class Flag(msgspec.Struct, frozen=True):
    """How an option is called on the command line.

    Attributes:
        name: "--root", "" for an argument without a name.
        help: what it is for.
        metavar: what stands for its value in the help.
        least: the smallest number it may be.
        is_text: whether it is given as a text of which the verb makes the value.
    """

    name: str
    help: str
    metavar: str | None = None
    least: int | None = None
    is_text: bool = False


Depth = Annotated[str, Flag("--depth", "stat, hash or payload.")]
FirstDepth = Annotated[str, Flag(
    "--depth", "How closely to look first: stat, hash or payload (finds damaged files).")]
Stores = Annotated[tuple[str, ...], Flag(
    "--store", "Only this cache; can be given several times.", "ID")]
EvenIfBusy = Annotated[bool, Flag(
    "--even-if-busy", "Continue although a trainer seems to be running.")]
ApplyIt = Annotated[bool, Flag("--apply", "Do it; without this, only the plan is shown.")]
Delete = Annotated[bool, Flag(
    "--delete", "Delete instead; frees the space at once and cannot be undone.")]


class WorkspaceOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Which workspace, and how its paths are to be read; `root` None has it found."""

    workspace: Annotated[str, Flag(
        "", "A OneTrainer config, a folder with caches, or one cache folder.", "WORKSPACE")]
    root: Annotated[str | None, Flag(
        "--root", "The folder that relative paths in config and indexes refer to.",
        "<path>")] = None
    config: Annotated[str | None, Flag(
        "--config", "A config for a folder that has none.", "<path>")] = None
    concepts: Annotated[str | None, Flag(
        "--concepts", "A concept list for a folder that has none.", "<path>")] = None
    maps: Annotated[tuple[tuple[str, str], ...], Flag(
        "--map", "A folder or drive that is elsewhere on this computer.", "OLD=NEW")] = ()
    gone: Annotated[tuple[str, ...], Flag(
        "--gone", "A folder whose missing pictures were deleted for good.", "DIR")] = ()


def workspace_fields(options: WorkspaceOptions) -> dict[str, Any]:
    """The fields every `WorkspaceOptions` has, for other options of the same workspace."""
    return {name: getattr(options, name) for name in WorkspaceOptions.__struct_fields__}


class UsageOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Add up where the space goes; `tables` is a folder to write `pictures` into, None for none."""

    tables: str | None = None


class CheckOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Open every source and cached file that nobody opened as it is now."""


class SurveyOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Survey a workspace.

    Attributes:
        tables: the folder for the columns that a window reads, or None.
        opens: open every source that nobody opened as it is now, and trust what is remembered.
    """

    depth: Annotated[str, Flag(
        "--depth", "stat: look at dates, read what changed. hash: read every source file. payload: "
        "read every cached file, too.")] = "stat"
    sourceless: Annotated[bool, Flag(
        "--sourceless", "Also check whether you can train without pictures and captions; exit "
                        "code 1 if not.")] = False
    tables: str | None = None
    opens: bool = False


KeepFor = Annotated[tuple[str, ...], Flag(
    "--keep-for", "Another config that shares the caches: what it needs is kept; can be given "
    "several times.", "CONFIG")]


class RemovalOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Plan what is to go; an `apply` request carries the plan out.

    Attributes:
        plan: file the whole plan is saved to, None for none.
        tables: folder to write the `plan` columns into, None for none.
    """

    plan: str | None = None
    tables: str | None = None


class CleanOptions(RemovalOptions, frozen=True, kw_only=True):
    """Plan a clean for some reasons, or for all; depth "payload" also finds corrupt payloads."""

    reasons: Annotated[tuple[str, ...], Flag(
        "--reason", "Only this group: orphaned, superseded, unindexed, temp-leftover, corrupt, "
        "legacy-group, legacy-leftover, stale, suspect, unlisted")] = ()
    depth: Depth = "stat"
    keep_for: KeepFor = ()


class ApplyOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Apply a saved plan.

    Attributes:
        plan: file that another request saved.
        selected: `.npy` of bool, one per item in plan order; None for the preselected ones. Of a
            clean's plan only, as `delete`.
    """

    plan: Annotated[str, Flag("", "A plan that was saved with --out.", "PLAN")]
    selected: str | None = None
    delete: Delete = False
    even_if_busy: EvenIfBusy = False


class ExportPlanOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Write a clean's saved plan to the file `to`, with the items of `selected` preselected."""

    plan: str
    selected: str | None = None
    to: str


class UndoOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Options for undoing a clean."""

    id: Annotated[str | None, Flag("", "Which clean; without it, the latest.", "[ID]")] = None
    even_if_busy: EvenIfBusy = False


class EmptyOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Empty quarantines: the ones named, or all with an empty tuple."""

    ids: Annotated[tuple[str, ...], Flag(
        "", "Which to empty; without it, all.", "[ID]...")] = ()


class StatsOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Count what stores hold and how they served: those with the ids in `stores`, or all."""

    stores: Stores = ()


class PruneOptions(RemovalOptions, frozen=True, kw_only=True):
    """Plan a prune of some stores, or of all that can be pruned.

    Without an age and a budget, by the budgets of the settings.
    """

    older_than: Annotated[str | None, Flag(
        "--older-than", "Files not used for this long: 90d, 12h, 4w.", "AGE")] = None
    budget: Annotated[str | None, Flag(
        "--budget", "Maximum size of all caches together: 10GB, 500MB.", "SIZE")] = None
    stores: Stores = ()


class ClearOptions(RemovalOptions, frozen=True, kw_only=True):
    """Plan to remove everything of some stores, or of all."""

    stores: Stores = ()
    keep_for: KeepFor = ()


class IndexWriteOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """`touch` and `readopt`; without `apply` only the plan is made.

    Attributes:
        selection: (store id, source as the index spells it or payload) pairs: what is written is
            about one of them; None for everything.
    """

    apply: ApplyIt = False
    even_if_busy: EvenIfBusy = False
    depth: Annotated[str, Flag(
        "--depth", "stat, or hash, which also finds edits that kept the date.")] = "stat"
    selection: tuple[tuple[str, str], ...] | None = None


class RelocateOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Rename the entries of a folder that moved; without `apply` only the plan is made."""

    old: Annotated[str, Flag(
        "", "The folder or drive as it is written in the caches; without it, the missing one.",
        "OLD")] = ""
    new: Annotated[str, Flag(
        "", "The new place, absolute or relative to the workspace's folder; without it, Larder "
            "searches for it.",
        "NEW")] = ""
    apply: ApplyIt = False
    even_if_busy: EvenIfBusy = False


class ExportOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Export a cache as a bundle, the same by however many workers; without `apply` only a plan.

    `files` is the file that a plan lists pictures and captions in.
    """

    target: Annotated[str, Flag(
        "", "A new or empty folder; with a name that ends in .zip, one file that training maps "
        "into memory.", "DIR|FILE.zip")]
    captions: Annotated[bool, Flag(
        "--captions", "Include captions; without it, only the text encoder's output is "
                      "included.")] = False
    files: str | None = None
    workers: Annotated[str | None, Flag(
        "--workers", "Read and convert in this many processes, or on the computers of a Ray "
        "cluster: 2, ray://HOST:10001, 4@ray://HOST:10001; plain ray starts one here.",
        "N|ray://HOST:PORT")] = None
    apply: ApplyIt = False


class BundleOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Verify a bundle, the folder or file that an export made."""

    bundle: Annotated[str, Flag("", "An exported folder or file.", "DIR|FILE.zip")]


class ImportOptions(BundleOptions, frozen=True, kw_only=True):
    """Import a bundle; without `apply` only the plan is made, without `target` it is verified.

    A cache folder may be new. `files` is the file that a plan lists pictures and captions in.
    """

    target: Annotated[str, Flag("", "A OneTrainer config, or a cache folder.", "WORKSPACE")]
    under: Annotated[str, Flag(
        "--under", "The folder that contains the concepts' folders, as the trainer writes it; "
        "without it, the config's folders of the same names.", "DIR")] = ""
    folders: Annotated[tuple[str, ...], Flag(
        "--map", "Assigns a folder of the export to a concept's folder, as the config writes it.",
        "NAME=DIR")] = ()
    files: str | None = None
    apply: ApplyIt = False
    even_if_busy: EvenIfBusy = False


class ManifestOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Take over, or write, the manifest of a token cache, which lies beside `entries`.

    `folder` is that cache, or a workspace with one of them. Without `apply` only look.
    """

    folder: Annotated[str, Flag("", "The token cache, or a workspace with one.", "DIR")]
    export: Annotated[bool, Flag(
        "--export", "Write manifest.json for the original program; without it, take over when "
        "values were last used from the one that is there.")] = False
    apply: ApplyIt = False


class RepairOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Make damaged indexes whole from what can be read."""

    even_if_busy: EvenIfBusy = False


class EncodingOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """With what a workspace's payloads are made.

    Models are in order of preference, `dtype` is of weights and work, and a batch of None is core's
    own choice.
    """

    models: Annotated[tuple[str, ...], Flag(
        "--model", "A folder or .safetensors file with the VAE or text encoders.", "DIR")] = ()
    encoder: Annotated[str | None, Flag(
        "--encoder", "An encoder other than the model type's own.", "NAME")] = None
    device: Annotated[str | None, Flag(
        "--device", "cpu, cuda, cuda:1, mps; without it, the fastest one.")] = None
    dtype: Annotated[str | None, Flag(
        "--dtype", "float32, bfloat16 or float16; without it, the config's.")] = None
    batch: Annotated[int | None, Flag(
        "--batch", "Pictures or captions encoded together.", least=1)] = None


class BuildOptions(EncodingOptions, frozen=True, kw_only=True):
    """Plan a build, or plan it and carry it out.

    Attributes:
        only: "needed" is missing and stale. Folders of the released layout are written whole:
            slots are put in order in any case, a stale one that is not to be made keeps what was
            made for its sample, and a group that would lack one stays as it is.
        selection: (store id, source as the index spells it) pairs, None for every wanted source.
        doubted: such pairs whose payloads look good and are not, as a comparison found out.
        measure: planning only.
        plan: planning, the file the whole plan is saved to; building, the saved plan that is built
            as it is. None for none.
        files: planning, the file that lists what is done with each picture and caption.
        other_weights: "ask" refuses a build that would mix or replace good payloads.
        all_targets: of several target resolutions each is built, not only the drawn one; in a
            `cache.json` only.
        workers: None for this process alone.
        gpus: None for one.
        encodes: False takes only over what is there, as `larder convert` does.
    """

    only: Annotated[str, Flag(
        "--only",
        "missing (not cached yet), stale (needs rebuilding) or all; without it, both of the first. "
        "In the layout of a released OneTrainer, cached files are put in order in any case.")
        ] = "needed"
    selection: tuple[tuple[str, str], ...] | None = None
    doubted: tuple[tuple[str, str], ...] = ()
    limit: Annotated[int | None, Flag(
        "--limit", "Build at most this many files per cache.", least=1)] = None
    depth: FirstDepth = "stat"
    measure: Annotated[bool, Flag(
        "--measure", "Encode a few files as a test, to measure how long the rest takes.")] = False
    plan: str | None = None
    files: str | None = None
    other_weights: Annotated[str, Flag(
        "--other-weights", "What to do with cached files that another model encoded: replace or "
        "keep them.", "ask|replace|keep")] = "ask"
    all_targets: Annotated[bool, Flag(
        "--all-targets", "Build every target resolution, not only the one that OneTrainer draws "
        "first; in a cache.json only.")] = False
    layout: Annotated[str | None, Flag(
        "--layout", "Which OneTrainer reads the caches: released is for every release, "
        "cache.json for pull request 1411 only; without it, as they are now. Switching uses what "
        "is cached, without encoding it again.",
        "released|cache.json")] = None
    workers: Annotated[str | None, Flag(
        "--workers", "Encode in this many processes, or on the computers of a Ray cluster: 2, "
        "ray://HOST:10001, 4@ray://HOST:10001; plain ray starts one here.",
        "N|ray://HOST:PORT")] = None
    gpus: Annotated[str | None, Flag(
        "--gpus", "Encode on this many graphics cards at once, or on all.", "N|all")] = None
    encodes: bool | msgspec.UnsetType = msgspec.UNSET
    even_if_busy: EvenIfBusy = False


class ConvertOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Put what is cached into the other layout, without encoding anything."""

    to: Annotated[str, Flag(
        "--to", "Which OneTrainer reads the caches: released is for every release, cache.json for "
        "pull request 1411 only.", "released|cache.json")]
    depth: FirstDepth = "stat"
    even_if_busy: EvenIfBusy = False

    def of_build(self) -> BuildOptions:
        """The build that does it; other weights than the config's are no reason to encode."""
        return BuildOptions(
            **workspace_fields(self), layout=self.to, depth=self.depth, other_weights="keep",
            encodes=False, even_if_busy=self.even_if_busy)


class SourceBuildOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Plan a build over a folder of the user's files, or plan it and carry it out.

    Attributes:
        workspace: a folder with stores, a store folder, or a folder the store is to be made in.
        model: name of an encoder with its library's settings ("siglip", "whisper", "bytes") or a
            local folder; None where there is a default (waveforms, tokens).
        size: (height, width).
        sample_rate: None for the extractor's own, 16,000 for waveforms.
        sequence_length: None for what the tokenizer states.
        special_tokens: whether those that begin and end a text are added.
        limit: sources that are built at most, None for all.
        depth: "payload" reads the payloads that are there whole, any other depth their heads.
        threads: that make values, None for core's own choice.
        measure: make a few values on trial where nothing tells how long they take; planning only.
        measure_anew: make them in any case.
        plan: as in BuildOptions.
    """

    workspace: str
    sources: Annotated[str, Flag(
        "--sources", "Build from the files of this folder, with --store.", "DIR")]
    store: Annotated[str, Flag(
        "--store", "vision, audio, waveform or tokens; with --sources.", "KIND")]
    model: str | None = None
    size: Annotated[tuple[int, int] | None, Flag(
        "--size", "Picture size; without it, the processor's default.", "HxW", is_text=True)] = None
    sample_rate: Annotated[int | None, Flag(
        "--sample-rate", "Of clips; without it, the extractor's default.", "HZ", least=1)] = None
    max_seconds: Annotated[float | None, Flag(
        "--max-seconds",
        "Where clips are cut, in seconds; without it, the extractor's default, or 30.")] = None
    resample: Annotated[bool, Flag(
        "--resample", "Resample clips of another rate instead of refusing them.")] = False
    sequence_length: Annotated[int | None, Flag(
        "--sequence-length", "Where token ids are cut.", least=1)] = None
    special_tokens: bool = True
    limit: int | None = None
    depth: str = "stat"
    threads: int | None = None
    measure: bool = True
    measure_anew: bool = False
    plan: str | None = None


class AssumeOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Say that the payloads of a store were made with the workspace's config."""

    store: Annotated[str, Flag("--store", "Which cache: image or text.")]
    apply: ApplyIt = False
    even_if_busy: EvenIfBusy = False


class ProveOptions(EncodingOptions, frozen=True, kw_only=True):
    """Compare a few cached files with what the config's model makes of their sources."""

    sample: Annotated[int, Flag(
        "--sample", "Files of each group that are compared.", least=1)] = PROOF_SAMPLE
    even_if_busy: EvenIfBusy = False


class DiffOptions(EncodingOptions, frozen=True, kw_only=True):
    """Options for comparing with another config: what it invalidates, how long a build takes."""

    other: Annotated[str, Flag("--with", "The config to compare with.", "CONFIG")]
    other_concepts: Annotated[str | None, Flag(
        "--with-concepts", "Concepts in place of that config's own.", "FILE")] = None


class DupsOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Sources that share payloads because their bytes, or their prompts, are equal.

    What is near may differ in `threshold` bits of 64.
    """

    near: Annotated[bool, Flag(
        "--near", "Also compare every picture to find copies that were resized, cropped, "
                  "compressed again, mirrored or rotated.")] = False
    threshold: Annotated[int, Flag(
        "--threshold", "With --near: how much they may differ, 0 to 15.", "N",
        least=0)] = NEAR_THRESHOLD
    kept: Annotated[bool, Flag(
        "--kept", "Without --near: also show what the latest --near search found.")] = False


class DemoOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Make the sample workspace in `folder`."""

    folder: Annotated[str, Flag("", "Where to make it.", "DIR")]


class SourceStateOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Look whether anything changed in folders of this machine, by names, sizes and dates.

    What is below a folder is not looked at.

    Attributes:
        folders: with sources.
        caches: folders of caches; of those the index, or the folders in it, tell of a change.
        files: further files: the config and its concepts.
    """

    folders: tuple[str, ...]
    caches: tuple[str, ...] = ()
    files: tuple[str, ...] = ()


class InspectOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Summarise the arrays of payload files; damaged ones are reported, not raised."""

    files: tuple[str, ...]


class InspectEntryOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Summarise the arrays of the payloads of one entry; its source is as the index spells it."""

    store: str
    source: str


class PreviewOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Say what one payload looks like; a damaged one is reported, not raised.

    Attributes:
        file: the payload, the manifest of a tree.
        kind: of its store, as in documents.
        tables: folder to write the columns into.
        thorough: work out the figures of every leaf of a tree, however large.
    """

    file: str
    kind: str
    store: str
    tables: str
    thorough: bool = False


class PreviewEntryOptions(InspectEntryOptions, frozen=True, kw_only=True):
    """Say what one cached picture looks like beside its source.

    Attributes:
        source: the source as the entry spells it, "" for a payload that no entry needs.
        shown: which of its payloads, relative to the store; "" for the first.
        renamed_to: where the source is now, "" where it has its name still.
        learns: learn what the encoder's latents look like where nobody has, which takes seconds.
        compares: read other pictures of its concept for their medians.
        tables: folder to write the columns into.
    """

    shown: str = ""
    renamed_to: str = ""
    learns: bool = True
    compares: bool = False
    tables: str


class MatchOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Compare cached pictures with their sources, in some stores or in all."""

    stores: Stores = ()
    most: Annotated[int, Flag("--worst", "How many to list.", "N", 1)] = 20


class MapOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Draw the map of what is cached.

    Attributes:
        most_bytes: read so many at most, None for all; 0 draws what is remembered.
        sketch: compare and lay out nothing that takes long.
        tables: folder to write the `map` columns into, None for a document with all points.
    """

    family: Annotated[str, Flag(
        "--family", "Arrange pictures by their latents, by their text, or by both.")] = "latents"
    layout: Annotated[str | None, Flag(
        "--layout", "released or cache.json, if both exist.", "LAYOUT")] = None
    anew: Annotated[bool, Flag(
        "--anew", "Calculate all positions again; otherwise no picture is moved.")] = False
    most_bytes: int | None = None
    sketch: bool = False
    tables: str | None = None


class ReadingOptions(WorkspaceOptions, frozen=True, kw_only=True):
    """Read figures of every cached picture, for a plot.

    Attributes:
        most_bytes: read so many at most, None for all; 0 gives what is remembered.
        tables: folder to write their columns into, None for the document alone.
    """

    most_bytes: int | None = None
    tables: str | None = None


class DevicesOptions(msgspec.Struct, frozen=True, kw_only=True):
    """Look for devices to encode on; there is nothing to say about it."""


class Answer(msgspec.Struct, frozen=True, kw_only=True):
    """Answer to every request of a front end.

    Attributes:
        document: ASCII JSON; without the items that lie in the columns, where there are some.
        tables: folder of the columns, None for none.
        plan: file that the whole plan was saved to, None for none.
    """

    document: bytes
    tables: str | None = None
    plan: str | None = None
