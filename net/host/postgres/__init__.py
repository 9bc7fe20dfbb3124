"""A store that several hosts share, in a PostgreSQL database."""
