"""Larder's headless package: everything that knows about caches, nothing that knows about Qt.

A verb, a command of the window and a call of `import larder` go the same way::

    requests ── opens the workspace once, runs one function, encodes what it returns
       │
    workspace ─> samples ┐
                         ├─> survey ─> plan ─> apply (a job) ─> journal, undo
    stores ─> index, files ┘

The rooms, lowest first; one imports only from rooms before it (`pyproject.toml` holds it to that):

===========  =====================================================================================
files        bytes on disk: atomic writes, listings, stamps, locks, the journal
keys         what identifies a value: content hashes, names of payloads, recipes, fingerprints
payloads     one cached file: `.pt`, `.npz`, parameter trees; read without trusting it, and written
workspace    what the user opens: config, concepts, samples, buckets, where stores and roots are
stores       one cache folder: `indexed` (cache.json), `released` (the DiskCache folders that
             everybody has), `values` (pixels, features, waveforms, tokens) and `values.trees`,
             behind one protocol
encoders     from sources to values: VAEs, text encoders, processors, tokenizers, patch means
recipes      what payloads were made with, as recorded, and what a config wants
survey       what every sample, entry and payload is found to be, and why: verdicts and remedies
writes       every write into a store: the transaction around it, the quarantine, undo, reports
training     what a loop takes: samples, their order, their tensors; training without sources
clean        plans that remove rows and payloads: what may go, applied as far as it still holds
index_edits  rows alone: new dates, readopted rows, moved folders, repairs
bundle       caches that travel: export, verify, import
build        plans that encode, and the pipeline that carries them out
compare      what another config would make stale; what could be shared; proofs by encoding anew
queries      tables, filters, previews and documents for front ends
demo         the sample workspace
requests     what a front end may ask for: options in, a document out
cli, api     the `larder` command, and `import larder`
===========  =====================================================================================

A job is a generator (`jobs`): it yields progress and failed items, returns its report, and looks at
its token. The window has a `worker` process run it; the command line runs it itself. The workers
of a `worker_pool`, of this machine or of a Ray cluster, share what a build encodes or an export
copies.
"""

__version__ = "0.2.0"
