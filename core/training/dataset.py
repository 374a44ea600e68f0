"""`CachedDataset`: what is cached for a config, as a map-style dataset for torch.

An item is a mapping: what the payloads of its picture and its caption hold, `image_path`, `prompt`,
and of its concept `concept_name`, `concept_type` and `loss_weight`. Tensors have the types they
were cached with and lie on the processor; texts and sizes come as they are.

The main process decides what an epoch serves, from index or aggregates, and opens no payload for
it. A `Served` says all that reading an item takes, so that any worker, new or left over from an
earlier epoch, gives the same item for it.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from larder.core.encoders.draws import BASE_SEED, PromptMaker, onetrainer_positions
from larder.core.encoders.trainer_modules import SortingPositions, sorting_positions
from larder.core.errors import PayloadError, UserFacingError, error_reason
from larder.core.files.regular_file import LARGEST_TEXT, read_regular
from larder.core.keys.content_hash import hash_text
from larder.core.payloads.packed import SUFFIX as PACKED_SUFFIX
from larder.core.payloads.packed import PackedFile
from larder.core.payloads.tensors import read_pt_tensors
from larder.core.payloads.value_checks import first_bad_value
from larder.core.stores.indexed.stamps import CONTENT_KEY, SOURCELESS_KEY
from larder.core.survey.verdicts import Verdict
from larder.core.training.cached_files import CROP_NAME, CachedFiles, CachedPayload, Crop, Sample
from larder.core.training.loading import BATCH_MODULE, ResolutionBatches, Served, TrainingLoader
from larder.core.training.order import Order, Turn, epoch_dice, turns_of
from larder.core.training.pairing import pair_samples
from larder.core.training.report import Missing, MissingItem, TrainingReport, TrainingWarning
from larder.core.training.values import blank_of, find_padded_length, pad_masked_tokens
from larder.core.workspace.cache_layout import CacheLayout
from larder.core.workspace.concepts import Concept, PromptSource
from larder.core.workspace.open_workspace import StoreContent, Workspace, open_workspace
from larder.core.workspace.samples import CaptionEncodingError, caption_of, content_stamp


def _trainer_places(workspace: Workspace, *, sourceless: bool) -> SortingPositions:
    """Return where the trainer's caches and its sorting stand in its pipeline.

    Raises:
        UserFacingError: if nobody knows its pipeline.
    """
    config = workspace.config
    known = None if config is None else sorting_positions(config, sourceless=sourceless)
    if known is None:
        raise UserFacingError(
            "The trainer's order of samples is known only with a config of one of its model types.",
            "Open the config, or leave out order.")
    return known


def _open(
    place: Workspace | str | os.PathLike[str]
) -> tuple[Workspace, PackedFile | None]:
    """Return the workspace, and the one file that it was exported to if it is in one."""
    if isinstance(place, Workspace):
        return place, None
    if not os.fspath(place).lower().endswith(PACKED_SUFFIX):
        return open_workspace(Path(place)), None
    from larder.core.training.sourceless import open_packed

    packed = PackedFile(place)
    return open_packed(packed), packed


class CachedDataset:
    """The items of one epoch after the other, from a trainer's caches.

    >>> import larder
    >>> dataset = larder.CachedDataset("sample/training_presets/config.json")
    >>> len(dataset), dataset.report.skipped
    (55, 7)
    >>> dataset[0]["latent_image"].shape
    torch.Size([4, 24, 40])
    >>> loader = dataset.loader(batch_size=2)
    >>> for epoch in range(2):
    ...     for batch in loader:
    ...         assert len(batch["prompt"]) == len(batch["latent_image"])

    Attributes:
        report: what the present epoch serves.
        missing: what becomes of items that are not cached as they should be.
    """

    def __init__(
        self,
        workspace: Workspace | str | os.PathLike[str],
        *,
        sourceless: bool = False,
        layout: str | None = None,
        validation: bool = False,
        missing: str = "skip",
        depth: str = "stat",
        trust: bool = False,
        pad_to: int | None = None,
        epoch: int = 0,
        seed: int = BASE_SEED,
        shuffle_module: int = 0,
        order: str = "larder",
    ) -> None:
        """Find out what there is; writes nothing into the caches.

        Args:
            workspace: as `larder.open` gives it, or what that takes; or the one file (".zip") that
                an export of a cache.json made, whose tensors are read where they lie.
            sourceless: serve what the index says, whether pictures and captions are there or not;
                from one file always.
            layout: "released" or "cache.json" where both are there, None for the one in use.
            validation: serve the validation concepts in place of the others.
            missing: "skip", "blank" or "stop", see `Missing`.
            depth: of the survey that says what is good: "stat", "hash", or "payload", which looks
                into every payload before the first step; without that, damaged ones and values
                that are no numbers are found when they are first read.
            trust: skip the survey and serve whatever is listed; a damaged item is then found when
                it is read, an edited one or values that are no numbers never.
            pad_to: tokens that captions cached without padding are padded to, None for what the
                model type has.
            epoch: the one to begin with, from 0.
            seed: of every draw; OneTrainer's is 42.
            shuffle_module: place of the picture cache in the trainer's pipeline, which decides its
                draws by SAMPLES.
            order: "larder", or "trainer" for the very samples and batches of OneTrainer's own
                loader: its generators, and of a `cache.json` the size that it serves. They are
                the same as long as nothing is missing, captions apart that the trainer with an
                index gives to other pictures where a concept is balanced by SAMPLES. Without
                sources it takes the text `prompt`, not its tensors, of another caption where a
                concept is balanced otherwise than by 1: it noted it by place, not by file.

        Raises:
            UserFacingError: if nothing can be served, or something is missing and may not be.
            WorkspaceError: if the workspace or a store cannot be read.
        """
        workspace, packed = _open(workspace)
        sourceless = sourceless or packed is not None
        self.missing = Missing(missing)
        self._workspace = workspace
        self._trusted = trust
        self._seed, self._module = seed, shuffle_module
        self._order = Order(order)
        self._batch_module: int | None = None
        if self._order is Order.TRAINER:
            places = _trainer_places(workspace, sourceless=sourceless)
            self._module, self._batch_module = places.picture_cache, places.batches
        if sourceless:
            from larder.core.training.sourceless import pair_without_sources

            self._pairing = pair_without_sources(
                workspace, validation=validation, packed=packed)
        else:
            self._pairing = pair_samples(
                workspace, layout=layout, validation=validation,
                depth=None if trust else depth, order=self._order)
        config = workspace.config
        self._pad_to = pad_to or (None if config is None else find_padded_length(config.model_type))
        self._prompts = None if config is None else PromptMaker(
            workspace, onetrainer_positions(config))
        self._donors: dict[StoreContent, dict[str, Any]] = {}
        self._looked_into: set[tuple[StoreContent, str]] = set()
        self._items: list[Served] = []
        self._told: set[MissingItem] = set()
        self._told_size = False
        self.epoch = epoch
        self._serve(epoch)
        self._tell(anyway=trust)

    def __len__(self) -> int:
        """How many items the epoch serves."""
        return len(self._items)

    def __getitem__(self, at: int | Served) -> dict[str, Any]:
        """An item by its place in the epoch, or by what `served` has of it.

        Raises:
            IndexError: if the epoch has no such item.
            PayloadError: if its payload is gone, damaged or refused, or holds no numbers; or if its
                prompt cannot be read.
            ValueError: if its caption is longer than what captions are padded to.
        """
        return self._read(at if isinstance(at, Served) else self._items[at])

    @property
    def samples(self) -> Sequence[Sample]:
        """Every sample of the config, served or not; a `Turn` has the number of its own."""
        return self._pairing.samples

    @property
    def served(self) -> Sequence[Served]:
        """The sources of each item of the epoch, in the trainer's order."""
        return self._items

    def set_epoch(self, epoch: int) -> None:
        """Serve another epoch; what is missing in it and was not told before is warned of.

        The first time that a picture is served in another size than is asked for is, too.

        What was found in an earlier one is not looked for again; a payload that was not needed
        before is.

        Raises:
            UserFacingError: if something is missing and may not be, or nothing is left.
        """
        self._serve(epoch)
        self._tell()

    def _tell(self, *, anyway: bool = False) -> None:
        """Warn whoever called what called this."""
        missing = frozenset(self.report.missing)
        is_new = self.report.other_size > 0 and not self._told_size
        if anyway or is_new or not missing <= self._told:
            warnings.warn(str(self.report), TrainingWarning, stacklevel=3)
        self._told |= missing
        self._told_size |= is_new

    def _serve(self, epoch: int) -> None:
        pairing = self._pairing
        turns = turns_of(
            pairing.pools, epoch, lambda: epoch_dice(self._module, epoch, seed=self._seed))
        found = {
            content: self._find(content, files, turns, epoch) for content, files in pairing.files()}
        images, texts = found[StoreContent.IMAGE], found.get(StoreContent.TEXT)
        items, lacking, blanks = [], dict[tuple[str, int], MissingItem](), 0
        for at, turn in enumerate(turns):
            image, text = images[at], None if texts is None else texts[at]
            faults = [one for one in (image, text) if isinstance(one, MissingItem)]
            lacking.update({(one.store, turn.sample): one for one in faults})
            if faults and (self.missing is not Missing.BLANK):
                continue
            blanks += bool(faults)
            picture = image if isinstance(image, CachedPayload) else None
            crop = self._crop_of(turn, epoch) if picture is None else picture.crop
            items.append(Served(
                turn, picture, text if isinstance(text, CachedPayload) else None, crop))
        self.report = TrainingReport(
            epoch=epoch, samples=len(pairing.samples), turns=len(turns), served=len(items),
            missing=tuple(lacking.values()), skipped=len(turns) - len(items), blanks=blanks,
            other_size=sum(item.image is not None and not item.image.is_wanted for item in items),
            trusted=self._trusted)
        if self.missing is Missing.STOP and lacking:
            raise UserFacingError(str(self.report), "Build what is missing, or leave it out.")
        if not items and turns:
            raise UserFacingError(
                f"Nothing in this cache can be used. {self.report}", "Build the cache first.")
        if blanks:
            for content, _ in pairing.files():
                self._require_donor(content, items)
        self.epoch, self._items = epoch, items

    def batches(self, batch_size: int, *, drop_last: bool = True) -> ResolutionBatches:
        """A batch sampler for a `DataLoader` of this dataset: each batch holds one crop."""
        return ResolutionBatches(
            self, batch_size, drop_last=drop_last, seed=self._seed,
            module=BATCH_MODULE if self._batch_module is None else self._batch_module)

    def loader(
        self, batch_size: int = 1, *, workers: int = 0, pin_memory: bool = False,
        drop_last: bool = True,
    ) -> TrainingLoader:
        """Batches of one epoch after the other, which can be resumed; see `TrainingLoader`."""
        return TrainingLoader(
            self, self.batches(batch_size, drop_last=drop_last), workers=workers,
            pin_memory=pin_memory)

    @property
    def fingerprint(self) -> str:
        """Digest of what decides the order of every epoch: samples, pools, seed; for resuming."""
        pools = [(pool.count, pool.is_drawn, len(pool.members)) for pool in self._pairing.pools]
        pictures = "\n".join(sample.picture for sample in self._pairing.samples)
        drawn = self._module if self._batch_module is None else (self._module, self._batch_module)
        return hash_text(f"{self._seed} {drawn} {self.missing.value} {pools}\n{pictures}")

    def _find(
        self, content: StoreContent, files: CachedFiles, turns: Sequence[Turn], epoch: int
    ) -> list[CachedPayload | MissingItem]:
        """Return the payload that serves each turn from one store."""
        known = self._pairing.missing.get(content, {})
        is_image = content is StoreContent.IMAGE
        found: list[CachedPayload | MissingItem] = []
        for turn in turns:
            payload = known.get(turn.sample) or files.find(
                turn.sample, turn.image if is_image else turn.text, epoch)
            if is_image and isinstance(payload, CachedPayload) \
                    and turn.sample in self._pairing.other_target:
                payload = msgspec.structs.replace(
                    payload, is_wanted=payload.crop == self._crop_of(turn, epoch))
            found.append(payload or self._lacking(
                content, turn.sample, Verdict.MISSING_PAYLOAD))
        if self._trusted:
            return found
        names = {one.name for one in found if isinstance(one, CachedPayload)}
        absent = self._pairing.absent(files, sorted(names))
        return [
            self._lacking(content, turn.sample, Verdict.MISSING_PAYLOAD, one.name)
            if isinstance(one, CachedPayload) and one.name in absent else one
            for turn, one in zip(turns, found, strict=True)]

    def _lacking(
        self, content: StoreContent, sample: int, verdict: Verdict, name: str = ""
    ) -> MissingItem:
        return MissingItem(
            content.value, self._pairing.samples[sample].picture, verdict.name_in_contract,
            f"{name} is not on disk" if name else "")

    def _crop_of(self, turn: Turn, epoch: int) -> Crop | None:
        """Return the crop a missing picture would have, None if unknown."""
        targets = self._pairing.targets
        draw = turn.image if self._pairing.layout is CacheLayout.RELEASED else epoch
        sizes = () if targets is None else targets.of(turn.sample, draw)
        return next(iter(sizes), None)

    def _read(self, served: Served) -> dict[str, Any]:
        turn, pairing = served.turn, self._pairing
        sample = pairing.samples[turn.sample]
        item = self._values(StoreContent.IMAGE, pairing.images, served.image, served.crop)
        caption: dict[str, Any] = {}
        if pairing.texts is not None:
            caption = self._values(StoreContent.TEXT, pairing.texts, served.text, None)
        concept = pairing.concepts[sample.concept]
        prompt = self._prompt(concept, turn, caption)
        item |= caption
        item = {name: value for name, value in item.items()
                if value is not None and not name.startswith("__")}
        if self._pad_to is not None and caption:
            item = pad_masked_tokens(item, self._pad_to)
        return {
            **item, "image_path": sample.picture, "prompt": prompt,
            "concept_name": concept.name, "concept_type": concept.type.value,
            "loss_weight": concept.loss_weight}

    def _values(
        self, content: StoreContent, files: CachedFiles, payload: CachedPayload | None,
        crop: Crop | None,
    ) -> dict[str, Any]:
        """Return the values of a payload, zeros where there is none."""
        if payload is None:
            return blank_of(self._donor(content, files), crop)
        values = read_pt_tensors(self._pairing.place(content, files, payload))
        if not isinstance(values, dict):
            raise PayloadError(f"{payload.name} contains no names.")
        if not self._trusted and (content, payload.name) not in self._looked_into:
            bad = first_bad_value(values)
            if bad is not None:
                raise PayloadError(f"{payload.name} does not look like an encoder's output: {bad}.")
            self._looked_into.add((content, payload.name))
        if content is StoreContent.IMAGE and crop is not None:
            values.setdefault(CROP_NAME, crop)
        return values

    def _donor(self, content: StoreContent, files: CachedFiles) -> Mapping[str, Any]:
        """A payload that tells what one of a store looks like; the same one each time.

        Raises:
            UserFacingError: if there is none.
        """
        if content not in self._donors:
            payload = self._require_donor(content, self._items)
            self._donors[content] = self._values(content, files, payload, payload.crop)
        return self._donors[content]

    def _require_donor(self, content: StoreContent, items: Sequence[Served]) -> CachedPayload:
        is_image = content is StoreContent.IMAGE
        payloads = (item.image if is_image else item.text for item in items)
        found = next((one for one in payloads if one is not None), None)
        if found is None:
            raise UserFacingError(
                f"Nothing in the {content.value} cache can be read, so the shape of a blank item "
                "is not known.", "Build the cache first.")
        return found

    def _prompt(self, concept: Concept, turn: Turn, caption: Mapping[str, Any]) -> str:
        """The prompt whose values are served, else the one that the trainer draws today.

        A payload says its prompt, or a digest of it, of which the caption's line can be told.

        Raises:
            PayloadError: if the file that has it cannot be read: that is no empty prompt.
        """
        known = self._pairing.prompts.get(turn.sample)
        if known:
            return known[turn.text % len(known)]
        stamped = caption.get(SOURCELESS_KEY)
        if isinstance(stamped, Mapping) and isinstance(stamped.get("prompt"), str):
            return str(stamped["prompt"])
        if self._prompts is None:
            return ""
        sample = self._pairing.samples[turn.sample]
        try:
            content = self._caption(concept, sample)
            drawn = self._prompts.prompts(
                concept, sample.position, sample.picture, content, turn.text + 1)[turn.text]
            lines = self._prompts.lines(concept, sample.picture, content)
        except OSError as error:
            raise PayloadError(
                f"{error.filename or caption_of(sample.place)} cannot be read: "
                f"{error_reason(error)}.") from error
        except CaptionEncodingError as error:
            raise PayloadError(
                f"{caption_of(sample.picture)}: {error.problem}", error.hint) from error
        digest, config = caption.get(CONTENT_KEY), self._workspace.config
        if not isinstance(digest, str) or config is None:
            return drawn
        names = frozenset(name for name in caption if not name.startswith("__"))
        return next((
            one for one in (drawn, *lines)
            if content_stamp(config.model_type, names, one) == digest), drawn)

    def _caption(self, concept: Concept, sample: Sample) -> bytes:
        """Return a picture's caption file content; empty if there is none, as in the trainer.

        Raises:
            OSError: if it is there and cannot be read.
        """
        if concept.text.prompt_source is not PromptSource.SAMPLE:
            return b""
        try:
            return read_regular(caption_of(sample.place), at_most=LARGEST_TEXT)
        except (FileNotFoundError, NotADirectoryError):
            return b""
