"""Follower: turns the host's messages into updates for the player. No sockets.

The log is checked (chain, signatures, everybody's moves, envelopes and their commitments) and folded into the seat's
view with the engine's own `ViewReducer`; nothing else decides what the player sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from engine import Event, Move, Rules, View, ViewReducer
from engine.errors import CitadelsError, NotationError, RulesError
from engine.event import knowers
from engine.review.reasons import Reason
from engine.step import Outcome, Price, Refusal
from net.base.errors import NetError, ProtocolError, sentence
from net.base.limits import Limits
from net.base.text import shown_line, shown_name, shown_title
from net.client.turn_watch import Moment, TurnWatch
from net.client.updates import (
    Attested,
    Chat,
    Decision,
    Ended,
    Evening,
    Happened,
    Held,
    Hinted,
    LobbyView,
    Notice,
    Restarted,
    SeatChanged,
    SeatInfo,
    Started,
    Stopped,
    Update,
    Voted,
    Woke,
)
from net.gamelog.chain import LogReader
from net.gamelog.entries import (
    ChangeEntry,
    CommitEntry,
    EndEntry,
    GameEntry,
    HoldEntry,
    PlayEntry,
    RestartEntry,
    SeatEntry,
    VoteEntry,
    WakeEntry,
)
from net.gamelog.envelopes import Past, bare_event, open_event, open_past, with_secret
from net.gamelog.validation import LogValidator
from net.identity.crypto import Place, SealKey
from net.identity.invitations import read_authority
from net.protocol.host_messages import (
    AttestedNote,
    ChatNote,
    ClockNote,
    DecisionNote,
    EntryNote,
    EveningNote,
    HintNote,
    HostMessage,
    InvitationsNote,
    KnockNote,
    LobbyNote,
    NoticeNote,
    NudgeNote,
    OptionsNote,
    PresenceNote,
    Welcome,
    WishesNote,
)
from net.protocol.schema import Via
from net.protocol.table_options import TableOptions
from net.protocol.version import RULES


@dataclass(frozen=True, slots=True)
class _Played:
    """An entry of play, with what its envelopes are bound to."""

    seq: int
    epoch: int
    before: bytes
    entry: PlayEntry


class Follower:
    """Follows one table from one seat, or as a spectator, over any number of connections."""

    def __init__(
        self,
        host: bytes,
        pub: bytes,
        seal: SealKey,
        limits: Limits,
        via: Via = "",
        now: Callable[[], Moment] = Moment.now,
    ) -> None:
        self.table = ""
        self.seat: int | None = None
        self.rules: Rules | None = None
        self.seats: tuple[SeatInfo, ...] = ()
        self.view: View | None = None
        self.validator = LogValidator()
        """The checked log of the game that is played, or was the last one."""
        self.notes: list[EntryNote] = []
        """The entries of that log, as they came."""
        self.offered: dict[int, frozenset[str]] = {}
        """The moves that the host has offered this player in that game, by question."""
        self._host = host
        self._pub = pub
        self._seal = seal
        self._limits = limits
        self._via = via
        self._log = LogReader(host, limits)
        self._turn_watch = TurnWatch(limits, now)
        self._watching = False
        self._here: dict[int, bool] = {}
        """Seat -> whether its person is there, as the host has said last; the log, which may come later, does not."""
        self._known = 0
        """Entries that were there when the client joined: what they say of its seat is past."""
        self._refused = 0
        """Deals that were begun and given up since a game was dealt last, as far as this client knows."""
        self._wakes: dict[int, int] = {}
        """Requests to be woken -> the log's last entry when they were made."""
        self._played: list[_Played] = []
        self._past: Past = {}
        """Facts the seat knew before it was this player's."""
        self._key = b""
        """The key of this player's envelopes in this game."""
        self._reducer: ViewReducer | None = None
        self._scores: list[list[tuple[str, int]]] = []

    @property
    def game(self) -> str:
        """Id of the game; empty before the first one."""
        return self._log.game

    @property
    def head(self) -> bytes:
        """Head of the log as far as it has been followed."""
        return self._log.head if self._log.seq else b""

    def known(self) -> tuple[str, int, bytes]:
        """The game whose log this is, how far it has come, and its head there."""
        return self.game, self.validator.seq, self.head

    @property
    def behind(self) -> bool:
        """Whether entries that were there when the client joined are still to come."""
        return self._log.seq < self._known

    @property
    def did(self) -> int:
        """Id of the open decision."""
        return self.validator.did

    def answered(self) -> None:
        """The host has answered something that this client has said since it came."""
        self._turn_watch.answered(self._log.seq)

    def committed(self) -> None:
        """This player commits to a share of the seed."""
        self._turn_watch.committed()

    def waking(self, cid: int) -> None:
        """This player asks to be woken, by a request of that number."""
        self._wakes[cid] = self._log.seq
        self._turn_watch.waking()

    def woken(self, cid: int) -> None:
        """The host says that it has woken this player, at a request.

        Raises:
            NetError: ``false_absence``, when its log does not say so.
        """
        since = None if self.seat is None else self.validator.asleep.get(self.seat)
        # It may say so once more, of a player who sleeps again by now.
        if since is not None and since <= self._wakes.pop(cid, 0) and not self.validator.end:
            raise NetError("false_absence", f"entry {self._log.seq}")

    def handle_message(self, message: HostMessage) -> Iterator[Update]:
        """Turn a message from the host into updates for the player.

        Raises:
            NetError: ``fork``, ``bad_envelope``, ``false_absence``, ``false_timeout``, ``false_undealt`` or
                ``bad_schema``, when the host does not play by the rules of the protocol: the connection has to end.
        """
        if not isinstance(message, Welcome):
            self._turn_watch.spoke()
        if isinstance(message, DecisionNote):
            self.answered()
        match message:
            case Welcome():
                yield from self._welcomed(message)
            case LobbyNote():
                yield self._lobby(message)
            case EntryNote():
                yield from self._entry(message)
            case AttestedNote():
                yield from self._attested(message)
            case DecisionNote():
                yield decision(message, self.did, self.view, self.seat)
                self.offered[message.did] = frozenset(message.moves)
            case HintNote():
                yield hinted(message, len(self.seats))
            case ClockNote() | WishesNote() | NudgeNote():
                yield message
            case KnockNote():
                yield KnockNote(name=shown_name(message.name), pub=message.pub)
            case EveningNote():
                yield Evening.of(message)
            case OptionsNote():
                self._turn_watch.promised(message.options)
                yield OptionsNote(options=_shown(message.options))
            case PresenceNote():
                yield from self._came_or_went(message)
            case ChatNote():
                yield Chat(message.seat, shown_name(message.name), shown_line(message.text), message.phrase)
            case InvitationsNote():
                pass  # only who has the connection knows how they are written
            case NoticeNote():
                yield Notice(message.code, sentence(message.code, shown_line(message.detail)))
            case _:
                raise ProtocolError("bad_schema")

    # The lobby

    def _welcomed(self, note: Welcome) -> Iterator[Update]:
        same = self.game == note.game
        if self.game and not same:
            if not self.validator.end:
                yield Stopped("gone")
            self._start_afresh()
        self.table, self._known = note.table, note.seq
        self._turn_watch.joined(note.seq, self._log.seq, same=same)
        if not same and self._turn_watch.missed:
            self._refused = 0
        if self._reducer is None or self.validator.end:
            self.seat = note.seat
            self._watching = note.seat is None

    def _lobby(self, note: LobbyNote) -> LobbyView:
        try:
            rules = note.setup.rules()
        except RulesError:
            raise ProtocolError("bad_schema") from None
        if len(note.seats) != rules.players:
            raise ProtocolError("bad_schema")
        self._here = {index: seat.connected for index, seat in enumerate(note.seats)}
        self.seats = tuple(self._as_logged(SeatInfo.told(index, seat)) for index, seat in enumerate(note.seats))
        self.rules = rules
        self._turn_watch.promised(note.options)
        if self._reducer is None or self.validator.end:
            self.seat = note.you
        return LobbyView(
            table=self.table,
            seats=self.seats,
            setup=note.setup,
            rules=rules,
            you=note.you,
            owner=note.owner,
            stands_in=note.stands_in,
            options=_shown(note.options),
            spectators=note.spectators,
            playing=note.playing,
            ready=tuple(note.ready),
            ssh=read_authority(note.ssh),
            web=read_authority(note.web),
            fills=note.fills / 1000,
        )

    def _came_or_went(self, note: PresenceNote) -> Iterator[PresenceNote]:
        """Note who comes and goes; it is news of oneself, and of others where it changes what was known."""
        self._here[note.seat] = note.connected
        person = note.seat < len(self.seats) and self.seats[note.seat].kind == "human"
        if note.seat == self.seat or (person and self.seats[note.seat].connected != note.connected):
            self.seats = tuple(
                info._replace(connected=note.connected) if info.seat == note.seat else info for info in self.seats
            )
            yield note

    def _is_here(self, seat: int, who: SeatEntry) -> bool:
        """Whether somebody whom the log names is there: a bot always is."""
        return not who.pub or self._is_me(who) or self._here.get(seat, True)

    def _as_logged(self, info: SeatInfo) -> SeatInfo:
        """A seat, with what the log of a game that goes on says of its player."""
        playing = self.validator.seats if not self.validator.end else ()
        key = playing[info.seat].pub if info.seat < len(playing) else b""
        return info._replace(asleep=bool(playing) and info.seat in self.validator.asleep, key=key)

    # The log

    def _entry(self, note: EntryNote) -> Iterator[Update]:
        last = self.validator if self.validator.end and note.seq == 1 else None
        if last:
            self._start_afresh()
        # Also one that is refused: it is the evidence.
        self.notes.append(note)
        entry, before = self._log.accept(note)
        owing = self.validator.missing
        epoch, reads = self.validator.epoch, self.validator.reads
        self.validator.accept_entry(entry, self._log.head)
        self._turn_watch.heard(note.seq)
        match entry:
            case GameEntry():
                fault = last.next_fault(entry) if last else None
                if fault:
                    raise NetError("fork", f"entry {note.seq} {fault.text}")
                self._seated(entry)
            case PlayEntry():
                self._turn_watch.play(note.seq, entry, self.seat, read=reads)
                yield from self._happened(_Played(note.seq, epoch, before, entry))
            case ChangeEntry():
                yield from self._changed(entry, Place(self._log.game, epoch, note.seq, 0, entry.seat, "past"), before)
            case HoldEntry():
                self._turn_watch.held(note.seq, on=entry.on)
                yield Held(entry.on)
            case VoteEntry():
                needed = len(self.validator.people) // 2 + 1
                yield Voted(entry.seat, entry.end, len(self.validator.votes), needed)
            case WakeEntry():
                if entry.seat == self.seat:
                    self._turn_watch.awake()
                yield Woke(entry.seat)
            case RestartEntry():
                yield Restarted(entry.epoch)
            case CommitEntry() if not self.validator.uncommitted:
                self._turn_watch.all_committed()
            case EndEntry() if entry.reason != "finished":
                if entry.reason == "undealt" and self.seat is not None:
                    self._turn_watch.gave_up(note.seq)
                yield Stopped(entry.reason, tuple(self.seats[seat].name for seat in sorted(owing)))
            case _:
                pass

    def _attested(self, note: AttestedNote) -> Iterator[Update]:
        if note.seat in self.validator.attested:
            return
        fault = self.validator.attest(note.seat, note.sig)
        if fault:
            raise NetError("fork", f"entry {self._log.seq} {fault.text}")
        yield Attested(note.seat)

    def _start_afresh(self) -> None:
        """Another game begins at this table."""
        self._log, self.validator = LogReader(self._host, self._limits), LogValidator()
        self.notes, self.offered, self._known = [], {}, 0
        self._played, self._past, self._key = [], {}, b""
        self._reducer, self.view = None, None

    def _seated(self, entry: GameEntry) -> None:
        rules = entry.ruleset()
        if entry.version != RULES or self.rules not in (None, rules):
            raise NetError("fork", "entry 1 names other rules than the table has")
        if entry.refused < self._refused:
            raise NetError("fork", "entry 1 leaves out deals that were refused")
        self.rules, self._refused = rules, entry.refused + 1
        self._turn_watch.begin(entry, live=self._log.seq > self._known)
        self._key = self._seal.with_host(entry.game, entry.seal)
        mine = next((seat for seat, who in enumerate(entry.seats) if self._is_me(who)), None)
        if self._log.seq > self._known and mine != self.seat:
            raise NetError("fork", "somebody else has your seat")
        if mine is not None:
            self._check_via(entry.seats[mine])
        self.seat = mine
        self.seats = tuple(SeatInfo.logged(seat, who, self._is_here(seat, who)) for seat, who in enumerate(entry.seats))

    def _is_me(self, who: SeatEntry) -> bool:
        return not self._watching and (who.pub, who.seal) == (self._pub, self._seal.public)

    def _check_via(self, who: SeatEntry) -> None:
        """Check what the log says of this player: that the host could sign for them, or that it could not."""
        if who.via != self._via:
            raise NetError("fork", f"entry {self._log.seq} says that you play another way than you do")

    def _happened(self, played: _Played) -> Iterator[Update]:
        entry = played.entry
        self._played.append(played)
        if entry.cause == "start":
            self._refused = 0
            self._reducer = self._fresh_reducer()
            yield self._started()
        events = self._feed(played)
        assert self._reducer
        self.view = self._reducer.view.copy()
        yield Happened(played.seq, entry.seat, entry.cause, events, self.view)
        if self.view.over:
            yield Ended(self.view.winners, tuple(tuple(row) for row in self._scores), self.view)

    def _fresh_reducer(self) -> ViewReducer:
        assert self.rules
        self._scores = [[] for _ in self.seats]
        reducer = ViewReducer.start(self.rules, self.seat)
        self.view = reducer.view.copy()
        return reducer

    def _started(self) -> Started:
        assert self.rules
        assert self.view
        self.seats = tuple(map(self._as_logged, self.seats))
        return Started(self.rules, self.seats, tuple(seat.name for seat in self.seats), self.seat, self.view)

    def _feed(self, played: _Played) -> tuple[Event, ...]:
        """Fold an entry's events into the view."""
        events = tuple(self._opened(played, index) for index in range(len(played.entry.events)))
        assert self._reducer
        try:
            self._reducer.feed(events)
            for event in events:
                if event.kind == "score":
                    self._scores[event.seat].append((event.note, event.amount))
        except (CitadelsError, LookupError):
            # Only a host that invents events gets here.
            raise NetError("fork", f"entry {played.seq} is impossible") from None
        return events

    def _opened(self, played: _Played, index: int) -> Event:
        """An event as the seat learns it: by its envelope, or by what came with the seat."""
        note, where = played.entry.events[index], f"entry {played.seq}"
        hidden = self._past.get((played.seq, index))
        if hidden is not None:
            event = bare_event(note, where)
            return with_secret(event, hidden, where) if self.seat in knowers(event) else event
        place = Place(self._log.game, played.epoch, played.seq, index, -1, note.kind)
        return open_event(note, self.seat, self._key, place, played.before, self._limits)

    def _changed(self, entry: ChangeEntry, place: Place, before: bytes) -> Iterator[Update]:
        info = SeatInfo.logged(entry.seat, entry.who, self._is_here(entry.seat, entry.who))
        mine = self._is_me(entry.who)
        self.seats = tuple(info if seat.seat == entry.seat else seat for seat in self.seats)
        yield SeatChanged(info, entry.reason)
        if mine and entry.past:
            self._check_via(entry.who)
            self._past = open_past(entry.past, self._key, place, before, self._limits)
            self.seat = entry.seat
        elif self.seat == entry.seat:
            self.seat = None
        else:
            return
        if self._reducer:
            self._reducer = self._fresh_reducer()
            for played in self._played:
                self._feed(played)
            self.view = self._reducer.view.copy()
            yield self._started()


