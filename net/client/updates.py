"""Updates: the frozen values a client yields to its player (`net.client.client.Client.updates`).

The host's notes about presence, the clock and another game are such values as they come: they hold no text of others,
and nothing has to be worked out. So is the note of changed options, but for its title, which can be drawn.

They are named tuples: a frozen dataclass takes five times as long to make, and all are made at each start of a client.
"""

from collections import Counter
from itertools import chain
from pathlib import Path
from typing import Literal, NamedTuple, Self

from engine.event import Event
from engine.move import Move
from engine.review.reasons import Reason
from engine.rules import Rules
from engine.step import Refusal
from engine.view import View
from net.base.errors import ProtocolError
from net.base.text import shown_name
from net.gamelog.entries import Cause, SeatEntry
from net.identity.invitations import Address, Invite
from net.protocol.host_messages import (
    ClockNote,
    EveningNote,
    KnockNote,
    NudgeNote,
    OptionsNote,
    PresenceNote,
    SeatNote,
    WishesNote,
)
from net.protocol.schema import PhraseCode, Via
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions

SeatKind = Literal["human", "bot", "open"]
Retry = Literal["never", "now", "later"]


class SeatInfo(NamedTuple):
    """One seat of a table."""

    seat: int
    name: str
    """Shown name, at most 24 cells, never markup; empty for an open seat."""
    kind: SeatKind
    level: str = ""
    """Level of the bot that sits here; empty unless ``kind`` is ``bot``."""
    connected: bool = True
    via: Via = ""
    """By SSH or in a browser, as the host says: then the host has the player's key. Empty: by a client of their own."""
    asleep: bool = False
    """Whether bots answer for this player since their time was up; only in a game."""
    key: bytes = b""
    """Public key of a person in a game, which the log names."""

    @classmethod
    def told(cls, seat: int, note: SeatNote) -> Self:
        """A seat as the host tells of it."""
        return cls(seat, shown_name(note.name) if note.name else "", note.kind, note.level, note.connected, note.via)

    @classmethod
    def logged(cls, seat: int, who: SeatEntry, connected: bool) -> Self:
        """A seat as the log tells of it."""
        kind: SeatKind = "human" if who.pub else "bot"
        return cls(seat, shown_name(who.name), kind, who.level, connected, who.via, key=who.pub)


class LobbyView(NamedTuple):
    """The seats and the setup of a table, whenever something about them changes."""

    table: str
    seats: tuple[SeatInfo, ...]
    setup: Setup
    """The owner's choice of cards and players."""
    rules: Rules
    """The rules that the set-up makes."""
    you: int | None
    """Your seat; None for a spectator. It may change until the start."""
    owner: int | None
    """The seat that may change the setup and start; None while nobody does."""
    stands_in: bool = False
    """Whether the player of that seat only stands in for the owner."""
    options: TableOptions = TableOptions()
    """How the table is run; its title has at most 40 cells."""
    spectators: int = 0
    """Spectators at the table."""
    playing: bool = False
    """Whether a game is played, or is over and another one may follow: then this is no lobby."""
    ready: tuple[int, ...] = ()
    """Seats whose players are ready for the start."""
    ssh: Address | None = None
    """Address at which SSH clients are let in to play, without a client of their own."""
    web: Address | None = None
    """Address for browsers: a page by https, or by http on the host's machine."""
    fills: float = 0.0
    """Seconds, at this moment, until bots take the open seats and the game begins; 0: that time does not run."""

    @property
    def mine(self) -> bool:
        """Whether you are the owner, or stand in for them."""
        return self.you is not None and self.you == self.owner


class Started(NamedTuple):
    """The game begins, and its first events follow in a `Happened`.

    In the middle of it: you see it from another seat than before, and ``view`` is the table as it is now.
    """

    rules: Rules
    seats: tuple[SeatInfo, ...]
    names: tuple[str, ...]
    you: int | None
    view: View


class Happened(NamedTuple):
    """The events of one move as you see them, and the view after it."""

    seq: int
    """Number in the table's log, from 1 without gaps."""
    seat: int
    """The seat that moved; -1 for the start."""
    cause: Cause
    """The one who decided: the ``player``; a ``bot`` in its seat; a neutral bot for a player who is ``absent``, took
    too long (``timeout``), or has been ``asleep`` since: until they send a `net.protocol.client_messages.Wake`."""
    events: tuple[Event, ...]
    view: View


class Decision(NamedTuple):
    """You are asked. Answer with `Client.move`."""

    did: int
    """The decision's id."""
    kind: str
    """Kind of the question (``draft``, ``menu``, ``keep`` ...), as in ``view.asked``."""
    moves: tuple[Move, ...]
    """Every legal move."""
    refusals: tuple[Refusal, ...]
    """Near misses: moves that a person would try and cannot make, each with its reason."""
    view: View
    """Your view, with ``moves``, ``prices`` and ``outcomes`` filled."""
    auto: bool = False
    """There is one choice only; it is made for you after a moment if you do not."""
    undo: str = "nothing"
    """Why your last move cannot be taken back, as a code of `engine.undo.REASONS`; empty: it can, by `engine.UNDO`."""


class Hinted(NamedTuple):
    """The hint you have asked for."""

    did: int
    """The decision's id."""
    move: Move
    usual: Move
    """A steward's move without a search; often the same."""
    gain: float = 0.0
    """The rise in the chance to win by this move over that one, as a share of 1."""
    reason: Reason | None = None
    """Why, if it is another move."""


