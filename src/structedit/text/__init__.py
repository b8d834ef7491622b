"""Bytes, lines, spans and edits: the ground everything else stands on."""
