"""What tests do otherwise where the engine is compiled."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from engine import state

replaces_code = pytest.mark.skipif(
    not state.__file__.endswith(".py"), reason="code of the compiled engine cannot be replaced"
)
"""For tests that put code of their own into the engine, which the compiled engine would not call."""


def attributes(kind: type) -> Sequence[str]:
    """The attributes of a class with slots, compiled or not."""
    found: Sequence[str] = getattr(kind, "__mypyc_attrs__", None) or kind.__slots__  # type: ignore[attr-defined]
    return found
