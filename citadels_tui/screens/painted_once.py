"""Painted once: screens that come into sight, and leave it, in one paint."""

from __future__ import annotations

from typing import Any, TypeVar

from textual.await_complete import AwaitComplete
from textual.screen import Screen

Answer = TypeVar("Answer")


class PaintedOnce(Screen[Answer]):
    """A screen that comes into sight in one paint: when its parts have found their places, and not at each step."""

    _holds = 0
    """How many reasons there are to work it out and not to paint it."""

    def on_screen_resume(self) -> None:
        """Paint nothing until all parts know their sizes."""
        self.hold()
        self.call_after_refresh(self._settle)

    def _settle(self) -> None:
        """Wait until everything that was asked for when the sizes were told is done, too."""
        self.call_after_refresh(self.let_go)

    def hold(self) -> None:
        """Paint nothing for a moment; what changes is kept in mind."""
        self._holds += 1

    def let_go(self) -> None:
        """Paint what has changed meanwhile, when nothing else holds it back."""
        self._holds -= 1
        if not self._holds and self.is_current:
            self._compositor_refresh()

    def _compositor_refresh(self) -> None:
        if not self._holds:
            super()._compositor_refresh()

    def dismiss(self, result: Answer | None = None) -> AwaitComplete:
        """Close; what lies below is painted when this screen is gone."""
        closed = super().dismiss(result)
        below = self.app.screen
        if isinstance(below, PaintedOnce):
            below.hold()
            self._below = below
        return closed

    _below: PaintedOnce[Any] | None = None
    """What is painted when this screen is gone."""

    def on_unmount(self) -> None:
        """It is gone, and what lies below is told so."""
        if self._below is not None:
            self._below.call_after_refresh(self._below.let_go)
