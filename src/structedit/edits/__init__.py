"""What each operation writes: one module an operation, and how new text looks where it lands.

Not here: whether it may be written (`judge`).
"""
