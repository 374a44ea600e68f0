"""Machinery that carries out a plan, whatever kind of store it fills.

`threads` run the four `stages` of a kind of build, and `build_state` reports its progress and how
it ended. For trainers' samples, in either layout, there are also `pieces` (probed), `encoding`
(`parallel` over several processes) and `writing`.
"""
