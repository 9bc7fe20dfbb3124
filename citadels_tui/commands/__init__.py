"""One module for each `citadels` command."""
