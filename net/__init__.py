"""The table: protocol, sealing, host and client. Knows the rules (`engine`), not the screen."""

import os
import sys
from types import ModuleType

# Plug-ins of pydantic would see every message. Turned off by this variable alone, pydantic still loads the module that
# would look for them, and with it the readers of archives and e-mail: 25 of the 480 ms until the first board. So an
# empty module stands in its place; tests/project/test_imports.py compares the two. Pydantic lacks a way not to load it.
os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
if os.environ["PYDANTIC_DISABLE_PLUGINS"] == "__all__":
    _no_loader = ModuleType("pydantic.plugin._loader")
    _no_loader.get_plugins = tuple  # type: ignore[attr-defined]
    sys.modules.setdefault(_no_loader.__name__, _no_loader)
