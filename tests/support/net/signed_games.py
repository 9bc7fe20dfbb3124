"""Signed games, played on a host's side of the table alone: every player signs, and bots and chance do the rest."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from unittest.mock import patch

from engine import UNDO, Move, Rules
from engine.bots.registry import NEUTRAL
from engine.editions import EDITIONS
from net.gamelog.entries import ChangeEntry, PlayTimes, SeatEntry
from net.gamelog.proof import Proof
from net.host.game.logged_game import LoggedGame
from net.host.game.table_bot import TableBot
from net.host.store.store import StoredEntry, StoredGame, StoredSecret
from net.identity.commitments import commit_parts, end_parts, move_commitment, move_parts, share_commitment
from net.identity.crypto import Identity, SealKey
from net.protocol.client_messages import Act, Commit, Reveal
from net.protocol.schema import Via
from tests.support.net.fakes import ThinkersHere

TIMES = PlayTimes(turn_time=90_000, reserve=120_000)
"""The clock of the games."""


@dataclass(eq=False)
class Person:
    """A player: keys, a share of the seed, and how many requests were made."""

    name: str
    host: bytes
    identity: Identity = field(default_factory=Identity.new)
    share: bytes = bytes(32)
    cid: int = 0
    via: Via = ""

    @property
    def entry(self) -> SeatEntry:
        seal = SealKey.of(self.identity, self.host).public
        return SeatEntry(name=self.name, pub=self.identity.public, seal=seal, via=self.via)

    def request(self) -> int:
        self.cid += random.randint(1, 3)
        return self.cid


class SignedGame:
    """A game, and those who play it. All that happens is by the given chance, but not the keys."""

    def __init__(
        self,
        rules: Rules,
        people: int,
        chance: random.Random,
        fixed: bytes | None = None,
        ways: Sequence[Via] = (),
        given: Sequence[str] = (),
        me: Identity | None = None,
        levels: Sequence[str] = (),
        id: str = "",
    ) -> None:
        """Begin a game, perhaps with moves of another one; the first people have come by these ways.

        With ``me`` that one alone plays, in the first seat, with bots of these levels in the others.
        """
        self.host = Identity.new()
        self.chance = chance
        self.people: dict[int, Person] = {
            seat: Person(f"Player {seat + 1}", self.host.public, me or Identity.new(), share=chance.randbytes(32))
            for seat in ([0] if me else sorted(chance.sample(range(rules.players), people)))
        }
        for who, via in zip(self.people.values(), ways, strict=False):
            who.via = via
        seats = [self.people[seat].entry if seat in self.people else bot(seat) for seat in range(rules.players)]
        for seat, level in enumerate(levels, 1):
            seats[seat] = seats[seat].model_copy(update={"level": level})
        game = id or f"{chance.randrange(10**26):026d}"
        with (
            patch("net.host.game.logged_game.new_id", return_value=game),
            patch("net.host.game.logged_game.os.urandom", chance.randbytes),
        ):
            self.play = LoggedGame.begin(rules, seats, self.host, fixed, TIMES, given)
        self.everybody = list(self.people.values())
        self._bots: dict[tuple[int, str], TableBot] = {}
        self._stored: list[StoredEntry | StoredSecret] = []

    @property
    def proof(self) -> Proof:
        """What everybody has of it."""
        return Proof.of(self.host.public, self.play.log.frames)

    def share(self, seats: Iterable[int] | None = None) -> None:
        """The players commitment, and those reveal (by default all of them)."""
        play = self.play
        for seat, who in self.people.items():
            if seat in play.validator.uncommitted:
                commitment = share_commitment(play.log.game, seat, who.share)
                sig = who.identity.sign("commit", *commit_parts(play.validator.heads[0], seat, commitment))
                play.commit(seat, Commit(cid=who.request(), commitment=commitment, sig=sig))
        for seat in list(self.people) if seats is None else seats:
            if seat in play.validator.missing:
                play.reveal(seat, Reveal(cid=self.people[seat].request(), share=self.people[seat].share))

    def move(self, move: Move | None = None) -> None:
        """The next move; by default any."""
        play, chance = self.play, self.chance
        assert play.seat is not None
        who = self.people.get(play.seat)
        if move is None and who and not play._played.refusal and chance.random() < 0.1:
            self.act(play.seat, who, UNDO)
            return
        if who is None:
            play.answer(move or self.bot_move(play.seat), "bot")
        elif move is None and chance.random() < 0.03:
            sleeps = ("asleep",) if play.seat in play.validator.asleep else ()
            play.answer(self.bot_move(play.seat), chance.choice(("absent", "timeout", *sleeps)))
        else:
            self.act(play.seat, who, move or chance.choice(play._state.moves))

    def bot_move(self, seat: int) -> Move:
        """The move that the bot of the asked seat makes."""
        play, level = self.play, self.play.validator.seats[seat].level or NEUTRAL
        if (seat, level) not in self._bots:
            self._bots[seat, level] = TableBot(level, play.rules.players, ThinkersHere(), 0.1)
        player = self._bots[seat, level]
        events = play.events(seat, player.told)
        return player.choice(play.view(seat), events, play.bot_seed(seat), partial(play.world, seat))()

    def act(self, seat: int, who: Person, move: Move) -> None:
        """A player's own move; perhaps something has happened since the question that the player has not heard of."""
        heads = self.play.validator.heads
        head, salt = self.chance.choice(heads[self.play.did - 1 :]), self.chance.randbytes(16)
        cid, did, text = who.request(), self.play.did, str(move)
        commitment = move_commitment(head, seat, did, salt, text)
        sig = who.identity.sign("move", *move_parts(head, seat, did, cid, commitment))
        self.play.act(seat, Act(cid=cid, did=did, head=head, move=text, salt=salt, sig=sig))

    def incident(self) -> None:
        """Something that is not a move."""
        play, chance = self.play, self.chance
        match chance.choice(("hold", "vote", "wake", "restart", "hand over", "take", "take")):
            case "hold":
                play.hold(not play.validator.held)
            case "vote" if self.people:
                seat = chance.choice(list(self.people))
                play.vote(seat, chance.random() < 0.4)
            case "wake" if play.validator.asleep:
                play.wake(min(play.validator.asleep))
            case "restart":
                self.restart()
            case "hand over":
                seat = chance.randrange(play.rules.players)
                self.hand_over(seat)
            case "take" if play.validator.open_seats:
                self.take(min(play.validator.open_seats), Person("Newcomer", self.host.public))

    def hand_over(self, seat: int) -> None:
        """A bot plays a seat from now on."""
        person = self.people.pop(seat, None)
        reason = self.chance.choice(("bot", "open", "banned", *(["away"] if person else [])))
        self.play.change(ChangeEntry.model_validate({"seat": seat, "who": bot(seat), "reason": reason}))

    def take(self, seat: int, who: Person) -> None:
        """A player sits down."""
        if who not in self.everybody:
            self.everybody.append(who)
        self.people[seat] = who
        self.play.change(ChangeEntry(seat=seat, who=who.entry, reason="taken"))

    def restart(self) -> None:
        """The host is killed and started again."""
        self._stored += self.play.unsaved
        stored = StoredGame(
            tuple(item for item in self._stored if isinstance(item, StoredEntry)),
            tuple(item for item in self._stored if isinstance(item, StoredSecret)),
        )
        self._bots.clear()
        self.play = LoggedGame.recover(self.play.log.game, stored, self.host)
        self.play.restart()

    def attest(self, seats: Iterable[int] | None = None) -> None:
        """These players (by default all of them) sign the end."""
        log = self.play.log
        for seat in self.people if seats is None else seats:
            self.play.attest(seat, self.people[seat].identity.sign("end", *end_parts(log.game, log.head)))

    def finish(self, incidents: float = 0.0, moves: int = 10_000) -> SignedGame:
        """LoggedGame to the end, or so many moves."""
        for _ in range(moves):
            if self.play.over:
                break
            if self.chance.random() < incidents:
                self.incident()
            else:
                self.move()
        return self


