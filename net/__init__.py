"""The table: protocol, sealing, host and client. Knows the rules (`engine`), not the screen."""

import os

# Plug-ins of pydantic would see every message, and to look for them takes a part of each start.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
