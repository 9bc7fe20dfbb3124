"""`citadels host`: a table that others can join."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated

from citadels_tui.cli.checks import (
    LEVEL,
    check_level,
    check_port,
    check_relay,
    first_name,
    names_of,
    profile_name,
    table_of,
)
from citadels_tui.cli.launch import launch
from citadels_tui.cli.options import (
    ActionCards,
    Ascii,
    Edition,
    Level,
    Name,
    Nine,
    Option,
    People,
    Plain,
    Preset,
    Profile,
    Relay,
    Unannounced,
)
from citadels_tui.session.going_on import reasons
from citadels_tui.session.start import HostTable, ResumeTable
from citadels_tui.table_list.offered_options import BOT_PAUSE, OPTIONS, OfferedOption, chosen
from citadels_tui.texts import _, home
from citadels_tui.wording.errors import CommandError, UsageError
from net.base.limits import PORT
from net.host.opening import Opening, Reach
from net.local.order import Order
from net.protocol.table_options import USUAL


def _option(offered: OfferedOption) -> Option:
    """An option of the table as one of this command."""
    usual = getattr(USUAL, offered.name)
    kind = bool if offered.off else int if isinstance(usual, int) else str
    shown = "" if offered is BOT_PAUSE else f"{usual:g}" if isinstance(usual, float) else usual
    return Option(offered.words[1], name=offered.name, kind=kind, default=shown, off=offered.off, read=offered.read)


TABLE_OPTIONS = tuple(map(_option, OPTIONS))


@dataclass(frozen=True)
class HostCommand:
    """Host a table that others can join, and sit at it."""

    port: Annotated[int | None, Option("TCP port to listen on; by default 7447, or the one the table had.")] = None
    relay: Relay = ""
    unannounced: Unannounced = False
    players: Annotated[int, Option("Number of seats, yours included.")] = 4
    bots: Annotated[int, Option("How many of the seats bots take.")] = 0
    level: Level = LEVEL
    edition: Edition = "deluxe"
    preset: Preset = ""
    nine: Nine = False
    action_cards: ActionCards = False
    options: Annotated[Mapping[str, object], TABLE_OPTIONS] = field(default_factory=dict)
    resume: Annotated[bool, Option("Resume the table that was hosted last, instead of opening a new one.")] = False
    journal: Annotated[Path | None, Option("File the table is kept in, instead of the usual one.")] = None
    people: People = ""
    name: Name = ""
    profile: Profile = ""
    plain: Plain = False
    ascii: Ascii = False

    def run(self) -> int:
        """Host it until the player leaves; returns the exit code."""
        if self.port is not None:
            check_port(self.port)
        check_relay(self.relay)
        names = names_of(self.people)
        called = first_name(self.name, names)
        if self.resume:
            from net.base.paths import journal_path

            journal = self.journal or journal_path()
            former = _former_reach(journal)
            other: dict[str, object] = {"relay": self.relay} if self.relay else {}
            if self.unannounced:
                other["announce"] = False
            kept = ResumeTable(
                called,
                journal,
                hosted=True,
                port=self.port,
                reach=former.model_copy(update=other) if other else None,
                profile=profile_name(self.profile),
                others=names[1:],
            )
            return launch(kept, self.ascii, self.plain)
        check_level(self.level)
        setup = table_of(self.players, self.edition, self.preset, nine=self.nine, action_cards=self.action_cards)
        free = self.players - max(len(names), 1)
        if free < 0:
            raise UsageError(
                "a table of {players} has no room for {people} people", players=self.players, people=len(names)
            )
        if not 0 <= self.bots <= free:
            raise UsageError(
                "a table of {players} with you at it has room for 0 to {free} bots, not {bots}",
                players=self.players,
                free=free,
                bots=self.bots,
            )
        order = Order(
            setup=setup,
            options=chosen(self.options, self.players, USUAL),
            opening=Opening(bots=(self.level,) * self.bots),
            bind="",
            port=PORT if self.port is None else self.port,
            reach=Reach(relay=self.relay, announce=not self.unannounced),
            journal=str(self.journal) if self.journal else None,
        )
        return launch(HostTable(called, order, profile_name(self.profile), names[1:]), self.ascii, self.plain)


def _former_reach(journal: Path) -> Reach:
    """How players came to the table of a journal, if it can be resumed as far as a look at it tells.

    Without a file the host says so itself.

    Raises:
        CommandError: why it cannot.
    """
    from net.local.kept_games import UnusableGame, kept_in

    found = kept_in(journal, hosted=True) if journal.exists() else None
    if isinstance(found, UnusableGame):
        raise CommandError(_(home.NONE_USABLE).format(reasons=" ".join(reasons([found]))))
    return found.reach if found else Reach()