def bot(seat: int) -> SeatEntry:
    """A bot, and a key for its envelopes that nobody has."""
    return SeatEntry(name=f"Bot {seat + 1}", level="random", seal=SealKey().public)


def signed_game(number: int) -> SignedGame:
    """A game to its end, always the same but for the keys: every edition, 2 to 8 seats, few or many people."""
    chance = random.Random(f"honest {number}")
    edition = list(EDITIONS)[number % len(EDITIONS)]
    low, high = EDITIONS[edition].seats
    players = chance.randint(low, high)
    rules = Rules.random(players, chance, edition, edition == "deluxe" and chance.random() < 0.3)
    fixed = chance.randbytes(chance.choice((16, 32, 64))) if chance.random() < 0.15 else None
    ways: list[list[Via]] = [[], ["ssh"], ["", "web"]]
    found = SignedGame(rules, chance.randint(0, players), chance, fixed, ways[number % 3])
    missing = found.play.validator.missing
    if missing and chance.random() < 0.05:
        found.share(list(missing)[1:])
        found.play.finish("undealt")
        return found
    if missing and chance.random() < 0.1:
        found.restart()
    found.share()
    return found.finish(incidents=chance.choice((0.0, 0.02)))


def eventful(machine: int) -> SignedGame:
    """A game of three players and a bot in that seat, with all that can happen in one."""
    game = SignedGame(Rules.make(4), 3, random.Random(6))
    assert machine not in game.people
    game.share()
    game.finish(moves=30)
    game.restart()
    game.finish(moves=10)
    seat = next(iter(game.people))
    game.people.pop(seat)
    game.play.change(ChangeEntry(seat=seat, who=bot(seat), reason="open"))
    game.finish(moves=10)
    game.take(seat, Person("Newcomer", game.host.public))
    return game.finish()
