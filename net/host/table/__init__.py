"""One table: its members, its game, its clock, and what it tells."""
