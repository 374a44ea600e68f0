"""Sentences of the window in place of those of core that tell what to type.

Core speaks to someone at a terminal: its hints name commands and options. The window has buttons
and pages for the same. A row is the template of core's sentence, as `core.json` lists it, and the
window's sentence, which may use the same values. `core_sentences` looks it up where it knows a
sentence again, so nothing else decides which of the two is shown.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

COMMAND_LINE: Final = re.compile(
    r"(?<![\w-])--(?!upgrade\b|include\b|skip_existing\b)[a-z]|(?<!\.)\blarder [a-z]"
    r"|\bin the window\b|, give (?:its id|the id of)\b")
"""Words of a sentence for a terminal. `pip install --upgrade`, `hf download --include` and musubi's
`--skip_existing` have no button, so the window tells them too."""

_OPEN_CONFIG: Final = "Open the config they were made with."
_FINISHES: Final = (
    "Nothing is lost. The next undo, or the next operation that writes into this cache, finishes "
    "or undoes what was started.")

WINDOW_SENTENCES: Final[Mapping[str, str]] = {
    "continue with --model {next}, encode them again with --other-weights {replace}, or keep both "
    "in one cache with --other-weights {keep}.":
        "use that model instead, encode them again, or keep both in one cache.",
    "encode them again with --other-weights {replace}, or keep both in one cache with "
    "--other-weights {keep}.": "encode them again, or keep both in one cache.",
    "The config's trainer does not read this layout. To update it, build with --layout; to remove "
    "it, use `larder clear`.":
        "The config's trainer does not read this layout. To update it, choose the OneTrainer that "
        "reads it when you build; Clear cache… removes it.",
    "Close other programs that use it, or build on the CPU with --device cpu.":
        "Close other programs that use it, or choose the CPU as the device.",
    "Use --gpus all.": "Choose all graphics cards.",
    "Use fewer workers, or smaller batches: --batch 1.": "Choose a smaller batch.",
    "`larder build --layout {layout}` encodes them.": "Build… encodes them.",
    "`larder build --layout {layout}` creates it.": "Build… creates it.",
    "Open the config itself, or add it with --config.": "Open the config itself.",
    "Find all of them and build them again: `larder build --depth payload --apply`.":
        "Find all of them first; then Build… rebuilds them.",
    "Map it with --map {name}=DIR, or name the folder that contains all of them with --under DIR.":
        "Choose the folder that contains all of them under “Pictures are in”.",
    "Create one with `larder export WORKSPACE DIR --apply`.": "Export cache… creates one.",
    "Build them again: `larder build --apply`.": "Build… builds them again.",
    "Build it first: `larder build --apply`.": "Build it first.",
    "Open the config they were made with, and give its concepts with --concepts.": _OPEN_CONFIG,
    "Open the config they were made with, or add it with --config.": _OPEN_CONFIG,
    "Make a new plan with `larder plan clean --out`.": "Make a new plan.",
    "Use `larder clear` to empty it, or `larder clean` to remove what is no longer needed.":
        "Use Clear cache… to empty it, or Clean… to remove what is no longer needed.",
    "Add one with --config.": "Open a config.",
    "These cached files record another picture than the one they are used for. `larder build "
    "--depth payload` checks every cached file and encodes them again.":
        "These cached files record another picture than the one they are used for. Read "
        "everything… finds all of them; then Build… encodes them again.",
    "Choose a 16-bit text encoder with --model.": "Choose a 16-bit text encoder.",
    "Leave out --device, or choose an available one (cpu, cuda, cuda:1, mps).":
        "Choose an available device.",
    "Give a number of processes (--workers 2) or a Ray cluster: ray, ray://HOST:10001, "
    "4@ray://HOST:10001.": "Choose another number of worker processes.",
    "Use --gpus all, or give a number.": "Choose another number of graphics cards.",
    "Leave out --gpus.": "Choose another device.",
    "Choose the VAE of this model type with --model DIR.": "Choose the VAE of this model type.",
    "The VAE {name} returns NaN for this picture in {compute}. Choose another precision with "
    "--dtype.":
        "The VAE {name} returns NaN for this picture in {compute}. Choose another precision.",
    "Choose the VAE and text encoders with --model DIR.": "Choose the VAE and text encoders.",
    "Download {folders} once (hf download {pipeline} --include {wanted}), or choose a folder that "
    "contains them with --model DIR.":
        "Download {folders} once (hf download {pipeline} --include {wanted}), or choose a folder "
        "that contains them.",
    "Leave out --encoder, or use patch-means.": "Choose another encoder.",
    "Convert it to .safetensors, or choose a .safetensors model with --model FILE.":
        "Convert it to .safetensors, or choose a .safetensors model.",
    "The {family} text encoder returns NaN for this prompt in {compute}. Choose another precision "
    "with --dtype.":
        "The {family} text encoder returns NaN for this prompt in {compute}. Choose another "
        "precision.",
    "It needs a vocabulary (tokenizer.json, vocab.json or spiece.model). Give its folder with "
    "--model DIR.":
        "It needs a vocabulary (tokenizer.json, vocab.json or spiece.model). Choose its folder.",
    "Choose the EfficientNet that encodes pictures (hf download {in_hub}) with --model PATH.":
        "Choose the EfficientNet that encodes pictures (hf download {in_hub}).",
    "To undo the {operation_of} before it too, give its id, {identity}.":
        "The {operation_of} before it can be undone on the Journal page.",
    "To restore what it made, give its id, {identity}.":
        "The Journal page can put what it made in place again.",
    "To restore the index from before its repair, give the id of the repair, {identity}.":
        "The Journal page can restore the index from before its repair.",
    "The damaged file is kept as {kept}; `larder undo` with the id {id} restores it.":
        "The damaged file is kept as {kept}; Undo on the Journal page restores it.",
    "Open the config instead of the folder, or add it with --config.":
        "Open the config instead of the folder.",
    "Leave out --all-targets.": "Build one size per picture.",
    "Leave out --measure; the speed is known after the first such build.":
        "The speed is known after the first such build.",
    "Leave out --delete.": "Move the files to quarantine instead.",
    "Give --older-than or --budget, or set budgets in the settings.":
        "Choose an age or a size, or set budgets in the settings.",
    "Give a file that was saved with --out.": "Choose a file that Larder saved as a plan.",
    "Nothing was written. A repair copies everything that can be read into a new index and keeps "
    "the damaged file. Repeat the command with --even-if-damaged, or run `larder readopt "
    "--even-if-damaged --apply` first.":
        "Nothing was written. Repair index… copies everything that can be read into a new index "
        "and keeps the damaged file.",
    "Give both concepts the same settings, or convert the cache to the layout of released "
    "OneTrainer with `larder convert`.":
        "Give both concepts the same settings, or build for the layout of released OneTrainer.",
    "{found} Nothing is built here before the index is repaired with `larder readopt "
    "--even-if-damaged --apply`; the damaged file is kept.":
        "{found} Nothing is built here before Repair index… has repaired the index; the damaged "
        "file is kept.",
    "Choose the model with --model, then survey again.":
        "Open the config of the model that made the cache.",
    "Set the balancing of the concept to repeats, or convert the cache to the layout of released "
    "OneTrainer with `larder convert`.":
        "Set the balancing of the concept to repeats, or build for the layout of released "
        "OneTrainer.",
    "Rebuild it in the window, with “Rebuild selected entries…” on the Entries page.":
        "Rebuild it with “Rebuild selected entries…” on the Entries page.",
    "Caches made with `larder build --sources` record both.":
        "Caches that Larder builds from a folder record both.",
    "Rebuild them in the window, with “Rebuild selected entries…” on the Entries page: each gets "
    "its own cached file.":
        "Rebuild them with “Rebuild selected entries…” on the Entries page: each gets its own "
        "cached file.",
    "Train once with the pictures and with the trainer's cache check on, or build everything "
    "again: `larder build --only all --apply`.":
        "Train once with the pictures and with the trainer's cache check on, or build everything "
        "again.",
    "Convert it to cache.json: `larder convert --to cache.json --apply`.":
        "Convert to cache.json… converts it.",
    "Import it and train with the pictures: `larder import FILE CONFIG --apply`.":
        "Import it with Import cache… and train with the pictures.",
    "Repair it: `larder readopt --even-if-damaged --apply`.": "Repair index… repairs it.",
    "Repair it first: `larder readopt --even-if-damaged --apply`.": "Repair index… repairs it.",
    "Build; this records the pictures that are cached already: `larder build --apply`.":
        "Build… records the pictures that are cached already.",
    "Write the missing captions, then build: `larder build --apply`.":
        "Write the missing captions, then build.",
    "Start it with `ray start`, or give its address: --workers ray://HOST:10001. A cluster that "
    "requires a token needs RAY_AUTH_MODE=token.":
        "Start it with `ray start`. A cluster that requires a token needs RAY_AUTH_MODE=token.",
    "Give its place with --map, for example --map '{old}=/mnt/cache' for /mnt/cache/{name}.":
        "Set cache_dir in the config to its place on this computer, for example /mnt/cache/{name}.",
    "Connect its drive, or say where the folder is now with --map OLD=NEW or --root.":
        "Connect its drive, or let Find moved folder… find it.",
    "It is a list, perhaps of concepts. Open the config instead, or a folder with the list as "
    "--concepts.": "It is a list, perhaps of concepts. Open the config instead.",
    "Check the path in --root.": "Check that its drive is connected.",
    "Open the config itself, or the folder of the caches with --config.": "Open the config itself.",
    "Give its path with --concepts, or the folder that its path starts from with --root.":
        "Choose it again in the trainer and save the config.",
    "Open one of them, or add one with --config.": "Open one of them.",
    "Relative paths start from the root folder instead (--root).":
        "Relative paths start from the root folder instead.",
    "Nothing is lost. The next `larder undo`, or the next command that writes into the cache, "
    "finishes or undoes what was started.": _FINISHES,
    "The kept entry of {key} is damaged and could not be restored; its cached files were. `larder "
    "readopt` adds them to the index again if the file they were made from still exists.":
        "The kept entry of {key} is damaged and could not be restored; its cached files were. "
        "Relink cached files… adds them to the index again if the file they were made from still "
        "exists.",
    "Nothing was started. Files that were only copied look the same until 5 minutes after their "
    "date. Wait until it has finished, or continue anyway with --even-if-busy (in Python: "
    "even_if_busy=True).":
        "Nothing was started. Files that were only copied look the same until 5 minutes after "
        "their date. Wait until it has finished, or continue anyway.",
}