def _shown(options: TableOptions) -> TableOptions:
    """The options of a table, with a title that can be drawn."""
    return options.model_copy(update={"title": shown_title(options.title)})


def decision(note: DecisionNote, did: int, view: View | None, seat: int | None) -> Decision:
    """The question that a player is asked.

    Args:
        note: The host's message.
        did: Id of the question that the log has left open.
        view: What the player sees.
        seat: The player's.

    Raises:
        ProtocolError: ``bad_schema``, when it is not this player's question, or no question.
    """
    if view is None or view.asked is None or view.asked.seat != seat or note.did != did:
        raise ProtocolError("bad_schema")
    # What is answered for the player must be no choice.
    if note.auto is not None and len(note.moves) != 1:
        raise ProtocolError("bad_schema")
    try:
        moves = tuple(Move.parse(text) for text in note.moves)
        refusals = tuple(Refusal(Move.parse(each.move), each.code, each.amount, each.card) for each in note.refusals)
        prices = tuple(Price(Move.parse(each.move), each.gold, each.card) for each in note.prices)
        outcomes = tuple(
            Outcome(Move.parse(each.move), each.gold, each.cards, each.built, each.complete, each.types)
            for each in note.outcomes
        )
    except NotationError:
        raise ProtocolError("bad_schema") from None
    asked = view.copy()
    asked.moves, asked.prices, asked.outcomes = moves, prices, outcomes
    return Decision(note.did, view.asked.kind, moves, refusals, asked, note.auto is not None, note.undo)


def hinted(note: HintNote, players: int) -> Hinted:
    """A hint.

    Raises:
        ProtocolError: ``bad_schema``, when it names no move, or a seat that is not there.
    """
    if note.seat is not None and note.seat >= players:
        raise ProtocolError("bad_schema")
    try:
        move = Move.parse(note.move)
        usual = Move.parse(note.usual)
    except NotationError:
        raise ProtocolError("bad_schema") from None
    seat = -1 if note.seat is None else note.seat
    reason = Reason(note.reason, seat, note.amount / 10) if note.reason else None
    return Hinted(note.did, move, usual, note.gain / 1000, reason)
