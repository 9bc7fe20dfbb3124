"""The host: who is let in, tables and their games, the turn clock, and what is stored."""
