"""The `citadels` command: its parser, its help, and what its subcommands share."""
