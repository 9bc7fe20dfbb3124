"""The Textual client and the `citadels` command."""
