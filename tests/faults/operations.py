"""The verbs that are injected with faults, each on the workspaces in which it has most to do."""

from __future__ import annotations

from typing import Final

from tests.faults.harness import Operation

DRIFTED = "{ws}/training_presets/config.json"
SLOTS = "{ws}/released/config.json"
FOLDER, FILE = "{ws}/sources/bundle", "{ws}/sources/bundle.zip"
IMPORTED = "{ws}/imported"
TREE = "{ws}/workspace-cache/run/parameters/adapter"
TREES = "{ws}/trees"
TOKENS = "{ws}/tokenized-cache"
CHECKPOINT, PAIR = "{ws}/data/adapter.npz", "{ws}/data/adapter"

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
    Operation("convert", "built", ("convert", DRIFTED, "--to", "released", "--apply")),
    Operation("relocate", "moved", ("relocate", DRIFTED, "data/portraits", "{ws}/data/faces",
                                    "--apply")),
    *(Operation(f"export {form}", "clean", ("export", DRIFTED, target, "--apply"),
                finish=(("export", DRIFTED, target, "--apply"),
                        ("import", target, IMPORTED, "--apply")), outcome=IMPORTED)
      for form, target in (("folder", FOLDER), ("file", FILE))),
    *(Operation(f"import {form}", "clean", ("import", target, IMPORTED, "--apply"),
                prepare=(("export", DRIFTED, target, "--apply"),), outcome=IMPORTED)
      for form, target in (("folder", FOLDER), ("file", FILE))),
    Operation("tree save", "sample", ("tree", "save", CHECKPOINT, TREES, "--apply"),
              prepare=(("tree", "export", TREE, CHECKPOINT, "--apply"),), outcome=TREES),
    Operation("tree export", "sample", ("tree", "export", TREE, CHECKPOINT, "--apply"),
              finish=(("tree", "export", TREE, CHECKPOINT, "--apply"),
                      ("tree", "save", CHECKPOINT, TREES, "--apply")), outcome=TREES),
    Operation("tree import", "sample", ("tree", "import", PAIR, TREES, "--apply"),
              prepare=(("tree", "export", TREE, PAIR, "--apply"),), outcome=TREES),
    Operation("build values", "sample", (
        "build", "{ws}/caches", "--sources", "{ws}/sounds", "--store", "waveform", "--resample",
        "--apply"), outcome="{ws}/caches"),
    Operation("clear values", "document", ("clear", "{ws}", "--apply")),
    Operation("undo values", "document", ("undo", "{ws}"),
              prepare=(("clear", "{ws}", "--apply"),)),
    Operation("manifest", "document", ("manifest", TOKENS, "--apply")),
    Operation("manifest export", "document", ("manifest", TOKENS, "--export", "--apply")),
    Operation("demo", "document", ("demo", "{ws}/demo"), outcome="{ws}/demo"),
)
