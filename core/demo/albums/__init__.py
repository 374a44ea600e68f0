"""Which pictures the sample workspace holds: per concept names, sizes, scenes and captions."""
