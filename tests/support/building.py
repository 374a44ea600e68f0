"""Workspaces that the embedded encoder serves, built in one line, with encoders that count."""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image

from larder.core.build.build import apply_build
from larder.core.build.pipeline.encoding import ConfigEncoders
from larder.core.build.plan import BuildPlan
from larder.core.build.planning import build_plan
from larder.core.build.rates import EncoderRates, RatesOf
from larder.core.build.reports import BuildReport
from larder.core.build.scope import BuildScope
from larder.core.encoders.model_files import PATCH_MEANS_TYPE, EncoderOptions
from larder.core.encoders.protocol import (
    Fingerprint,
    ImageEncoder,
    ImageItem,
    OutOfMemoryError,
    PayloadValues,
    PreparedImage,
    TextEncoder,
)
from larder.core.jobs import CancelToken, ItemFailed, Job, JobEvent, run_to_end
from larder.core.keys.hash_memory import HashMemory
from larder.core.requests.building import rates_of
from larder.core.requests.options import BuildOptions
from larder.core.survey.report import Depth
from larder.core.survey.survey import survey
from larder.core.workspace.open_workspace import Workspace, open_workspace
from larder.core.workspace.store_kinds import StoreContent
from larder.core.workspace.trainer_layout import choose_layout, lay_out

OLD_NS = 1_700_000_000_123_456_789
"""Long before any test runs, so that nothing looks as if a trainer were at work."""


@dataclass
class BuildWorkspace:
    """A workspace folder without caches, to be built."""

    root: Path
    config: dict[str, Any] = field(default_factory=dict)
    concepts: list[dict[str, Any]] = field(default_factory=list)

    @property
    def config_path(self) -> Path:
        return self.root / "training_presets" / "config.json"

    def store(self, name: str = "image") -> Path:
        return self.root / "workspace-cache" / "run" / name

    def index(self, store: str = "image") -> dict[str, Any]:
        return json.loads((self.store(store) / "cache.json").read_text("ascii"))

    def row(self, key: str) -> dict[str, Any]:
        return self.index("text" if key.endswith(".txt") else "image")["entries"][key]

    def payloads(self, store: str = "image") -> dict[str, bytes]:
        """Content of every payload by name."""
        return {
            path.name: path.read_bytes() for path in sorted(self.store(store).glob("*_*.pt"))
            if path.name != "blank_sentinel.pt"}

    def add_concept(self, name: str = "cats", **settings: Any) -> str:
        """A concept with its folder; crops are not drawn unless asked for."""
        path = settings.pop("path", f"data/{name}")
        (self.root / path).mkdir(parents=True, exist_ok=True)
        self.concepts.append({
            "__version": 2, "name": name, "path": path, "seed": 1, "enabled": True,
            "type": "STANDARD", "include_subdirectories": True, "image_variations": 1,
            "text_variations": 1, "balancing": 1.0, "balancing_strategy": "REPEATS",
            "loss_weight": 1.0, **settings,
            "image": {"enable_crop_jitter": False, **settings.get("image", {})},
            "text": {"prompt_source": "sample", **settings.get("text", {})}})
        self.write()
        return path

    def add_picture(
        self, source: str, *, caption: str | None = None, size: tuple[int, int] = (40, 40),
        seed: int | None = None,
    ) -> Path:
        """A picture of `size` (height, width) with its own noise, and its caption."""
        path = self.root / source
        path.parent.mkdir(parents=True, exist_ok=True)
        dice = np.random.default_rng(abs(hash(source)) % 2**32 if seed is None else seed)
        Image.fromarray(dice.integers(0, 256, (*size, 3), dtype=np.uint8)).save(path)
        self.age(path)
        if caption is not None:
            self.write_caption(str(Path(source).with_suffix(".txt")), caption)
        return path

    def add_mask(self, source: str, level: int = 128, size: tuple[int, int] = (40, 40)) -> Path:
        """The mask of a picture, of one grey level."""
        path = self.root / Path(source).with_name(f"{Path(source).stem}-masklabel.png")
        Image.new("L", (size[1], size[0]), level).save(path)
        return self.age(path)

    def write_caption(self, source: str, text: str) -> Path:
        path = self.root / source
        path.write_text(text, "utf-8")
        return self.age(path)

    def age(self, path: Path, *, by_ns: int = 0) -> Path:
        os.utime(path, ns=(OLD_NS + by_ns, OLD_NS + by_ns))
        return path

    def write(self) -> Path:
        """Write config and concepts; returns the config's path."""
        documents = {
            self.config_path: {
                "__version": 10, "model_type": PATCH_MEANS_TYPE, "cache_dir": "workspace-cache/run",
                "concept_file_name": "training_concepts/concepts.json", "resolution": "128",
                "aspect_ratio_bucketing": True, "latent_caching": True, **self.config},
            self.root / "training_concepts" / "concepts.json": self.concepts}
        for path, document in documents.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(document, indent=2), "ascii")
        return self.config_path

    def configure(self, **settings: Any) -> None:
        """Change settings of the config and write it."""
        self.config.update(settings)
        self.write()


