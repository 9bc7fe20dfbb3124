"""Two tables, the same in all that is public and different in what is hidden: a difference seen is a leak.

Both play the same game as far as anybody but the players concerned can tell: the same people come and go at the same
times, and every move has the same public face. The hidden hands, deck, characters and tokens differ: from the start
(other secrets that happen to show the same), and again whenever one of the tables can go no further alike.

Compared is all that a table does for every peer at each step: which frames, in which order, of which length, and how
long it waits for what. Of the frames everything must be equal but

- ``commitment`` and ``ciphertext``: they are what hides; their lengths must be equal;
- the ``commitment`` of ``game``, which is the host's to the secret that makes the difference;
- ``head`` and ``sig``: hashes of entries that hold the former, and signatures over those hashes;
- ``seal`` of a bot's seat: a key drawn at random that nobody has;
- the moves in the decision of who is asked, unless both worlds look the same to that seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from engine import UNDO, Event, History, Move, Rules, State, new_game, resample, seen
from engine.determinize import PARTS
from engine.event import KINDS
from net.identity.commitments import commit_parts, game_seed, share_commitment
from net.identity.crypto import Identity, SealKey
from net.protocol.client_messages import AddBot, Commit, HandOver, Hold, Reveal, Say, SetOptions
from net.protocol.setup import Setup
from tests.support.engine.games import choose, random_rules
from tests.support.net.fakes import paced
from tests.support.net.watched_table import GAME, Guest, House

TRIES = 4
"""Worlds that are tried before a move is made in the very same one."""

_SECRETS = {name: kind.secret for name, kind in KINDS.items()}
"""What is secret, as it was when no test had changed anything."""


class Leak(AssertionError):
    """Somebody is told what differs in secret only."""


def face(event: Event) -> Event:
    """What everybody may know of an event."""
    return event._replace(**{name: Event._field_defaults[name] for name in _SECRETS[event.kind]})


def faces(g: State, move: Move, eye: int | None) -> tuple[State, list[Event], list[Event]]:
    """A move made in a copy: what comes of it, as everybody sees it and as one seat does."""
    g = g.clone()
    g.drain()
    g.apply(move)
    events = g.drain()
    return g, [face(event) for event in events], [seen(event, eye) for event in events]


def two_secrets(chance: Random, rules: Rules, seed: Callable[[bytes], bytes]) -> tuple[bytes, bytes]:
    """Two secrets of a host with which a game begins alike for who does not play."""

    def start(secret: bytes) -> list[Event]:
        return new_game(rules, seed(secret)).drain()

    first = chance.randbytes(32)
    told = start(first)
    shown = [face(event) for event in told]
    for _ in range(5000):
        second = chance.randbytes(32)
        other = start(second)
        if [face(event) for event in other] == shown and other != told:
            return first, second
    raise AssertionError("no second secret begins alike")


class PairedTables:
    """Both tables, played alike."""

    def __init__(self, number: int) -> None:
        self.chance = chance = Random(f"twins {number}")
        self.seen: Counter[str] = Counter()
        """How often what was compared: steps, and those of them in which something hidden differed."""
        self.rules = random_rules(chance)
        host = Identity.new()
        seats = self.rules.players
        people = [0, *sorted(chance.sample(range(1, seats), chance.randint(0, seats - 1)))]
        self.guests: dict[int, Guest] = {seat: self.guest(f"N{seat + 1}") for seat in people}
        """The people in seats."""
        self.away: set[Guest] = set()
        self.spectators = [self.guest("W1", "spectator")]
        shares = {seat: chance.randbytes(32) for seat in people}
        fixed = chance.random() < 0.3
        secrets = two_secrets(chance, self.rules, lambda s: s if fixed else game_seed(GAME, s, shares))
        options: dict[str, Any] = {"bot_pause": chance.choice((0.0, 0.8))}
        if chance.random() < 0.5:
            options |= {"turn_time": 30.0, "reserve": 60.0}
        setup = Setup.exactly(self.rules)
        self.houses = [House(setup, host, secret, fixed, **options) for secret in secrets]
        self.eye: int | None = None
        """To whom both worlds look the same, with all this seat knows; None: to those only who watch."""
        self._open(shares)

    @property
    def sides(self) -> tuple[State, State]:
        """What is played at each table."""
        return self.houses[0].state, self.houses[1].state

    def guest(self, name: str, role: str = "player") -> Guest:
        return Guest(name, Identity.new(), SealKey(), role)

    def both(self, act: Callable[[House], None], what: str) -> None:
        """Do something at both tables, and compare what comes of it."""
        for house in self.houses:
            act(house)
        self.compare(what)

    def ask(self, guest: Guest, kind: type[Any], **fields: Any) -> None:
        """Somebody asks for the same at both tables."""
        guest.cid += 1
        self.both(lambda house: house.request(guest, kind, **fields), kind.__name__)

    def compare(self, what: str) -> None:
        """Raise a leak with the first difference."""
        play = self.houses[0].table.game
        seat = play.seat if play else None
        private = self.guests.get(seat) if seat is not None and seat != self.eye else None
        one, two = (house.told(private) for house in self.houses)
        for name, frames in one.items():
            if len(frames) != len(two[name]):
                raise Leak(f"{what}: {name} is sent {len(frames)} and {len(two[name])} frames")
            for here, there in zip(frames, two[name], strict=True):
                if here != there:
                    raise Leak(f"{what}: {name} is sent\n{here}\n{there}")
                self.seen["frames"] += 1
        waited = [house.waited() for house in self.houses]
        if waited[0] != waited[1]:
            raise Leak(f"{what}: the table waits\n{waited[0]}\n{waited[1]}")

    def _open(self, shares: dict[int, bytes]) -> None:
        """Everybody sits down; the game is dealt."""
        owner = self.guests[0]
        self.both(lambda house: house.enter(owner), "join")
        for seat in range(1, self.rules.players):
            if seat in self.guests:
                self.both(lambda house, seat=seat: house.enter(self.guests[seat]), "join")  # type: ignore[misc]
            else:
                self.ask(owner, AddBot, level="random", seat=seat)
        self.both(lambda house: house.enter(self.spectators[0]), "join")
        owner.cid += 1
        self.both(lambda house: house.begin(owner), "start")
        for kind in (Commit, Reveal):
            for seat, guest in self.guests.items():
                if seat in self.houses[0].play.validator.missing:
                    guest.cid += 1
                    self.both(lambda house, a=(kind, seat, guest, shares[seat]): self._share(house, *a), "share")  # type: ignore[misc]

    def _share(self, house: House, kind: type[Any], seat: int, guest: Guest, share: bytes) -> None:
        if kind is Reveal:
            house.request(guest, Reveal, share=share)
            return
        commitment = share_commitment(GAME, seat, share)
        sig = guest.identity.sign("commit", *commit_parts(house.play.validator.heads[0], seat, commitment))
        house.request(guest, Commit, commitment=commitment, sig=sig)

    def play(self, most: int = 10_000) -> Counter[str]:
        """LoggedGame to the end, where everything is opened, or so many steps; how much was compared.

        Raises:
            Leak: when somebody can tell the tables apart.
        """
        eager = self.chance.choice((0.0, 0.6, 0.95))
        for _ in range(most):
            if self.chance.random() < 0.03:
                self.incident()
                self.both(House.ask_again, "ask again")
            if self.chance.random() < 0.1 and self.take_back():
                continue
            move = choose(self.houses[0].state, self.chance, eager)
            other = self.alike(move)
            if other is None:
                break
            self.step(move, other)
        return self.seen

    def alike(self, move: Move) -> Move | None:
        """A move at the second table that looks like this one at the first; perhaps in another world.

        Returns:
            The move; None when the game ends with it.
        """
        g, chance = self.houses[0].state, self.chance
        if faces(g, move, None)[0].over:
            return None
        eyes = [None, *range(self.rules.players)]
        for attempt in range(TRIES):
            if attempt:
                self.eye = chance.choice(eyes)
                parts = chance.choice((PARTS, ("cards",), ("roles",)))
                self.adopt(resample(g, self.eye, chance, parts))
            other = self._same_face(move)
            if other is not None:
                break
        else:
            self.eye, other = None, move
            self.adopt(g.clone())
        if attempt:
            self.both(House.ask_again, "ask again")
        return other

    def adopt(self, world: State) -> None:
        """Go on in another world at the second table."""
        world.drain()
        # What can be taken back stays so at both tables, or at none.
        for house, state in zip(self.houses, (self.houses[0].state, world), strict=True):
            house.play._history = History(state)

    def _same_face(self, move: Move) -> Move | None:
        g, world = self.sides
        twins = [other for other in world.moves if (other.verb, other.seat) == (move.verb, move.seat)]
        if g.seat == self.eye:
            twins = [other for other in twins if other == move]
        self.chance.shuffle(twins)
        _, shown, told = faces(g, move, self.eye)
        for other in twins[:3]:
            after, same_shown, same_told = faces(world, other, self.eye)
            if shown != same_shown or after.over:
                continue
            if told == same_told:
                return other
            if g.seat != self.eye:
                continue
            # The asked seat learns something else now, as it may: from here on the worlds differ to it.
            self.eye = None
            return other
        return None

    def step(self, move: Move, other: Move) -> None:
        """Make the moves, whoever makes them."""
        seat = self.houses[0].play.seat
        assert seat is not None
        guest = self.guests.get(seat)
        moves = dict(zip(self.houses, (move, other), strict=True))
        self._count(move, other)
        late = self.houses[0].table.options.turn_time > 0 and self.chance.random() < 0.05
        think = self.chance.choice((0.1, 1.0, 7.0))
        if guest and guest not in self.away and not late:
            guest.cid += 1
            salt = self.chance.randbytes(16)
            self.both(lambda house: house.tick(think), "time")
            self.both(lambda house: house.act(guest, moves[house], salt), f"{move} or {other}")
            return
        for _ in range(20):
            if self.houses[0].clock.decided:
                break
            self.both(lambda house: house.tick(15.0), "time")
        did = self.houses[0].play.did
        self.both(lambda house: house.decide(moves[house]), f"{move} or {other}")
        for _ in range(20):
            if self.houses[0].play.did != did:
                return
            self.both(lambda house: house.tick(0.5), "time")
        raise AssertionError("nobody moves")

    def take_back(self) -> bool:
        """Who is asked takes the last move back at both tables, if that can be done."""
        play = self.houses[0].play
        guest = None if play.seat is None else self.guests.get(play.seat)
        if guest is None or guest in self.away or play._played.refusal:
            return False
        guest.cid += 1
        salt = self.chance.randbytes(16)
        self.both(lambda house: house.act(guest, UNDO, salt), "undo")
        self.seen["undos"] += 1
        return True

    def _count(self, move: Move, other: Move) -> None:
        g, world = self.sides
        self.seen["steps"] += 1
        self.seen["moves differ"] += move != other
        self.seen["choices differ"] += g.moves != world.moves
        self.seen["alone differs"] += (len(g.moves) == 1) != (len(world.moves) == 1)
        self.seen["worlds differ"] += _secrets(g) != _secrets(world)

    def incident(self) -> None:
        """Something that is not a move, at both tables."""
        chance = self.chance
        here = [guest for guest in self.guests.values() if guest not in self.away]
        guest = chance.choice(list(self.guests.values()))
        owner = self.guests[0]
        self.seen["incidents"] += 1
        match chance.choice(("go", "come", "watch", "say", "pause", "rest", "hand over", "hand over", "late", "late")):
            case "go" if guest in here and len(here) > 1:
                self.away.add(guest)
                self.both(lambda house: house.leave(guest), "leave")
            case "come":
                self.away.discard(guest)
                if guest.identity.public in self.houses[0].play.validator.lent.values():
                    # Each world's own past is given, as to a latecomer.
                    self.eye = None
                self.both(lambda house: house.enter(guest), "come back")
            case "watch" if len(self.spectators) < 4:
                self.spectators.append(self.guest(f"W{len(self.spectators) + 1}", "spectator"))
                self.both(lambda house: house.enter(self.spectators[-1]), "watch")
            case "say" if guest in here:
                self.ask(guest, Say, text="hello")
            case "pause" if owner in here:
                self.ask(owner, SetOptions, options=paced(self.houses[0].table, chance.choice((0, 0.3, 2))))
            case "rest" if owner in here:
                for on in (True, False):
                    self.ask(owner, Hold, on=on)
                    self.both(lambda house: house.tick(3.0), "rest")
            case "hand over" if guest is not owner and self._may_hand_over(owner):
                self._change_hands(owner, guest)
            case "late":
                self._come_late()

    def _come_late(self) -> None:
        """Somebody takes the seat of a bot, and is given all it knows."""
        validator = self.houses[0].play.validator
        seat = min((seat for seat in validator.open_seats if validator.was_bot(seat)), default=None)
        if seat is not None:
            heir = self.guests[seat] = self.guest(f"L{seat + 1}")
            self.eye = None if self.eye == seat else self.eye
            self.both(lambda house: house.enter(heir), "come late")
            self.seen["latecomers"] += 1
            if self.chance.random() < 0.5:
                # Some are gone at once: a bot has the seat again, and what it learns is for nobody.
                self.guests.pop(seat)
                self.both(lambda house: house.leave(heir, for_good=True), "leave for good")
                self.seen["gave back"] += 1

    def _may_hand_over(self, owner: Guest) -> bool:
        """Whether the owner is there and awake: else somebody stands in, who may not open seats."""
        table = self.houses[0].table
        rightful = table.lobby.owner is not None and table.lobby.owner.pub == owner.identity.public
        return rightful and not table._ownership.stands_in and owner not in self.away

    def _change_hands(self, owner: Guest, guest: Guest) -> None:
        """Somebody else takes a seat, and is given all it knows."""
        seat = next(seat for seat, who in self.guests.items() if who is guest)
        self.guests.pop(seat)
        self.ask(owner, HandOver, seat=seat, open=True)
        self.away.discard(guest)
        for house in self.houses:
            house.peers.pop(guest, None)
        heir = self.guests[seat] = self.guest(f"{guest.name}h")
        # The past that is given differs: each world's own, of the same size.
        self.eye = None if self.eye == seat else self.eye
        self.both(lambda house: house.enter(heir), "take over")


def _secrets(g: State) -> Sequence[object]:
    """What is hidden in a game, in short."""
    return ([(sorted(c.id for c in p.hand), p.roles) for p in g.players], g.pool, g.aside, g.tokens)
