"""`citadels host`: a table that others can join."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

from citadels_tui.commands.options import LEVEL, launch, player_name, table_of
from citadels_tui.commands.parameters import ActionCards, Ascii, Name, Nine, Preset
from citadels_tui.errors import UsageError
from citadels_tui.start import Host
from net.invite import PORT


def host(
    *,
    port: int = PORT,
    players: int = 4,
    bots: int = 0,
    edition: str = "deluxe",
    preset: Preset = "",
    nine: Nine = False,
    action_cards: ActionCards = False,
    open_: Annotated[bool, Parameter(name="--open", negative=(), show_default=False)] = False,
    name: Name = "",
    ascii: Ascii = False,
) -> int:
    """Host a table that others can join, and sit at it.

    Args:
        port: TCP port to listen on.
        players: Number of seats, yours included.
        bots: How many of the seats bots take.
        edition: Edition of the game.
        preset: The characters and unique districts to play with.
        nine: Whether rank 9 is played where the players may choose.
        action_cards: Whether the action cards are shuffled in.
        open_: Let everybody in who knows the address, not only those with an invite.
        name: Your name at the table.
        ascii: Draw with plain characters only.

    Returns:
        0.
    """
    if not 1 <= port <= 65535:
        raise UsageError(f"a port is a number from 1 to 65535, not {port}")
    setup = table_of(players, edition, preset, nine=nine, action_cards=action_cards)
    if not 0 <= bots < players:
        raise UsageError(f"a table of {players} with you at it has room for 0 to {players - 1} bots, not {bots}")
    start = Host(player_name(name), setup, (LEVEL,) * bots, port=port, private=not open_)
    return launch(start, ascii)
