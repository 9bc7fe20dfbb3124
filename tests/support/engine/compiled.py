"""Tests that put code of their own into the engine, which the compiled engine would not call."""

from __future__ import annotations

import pytest

from engine import state

replaces_code = pytest.mark.skipif(
    not state.__file__.endswith(".py"), reason="code of the compiled engine cannot be replaced"
)
