"""What the engine does without: statistics, reflection, scripts and rewriting. Each is readable alone."""
