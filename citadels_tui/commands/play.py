"""`citadels play`: a game on this machine against bots."""

from __future__ import annotations

from citadels_tui.commands.options import check_level, launch, player_name, table_of
from citadels_tui.commands.parameters import LEVEL, ActionCards, Ascii, Edition, Level, Name, Nine, Preset
from citadels_tui.errors import UsageError
from citadels_tui.start import PlayGame
from engine.rng import seed_bytes
from net.host.table_options import TableOptions

PLAYERS = 4


def play(
    *,
    players: int | None = None,
    bots: int | None = None,
    level: Level = LEVEL,
    edition: Edition = "deluxe",
    preset: Preset = "",
    nine: Nine = False,
    action_cards: ActionCards = False,
    seed: int | None = None,
    name: Name = "",
    ascii: Ascii = False,
) -> int:
    """Play on this machine against bots.

    Args:
        players: Number of players, yourself included; 4 unless you say otherwise.
        bots: Number of bots, instead of the number of players.
        level: Which bots are seated.
        edition: Edition of the game.
        preset: The characters and unique districts to play with.
        nine: Whether rank 9 is played where the players may choose.
        action_cards: Whether the action cards are shuffled in.
        seed: Number of the deal; the same number deals the same cards again.
        name: Your name at the table.
        ascii: Draw with plain characters only.

    Returns:
        0.
    """
    if bots is not None and bots < 1:
        raise UsageError(f"a game on this machine needs at least 1 bot, not {bots}")
    if players is None:
        players = PLAYERS if bots is None else bots + 1
    elif bots is not None and bots != players - 1:
        raise UsageError(f"a game of {players} on this machine has {players - 1} bots, not {bots}")
    if seed is not None and seed < 0:
        raise UsageError("--seed must be at least 0")
    check_level(level)
    setup = table_of(players, edition, preset, nine=nine, action_cards=action_cards, seed=seed)
    options = TableOptions(bots=(level,) * (players - 1), seed=None if seed is None else seed_bytes(seed))
    return launch(PlayGame(player_name(name), setup, options), ascii)
