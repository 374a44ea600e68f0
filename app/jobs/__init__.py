"""Running things beside the window: worker processes for jobs, threads for numpy and pictures.

Nothing here touches a widget; results come back as queued signals.
"""
