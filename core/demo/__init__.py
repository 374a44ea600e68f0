"""The sample workspace: pictures drawn here, a trainer's config, caches, and a few honest drifts.

The top room of `core` beside the command line: it uses the rooms below, and none of them knows it.
Nothing is downloaded. Only files inside the folder it was asked to fill are written.
"""
