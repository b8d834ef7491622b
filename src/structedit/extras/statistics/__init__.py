"""Calls, recorded as they are made, counted when somebody asks."""
