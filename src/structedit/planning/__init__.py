"""How each operation becomes a planned edit, before the gate is asked: see `plan`."""
