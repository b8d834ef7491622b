"""The functions of the library over files on disk: read, planned, guarded, written, remembered.

Not here: what follows from what (`plan`); statistics, scripts and reflection (`extras`).
"""
