"""Looks into payloads."""
