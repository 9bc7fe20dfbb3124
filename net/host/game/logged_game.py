"""Logged game: the engine's game together with the log that tells it.

A game is its log and the host's secrets: `LoggedGame.recover` makes it again from what was stored.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from random import Random

from engine import UNDO, Event, History, Move, Rules, State, View, new_game, resample, seen, view
from engine.bots.registry import BOTS_V
from engine.errors import CitadelsError, NotationError, RulesError
from engine.event import knowers, secret
from engine.undo import REASONS
from net.base.errors import NetError
from net.base.ids import new_id
from net.base.program import program_version
from net.gamelog.chain import LogWriter
from net.gamelog.entries import (
    OPENED,
    UNTIMED,
    Cause,
    ChangeEntry,
    CommitEntry,
    EndEntry,
    Entry,
    GameEntry,
    HoldEntry,
    OpenedMove,
    OpenEntry,
    PlayEntry,
    PlayTimes,
    RestartEntry,
    RevealEntry,
    SeatEntry,
    SignedMove,
    VoteEntry,
    WakeEntry,
    packed,
    packed_play,
)
from net.gamelog.validation import LogValidator
from net.host.game.decision_note import decision_frame
from net.host.game.game_envelopes import GameEnvelopes
from net.host.store.store import StoredEntry, StoredGame, StoredSecret
from net.host.store.stored_log import read_log
from net.host.store.watermark import Watermark
from net.identity.commitments import bot_seed, game_seed, move_commitment, secret_commitment
from net.identity.crypto import Identity, Place
from net.protocol.client_messages import Act, Commit, Reveal
from net.protocol.host_messages import AttestedNote
from net.protocol.version import RULES


class LoggedGame:
    """One game from its first entry to its last."""

    def __init__(self, rules: Rules, host: Identity, game: str, host_secret: bytes) -> None:
        self.rules = rules
        self.log = LogWriter(game, host)
        self.validator = LogValidator()
        self.unsaved: list[StoredEntry | StoredSecret] = []
        """Entries and secrets that have not been taken from here to be stored yet."""
        self._secret = host_secret
        self._envelopes = GameEnvelopes(game, host_secret)
        self._history: History | None = None
        self._events: list[tuple[int, int, Event]] = []
        """With entry and index."""
        self._moves: list[tuple[int, str, bytes]] = []
        """For the end: the entry of each move, its text and the salt of its commitment."""
        self._seed = b""
        """Of the game, once it is dealt."""
        self._unsigned = Counter[int]()
        """By seat the moves that nobody signed."""

    @classmethod
    def begin(
        cls,
        rules: Rules,
        seats: Sequence[SeatEntry],
        host: Identity,
        fixed: bytes | None = None,
        times: PlayTimes = UNTIMED,
        given: Sequence[str] = (),
        bots_yield: bool = False,
        refused: int = 0,
    ) -> LoggedGame:
        """Begin a game; it is dealt when everybody has given a share of the seed.

        Args:
            rules: What is played.
            seats: Who plays.
            host: Signs the log.
            fixed: All of the game's seed (16 to 64 bytes); None: the players take part in it.
            times: How long people may think, and be away.
            given: The first moves, of another game with this seed, from which this one goes on.
            bots_yield: Whether people may take the seats of bots.
            refused: Deals just before it that were given up.

        Raises:
            NetError: ``setup_bad``; ``illegal``, when a given move is.
        """
        play = cls(rules, host, new_id(), fixed or os.urandom(32))
        play.unsaved.append(StoredSecret(play.log.game, 0, play._secret))
        play._append(
            GameEntry(
                game=play.log.game,
                version=RULES,
                rules=rules.to_plain(),
                commitment=secret_commitment(play.log.game, host.public, play._secret),
                seal=play._envelopes.public,
                fixed=fixed is not None,
                **times._asdict(),
                refused=refused,
                bots_yield=bots_yield,
                bots=BOTS_V,
                program=program_version(),
                seats=tuple(seats),
            )
        )
        play._deal_if_ready()
        play._go_on_from(given)
        return play

    @classmethod
    def recover(cls, game: str, stored: StoredGame, host: Identity, mark: Watermark | None = None) -> LoggedGame:
        """Make a game again from what was stored.

        Args:
            game: Its id.
            stored: All of it.
            host: Who has signed its log.
            mark: How far it had come at least.

        Raises:
            Damaged: when what was stored is changed or missing.
            NetError: ``stored``, when it is of another version of the rules or another host, or does not fit together.
        """
        log = read_log(game, stored, host, mark)
        play = cls(log.rules, host, game, log.secret)
        try:
            for entry, item, secret in log.entries:
                if isinstance(entry, PlayEntry):
                    play._replay(entry, secret)
                play.log.extend(item.body, item.sig)
                play.validator.note(entry, play.log.head)
        except (CitadelsError, NetError, LookupError, ValueError, TypeError):
            raise NetError("stored", "its game is damaged, or from another version of the game.") from None
        return play

    # What it is at

    @property
    def seat(self) -> int | None:
        """The seat that must decide; None before the deal and when the game is over."""
        return None if self._history is None or self.over else self._state.seat

    @property
    def dealt(self) -> bool:
        """Whether every share of the seed is there."""
        return self._history is not None

    @property
    def over(self) -> bool:
        """Whether the log has ended."""
        return self.validator.end is not None

    @property
    def did(self) -> int:
        """Id of the open decision: the entry that asks it."""
        return self.validator.did

    @property
    def single(self) -> bool:
        """Whether the open decision has one answer only, and nothing can be taken back instead."""
        return len(self._state.moves) == 1 and bool(self._played.refusal)

    @property
    def took_back(self) -> bool:
        """Whether the asked player has taken a move back in this turn."""
        turn = self._state.turn
        return self._played.undone > 0 and turn is not None and turn.seat == self.seat

    def bot_seed(self, seat: int) -> int:
        """The seed of the next move of a seat's bot: the same in a game that is repeated, and unknown to players."""
        return bot_seed(self._seed, seat, self._unsigned[seat])

    @property
    def _played(self) -> History:
        if self._history is None:
            raise NetError("not_started")
        return self._history

    @property
    def _state(self) -> State:
        return self._played.state

    def view(self, seat: int) -> View:
        """The view of a seat, with its legal moves when it is asked."""
        return view(self._state, seat)

    def world(self, seat: int, random: Random, known: Sequence[Sequence[str]]) -> State:
        """A world that a seat cannot tell from this game, for its search: all that leaves the host of a game.

        Args:
            seat: Who searches.
            random: The source of what the seat may not know.
            known: By seat the hand cards that it has seen.
        """
        return resample(self._state, seat, random, known=known)

    def events(self, seat: int, since: int) -> list[Event]:
        """The events as a seat has seen them, without the first ``since``."""
        return [seen(event, seat) for _, _, event in self._events[since:]]

    def decision(self, auto: float | None) -> bytes:
        """The frame that gives the asked seat its moves.

        Args:
            auto: Seconds after which the only move is to be made for the player; None when there is a choice.
        """
        return decision_frame(self._played, self.did, auto)

    # What happens; each returns nothing, and leaves the frames that tell it in the log

    def commit(self, seat: int, request: Commit) -> None:
        """A player commits to a share of the seed; doing so again changes nothing.

        Raises:
            NetError: ``bad_signature``.
        """
        entry = CommitEntry(seat=seat, commitment=request.commitment, sig=request.sig)
        if seat in self.validator.uncommitted:
            self._append(self._sound(entry), checked=True)

    def reveal(self, seat: int, request: Reveal) -> None:
        """A player gives the share; with the last one the game is dealt.

        Raises:
            NetError: ``bad_signature``, when it is not what was committed to.
        """
        entry = RevealEntry(seat=seat, share=request.share)
        if not self.dealt and seat not in self.validator.shares:
            self._append(self._sound(entry), checked=True)
            self._deal_if_ready()

    def act(self, seat: int, act: Act) -> None:
        """A player's move, or the last one taken back (`UNDO`).

        Raises:
            NetError: ``not_your_turn``, ``illegal``, ``undo_refused`` or ``bad_signature``; nothing has changed then.
        """
        move = self._legal(seat, act.move, "player")
        commitment = move_commitment(act.head, seat, act.did, act.salt, act.move)
        signed = SignedMove(did=act.did, cid=act.cid, head=act.head, commitment=commitment, sig=act.sig)
        entry = PlayEntry(seat=seat, cause="player", signed=signed, events=())
        self._sound(entry)
        self._move(move, entry, act.salt)

    def answer(self, move: Move, cause: Cause) -> None:
        """A move that nobody signs: a bot's, or for somebody who does not answer."""
        seat = self.seat
        assert seat is not None
        self._move(self._legal(seat, str(move), cause), PlayEntry(seat=seat, cause=cause, events=()))

    def hold(self, on: bool) -> None:
        """Let the game rest, or go on."""
        if on != self.validator.held:
            self._append(HoldEntry(on=on))

    def vote(self, seat: int, end: bool) -> None:
        """A player wants the game to end, or not any more. A majority of the persons ends it."""
        if (seat in self.validator.votes) != end:
            self._append(VoteEntry(seat=seat, end=end))
        self._count_votes()

    def wake(self, seat: int) -> None:
        """A player who was asleep is there again."""
        if seat in self.validator.asleep:
            self._append(WakeEntry(seat=seat))

    def change(self, entry: ChangeEntry) -> None:
        """Somebody else plays a seat; a person is given all the seat knows."""
        if entry.reason == "taken":
            past = {(seq, index): secret(event) for seq, index, event in self._events if entry.seat in knowers(event)}
            place = self._place().of(0, entry.seat, "past")
            note = self._envelopes.past(past, entry.who, place, self.log.head)
            entry = entry.model_copy(update={"past": note})
        self._append(entry)
        self._count_votes()

    def restart(self) -> None:
        """The host was started again."""
        self._append(RestartEntry(epoch=self.validator.epoch + 1, bots=BOTS_V, program=program_version()))

    def finish(self, reason: str) -> None:
        """End the log: open every move, and the host's secret."""
        moves = [OpenedMove(seq=seq, move=text, salt=salt) for seq, text, salt in self._moves]
        for start in range(0, len(moves), OPENED):
            self._append(OpenEntry(moves=tuple(moves[start : start + OPENED])))
        self._append(EndEntry.model_validate({"reason": reason, "secret": self._secret}))

    def attest(self, seat: int, sig: bytes) -> None:
        """A player signs the end of the log; doing so again changes nothing.

        Raises:
            NetError: ``bad_signature``.
        """
        if seat in self.validator.attested:
            return
        if self.validator.attest(seat, sig):
            raise NetError("bad_signature")
        self.log.frames.append(AttestedNote(seat=seat, sig=sig).frame())

    def _count_votes(self) -> None:
        if 2 * len(self.validator.votes) > len(self.validator.people):
            self.finish("voted")

    def _legal(self, seat: int, text: str, cause: Cause) -> Move:
        if seat != self.seat:
            raise NetError("not_your_turn")
        try:
            move = Move.parse(text)
        except NotationError:
            raise NetError("illegal") from None
        if move == UNDO and cause == "player":
            if self._played.refusal:
                raise NetError("undo_refused", REASONS[self._played.refusal])
            return move
        # One text a move: the log's commitment is to the text.
        if move not in self._state.moves or str(move) != text:
            raise NetError("illegal", text)
        return move

    def _sound(self, entry: Entry) -> Entry:
        if self.validator.fault(entry):
            raise NetError("bad_signature")
        return entry

    def _deal_if_ready(self) -> None:
        if self.validator.missing:
            return
        self._history = History(self._dealt())
        self._tell(PlayEntry(cause="start", events=()))

    def _go_on_from(self, given: Sequence[str]) -> None:
        for text in given:
            seat = self.seat
            if seat is None:
                raise NetError("illegal", text)
            self._move(self._legal(seat, text, "given"), PlayEntry(seat=seat, cause="given", events=()))

    def _dealt(self) -> State:
        game = self.validator.game
        if game is None:
            raise ValueError("a deal before the first entry")
        seed = self._secret if game.fixed else game_seed(game.game, self._secret, self.validator.shares)
        try:
            self._seed = seed
            return new_game(self.rules, seed)
        except RulesError as error:
            raise NetError("setup_bad", f"{error}."[:200]) from None

    def _move(self, move: Move, entry: PlayEntry, salt: bytes = b"") -> None:
        text = str(move)
        self._played.play(move)
        self._moves.append((self.log.seq + 1, text, salt))
        self._unsigned[entry.seat] += entry.signed is None
        self.unsaved.append(StoredSecret(self.log.game, self.log.seq + 1, text.encode(), salt))
        self._tell(entry)
        if self._state.seat is None:
            self.finish("finished")

    def _tell(self, entry: PlayEntry) -> None:
        """Log a move or the deal, with the events that have come of it, which the given entry lacks."""
        place = self._place()
        drained = self._drain(place.seq)
        events = self._envelopes.sealed(drained, self.validator.seats, place, self.log.head)
        self._append(entry, packed_play(entry, events), checked=entry.signed is not None)
        self.validator.happened(drained)

    def _place(self) -> Place:
        """The place of the next entry."""
        return Place(self.log.game, self.validator.epoch, self.log.seq + 1, 0, -1, "")

    def _drain(self, seq: int) -> list[Event]:
        events = self._state.drain()
        self._events += [(seq, index, event) for index, event in enumerate(events)]
        return events

    def _replay(self, entry: PlayEntry, stored: StoredSecret | None) -> None:
        """Play a stored entry again."""
        seq = self.log.seq + 1
        if entry.cause == "start":
            self._history = History(self._dealt())
        else:
            if stored is None:
                raise ValueError(seq)
            text = stored.text.decode()
            self._moves.append((seq, text, stored.salt))
            self._unsigned[entry.seat] += entry.signed is None
            self._played.play(self._legal(entry.seat, text, entry.cause))
        if not self._envelopes.are_of(self._drain(seq), entry.events, self._place()):
            raise ValueError(seq)

    def _append(self, entry: Entry, body: bytes = b"", *, checked: bool = False) -> None:
        fault = None if checked else self.validator.fault(entry)
        if fault:
            # No client would take it: what is in the log cannot be taken back.
            raise RuntimeError(f"an entry that {fault.text}")
        body = body or packed(entry)
        sig = self.log.append(body)
        self.unsaved.append(StoredEntry(self.log.game, self.log.seq, body, sig))
        self.validator.note(entry, self.log.head)
