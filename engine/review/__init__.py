"""Game review: how likely each player was to win, and which turns cost them most."""
