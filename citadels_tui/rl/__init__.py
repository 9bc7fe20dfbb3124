"""Citadels as an environment for reinforcement learning (the extra ``rl``)."""

from __future__ import annotations

from citadels_tui.rl.environment import CitadelsEnv

__all__ = ["CitadelsEnv"]
