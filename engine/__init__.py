"""The rules of Citadels, pure: no clock, no I/O, no global randomness.

Everything a program needs is named here; ``docs/api.md`` shows how it is used.

Examples:
    >>> game = new_game(Rules.make(players=4), seed=42)
    >>> game
    <State: deluxe, 4 players, round 1, p4 is asked (draft)>
    >>> game.play(str(game.moves[0]))
    >>> game.seat
    0
"""

from __future__ import annotations

from engine.bots import Bot, bot
from engine.checked import new_game, resample, save, score, seen, view
from engine.editions import EDITIONS
from engine.errors import CitadelsError, IllegalMove, NotationError, RulesError, SaveError
from engine.event import Event
from engine.hand_memory import HandMemory
from engine.move import Move, format_line, parse_line
from engine.record import Record
from engine.reducer import ViewReducer
from engine.rules import RULES_V, Rules
from engine.save import load
from engine.state import State
from engine.step import Outcome, Price, Refusal
from engine.undo import UNDO, History
from engine.view import View

__version__ = "1.0.0"

__all__ = [
    "EDITIONS",
    "RULES_V",
    "UNDO",
    "Bot",
    "CitadelsError",
    "Event",
    "HandMemory",
    "History",
    "IllegalMove",
    "Move",
    "NotationError",
    "Outcome",
    "Price",
    "Record",
    "Refusal",
    "Rules",
    "RulesError",
    "SaveError",
    "State",
    "View",
    "ViewReducer",
    "__version__",
    "bot",
    "format_line",
    "load",
    "new_game",
    "parse_line",
    "resample",
    "save",
    "score",
    "seen",
    "view",
]
