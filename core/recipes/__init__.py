"""What payloads were made with, as far as anybody said."""
