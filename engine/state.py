"""A game as data: players, deck, the turn, the round's marks, randomness, and a stack of steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, TypeGuard

from engine import rng
from engine.card_ids import ids, sorted_ids
from engine.display import asked, instead, why_not
from engine.errors import IllegalMove, NotationError, shown
from engine.event import Event, plain_question, tell, told
from engine.facedown import Facedown
from engine.move import Move, parse_line, parse_moves
from engine.outcome import outcomes
from engine.player import Player, Turn, clones
from engine.step import Outcome, Price, Refusal, Step
from engine.view import PlayerView, view

if TYPE_CHECKING:
    from engine.card import District
    from engine.rules import Rules
    from engine.ruleset import Ruleset


class State:
    """One game. `seat`, `moves` and `apply` drive it; everything else is for the rules.

    ``seat`` is the seat that must decide (None when the game is over) and ``moves`` every legal answer.
    The text of a game is a table of what everybody may see.
    """

    __slots__ = (
        "aside",
        "called",
        "counter",
        "crown",
        "dealer",
        "deck",
        "discards",
        "faceup",
        "finished",
        "firsts",
        "full",
        "log",
        "marks",
        "moves",
        "owners",
        "players",
        "pool",
        "round",
        "ruleset",
        "seat",
        "seed",
        "sides",
        "silent",
        "stack",
        "things",
        "tokens",
        "turn",
        "winners",
    )

    def start(self, ruleset: Ruleset, seed: bytes) -> State:
        """Make a new object a game that has not begun; with an `__init__`, `clone` would set everything twice."""
        self.ruleset = ruleset
        self.seed = seed
        self.counter: int = 0
        self.players: list[Player] = [Player().start() for _ in range(ruleset.rules.players)]
        self.sides: list[PlayerView] = [PlayerView(seat) for seat in range(ruleset.rules.players)]
        """The players as everybody saw them in the last view."""
        self.deck: list[District] = []
        """The district deck; the top is the last item."""
        self.discards: list[District] = []
        """The discard pile of the editions that have one."""
        self.crown: int = 0
        self.dealer: int = 0
        """The seat that held the crown when the round began and chose first."""
        self.round: int = 0
        self.pool: tuple[int, ...] = ()
        """Ranks that are passed around, ascending."""
        self.aside: tuple[tuple[int, int], ...] = ()
        """Face-down characters: (seat that knows it or -1, rank)."""
        self.faceup: tuple[int, ...] = ()
        self.owners: list[int] = []
        """The seat that chose each rank, or -1; index 0 is unused."""
        self.called: int = 0
        self.silent: tuple[int, ...] = ()
        self.turn: Turn | None = None
        self.marks: dict[str, int] = {}
        """Open marks of the round, by name; they end with it."""
        self.tokens: dict[str, Facedown] = {}
        """Face-down tokens, by kind. Those that lie on ranks end with the round."""
        self.things: dict[str, tuple[int, ...]] = {}
        """Other open things on the table, by card, until they are taken away: numbers that the card explains."""
        self.finished: tuple[int, ...] = ()
        """Seats in the order in which they completed a city."""
        self.firsts: tuple[int, ...] = ()
        """Seats that count as the first with a complete city: one, or several by the Bell Tower."""
        self.full: tuple[int, ...] = ()
        """Seats in the order in which they reached the usual number of districts, in spite of the Bell Tower."""
        self.winners: tuple[int, ...] = ()
        self.stack: list[Step] = []
        self.log: list[Any] = []
        """The events that nobody has drained yet, as rows (`engine.event`) one behind the other.

        Each event adds a row to it. There is no object for each event, which Python's garbage
        collector would visit again and again.
        """
        self.seat: int | None = None
        self.moves: Sequence[Move] = ()
        return self

    def clone(self) -> State:
        """An independent copy, without the events not yet drained."""
        g = State()
        g.ruleset = self.ruleset
        g.seed = self.seed
        g.counter = self.counter
        g.players = clones(self.players)
        g.sides = self.sides.copy()
        g.deck = self.deck.copy()
        g.discards = self.discards.copy()
        g.crown = self.crown
        g.dealer = self.dealer
        g.round = self.round
        g.pool = self.pool
        g.aside = self.aside
        g.faceup = self.faceup
        g.owners = self.owners.copy()
        g.called = self.called
        g.silent = self.silent
        g.turn = self.turn.clone() if self.turn else None
        g.marks = self.marks.copy()
        g.tokens = self.tokens.copy()
        g.things = self.things.copy()
        g.finished = self.finished
        g.firsts = self.firsts
        g.full = self.full
        g.winners = self.winners
        g.stack = self.stack.copy()
        g.log = []
        g.seat = self.seat
        g.moves = self.moves
        return g

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __repr__(self) -> str:
        rules = self.rules
        return f"<State: {rules.edition}, {rules.players} players, round {self.round}, {asked(self.seat, self.kind)}>"

    def __str__(self) -> str:
        return str(view(self, None))

    @property
    def rules(self) -> Rules:
        """The setup it was started with."""
        return self.ruleset.rules

    # The loop

    def run(self) -> None:
        """Resolve steps until a player must choose, or the game is over."""
        stack = self.stack
        while stack:
            step = stack[-1]
            if step.kind:
                self.seat, self.moves = step.ask(self)
                return
            stack.pop().act(self)
        self.seat, self.moves = None, ()

    def apply(self, move: Move) -> None:
        """Play a legal move and go on to the next decision.

        Raises:
            IllegalMove: when the move is not in `moves`; nothing has changed then.
        """
        if move not in self.moves or type(move) is not Move:
            if not isinstance(move, Move):
                raise IllegalMove(f"apply takes one of the moves, and play its text; this is {shown(move)}")
            raise IllegalMove(f"{str(move)[:80]!r} is not possible now")
        self.stack.pop().answer(self, move)
        self.run()

    def play(self, line: str) -> None:
        """Play moves by their text: ``p1: rob king``, or ``rob king`` for the asked player; more follow after ``;``.

        It is for people; code that plays many games passes `apply` one of `moves`.

        Raises:
            NotationError: when the text is not a line of moves.
            IllegalMove: when one of them is not possible, saying why or what is; nothing has changed then.
        """
        if not isinstance(line, str):
            raise NotationError(f"play takes the text of moves, not {shown(line)}")
        try:
            seat, moves = parse_line(line) if ":" in line else (self.seat, parse_moves(line))
        except NotationError as error:
            raise NotationError(f"{error}; {instead(self, line)}") from None
        if seat is None:
            raise IllegalMove(f"{line[:80]!r} cannot be played now: {asked(None, '')}")
        trial = self.clone()
        for move in moves:
            problem = why_not(trial, seat, move)
            if problem:
                raise IllegalMove(problem)
            trial.apply(move)
        for move in moves:
            self.apply(move)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.seat is None

    @property
    def kind(self) -> str:
        """The kind of the open question, or ``""``."""
        return self.stack[-1].kind if self.stack else ""

    def refusals(self) -> list[Refusal]:
        """Near misses of the open question: what a person would try, and why it is refused."""
        return self.stack[-1].refusals(self) if self.stack else []

    def prices(self) -> list[Price]:
        """The prices of legal moves in gold, where they are not simply printed, and the cards that change them."""
        return self.stack[-1].prices(self) if self.stack else []

    def outcomes(self) -> list[Outcome]:
        """The outcomes of legal moves for the asked player: gold, cards, districts and points."""
        return outcomes(self) if self.stack else []

    # Events

    def drain(self) -> list[Event]:
        """The events since they were drained or told last, closed by an ``ask`` event for the open question."""
        log, last = self._untold()
        return told(log, last)

    def tell(self, observers: Sequence[Callable[[Event], object]]) -> None:
        """Tell the observer of each seat the same events, as the seat learns them, instead of draining them."""
        log, last = self._untold()
        tell(log, observers, last)

    def _untold(self) -> tuple[list[Any], Event | None]:
        """The rows that nobody has drained yet, and the event that closes them where it needs no row."""
        log, self.log = self.log, []
        if self.seat is None:
            return log, None
        step = self.stack[-1]
        if step.plain:
            return log, plain_question(self.seat, step.kind)
        about, cards = step.about(self), sorted_ids(step.sight(self))
        log += ("ask", self.seat, about.other, about.rank, about.card, cards, about.amount, step.kind)
        return log, None

    # Randomness

    def shuffle(self, items: list[Any], label: str) -> None:
        """Shuffle in place with the game's stream."""
        self.counter += 1
        rng.shuffle(items, self.seed, self.counter, label)

    def below(self, n: int, label: str) -> int:
        """A random number from 0 to ``n - 1``."""
        self.counter += 1
        return rng.below(n, self.seed, self.counter, label)

    # What every card needs

    def owner(self, rank: int) -> int:
        """The seat that chose a rank this round, or -1."""
        return self.owners[rank]

    def gain(self, seat: int, amount: int, source: str) -> None:
        """Gold from the bank, as far as it has any."""
        if self.ruleset.coins:
            amount = min(amount, self.bank())
        if amount:
            self.players[seat].gold += amount
            self.log += ("gold", seat, amount, source)

    def bank(self) -> int:
        """Gold left in a bank of limited gold (conflict C18)."""
        out = sum(p.gold + sum(d.beautified for d in p.city) for p in self.players)
        return self.ruleset.coins - out

    def pay(self, seat: int, amount: int, source: str) -> None:
        """Gold to the bank."""
        if amount:
            self.players[seat].gold -= amount
            self.log += ("pay", seat, amount, source)

    def give(self, seat: int, other: int, amount: int, source: str) -> None:
        """Gold from one player to another."""
        self.players[seat].gold -= amount
        self.players[other].gold += amount
        self.log += ("give", seat, other, amount, source)

    def take_top(self, n: int) -> list[District]:
        """Take up to n cards off the deck, top first; an empty deck is made anew from the discard pile."""
        deck = self.deck
        cards = deck[: -n - 1 : -1]
        del deck[len(deck) - len(cards) :]
        if len(cards) < n and self.discards:
            self.deck, self.discards = self.discards, []
            self.shuffle(self.deck, "reshuffle")
            self.log += ("reshuffle", len(self.deck))
            cards += self.take_top(n - len(cards))
        return cards

    def drawable(self) -> bool:
        """Whether a card can be drawn."""
        return bool(self.deck or self.discards)

    def draw(self, seat: int, n: int, source: str) -> None:
        """Draw up to n cards into the hand."""
        self.to_hand(seat, self.take_top(n), source)

    def to_hand(self, seat: int, cards: Sequence[District], source: str) -> None:
        """Put cards taken off the deck into a hand."""
        if cards:
            self.players[seat].hand += cards
            self.log += ("draw", seat, ids(cards), len(cards), source)

    def discard(self, seat: int, cards: Sequence[District], kind: str, source: str = "") -> None:
        """Discard cards face down: ``bottom`` for cards laid out before, ``discard`` for cards of the hand."""
        if cards:
            self.bury(cards)
            self.log += (kind, seat, ids(cards), len(cards), source)

    def bury(self, cards: Sequence[District]) -> None:
        """Discard cards, beautified ones plain again: under the deck, the first ends up highest, or on the pile."""
        if self.ruleset.edition.pile:
            self.discards += [c.plain for c in cards]
        else:
            self.deck[:0] = [c.plain for c in reversed(cards)] if self.ruleset.beauty else cards[::-1]

    def shuffle_deck(self) -> None:
        """Shuffle the district deck."""
        self.shuffle(self.deck, "deck")
        self.log += ("shuffle", len(self.deck))

    def put(self, card: str, *numbers: int) -> None:
        """Change what lies open on the table for a card; nothing when there are no numbers."""
        if numbers:
            self.things[card] = numbers
        else:
            self.things.pop(card, None)
        self.log += ("thing", card, numbers)

    def move_crown(self, seat: int) -> None:
        """Pass the crown; taking it from oneself is nothing."""
        old = self.crown
        if old != seat:
            self.crown = seat
            self.log += ("crown", seat, old)
            for hook in self.ruleset.on_crown:
                hook(self, old, seat)

    def size(self, seat: int) -> int:
        """The number of districts that count towards a city's completion."""
        n = len(self.players[seat].city)
        for hook in self.ruleset.size:
            n += hook(self, seat)
        return n

    def owns(self, seat: int, card: District) -> bool:
        """Whether a district, beautified or not, is in a city."""
        city = self.players[seat].city
        return card in city or (self.ruleset.beauty and card.beauty in city)

    def complete(self, seat: int) -> bool:
        """Whether a city is completed now."""
        return self.size(seat) >= self.target

    @property
    def target(self) -> int:
        """Districts that complete a city; one fewer while the Bell Tower says so."""
        return self.ruleset.target - len(self.things.get("bell_tower", ()))


def is_game(value: object) -> TypeGuard[State]:
    """Whether a value is a game that `State.start` has begun: until then it has nothing."""
    return isinstance(value, State) and hasattr(value, "moves")
