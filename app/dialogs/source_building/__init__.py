"""The dialog that caches a folder without a trainer."""
