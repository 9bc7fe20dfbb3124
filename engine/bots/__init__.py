"""Players made of code: those of this package, and those that are installed beside it."""

from __future__ import annotations

from engine.bots.bot import Bot
from engine.bots.registry import Level, bot, levels, usable

__all__ = ["Bot", "Level", "bot", "levels", "usable"]
