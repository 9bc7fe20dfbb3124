"""Processes on this machine: a host for a game here, with its client; a headless host; a relay; backups."""
