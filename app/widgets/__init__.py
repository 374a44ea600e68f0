"""Widgets that belong to no page: labels, controls, tables with their cells, windows' sizes.

They know neither the session nor the services; whoever makes one gives it what it shows.
"""
