"""Checking a sample with the model: a few cached files are compared with what it makes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from larder.app.command_table import Command, Context, Menu
from larder.app.notices import Notice
from larder.app.presentation.looks import Tone
from larder.app.presentation.sentences import Sentences, core_text, one_after_another
from larder.app.services import WindowServices, if_busy, run_with_notice
from larder.app.views.main_window import MainWindow
from larder.app.widgets.widgets import ask_first
from larder.core.compare.proof.document import ProofDocument
from larder.core.requests.options import PROOF_SAMPLE, ProveOptions
from larder.core.workspace.store_kinds import TRAINER_CONTENTS, StoreKind

if TYPE_CHECKING:
    from larder.core.compare.proof.document import ProofDocument

_tr = Sentences("Proof")


def proof_commands(services: WindowServices, window: MainWindow) -> Sequence[Command]:
    """Return the Cache menu's command to check a sample with the model."""

    def ask() -> None:
        ask_first(
            window, services.look.icons, title=_tr("Check a few files with the model"),
            question=_tr("Encode %Ln pictures and captions of each concept again to compare?",
                         PROOF_SAMPLE),
            promise=_tr(
                "Larder encodes them with the config's model and compares the result with the "
                "cached files. This shows whether the cached files were made with another VAE, "
                "text encoder or data type. Only the result is recorded; pictures, captions and "
                "cached files are not changed."),
            agree=_tr("Compare"), on_agreed=lambda: compare(services))

    return (
        Command(id="prove", text=_tr("Check a &few files with the model…"), menu=Menu.CACHE,
                run=ask, icon="command-check", contexts=frozenset({Context.COVERAGE}),
                lacks=_tr("No cached file here can be checked with the config's model."),
                enabled_when=lambda: services.session.is_at_rest and is_possible(services),
                tip=_tr("Encodes a few pictures and captions and compares them with the cache. "
                        "Shows whether the cache was made with other weights or settings.")),
    )


def is_possible(services: WindowServices) -> bool:
    """Return whether the open workspace has a config and a trainer's cache with entries."""
    snapshot = services.session.snapshot
    return snapshot is not None and snapshot.document.workspace.config is not None and any(
        store.entries and StoreKind(store.kind).content in TRAINER_CONTENTS
        for store in snapshot.document.stores)


def compare(services: WindowServices, *, even_if_busy: bool = False) -> None:
    """Compare with the models that the workspace is encoded with; the window's bar tells."""
    session = services.session
    assert session.options is not None
    models = services.settings.current.model_folders.get(session.options.workspace, ())
    job = session.request(
        "prove", session.about_this(ProveOptions, models=models, even_if_busy=even_if_busy),
        _tr("Check a few files with the model"), writes=True, digest=ProofDocument)
    run_with_notice(
        services, job, proof_notice, stopped=_tr("The comparison was stopped."),
        ways_on=lambda failure: if_busy(
            failure, _tr("Compare anyway"), lambda: compare(services, even_if_busy=True)))


def proof_notice(proof: ProofDocument) -> Notice:
    """Say what a comparison showed."""
    tried, equal = (sum(getattr(store, name) for store in proof.stores)
                    for name in ("tried", "equal"))
    groups = [group for store in proof.stores for group in store.groups]
    left = [core_text(store.why) for store in proof.stores if isinstance(store.why, str)]
    if not tried:
        return Notice(
            tone=Tone.NOTE, text=_tr("No cached file could be compared."),
            hint=one_after_another(list(dict.fromkeys(left))))
    if not proof.differs:
        return Notice(
            tone=Tone.GOOD, text=_tr("%Ln compared cached files match the model.", tried),
            hint=one_after_another([
                _tr("This is recorded, so that Larder notices if you change the model or its "
                    "settings."), *left]))
    said = dict.fromkeys(
        _tr("%1: made with other settings: %2.").replace("%1", ", ".join(group.concepts)).replace(
            "%2", core_text(group.made_with)) if group.made_with
        else _tr("%1: %2").replace("%1", ", ".join(group.concepts)).replace(
            "%2", core_text(group.why))
        for group in groups if group.equal < group.tried)
    return Notice(
        tone=Tone.WARNING,
        text=_tr("%Ln compared cached files do not match the config's model.",
                 tried - equal),
        hint=one_after_another([*said, *left]))
