"""What would stop or spoil training before anything is cached: sources, concepts and settings.

One list, whose kinds are the rows of `risks.RISKS`. A survey fills it from the folder listings and
from what `larder check` remembers of files that it opened; `larder check` opens the rest. What is
wrong with cached files themselves is a `TrainingRisk` of their row; `queries.check_list` puts both
into one list for every front end.
"""
