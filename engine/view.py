"""The view of a seat: together with `seen` the only way out of a game.

A `View` is a value of plain strings, ints and tuples. `view` makes it from a state,
`ViewReducer` (in ``engine/reducer.py``) folds the same value from seen events.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.card_ids import sorted_ids
from engine.display import headline, table
from engine.errors import CitadelsError
from engine.move import Move
from engine.rules import Rules
from engine.step import Outcome, Price

if TYPE_CHECKING:
    from collections.abc import Sequence

    from engine.state import State


@dataclass(slots=True)
class PlayerView:
    """A player as everybody sees them. It is never changed, so that views can share it."""

    seat: int
    gold: int = 0
    """Gold in the stash."""
    hand: int = 0
    """Number of cards in hand."""
    city: tuple[str, ...] = ()
    """Ids of the districts, in the order they came; ``+`` behind a beautified one."""
    roles: int = 0
    """Number of character cards chosen this round."""
    shown: tuple[int, ...] = ()
    """Ranks of the characters this player has revealed this round."""


@dataclass(slots=True)
class TurnView:
    """The turn in progress."""

    seat: int
    rank: int
    gathered: bool = False
    """Whether the income has been taken."""
    resumed: bool = False
    """Whether it began with the income behind it: the Witch plays on as the character of that rank, or a Hospital
    gives its killed owner an income and nothing else."""


@dataclass(slots=True)
class TokenView:
    """Face-down tokens on character ranks (warrants, threats), or cards under a district (museum)."""

    holder: int
    """The seat that laid them and knows them."""
    on: tuple[int, ...]
    """The ranks they lie on, ascending."""
    items: tuple[str, ...] | None = None
    """The token on each of those ranks (``signed``, ``blank``, ``rose``), or the cards; None where that is hidden."""
    amount: int = 0
    """How many they are."""


@dataclass(slots=True)
class Asked:
    """The open question: who must answer it and what kind it is are public. It is never changed, as views share it."""

    seat: int
    kind: str
    cards: tuple[str, ...] = ()
    """Cards this question lets its seat look at (empty for everybody else), sorted."""
    card: str = ""
    """The card it is about, when that is public."""
    other: int = -1
    """The other seat it is about."""
    rank: int = 0
    """The rank it is about."""
    amount: int = 0
    """Gold or cards it is about."""


@dataclass(slots=True, repr=False)
class View:
    """Everything one seat (None: a spectator) sees now. Its text is a table."""

    seat: int | None
    rules: Rules
    players: list[PlayerView]
    round: int = 0
    crown: int = 0
    """The seat that holds the crown."""
    dealer: int = 0
    """The seat that chose first this round."""
    deck: int = 0
    """Number of cards in the district deck."""
    discards: int = 0
    """Number of cards in the discard pile of the editions that have one."""
    faceup: tuple[int, ...] = ()
    """Ranks lying face up this round."""
    facedown: int = 0
    """Number of character cards lying face down aside."""
    called: int = 0
    """The rank called last; 0 while characters are being chosen."""
    silent: tuple[int, ...] = ()
    """Ranks that were called and not answered this round."""
    turn: TurnView | None = None
    marks: dict[str, int] = field(default_factory=dict)
    """Open marks of this round: ``killed``, ``robbed``, ``bewitched``, ``rose``, ``shielded`` (ranks),
    ``protected``, ``thief``, ``acrobat``, ``taxman``, ``builder`` (seats), ``traded``."""
    tokens: dict[str, TokenView] = field(default_factory=dict)
    """Face-down tokens by kind: ``warrants``, ``threats``, ``museum``."""
    things: dict[str, tuple[int, ...]] = field(default_factory=dict)
    """Other open things on the table, by card: ``tax_collector`` (gold), ``bell_tower`` (the seat that rang it),
    ``cash_wagon`` (owner, gold for each wagon)."""
    finished: tuple[int, ...] = ()
    """Seats in the order in which they completed their cities."""
    firsts: tuple[int, ...] = ()
    """Seats that count as the first with a complete city: one, or several by the Bell Tower."""
    over: bool = False
    winners: tuple[int, ...] = ()
    asked: Asked | None = None
    """The open question; None when the game is over."""
    # What only this seat knows (empty for a spectator)
    hand: tuple[str, ...] = ()
    """Own hand, sorted by id."""
    roles: tuple[int, ...] = ()
    """Own characters this round, as ranks, in the order chosen."""
    aside: tuple[int, ...] = ()
    """Ranks this seat itself put face down aside this round."""
    saw: tuple[tuple[int, ...], ...] = ()
    """The ranks this seat could choose from, one entry for each of its choices this round."""
    moves: tuple[Move, ...] = field(default=(), compare=False)
    """The legal moves, when this seat must answer; filled from the decision, not from events."""
    prices: tuple[Price, ...] = field(default=(), compare=False)
    """Prices of some of them (`State.prices`), for a person; filled by a client, from the decision."""
    outcomes: tuple[Outcome, ...] = field(default=(), compare=False)
    """Their outcomes (`State.outcomes`), for a person; filled by a client, from the decision."""

    def __repr__(self) -> str:
        whose = "a spectator" if self.seat is None else f"p{self.seat + 1}"
        return f"<View of {whose}: {headline(self)}>"

    def __str__(self) -> str:
        return table(self)

    @property
    def me(self) -> PlayerView:
        """This seat's own public side.

        Raises:
            CitadelsError: for a spectator.
        """
        if self.seat is None:
            raise CitadelsError("a spectator has no seat")
        return self.players[self.seat]

    @property
    def income_only(self) -> bool:
        """Whether the turn in progress is an income and nothing else for its player.

        So it is for the Witch until she has bewitched somebody, for a bewitched player, and in a Hospital.
        """
        turn = self.turn
        if turn is None:
            return False
        if turn.resumed:
            return self.marks.get("killed") == turn.rank
        return self.marks.get("bewitched") == turn.rank or self.rules.characters[turn.rank - 1] == "witch"

    @property
    def threatened(self) -> bool:
        """Whether the turn in progress waits, after its income, for its player to answer a Blackmailer."""
        turn, threats = self.turn, self.tokens.get("threats")
        if turn is None or threats is None or turn.gathered or turn.resumed:
            return False
        return threats.holder != turn.seat and turn.rank in threats.on

    def copy(self) -> View:
        """A copy that folding further events into this one does not change."""
        return replace(
            self,
            players=self.players.copy(),
            turn=replace(self.turn) if self.turn else None,
            marks=dict(self.marks),
            tokens=dict(self.tokens),
            things=dict(self.things),
        )


def public_sides(g: State) -> list[PlayerView]:
    """The players as everybody sees them; a player who has not changed since the last view is the same object here."""
    sides = g.sides
    for seat, p in enumerate(g.players):
        side = sides[seat]
        if (
            side.gold != p.gold
            or side.hand != len(p.hand)
            or side.city is not p.city_ids
            or side.roles != len(p.roles)
            or side.shown is not p.shown
        ):
            sides[seat] = PlayerView(seat, p.gold, len(p.hand), p.city_ids, len(p.roles), p.shown)
    return sides.copy()


@lru_cache(maxsize=256)
def _plainly_asked(seat: int, kind: str) -> Asked:
    """A question whose kind says all about it (`Step.plain`), as most do: it is made once."""
    return Asked(seat, kind)


def view(g: State, seat: int | None) -> View:
    """Make the view of a seat (None: of a spectator) of a game as it is now."""
    turn = g.turn
    tokens: dict[str, TokenView] = {}
    for kind, token in g.tokens.items():
        items = token.items if token.holder == seat else None
        tokens[kind] = TokenView(token.holder, token.on, items, len(token.items))
    asked: Asked | None = None
    moves: Sequence[Move] = ()
    if g.seat is not None:
        step = g.stack[-1]
        if g.seat == seat:
            moves = g.moves
        if step.plain:
            asked = _plainly_asked(g.seat, step.kind)
        else:
            about = step.about(g)
            cards = sorted_ids(step.sight(g)) if g.seat == seat else ()
            asked = Asked(g.seat, step.kind, cards, about.card, about.other, about.rank, about.amount)
    hand: tuple[str, ...] = ()
    roles: tuple[int, ...] = ()
    aside: tuple[int, ...] = ()
    saw: tuple[tuple[int, ...], ...] = ()
    if seat is not None:
        p = g.players[seat]
        hand = sorted_ids(p.hand)
        roles, aside, saw = p.roles, p.aside, p.saw
    return View(
        seat,
        g.ruleset.rules,
        public_sides(g),
        g.round,
        g.crown,
        g.dealer,
        len(g.deck),
        len(g.discards),
        g.faceup,
        len(g.aside),
        g.called,
        g.silent,
        TurnView(turn.seat, turn.char.rank, turn.gathered, turn.resumed) if turn else None,
        g.marks.copy(),
        tokens,
        g.things.copy(),
        g.finished,
        g.firsts,
        g.seat is None,
        g.winners,
        asked,
        hand,
        roles,
        aside,
        saw,
        tuple(moves),
    )
