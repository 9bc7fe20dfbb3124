"""A page of lines to walk over."""

from __future__ import annotations

from textual.containers import VerticalScroll


class Sheet(VerticalScroll, can_focus=False, inherit_bindings=False):
    """Scrolls to the line that has the focus; up and down belong to the screen."""
