"""What goes over the wire: frames, messages, the setup of a table, and a session as a state machine."""
