"""Caches of the released trainer, without an index: the k-th slot of a folder is the k-th sample.

`samples` lists what is wanted, `pool` knows what is there (`reuse` finds out), `planning` gives
each slot its payload, `build` puts whole folders in place.
"""

from larder.core.build.released.columns import SlotAction

__all__ = ["SlotAction"]
