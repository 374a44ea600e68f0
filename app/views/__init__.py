"""Widgets: a view lays out and listens.

What it shows comes from models, what it says from `presentation`, and what takes longer than a few
milliseconds from a pool thread or a job.
"""
