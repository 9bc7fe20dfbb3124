"""Players made of code."""

from __future__ import annotations

from engine.bots.bot import BOTS, Bot, bot

__all__ = ["BOTS", "Bot", "bot"]
