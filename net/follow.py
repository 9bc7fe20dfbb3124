"""A client's understanding of its table: host messages in, updates for the player out. No sockets.

The log is checked (chain, signatures, envelopes and their commitments) and folded into the seat's view
with the engine's own `ViewReducer`; nothing else decides what the player sees.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from engine import Move, Rules, View, ViewReducer
from engine.errors import NotationError, RulesError
from engine.step import Refusal
from net.crypto import Place, SealKey
from net.envelopes import open_event
from net.errors import NetError, ProtocolError
from net.limits import Limits
from net.log import GameEntry, LogReader, PlayEntry
from net.messages import (
    ChatNote,
    DecisionNote,
    EntryNote,
    HostMessage,
    LobbyNote,
    PauseNote,
    PresenceNote,
    Welcome,
)
from net.text import TextError, clean_chat, clean_name
from net.updates import (
    Chat,
    Decision,
    Ended,
    Happened,
    Lobby,
    Pause,
    Presence,
    SeatInfo,
    Started,
    Update,
)


class Follower:
    """Follows one table from one seat, or as a spectator."""

    def __init__(self, host: bytes, pub: bytes, seal: SealKey, limits: Limits) -> None:
        self.table = ""
        self.seat: int | None = None
        self.rules: Rules | None = None
        self.seats: tuple[SeatInfo, ...] = ()
        self.view: View | None = None
        self._host = host
        self._pub = pub
        self._seal = seal
        self._limits = limits
        self._log: LogReader | None = None
        self._epoch = 0
        self._reducer: ViewReducer | None = None
        self._scores: list[list[tuple[str, int]]] = []

    @property
    def head(self) -> bytes:
        """Head of the log as far as it has been followed."""
        return self._log.head if self._log else b""

    def take(self, message: HostMessage) -> Iterator[Update]:
        """What a message from the host means for the player.

        Raises:
            NetError: ``fork``, ``bad_envelope`` or ``bad_schema``, when the host does not play by the rules
                of the protocol: the connection has to end.
        """
        match message:
            case Welcome():
                self.table, self.seat, self._epoch = message.table, message.seat, message.epoch
            case LobbyNote():
                yield self._lobby(message)
            case EntryNote():
                yield from self._entry(message)
            case DecisionNote():
                yield self._decide(message)
            case PresenceNote(seat=seat, connected=connected):
                self.seats = tuple(
                    replace(info, connected=connected) if info.seat == seat else info for info in self.seats
                )
                yield Presence(seat, connected)
            case ChatNote():
                yield Chat(message.seat, _name(message.name), _line(message.text))
            case PauseNote():
                yield Pause(message.ms / 1000)
            case _:
                raise ProtocolError("bad_schema")

    def _lobby(self, note: LobbyNote) -> Lobby:
        try:
            rules = note.setup.rules()
        except RulesError:
            raise ProtocolError("bad_schema") from None
        seats = tuple(
            SeatInfo(index, _name(seat.name) if seat.name else "", seat.kind, seat.level, seat.connected)
            for index, seat in enumerate(note.seats)
        )
        if len(seats) != rules.players:
            raise ProtocolError("bad_schema")
        self.seat, self.seats, self.rules = note.you, seats, rules
        return Lobby(self.table, seats, note.setup, rules, note.you, note.owner, note.pause / 1000, note.watchers)

    def _entry(self, note: EntryNote) -> Iterator[Update]:
        if self._log is None or (self.view and self.view.over):
            self._log = LogReader(self._host, self._limits)
        entry, before = self._log.accept(note)
        if isinstance(entry, GameEntry):
            yield self._started(entry)
        else:
            yield from self._happened(entry, before)

    def _started(self, entry: GameEntry) -> Started:
        rules = entry.ruleset()
        if self.seat is not None:
            mine = entry.seats[self.seat] if self.seat < len(entry.seats) else None
            if mine is None or mine.pub != self._pub or mine.seal != self._seal.public:
                raise NetError("fork", "somebody else has your seat")
        away = {info.seat for info in self.seats if not info.connected}
        self.seats = tuple(
            SeatInfo(index, _name(seat.name), "bot" if seat.level else "human", seat.level, index not in away)
            for index, seat in enumerate(entry.seats)
        )
        self.rules = rules
        self._reducer = ViewReducer.start(rules, self.seat)
        self._scores = [[] for _ in entry.seats]
        self.view = self._reducer.view.copy()
        return Started(rules, self.seats, tuple(seat.name for seat in self.seats), self.seat, self.view)

    def _happened(self, entry: PlayEntry, before: bytes) -> Iterator[Update]:
        log, reducer = self._log, self._reducer
        assert log
        assert reducer
        where = f"entry {log.seq}"
        if entry.seat >= len(self.seats):
            raise NetError("fork", f"{where} is of nobody")
        events = tuple(
            open_event(
                note,
                self.seat,
                self._seal,
                Place(log.game, self._epoch, log.seq, index, -1, note.kind),
                before,
                self._limits,
            )
            for index, note in enumerate(entry.events)
        )
        try:
            reducer.feed(events)
            for event in events:
                if event.kind == "score":
                    self._scores[event.seat].append((event.note, event.amount))
        except (LookupError, ValueError, TypeError, AttributeError):
            # Only a host that invents events gets here.
            raise NetError("fork", f"{where} is impossible") from None
        self.view = reducer.view.copy()
        yield Happened(log.seq, entry.seat, entry.cause, events, self.view)
        if self.view.over:
            yield Ended(self.view.winners, tuple(tuple(row) for row in self._scores), self.view)

    def _decide(self, note: DecisionNote) -> Decision:
        view = self.view
        if view is None or view.asked is None or view.asked.seat != self.seat or self._log is None:
            raise ProtocolError("bad_schema")
        if note.did != self._log.seq:
            raise ProtocolError("bad_schema")
        try:
            moves = tuple(Move.parse(text) for text in note.moves)
            refusals = tuple(
                Refusal(Move.parse(refusal.move), refusal.code, refusal.amount, refusal.card)
                for refusal in note.refusals
            )
        except NotationError:
            raise ProtocolError("bad_schema") from None
        asked = view.copy()
        asked.moves = moves
        return Decision(note.did, view.asked.kind, moves, refusals, asked, note.auto)


def _name(text: str) -> str:
    try:
        return clean_name(text)
    except TextError:
        raise ProtocolError("bad_schema") from None


def _line(text: str) -> str:
    try:
        return clean_chat(text)
    except TextError:
        raise ProtocolError("bad_schema") from None
