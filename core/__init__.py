"""Larder's headless package: everything that knows about caches, nothing that knows about Qt.

A verb, a command of the window and a call of `import larder` go the same way::

    requests ── opens the workspace once, runs one function, encodes what it returns
       │
    workspace ─> samples ┐
                         ├─> survey ─> plan ─> apply (a job) ─> journal, undo
    stores ─> index, files ┘

The rooms, as the contract in `pyproject.toml` lists them: a room imports from the rooms below it,
never from one above it or beside it (`|`). The map is also in `.github/CONTRIBUTING.md`.

===============  ===================================================================================
cli              the `larder` command: options in, text or a JSON document out
api              `import larder`: the same verbs as functions
worker           the process in which the window has its jobs run
requests         one function per verb: opens the workspace once, runs the verb, returns a document
picture_map      every picture a point, placed by what is cached of it: features, neighbours, layout
queries          tables, filters, previews and documents for front ends
compare          what another config would make stale, what could be shared, proofs by encoding anew
demo             the sample workspace
build            plans that encode, and the pipeline that carries them out
clean            plans that remove rows and payloads, applied as far as they still hold
bundle           caches that travel: export, verify, import
index_edits      rows alone: new dates, readopted rows, moved folders, repairs
training         what a training loop takes: samples, their order, their tensors
writes           every write into a store: the transaction around it, the quarantine, undo, reports
survey           what every sample, entry and payload is found to be, and why: verdicts and remedies
recipes          what payloads were made with, as recorded, and what a config wants
worker_pool      processes that share what a build encodes or an export copies
encoders         from sources to values: VAEs, text encoders, processors, tokenizers, patch means
saved_plans      plans on disk: what all of them say, and when one may still be applied
stores           one cache folder: `indexed` (cache.json), `released` (the DiskCache folders that
                 everybody has), `values` (pixels, features, waveforms, tokens) and `values.trees`,
                 behind one protocol
workspace        what the user opens: config, concepts, samples, buckets, where stores and roots are
payloads         one cached file: `.pt`, `.npz`, parameter trees; read without trusting it, and
                 written
keys             what identifies a value: content hashes, names of payloads, recipes, fingerprints
settings         the user's settings, and where Larder keeps its own files
worker_process   the parent's end of a worker: starts it, hears it, stops it
worker_protocol  the messages between a worker and its parent
files            bytes on disk: atomic writes, listings, stamps, locks, the journal
background       a reading job in a thread of its own, so that a slow drive holds up nobody
jobs             a job is a generator: it yields progress and failed items, and returns its report
columns          a million rows as arrays instead of objects
quantities       sizes and durations as people write them: "10GB", "90d"
errors           what a user can fix, as exceptions with a problem and a hint
terminal_text    text for a terminal, in which names may come from anywhere
===============  ===================================================================================

Each verb has a module that is its page of contents, with every step in order and where it is:
`survey.survey`, `clean.clean`, `writes.undo`, `build.build`, `build.convert`,
`index_edits.relocate`, `bundle.export`, `bundle.import_bundle`, `picture_map.picture_map`.

A job is a generator (`jobs`): it yields progress and failed items, returns its report, and looks at
its token. The window has a `worker` process run it; the command line runs it itself. The workers
of a `worker_pool`, of this machine or of a Ray cluster, share what a build encodes or an export
copies.
"""

__version__ = "0.2.0"
