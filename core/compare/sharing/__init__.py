"""Equal payloads that are stored more than once."""
