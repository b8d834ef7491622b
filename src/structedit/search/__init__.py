"""Where something is: selectors, anchors, scopes, the hunks of a patch, and texts (`alignment`).

All places are found, never the first; which one is meant is decided in `plan`.
"""
