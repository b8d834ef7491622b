"""How a text is laid along a file: the ladder of tiers, and a change carried over to what stands there."""
