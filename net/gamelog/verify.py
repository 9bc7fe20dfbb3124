"""Log verification: the deal was fair and the game played by the rules, checked from the first entry to the last.

While a game goes on, everybody checks the chain of the log, the host's and the players' signatures
(`net.gamelog.chain`, `net.gamelog.validation`). What was secret is opened at the end, and then the rest can be
checked, by anybody who has the log: the host's secret is the one it had committed to before it knew anything; the
seed of the game follows from it and from the players' shares; every move is the one its player signed, and legal; and
everything that the log told, openly and in envelopes, is what happened when the game is played again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest

from engine import UNDO, Event, History, Move, Rules, new_game
from engine.event import knowers, public, secret
from net.base.errors import NetError
from net.base.limits import DEFAULT, Limits
from net.gamelog.bot_replay import BotReplay
from net.gamelog.chain import LogReader, Malformed
from net.gamelog.entries import (
    UNTIMED,
    Cause,
    ChangeEntry,
    EndEntry,
    Entry,
    EventNote,
    GameEntry,
    OpenedMove,
    OpenEntry,
    PlayEntry,
    RestartEntry,
    SeatEntry,
)
from net.gamelog.envelopes import bare_event, seal_event, seal_past
from net.gamelog.log_report import Came, Finding, Played, Report, Sitter
from net.gamelog.validation import LogValidator
from net.identity.commitments import move_commitment, secret_commitment
from net.identity.crypto import Place, SealKey
from net.protocol.host_messages import EntryNote
from net.protocol.version import RULES


def verify(
    host: bytes,
    notes: Iterable[EntryNote],
    limits: Limits = DEFAULT,
    attested: Iterable[tuple[int, bytes]] = (),
    searching: Callable[[int, int], None] | None = None,
    offered: Mapping[int, frozenset[str]] = {},
) -> Report:
    """Check the log of a game. Never raises: faults are among the findings.

    Args:
        host: Identity of the host whose log it is said to be.
        notes: The log's entries.
        limits: Bounds of an entry.
        attested: Signatures of its end: seat and signature.
        searching: Lets bots that search do so again, which takes long; is told how many of how many entries that has
            come through. None: their moves are not checked.
        offered: The moves that a player was offered who has followed it, by question; a log does not tell them.
    """
    trial = _Trial(host, limits, offered)
    trial.read(notes)
    trial.attest(attested)
    trial.open()
    trial.replay(searching)
    return trial.report()


class _Trial:
    """One log being checked."""

    def __init__(self, host: bytes, limits: Limits, offered: Mapping[int, frozenset[str]]) -> None:
        self._host = host
        self._offered = offered
        self._did = 0
        """The entry that asked the open question, as the game is played again."""
        self._log = LogReader(host, limits)
        self._validator = LogValidator()
        self._findings: dict[str, Finding] = {}
        self._entries: list[tuple[int, int, Entry]] = []
        """Each with its number, and the host's starts before it."""
        self._owing: set[int] = set()
        """The seats whose share of the seed was missing at the end."""
        self._people: list[list[tuple[SeatEntry, Counter[Cause], Came]]] = []
        """By seat everybody who sat there, the moves made meanwhile, and how they came."""
        self._rules: Rules | None = None
        self._seed: bytes | None = None
        self._opened: dict[int, OpenedMove] = {}
        self._history: History | None = None
        self._told: list[tuple[int, int, Event]] = []
        """The events so far, with entry and index."""
        self._moves: list[tuple[int, Move]] = []
        self._seal: SealKey
        """The host's key for envelopes, when its secret is the one it had committed to."""
        self._keys: list[bytes] = []
        """Keys of the envelopes of each seat, as the game is played again; empty where nothing can be sealed."""
        self._bots: BotReplay | None = None
        """The bots, once they can play again."""
        self._sitting: list[SeatEntry] = []
        """Who has each seat, as the game is played again."""

    def _find(self, code: str, seq: int, text: str) -> None:
        self._findings.setdefault(code, Finding(code, seq, f"Entry {seq} {text}."))

    # The log itself

    def read(self, notes: Iterable[EntryNote]) -> None:
        """Check the chain and everything that must hold before anything is opened."""
        for note in notes:
            try:
                entry, _ = self._log.accept(note)
            except NetError as error:
                if isinstance(error, Malformed):
                    found = Finding("form", note.seq, f"The host has signed what cannot be in a log ({error.detail}).")
                else:
                    sentence = f"The log is damaged, or somebody has changed it ({error.detail})."
                    found = Finding("chain", note.seq, sentence)
                self._findings[found.code] = found
                return
            self._take(entry)
        if self._validator.end is None:
            self._findings["truncated"] = Finding("truncated", 0, "The log has no end, so nothing is opened yet.")

    def attest(self, attested: Iterable[tuple[int, bytes]]) -> None:
        """Check the players' signatures of the end."""
        if self._findings.keys() & {"chain", "form"}:
            return
        for seat, sig in attested:
            fault = self._validator.attest(seat, sig)
            if fault:
                self._find(fault.code, self._log.seq, fault.text)

    def _take(self, entry: Entry) -> None:
        validator, seq = self._validator, self._log.seq
        fault = validator.fault(entry)
        if fault:
            self._find(fault.code, seq, fault.text)
            if fault.code in ("order", "seat"):
                validator.skip(self._log.head)
                return
        if isinstance(entry, EndEntry):
            self._owing = validator.missing
        self._entries.append((seq, validator.epoch, entry))
        validator.note(entry, self._log.head)
        if seq == 1:
            self._begin()
        elif isinstance(entry, ChangeEntry):
            self._people[entry.seat].append((entry.who, Counter(), entry.reason))
        elif isinstance(entry, PlayEntry) and entry.cause != "start":
            self._people[entry.seat][-1][1][entry.cause] += 1

    def _begin(self) -> None:
        game = self._validator.game
        assert game
        self._people = [[(who, Counter(), "deal")] for who in game.seats]
        if game.version != RULES:
            self._find("version", 1, "was made by another version of the game, which alone can check it")
        try:
            self._rules = game.ruleset()
        except NetError as error:
            self._find("rules", 1, f"is no game: {error.detail}")

    # What is opened at the end

    def open(self) -> None:
        """Check what is opened against what was committed to."""
        game, end = self._validator.game, self._validator.end
        if game is None or end is None:
            return
        last = self._entries[-1][0]
        if secret_commitment(game.game, self._host, end.secret) != game.commitment:
            self._find("secret", last, "opens another secret than the host had committed to")
        else:
            self._seal = SealKey.of_game(game.game, end.secret)
            if self._seal.public != game.seal:
                self._find("secret", last, "opens a secret that the host's key for envelopes does not follow from")
        if self._validator.did:
            self._seed = self._validator.seed
        plays = ((seq, entry) for seq, _, entry in self._entries if isinstance(entry, PlayEntry))
        made = {seq: play for seq, play in plays if play.cause != "start"}
        for _, _, entry in self._entries:
            for opened in entry.moves if isinstance(entry, OpenEntry) else ():
                self._opened.setdefault(opened.seq, opened)
        for seq, play in made.items():
            self._check_opening(seq, play)

    def _check_opening(self, seq: int, entry: PlayEntry) -> None:
        opened, signed = self._opened.get(seq), entry.signed
        if opened is None:
            self._find("opening", seq, "is a move that was never opened")
        elif signed:
            commitment = move_commitment(signed.head, entry.seat, signed.did, opened.salt, opened.move)
            if commitment != signed.commitment:
                self._find("commitment", seq, "was opened as another move than the one its player signed")
        elif opened.salt:
            self._find("opening", seq, "was opened as a signed move, and is none")

    # The game again

    def replay(self, searching: Callable[[int, int], None] | None) -> None:
        """Play the game again, and compare everything with what the log tells."""
        end = self._validator.end
        if end is None or self._findings.keys() & {"version", "rules", "secret"}:
            return
        game = self._validator.game
        assert game
        self._keys, self._sitting = [self._key(who) for who in game.seats], list(game.seats)
        self._bots = BotReplay(searching=searching is not None)
        self._bots.version = game.bots
        for done, (seq, epoch, entry) in enumerate(self._entries):
            if searching:
                searching(done, len(self._entries))
            if isinstance(entry, RestartEntry):
                self._bots.version = entry.bots
            elif isinstance(entry, PlayEntry):
                self._check_offered(seq)
                if not self._play(seq, entry):
                    return
                self._did = seq
                self._compare(seq, epoch, entry.events)
            elif isinstance(entry, ChangeEntry):
                self._keys[entry.seat], self._sitting[entry.seat] = self._key(entry.who), entry.who
                self._check_past(seq, epoch, entry)
        self._check_reason(end)

    def _key(self, who: SeatEntry) -> bytes:
        try:
            return self._seal.of_seat(self._log.game, who.seal)
        except ValueError:
            return b""

    def _check_offered(self, seq: int) -> None:
        """Check that the player was offered every legal move, and no other, for the question that an entry answers."""
        offered = self._offered.get(self._did)
        if self._history and offered is not None and offered != frozenset(map(str, self._history.state.moves)):
            self._find("offered", seq, "answers a question that was asked with other moves than there were")

    def _play(self, seq: int, entry: PlayEntry) -> bool:
        """Make the move of an entry, if it can be made."""
        if entry.cause == "start":
            assert self._rules
            assert self._seed
            self._history = History(new_game(self._rules, self._seed))
            return True
        history, opened = self._history, self._opened.get(seq)
        if history is None or opened is None:
            return False
        if history.state.seat != entry.seat:
            self._find("illegal", seq, "is a move of somebody who was not asked")
            return False
        if opened.move == str(UNDO):
            return self._take_back(seq, entry, history)
        # One text a move: the commitment is to the text.
        move = next((move for move in history.state.moves if str(move) == opened.move), None)
        if move is None:
            self._find("illegal", seq, "is a move that was not legal")
            return False
        if entry.signed is None:
            self._check_bot(seq, entry, history, move)
        history.play(move)
        self._moves.append((entry.seat, move))
        return True

    def _check_bot(self, seq: int, entry: PlayEntry, history: History, move: Move) -> None:
        """Check that a bot chose a move that nobody signed, and not the host."""
        assert self._bots
        if entry.cause == "given" or "bot" in self._findings:
            self._bots.count(entry.seat)
        elif not self._bots.makes(history.state, entry.seat, self._sitting[entry.seat].level, self._told, move):
            self._find("bot", seq, "is another move than the bot makes that is said to have made it")

    def _take_back(self, seq: int, entry: PlayEntry, history: History) -> bool:
        if history.refusal or entry.cause != "player":
            self._find("undo", seq, "takes back what could not be taken back")
            return False
        history.play(UNDO)
        self._moves.pop()
        return True

    def _compare(self, seq: int, epoch: int, notes: Iterable[EventNote]) -> None:
        assert self._history
        events = self._history.state.drain()
        self._told += [(seq, index, event) for index, event in enumerate(events)]
        for index, (note, event) in enumerate(zip_longest(notes, events)):
            if note and event and _tells(note, event):
                self._check_sealed(seq, epoch, index, note, event)
            elif {found.kind for found in (note, event) if found} & {"score", "over"}:
                self._find("score", seq, "tells another result than the game had")
            else:
                self._find("events", seq, "tells something else than what happened")

    def _check_sealed(self, seq: int, epoch: int, index: int, note: EventNote, event: Event) -> None:
        """Make all envelopes of an event again, and check that they are the same."""
        if not note.sealed:
            return
        place = Place(self._log.game, epoch, seq, index, -1, "")
        if not all(self._keys[sealed.seat] for sealed in note.sealed) or note != seal_event(
            event, self._keys, place, self._head_before(seq), self._secret
        ):
            self._find("sealed", seq, "gave somebody another hidden card than the seed of the game gives")

    def _check_past(self, seq: int, epoch: int, entry: ChangeEntry) -> None:
        if entry.past is None:
            return
        past = {(at, index): secret(event) for at, index, event in self._told if entry.seat in knowers(event)}
        place, key = Place(self._log.game, epoch, seq, 0, entry.seat, "past"), self._keys[entry.seat]
        if not key or entry.past != seal_past(past, key, place, self._head_before(seq), self._secret):
            self._find("past", seq, "told a newcomer something else than what the seat knew")

    def _head_before(self, seq: int) -> bytes:
        return self._validator.heads[seq - 2]

    @property
    def _secret(self) -> bytes:
        assert self._validator.end
        return self._validator.end.secret

    def _check_reason(self, end: EndEntry) -> None:
        validator = self._validator
        if self._history and self._history.state.over:
            fits = end.reason == "finished"
        elif end.reason == "voted":
            fits = 2 * len(validator.votes) > len(validator.people)
        else:
            fits = end.reason == "undealt" and bool(self._owing)
        if not fits:
            self._find("reason", self._entries[-1][0], "ends the game for a reason that is not true")

    # What comes of it

    def report(self) -> Report:
        """The report of this verification."""
        validator, history = self._validator, self._history
        game = validator.game
        starts = [entry for _, _, entry in self._entries if isinstance(entry, GameEntry | RestartEntry)]
        programs = [entry.program for entry in starts if entry.program]
        scores: Counter[int] = Counter()
        for _, _, event in self._told:
            if event.kind == "score":
                scores[event.seat] += event.amount
        return Report(
            host=self._host,
            game=self._log.game,
            entries=self._log.seq,
            head=self._log.head,
            findings=tuple(sorted(self._findings.values(), key=lambda finding: (not finding.seq, finding.seq))),
            reason=validator.end.reason if validator.end else "",
            fixed=game is not None and game.fixed,
            given=validator.given,
            shares=tuple(sorted(validator.shares)),
            owing=tuple(sorted(self._owing)),
            refused=game.refused if game else 0,
            rules=self._rules,
            seed=self._seed,
            seats=tuple(
                Played(tuple(Sitter(*sitter) for sitter in people), scores[seat])
                for seat, people in enumerate(self._people)
            ),
            moves=tuple(self._moves),
            winners=history.state.winners if history else (),
            restarts=validator.epoch,
            programs=tuple(dict.fromkeys(programs)),
            times=game.times if game else UNTIMED,
            unchecked=self._bots.unchecked if self._bots else {},
            attested=tuple(sorted(validator.attested)),
        )


def _tells(note: EventNote, event: Event) -> bool:
    """Whether a note tells everybody what they may know of an event, and nothing else."""
    try:
        return bare_event(note, "") == public(event)
    except NetError:
        return False
