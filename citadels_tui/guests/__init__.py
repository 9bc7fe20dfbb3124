"""Guests: people who play through a client that runs on the host's machine, by SSH or in a browser."""
