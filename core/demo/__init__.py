"""The sample workspace: pictures, a trainer's config, caches, and a few honest drifts.

| folder | what is in it |
|---|---|
| `data/` | three concepts: pictures, captions, masks |
| `sounds/`, `corpus/` | four clips and a few texts that no trainer's config knows of |
| `workspace-cache/run/image`, `text` | the trainer's caches of the concepts |
| `workspace-cache/released/image`, `text` | the same, as released OneTrainer lays them out |
| `workspace-cache/run/vision` | pixels of ten of the pictures |
| `workspace-cache/run/audio`, `waveform` | log-mel features and samples of the sounds |
| `workspace-cache/run/tokens` | byte tokens of the corpus, a payload per paragraph |
| `workspace-cache/run/parameters` | a small network, where training took it, an adapter to it |

The top room of `core` beside the command line: it uses the rooms below, and none of them knows it.
Nothing is downloaded. Outside the folder it was asked to fill, only the memory that every build
keeps of what it read is written, and a lock file beside it.
"""
