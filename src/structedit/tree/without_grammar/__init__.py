"""Blocks of a file without a tree: strings and comments masked, brackets paired, indentation read."""
