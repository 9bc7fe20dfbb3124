"""The protocol: frames, messages, the setup of a table, and a session as a state machine."""
