"""The verbs that are injected with faults, each on the workspaces in which it has most to do."""

from __future__ import annotations

from typing import Final

from tests.faults.harness import Operation

DRIFTED = "{ws}/training_presets/config.json"
SLOTS = "{ws}/released/config.json"

OPERATIONS: Final = (
    Operation("survey", "drifted", ("survey", DRIFTED, "--depth", "payload"), writes=False),
    Operation("survey released", "released", ("survey", DRIFTED, "--depth", "hash"), writes=False),
    Operation("survey values", "sample", ("survey", DRIFTED), writes=False),
    Operation("plan clean", "drifted", ("plan", "clean", DRIFTED, "--out", "{ws}/plan.json"),
              writes=False),
    Operation("plan build", "sample", ("plan", "build", SLOTS), writes=False),
    Operation("diff", "sample", ("diff", DRIFTED, "--with", SLOTS), writes=False),
    Operation("dups", "drifted", ("dups", DRIFTED), writes=False),
    Operation("stats", "sample", ("stats", DRIFTED), writes=False),
    Operation("clean", "drifted", ("clean", DRIFTED, "--apply")),
    Operation("clean values", "sample", ("clean", DRIFTED, "--apply")),
    Operation("clean released", "released", ("clean", DRIFTED, "--apply")),
    Operation("clean for good", "drifted", ("clean", DRIFTED, "--apply", "--delete"), keeps=False),
    Operation("apply", "drifted", ("apply", "{ws}/plan.json"),
              prepare=(("plan", "clean", DRIFTED, "--out", "{ws}/plan.json"),),
              finish=(("clean", DRIFTED, "--apply"),)),
    Operation("undo", "drifted", ("undo", DRIFTED), prepare=(("clean", DRIFTED, "--apply"),)),
    Operation("empty", "drifted", ("quarantine", DRIFTED, "empty"), keeps=False,
              prepare=(("clean", DRIFTED, "--apply"),)),
    Operation("clear", "released", ("clear", DRIFTED, "--apply")),
    Operation("prune", "sample", ("prune", DRIFTED, "--budget", "1K", "--apply")),
    Operation("touch", "drifted", ("touch", DRIFTED, "--apply")),
    Operation("readopt", "drifted", ("readopt", DRIFTED, "--apply")),
    Operation("assume", "drifted", ("assume", DRIFTED, "--store", "image", "--apply")),
    Operation("build", "sample", ("build", DRIFTED, "--apply")),
    Operation("build released", "sample", ("build", SLOTS, "--apply")),
    Operation("export", "drifted", ("export", DRIFTED, "{ws}/bundle", "--apply")),
    Operation("convert", "built", ("convert", DRIFTED, "--to", "released", "--apply")),
)
