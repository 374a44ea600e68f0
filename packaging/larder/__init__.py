"""Larder: shows, checks, cleans and builds the tensor caches of model training.

Simple calls for scripts and notebooks; each does what the command of the same name does. With the
sample workspace, which `larder demo sample` makes:

    >>> import larder
    >>> workspace = larder.open("sample/training_presets/config.json")
    >>> report = larder.survey(workspace)
    >>> for store in report.stores[:2]:
    ...     print(store.location.id, len(store.payloads.names), "files")
    image 85 files
    text 83 files
    >>> plan = larder.plan_clean(report)
    >>> print(plan.files[plan.preselected].sum(), "files", plan.bytes[plan.preselected].sum())
    12 files 272533
    >>> done = larder.apply(plan)  # into quarantine
    >>> done.quarantined.files, done.quarantined.bytes
    (12, 272533)
    >>> larder.undo(workspace).restored.files
    12

A cache folder is read without any workspace:

    >>> (images,) = larder.stores("sample/workspace-cache/run/image")
    >>> name = next(images.payloads())
    >>> images.read(name)["latent_image"].shape
    (4, 24, 40)

What is cached is a dataset for a training loop, in either layout:

    >>> dataset = larder.CachedDataset("sample/training_presets/config.json")
    >>> len(dataset), dataset.report.skipped
    (55, 7)
    >>> sorted(dataset[0])[:4]
    ['concept_name', 'concept_type', 'crop_offset', 'crop_resolution']
    >>> for batch in dataset.loader(batch_size=2):
    ...     assert batch["latent_image"].shape[0] == len(batch["prompt"])

`larder.core` holds all of it and imports no Qt; `larder.core.api` says what each call takes.
"""

# The command imports this before it can answer a Ctrl+C: `os` is loaded already, `pathlib` and
# `typing` would take another 10 ms.
import os.path as _path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from larder.core.api import CachedDataset as CachedDataset
    from larder.core.api import Store as Store
    from larder.core.api import apply as apply
    from larder.core.api import open as open
    from larder.core.api import plan_build as plan_build
    from larder.core.api import plan_clean as plan_clean
    from larder.core.api import stores as stores
    from larder.core.api import survey as survey
    from larder.core.api import undo as undo

__all__ = [
    "CachedDataset", "Store", "apply", "open", "plan_build", "plan_clean", "stores", "survey",
    "undo"]

if not _path.isdir(_path.join(_path.dirname(__file__), "core")):
    # A checkout: `core`, `app` and `resources` are folders of the repository, not of this one.
    __path__.append(_path.dirname(_path.dirname(_path.dirname(_path.realpath(__file__)))))


def __getattr__(name: str) -> object:
    """Load a public name when it is first used; importing the package loads nothing."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from larder.core import api

    globals()[name] = getattr(api, name)
    return globals()[name]


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
