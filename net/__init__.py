"""The table: protocol, sealing, host and client. Knows the rules (`engine`), not the screen."""
