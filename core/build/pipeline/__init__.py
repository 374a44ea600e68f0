"""What runs while a plan is carried out, whatever it fills.

`threads` hand `pieces` on from one stage to the next, `encoding` makes values of them (`spread`
over several `workers`), `writing` puts them on disk, and `books` says how far it is and how it
ended.
"""
