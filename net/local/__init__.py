"""A host in a process of its own on the player's machine, and a client connected to it."""