@dataclass
class CountingEncoders:
    """The config's encoders, counted and, where a test asks for it, disturbed.

    Attributes:
        images, prompts: what was encoded, in order.
        batches: sizes of the batches that were encoded.
        opened, closed: how many encoders.
        room: pictures or prompts that fit on the device.
        broken: pictures (by name) and prompts that the encoder fails with.
        before_encode: called before each batch.
    """

    plan: BuildPlan
    images: list[ImageItem] = field(default_factory=list)
    prompts: list[str] = field(default_factory=list)
    batches: list[int] = field(default_factory=list)
    opened: int = 0
    closed: int = 0
    room: int = 1000
    broken: frozenset[str] = frozenset()
    before_encode: Callable[[], None] = lambda: None

    @property
    def encoded(self) -> int:
        return len(self.images) + len(self.prompts)

    def open_image(self, memory: HashMemory, token: CancelToken) -> ImageEncoder:
        self.opened += 1
        return _CountedImages(self, self._own().open_image(memory, token))

    def open_text(self, memory: HashMemory, token: CancelToken) -> TextEncoder:
        self.opened += 1
        return _CountedTexts(self, self._own().open_text(memory, token))

    def note(self, found: EncoderRates, content: StoreContent) -> None:
        self._own().note(found, content)

    def check(self, names: Sequence[str]) -> None:
        """Count a batch before it is encoded; raise if it has no room or a broken item."""
        self.before_encode()
        if len(names) > self.room:
            raise OutOfMemoryError("out of memory")
        self.batches.append(len(names))
        bad = self.broken.intersection(names)
        if bad:
            raise RuntimeError(f"cannot encode {sorted(bad)}")

    def _own(self) -> ConfigEncoders:
        assert self.plan.workspace.config is not None
        return ConfigEncoders.of(
            self.plan.workspace, self.plan.workspace.config, EncoderOptions())


@dataclass
class _CountedImages:
    counts: CountingEncoders
    own: ImageEncoder

    @property
    def fingerprint(self) -> Fingerprint:
        return self.own.fingerprint

    def prepare(self, item: ImageItem) -> PreparedImage:
        return self.own.prepare(item)

    def encode(self, batch: Sequence[PreparedImage]) -> list[PayloadValues]:
        self.counts.check([prepared.item.source.name for prepared in batch])
        self.counts.images += [prepared.item for prepared in batch]
        return self.own.encode(batch)

    def close(self) -> None:
        self.counts.closed += 1
        self.own.close()


@dataclass
class _CountedTexts:
    counts: CountingEncoders
    own: TextEncoder

    @property
    def fingerprint(self) -> Fingerprint:
        return self.own.fingerprint

    def encode(self, prompts: Sequence[str]) -> list[PayloadValues]:
        self.counts.check(prompts)
        self.counts.prompts += prompts
        return self.own.encode(prompts)

    def close(self) -> None:
        self.counts.closed += 1
        self.own.close()


@dataclass
class Built:
    """A build that ran to its end."""

    plan: BuildPlan
    encoders: CountingEncoders
    report: BuildReport
    events: list[JobEvent]

    @property
    def failed(self) -> list[ItemFailed]:
        return [event for event in self.events if isinstance(event, ItemFailed)]


def plan_of(
    workspace: BuildWorkspace, *, depth: Depth = Depth.STAT, layout: str | None = None,
    **options: Any,
) -> BuildPlan:
    """Survey a workspace and return its build plan."""
    opened = open_workspace(workspace.config_path)
    opened = lay_out(opened, choose_layout(opened, layout))
    report = run_to_end(survey(opened, depth=depth, token=CancelToken()))
    return run_to_end(build_plan(
        report, rates_of=known_rates_of(workspace, report.workspace), token=CancelToken(),
        **options))


def known_rates_of(workspace: BuildWorkspace, opened: Workspace) -> RatesOf:
    """Return the rates that this computer remembers for the workspace's encoders."""
    return rates_of(BuildOptions(workspace=str(workspace.config_path)), opened)


def build(
    workspace: BuildWorkspace,
    *,
    scope: BuildScope = BuildScope.NEEDED,
    depth: Depth = Depth.STAT,
    batch: int = 1,
    even_if_busy: bool = False,
    disturb: Callable[[CountingEncoders], None] = lambda _: None,
    **options: Any,
) -> Built:
    """Survey, plan and build."""
    plan = plan_of(workspace, depth=depth, scope=scope, **options)
    encoders = CountingEncoders(plan)
    disturb(encoders)
    events: list[JobEvent] = []
    report = run_to_end(
        start(plan, encoders, batch=batch, even_if_busy=even_if_busy), events.append)
    return Built(plan, encoders, report, events)


def start(
    plan: BuildPlan,
    encoders: CountingEncoders,
    *,
    batch: int = 1,
    even_if_busy: bool = False,
    token: CancelToken | None = None,
) -> Job[BuildReport]:
    """The job that builds."""
    return apply_build(
        in_batches(plan, batch), encoders, even_if_busy=even_if_busy,
        token=token or CancelToken())


def in_batches(plan: BuildPlan, size: int) -> BuildPlan:
    """A plan that encodes so many items together."""
    return replace(plan, encoding=replace(plan.encoding, batch=size))


def cancel_after(count: int, token: CancelToken) -> Callable[[CountingEncoders], None]:
    """Cancels when so many batches were encoded."""
    def disturb(encoders: CountingEncoders) -> None:
        lock = threading.Lock()
        left = count

        def step() -> None:
            nonlocal left
            with lock:
                left -= 1
                if left < 0:
                    token.cancel()
        encoders.before_encode = step
    return disturb


