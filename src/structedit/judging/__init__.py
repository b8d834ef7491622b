"""What may not happen, and why: the safety gate, the size of a change, the diagnosis of a miss."""
