"""The What-if dialog."""
