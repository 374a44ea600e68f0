"""Cached data for a training loop: samples, their order, their tensors.

`dataset` is all that a loop needs; the rest by subject: the samples and the places of their
payloads (`pairing`), what an epoch serves and in which order (`order`), values and their stand-ins
(`values`), batches and resuming (`loading`), training without any source (`sourceless`). Nothing
here writes, and torch is loaded when the first tensor is requested.
"""
