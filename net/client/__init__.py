"""The client: finding a host, following a table, and reconnecting."""
