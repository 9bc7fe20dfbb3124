"""Connections: listening, TLS, Unix sockets, lines to a relay."""
