"""Small writes to indexes: dates renewed, payloads given their rows back."""
