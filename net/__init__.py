"""The table: protocol, sealing, host and client. Knows the rules (`engine`), not the screen."""

import os
import sys
from types import ModuleType

# Plug-ins of pydantic would see every message, and to look for them takes a part of each start.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
if os.environ["PYDANTIC_DISABLE_PLUGINS"] == "__all__":
    # The module that would look for them loads the readers of archives and e-mail before it is told not to.
    nothing = ModuleType("pydantic.plugin._loader")
    nothing.get_plugins = tuple  # type: ignore[attr-defined]
    sys.modules.setdefault(nothing.__name__, nothing)
