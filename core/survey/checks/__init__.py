"""Checks of sources and settings for what would stop or spoil training before caching.

One list, whose kinds are the rows of `risks.RISKS`. A survey fills it from the folder listings and
from what `larder check` remembers of files that it opened; `larder check` opens the rest. Problems
of the cached files themselves are a `TrainingRisk` of their row; `queries.check_list` puts both
into one list for every front end.
"""
