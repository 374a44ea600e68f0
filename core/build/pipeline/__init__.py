"""What runs while a plan is carried out, whatever it fills.

`threads` run the four `stages` of a kind of build, and `build_state` says how far it is and how it
ended.
Of trainers' samples, in either layout: `pieces` (probed), `encoding` (`parallel` over several
processes) and `writing`.
"""
