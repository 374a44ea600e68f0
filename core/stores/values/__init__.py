"""The four caches whose files are named by their key: vision, audio, waveform and tokens.

The files are the truth of what a store holds. `.larder/` only remembers when they were used and how
often lookups found something, in plain files. Nothing here decides what a value is made of.
"""
