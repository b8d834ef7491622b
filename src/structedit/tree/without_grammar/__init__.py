"""Blocks of a file without a syntax tree: strings and comments masked, brackets paired."""
