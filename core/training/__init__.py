"""What a training loop takes from caches: samples, their order, their tensors.

`dataset` is the whole of it for a loop; the rest by subject: which samples there are and where
their payloads lie (`pairing`), what an epoch serves and in which order (`order`), values and their
stand-ins (`values`), batches and resuming (`loading`), training without any source (`sourceless`).
Nothing here writes, and torch is loaded when the first tensor is asked for.
"""
