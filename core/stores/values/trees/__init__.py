"""Stores of parameter trees: `<name>.manifest` and the data it names."""
