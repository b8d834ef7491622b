"""The `structedit` command."""