class Refused(NamedTuple):
    """The host refused something you sent; nothing changed. See `net.base.errors.CODES`."""

    code: str
    sentence: str
    retry: Retry
    what: str
    """The refused request, in words of notation: ``build castle``, ``start``, ``chat hello`` ..."""


class Chat(NamedTuple):
    """A line of chat. ``text`` is clean, at most 280 characters, and never markup."""

    seat: int | None
    """Who; None for a spectator."""
    name: str
    text: str
    phrase: PhraseCode | None = None
    """In place of a text: for every reader's own language."""


class Issued(NamedTuple):
    """One invitation to a table of one's own."""

    number: int
    invite: Invite
    uses: int
    """How many people may take a seat with it; 0: any number."""
    seated: int
    """How many have."""
    expires: int
    """End of its time, in seconds since 1970; 0: never."""
    note: str
    """Whom it is for, at most 40 cells; perhaps nothing."""
    fault: str = ""
    """Why it admits nobody any more, as a code of `net.base.errors.CODES`; empty: it does."""


class Invitations(NamedTuple):
    """The invitations to a table of one's own, the oldest first, whenever something about them changes."""

    rows: tuple[Issued, ...]


class Ended(NamedTuple):
    """The game is over."""

    winners: tuple[int, ...]
    scores: tuple[tuple[tuple[str, int], ...], ...]
    """For each seat its points by source, in the order they were counted."""
    view: View

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat."""
        return tuple(sum(points for _, points in row) for row in self.scores)


class Score(NamedTuple):
    """The points of one player in one game."""

    player: int
    """Place among the players of the evening."""
    points: int
    won: bool


class Evening(NamedTuple):
    """The games that were played to their end at this table, one after another, as its host counts them."""

    games: int = 0
    """How many there were."""
    players: tuple[str, ...] = ()
    """Names of all who have played in one of `scores`."""
    scores: tuple[tuple[Score, ...], ...] = ()
    """The last games; at most 30."""

    @classmethod
    def of(cls, note: EveningNote) -> Self:
        """The games as a host tells of them.

        Raises:
            ProtocolError: ``bad_schema``, when it names a player who is not there.
        """
        if any(score.player >= len(note.players) for game in note.played for score in game.scores):
            raise ProtocolError("bad_schema")
        scores = [tuple(Score(each.player, each.points, each.won) for each in game.scores) for game in note.played]
        return cls(note.games, tuple(map(shown_name, note.players)), tuple(scores))

    def standing(self) -> list[tuple[str, int, int]]:
        """Each player with games won and points, the best first."""
        won, points = Counter[int](), Counter[int]()
        for score in chain.from_iterable(self.scores):
            won[score.player] += score.won
            points[score.player] += score.points
        found = [(name, won[place], points[place]) for place, name in enumerate(self.players)]
        return sorted(found, key=lambda each: (-each[1], -each[2]))


class Link(NamedTuple):
    """The state of the connection. A client whose connection is lost comes back by itself, to where it was."""

    state: Literal["live", "stale", "reconnecting"]
    """``stale``: the host has been silent for a while."""
    sentence: str = ""
    """The trouble, as a sentence."""


class Notice(NamedTuple):
    """A notice that is not of this game, but that the player should know."""

    code: str
    sentence: str


class Held(NamedTuple):
    """The game rests, or goes on."""

    on: bool


class Voted(NamedTuple):
    """A player wants the game to end, or not any more."""

    seat: int
    end: bool
    votes: int
    needed: int


class Woke(NamedTuple):
    """A player for whom bots have answered since their time was up is there again."""

    seat: int


class SeatChanged(NamedTuple):
    """A seat has another player from now on."""

    seat: SeatInfo
    reason: Literal["bot", "open", "banned", "away", "taken"]
    """A bot for good; a bot until somebody takes the seat; a bot for a player who had to go, or until they are back; a
    person."""


class Restarted(NamedTuple):
    """The host was started again, and nothing is lost."""

    epoch: int


class Stopped(NamedTuple):
    """The game has ended before its time."""

    reason: str
    """``voted``; ``undealt``: the table is back in its lobby; ``gone``: it ended, and the table went on, while you were
    away."""
    owing: tuple[str, ...] = ()
    """When nothing was dealt: those whose share of the seed was missing."""


class DealAsked(NamedTuple):
    """A game waits for your share of the seed, which is given only if you say so: by `Client.again`."""

    refused: int
    """Deals just before it that were given up; 0: you have not asked for another game."""
    owing: tuple[str, ...]
    """The players whose share was missing in the last of them."""


class Verified(NamedTuple):
    """The whole log of the game was checked, from the deal to the score."""

    ok: bool
    sentence: str
    """The finding, as a sentence."""
    proof: Path | None
    """The file with the log, for checking it again."""


class Attested(NamedTuple):
    """A player has signed the end of the game: they have seen the same one."""

    seat: int


class Closed(NamedTuple):
    """You are not at the table any more; always the last update."""

    code: str
    sentence: str
    retry: Retry


Update = (
    LobbyView
    | Invitations
    | Started
    | Happened
    | Decision
    | Hinted
    | Refused
    | PresenceNote
    | Chat
    | NudgeNote
    | KnockNote
    | OptionsNote
    | WishesNote
    | Evening
    | Link
    | Notice
    | ClockNote
    | Held
    | Voted
    | Woke
    | SeatChanged
    | Restarted
    | Ended
    | Stopped
    | DealAsked
    | Verified
    | Attested
    | Closed
)
