"""`citadels host`: a table that others can join."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

from citadels_tui.commands.options import (
    LEVEL,
    check_level,
    check_relay,
    first_name,
    launch,
    names_of,
    profile_name,
    table_of,
)
from citadels_tui.commands.parameters import (
    ActionCards,
    Ascii,
    Edition,
    Level,
    Name,
    Nine,
    People,
    Plain,
    Preset,
    Profile,
    Relay,
    Unannounced,
)
from citadels_tui.commands.table_arguments import options_of, with_table_options
from citadels_tui.session.start import HostTable, ResumeTable
from citadels_tui.wording.errors import UsageError
from net.base.limits import PORT
from net.host.opening import Opening
from net.local.order import Order


@with_table_options
def host(
    *,
    port: int | None = None,
    relay: Relay = "",
    unannounced: Unannounced = False,
    players: int = 4,
    bots: int = 0,
    level: Level = LEVEL,
    edition: Edition = "deluxe",
    preset: Preset = "",
    nine: Nine = False,
    action_cards: ActionCards = False,
    options: Mapping[str, str | int] = MappingProxyType({}),
    resume: bool = False,
    journal: Path | None = None,
    people: People = "",
    name: Name = "",
    profile: Profile = "",
    plain: Plain = False,
    ascii: Ascii = False,
) -> int:
    """Host a table that others can join, and sit at it.

    Args:
        port: TCP port to listen on; by default 7447, or the one the table had.
        relay: A relay.
        unannounced: Keep the table to yourself.
        players: Number of seats, yours included.
        bots: How many of the seats bots take.
        level: Which bots are seated.
        edition: Edition of the game.
        preset: The characters and unique districts to play with.
        nine: Whether rank 9 is played where the players may choose.
        action_cards: Whether the action cards are shuffled in.
        options: The options of the table, each an argument of its own.
        resume: Resume the table that was hosted last, instead of opening a new one.
        journal: File the table is kept in, instead of the usual one.
        people: Who plays at this keyboard.
        name: Your name at the table.
        profile: Which of your identities to use, when several people play from one account.
        plain: Play line by line.
        ascii: Draw with plain characters only.

    Returns:
        0.
    """
    if port is not None and not 1 <= port <= 65535:
        raise UsageError("a port is a number from 1 to 65535, not {port}", port=port)
    check_relay(relay)
    names = names_of(people)
    called = first_name(name, names)
    if resume:
        from net.base.paths import journal_path

        kept = ResumeTable(
            called,
            journal or journal_path(),
            hosted=True,
            port=port,
            relay=relay,
            announce=not unannounced,
            profile=profile_name(profile),
            others=names[1:],
        )
        return launch(kept, ascii, plain)
    check_level(level)
    setup = table_of(players, edition, preset, nine=nine, action_cards=action_cards)
    free = players - max(len(names), 1)
    if free < 0:
        raise UsageError("a table of {players} has no room for {people} people", players=players, people=len(names))
    if not 0 <= bots <= free:
        raise UsageError(
            "a table of {players} with you at it has room for 0 to {free} bots, not {bots}",
            players=players,
            free=free,
            bots=bots,
        )
    order = Order(
        setup=setup,
        options=options_of(options, players),
        opening=Opening(bots=(level,) * bots),
        bind="",
        port=PORT if port is None else port,
        relay=relay,
        announce=not unannounced,
        journal=str(journal) if journal else None,
    )
    return launch(HostTable(called, order, profile_name(profile), names[1:]), ascii, plain)
