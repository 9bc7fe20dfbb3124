"""`citadels play`: a game on this machine against bots, or at once at a host that the player knows."""

from __future__ import annotations

import gc
import sys
from contextlib import nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from citadels_tui.cli.checks import LEVEL, check_level, first_name, names_of, player_name, table_of
from citadels_tui.cli.launch import launch
from citadels_tui.cli.options import ActionCards, Ascii, Edition, Level, Name, Nine, Option, People, Plain, Preset
from citadels_tui.session.going_on import find_left, reasons
from citadels_tui.session.local_players import MOST
from citadels_tui.session.start import OfferKept, PlayGame, ResumeTable, VisitHost
from citadels_tui.terminal import first_picture
from citadels_tui.texts import _, home, tables, why
from citadels_tui.wording.errors import CommandError, UsageError, one_line
from citadels_tui.wording.own_command import own_command

PLAYERS = 4


@dataclass(frozen=True)
class PlayCommand:
    """Play on this machine against bots."""

    players: Annotated[
        int | None,
        Option(
            "Number of players, yourself included; 4 unless you say otherwise, or more people are at this keyboard."
        ),
    ] = None
    bots: Annotated[int | None, Option("Number of bots, instead of the number of players.")] = None
    level: Level = LEVEL
    edition: Edition = "deluxe"
    preset: Preset = ""
    nine: Nine = False
    action_cards: ActionCards = False
    seed: Annotated[int | None, Option("Number of the deal; the same number deals the same cards again.")] = None
    resume: Annotated[bool, Option("Resume the game that was left last, instead of a new one.")] = False
    new: Annotated[bool, Option("Begin a new game without asking, though one was left.")] = False
    online: Annotated[bool, Option("Take a seat at once at a host you know, instead of playing here.")] = False
    people: People = ""
    name: Name = ""
    plain: Plain = False
    ascii: Ascii = False

    def run(self) -> int:
        """Play until the player leaves; returns the exit code.

        Raises:
            UsageError: when it cannot be played.
            CommandError: when there is nothing to resume, or no host to play at.
        """
        if self.online:
            if replace(self, online=False) != PlayCommand(name=self.name, plain=self.plain, ascii=self.ascii):
                raise UsageError(_(tables.ONLINE_ALONE))
            return launch(_online(self.name), self.ascii, self.plain)
        # What is loaded stays; `launch` looks for garbage again.
        gc.disable()
        names = names_of(self.people)
        called = first_name(self.name, names)
        if self.resume:
            return launch(ResumeTable(called, _left_last()), self.ascii, self.plain)
        if self == PlayCommand(name=self.name, plain=self.plain, ascii=self.ascii):
            left = find_left()
            if left.offers:
                new = self._game(self._players(1), called, names)
                return launch(OfferKept(called, *left, new), self.ascii, self.plain)
        players = self._players(max(len(names), 1))
        if self.seed is not None and self.seed < 0:
            raise UsageError("--seed must be at least 0")
        shown = nullcontext(False) if self.plain else first_picture.shown(min(players, MOST), ascii=self.ascii)
        with shown as painted:
            game = self._game(players, called, names)._replace(painted=painted)
            return launch(game, self.ascii, self.plain)

    def _game(self, players: int, called: str, names: tuple[str, ...]) -> PlayGame:
        # The table's packages take their time to load.
        from engine.rng import seed_bytes
        from net.host.opening import Opening
        from net.local.order import Order

        seated = max(len(names), 1)
        check_level(self.level)
        setup = table_of(
            players, self.edition, self.preset, nine=self.nine, action_cards=self.action_cards, seed=self.seed
        )
        if seated > players:
            raise UsageError("a game of {players} has no room for {seated} people", players=players, seated=seated)
        seed = None if self.seed is None else seed_bytes(self.seed)
        opening = Opening(bots=(self.level,) * (players - seated), seed=seed)
        return PlayGame(called, Order(setup=setup, opening=opening), names[1:])

    def _players(self, seated: int) -> int:
        """How many play.

        Args:
            seated: How many of them are people.

        Raises:
            UsageError: when the numbers that were given do not fit together.
        """
        players, bots = self.players, self.bots
        if bots is not None and bots < 1 and seated < 2:
            raise UsageError("a game on this machine needs at least 1 bot, not {bots}", bots=bots)
        if players is None:
            return max(PLAYERS, seated) if bots is None else bots + seated
        if bots is not None and bots != players - seated:
            raise UsageError(
                "a game of {players} on this machine has {right} bots, not {bots}",
                players=players,
                right=players - seated,
                bots=bots,
            )
        return players


def _left_last() -> Path:
    """The journal of the newest game of one's own that can be resumed; says of newer ones why they cannot.

    Raises:
        CommandError: when there is none, with the reason for each that is kept.
    """
    left = find_left()
    told = reasons(left.unusable)
    journal = next((offer.game.journal for offer in left.offers if not offer.game.hosted), None)
    if journal is None and told:
        raise CommandError(_(home.NONE_USABLE).format(reasons=" ".join(told)))
    if journal is None:
        raise CommandError("there is no unfinished game of your own to resume")
    for each in told:
        sys.stderr.write(f"citadels: {one_line(each)}\n")
    return journal


def _online(name: str) -> VisitHost:
    """The way to the known host at which the player is soonest in a game.

    Raises:
        CommandError: when no host is known, or none answers.
    """
    import asyncio

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
