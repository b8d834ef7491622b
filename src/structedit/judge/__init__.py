"""What may not happen, whatever was asked, and how large a change is.

A gate refuses and never repairs.
"""
