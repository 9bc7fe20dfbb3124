"""Starts: the home screen, or straight to a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path

    from citadels_tui.history.game_file import GameFile
    from citadels_tui.history.recording import Recording
    from citadels_tui.session.going_on import KeptOffer
    from net.host.opening import Reach
    from net.local.kept_games import UnusableGame
    from net.local.order import Order
    from net.protocol.client_messages import RequestMaker


class ShowHome(NamedTuple):
    """The home screen."""

    name: str = ""
    """The player's name; empty: the user's own."""


class ShowReplay(NamedTuple):
    """A game that is over, to be looked at again; the client ends with it."""

    game: GameFile
    name: str = ""
    """The player's name; empty: the user's own."""


class Practice(NamedTuple):
    """The moment of a finished game from which another one goes on; leaving leads back to it."""

    recording: Recording
    moment: int
    seat: int
    """The seat that is played."""


class PlayGame(NamedTuple):
    """A game on this machine against bots."""

    name: str
    order: Order
    others: tuple[str, ...] = ()
    """Names of the others who play at this keyboard."""
    lesson: bool = False
    """Whether it is the guided game."""
    practice: Practice | None = None
    """The game it goes on from, when it is for practice: it is not kept."""
    kept: bool = True
    """Whether it can be resumed when it is left."""
    chosen_at: VisitHost | JoinTable | HostTable | None = None
    """Where the guided game was asked for instead, to which leaving leads back."""
    painted: bool = False
    """Whether the command has painted its empty table in the terminal."""


class HostTable(NamedTuple):
    """A table on this machine that others can join, with the player at it."""

    name: str
    order: Order
    """The table, and how it is reached; without a journal it is kept in the usual one."""
    profile: str = ""
    """Name of the player's identity; empty: the usual one."""
    others: tuple[str, ...] = ()
    """Names of the others who play at this keyboard."""


class OwnHost(NamedTuple):
    """A headless host on this machine; see `citadels_tui.session.own_host.start_own_host`."""

    port: int
    ssh: int
    address: str


class VisitHost(NamedTuple):
    """The list of another host's tables."""

    name: str
    target: str
    """The host's address."""
    watch: bool = False
    """Whether what is chosen is to be watched."""
    profile: str = ""
    """Name of the player's identity; empty: the usual one."""
    at_once: bool = False
    """Whether the player takes a seat at once, and sees the list only when they leave it."""
    passed: tuple[str, ...] = ()
    """Tables, by their ids, at which no seat was to be had at once: playing at once looks elsewhere."""
    marked: str = ""
    """The table that is marked at first, by its id."""
    opens: RequestMaker | None = None
    """Opens a table there at once, to which the player goes."""
    serves: OwnHost | None = None
    """The host to start first, when it is this machine's own."""


class JoinTable(NamedTuple):
    """A table at another host."""

    name: str
    target: str
    """An address with the table's id, or an invitation."""
    watch: bool = False
    profile: str = ""
    """Name of the player's identity; empty: the usual one."""
    chosen_at: VisitHost | None = None
    """The list it was chosen from, to which leaving leads back."""
    called: str = ""
    """The visitor's name for it; empty: by the target."""
    otherwise: VisitHost | None = None
    """Where a seat is looked for when none is to be had here at once; None: no other table will do."""


class ResumeTable(NamedTuple):
    """A table of one's own that was left, or whose machine has failed."""

    name: str
    journal: Path
    hosted: bool = False
    """Whether others can come back to it, too."""
    profile: str = ""
    """Name of the player's identity; empty: the usual one."""
    bind: str = ""
    port: int | None = None
    """None: the one the table had."""
    reach: Reach | None = None
    """How others come from elsewhere; None: as they came before."""
    others: tuple[str, ...] = ()
    """Names of the others at this keyboard, for a table that has not started; in a game each has a seat."""


class OfferKept(NamedTuple):
    """A choice: go on with a game that was left, or begin a new one."""

    name: str
    offers: tuple[KeptOffer, ...]
    unusable: tuple[UnusableGame, ...]
    """Games that were left and cannot be resumed, with reasons."""
    new: PlayGame


def way_back(offer: KeptOffer, name: str) -> ResumeTable:
    """The start that takes up what is offered."""
    return ResumeTable(name, offer.game.journal, hosted=offer.game.hosted)


TableStart = PlayGame | HostTable | JoinTable | ResumeTable
"""Straight to a table."""
Start = ShowHome | ShowReplay | VisitHost | OfferKept | TableStart


def start_for(target: str, name: str, *, watch: bool = False, profile: str = "") -> JoinTable | VisitHost:
    """The start for what somebody typed: the table that it names, or else the host's list.

    Args:
        target: An address, or any text with an invitation.
        name: The player's name.
        watch: Whether to watch instead of playing.
        profile: Which of the player's identities.

    Raises:
        NetError: ``invite_unreadable``.
    """
    from net.identity.invitations import Invite, parse_target

    goal = parse_target(target)
    if isinstance(goal, Invite):
        return JoinTable(name, str(goal), watch=watch, profile=profile)
    return (JoinTable if goal.table else VisitHost)(name, target, watch=watch, profile=profile)
