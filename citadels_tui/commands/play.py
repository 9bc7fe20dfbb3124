"""`citadels play`: a game on this machine against bots, or at once at a host that the player knows."""

from __future__ import annotations

import asyncio

from citadels_tui.commands.local_game import PlayOptions
from citadels_tui.commands.options import LEVEL, launch, player_name
from citadels_tui.commands.parameters import ActionCards, Ascii, Edition, Level, Name, Nine, People, Plain, Preset
from citadels_tui.session.start import VisitHost
from citadels_tui.texts import _, tables, why
from citadels_tui.wording.errors import CommandError, UsageError
from citadels_tui.wording.own_command import own_command


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
    resume: bool = False,
    online: bool = False,
    people: People = "",
    name: Name = "",
    plain: Plain = False,
    ascii: Ascii = False,
) -> int:
    """Play on this machine against bots.

    Args:
        players: Number of players, yourself included; 4 unless you say otherwise, or more people are at this keyboard.
        bots: Number of bots, instead of the number of players.
        level: Which bots are seated.
        edition: Edition of the game.
        preset: The characters and unique districts to play with.
        nine: Whether rank 9 is played where the players may choose.
        action_cards: Whether the action cards are shuffled in.
        seed: Number of the deal; the same number deals the same cards again.
        resume: Resume the game that was left last, instead of a new one.
        online: Take a seat at once at a host you know, instead of playing here.
        people: Who plays at this keyboard.
        name: Your name at the table.
        plain: Play line by line.
        ascii: Draw with plain characters only.

    Returns:
        0.
    """
    wanted = PlayOptions(
        players=players,
        bots=bots,
        level=level,
        edition=edition,
        preset=preset,
        nine=nine,
        action_cards=action_cards,
        seed=seed,
        resume=resume,
        people=people,
        name=name,
        plain=plain,
        ascii=ascii,
    )
    if not online:
        return wanted.launch()
    if wanted != PlayOptions(name=name, plain=plain, ascii=ascii):
        raise UsageError(_(tables.ONLINE_ALONE))
    return launch(_online(name), ascii, plain)


def _online(name: str) -> VisitHost:
    """The way to the known host at which the player is soonest in a game.

    Raises:
        CommandError: when no host is known, or none answers.
    """
    from citadels_tui.session.connector import identity
    from citadels_tui.table_list.at_once import best_host
    from citadels_tui.table_list.own_tables import VISITOR, query_all
    from net.base.errors import NetError

    try:
        hosts = asyncio.run(query_all(identity(""), player_name(name) or VISITOR))
    except NetError as error:
        raise CommandError(why(error)) from None
    if not hosts:
        raise CommandError(_(tables.NO_HOSTS).format(command=own_command()))
    host = best_host(hosts)
    if host is None:
        raise CommandError(why(hosts[0].error) if hosts[0].error else "")
    return VisitHost(player_name(name), host.address.authority, at_once=True)
