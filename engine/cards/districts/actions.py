"""The action cards of the variant. One may be played in each own turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from engine.build import counts, declare, doubles, place, price
from engine.card import Action, District, verb
from engine.cards.characters.rank3 import Study
from engine.cards.characters.rank5 import Lend, credit, lenders
from engine.city import Spent, add, bury, check_complete, movable, remove
from engine.draft import CROWN
from engine.facedown import lift
from engine.move import Move, made
from engine.step import About, Price, Question, Refusal, Step, step
from engine.turn import PASS, lay_open, look

if TYPE_CHECKING:
    from engine.player import Turn
    from engine.state import State


class Acrobat(Action):
    """Takes the crown when rank 4 does not answer."""

    id = "acrobat"
    name = "Acrobat"
    text = (
        "Play it out of turn when rank 4 is called and nobody answers: take the crown. You keep it until another "
        "player is called as rank 4 or plays an Acrobat."
    )

    def on_silence(self, g: State, rank: int) -> None:
        """Everybody is asked, with the card or without: so the question tells nothing."""
        if rank == CROWN:
            g.stack.append(Leap((g.crown + 1) % len(g.players), len(g.players)))


@step("acrobat")
class Leap(Step):
    """Does this player take the crown with an Acrobat? Asked from the left of the crown.

    The holder of the crown comes last, and may keep it from a killed heir (open case A7).
    """

    seat: int
    left: int
    """Players still to be asked."""

    def ask(self, g: State) -> Question:
        held = any(card.id == "acrobat" for card in g.players[self.seat].hand)
        return self.seat, (LEAP, PASS) if held else (PASS,)

    def about(self, g: State) -> About:
        return About("acrobat", -1, CROWN)

    def answer(self, g: State, move: Move) -> None:
        if move.verb == "play":
            card = lay_open(g, self.seat, "acrobat")
            bury(g, card)
            g.marks["acrobat"] = self.seat
            g.log += ("leap", self.seat)
            g.move_crown(self.seat)
        elif self.left > 1:
            g.stack.append(Leap((self.seat + 1) % len(g.players), self.left - 1))


class CircusTent(Action):
    """Stands in the city."""

    id = "circus_tent"
    name = "Circus Tent"
    safe = True
    text = (
        "Lay it in your city, where it stays: it counts towards completing your city, without cost, points or type. "
        "Nothing destroys or moves it."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return (Move("play", self.id),)

    def play(self, g: State, turn: Turn, move: Move) -> None:
        """Lay it into the city; open case A36: that is not building."""
        add(g, lay_open(g, turn.seat, self.id), turn.seat, turn.seat)
        check_complete(g, turn.seat)


class Director(Action):
    """Two more districts."""

    id = "director"
    name = "Director"
    text = "You may build up to 2 more districts this turn."

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return (Move("play", self.id),) if turn.char.builds else ()

    def play(self, g: State, turn: Turn, move: Move) -> None:
        """Raise the limit of this turn; the card lies until the turn is over (open case A49)."""
        g.stack.insert(-2, Spent(lay_open(g, turn.seat, self.id)))  # below the menu and the end of the turn
        turn.limit += 2


class CashWagon(Action):
    """Sells cards to the others."""

    id = "cash_wagon"
    name = "Cash Wagon"
    text = (
        "Lay it in front of you. Once in each of their turns the others may put 1 gold on it, draw 3 cards and keep "
        "1. Only right after that may you discard it and take its gold."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return (Move("play", self.id),)

    def play(self, g: State, turn: Turn, move: Move) -> None:
        """Lay it in front of the player."""
        lay_open(g, turn.seat, self.id)
        g.put(self.id, *g.things.get(self.id, ()), turn.seat, 0)

    def offers(self, g: State, turn: Turn) -> Sequence[Move]:
        return self.stakes(g, turn) if g.things and g.players[turn.seat].gold and g.drawable() else ()

    def stakes(self, g: State, turn: Turn) -> list[Move]:
        """Open case A41: each wagon once in a turn; of several of one player the active player chooses."""
        owners = g.things.get(self.id, ())[::2]
        return [
            made("stake", ORDINALS[owners[:wagon].count(owner)], owner)
            for wagon, owner in enumerate(owners)
            if owner != turn.seat and staked(wagon) not in turn.used
        ]

    def refusals(self, g: State, turn: Turn) -> Sequence[Refusal]:
        if not g.drawable():
            return [Refusal(move, "empty_deck") for move in self.stakes(g, turn)]
        return [] if g.players[turn.seat].gold else [Refusal(move, "need_gold", 1) for move in self.stakes(g, turn)]

    @verb
    def stake(self, g: State, turn: Turn, move: Move) -> None:
        """Put gold on a wagon and choose a card."""
        wagons = list(g.things[self.id])
        theirs = [wagon for wagon, owner in enumerate(wagons[::2]) if owner == move.seat]
        wagon = theirs[ORDINALS.index(move.card)]
        turn.used += (staked(wagon),)
        wagons[2 * wagon + 1] += 1
        g.pay(turn.seat, 1, self.id)
        g.put(self.id, *wagons)
        g.stack.append(CashIn(wagon, move.seat))
        look(g, turn.seat, 3, 1, self.id)


def staked(wagon: int) -> str:
    """The mark of a wagon of the row that was used in this turn."""
    return f"stake {wagon}"


@step("cash_wagon")
class CashIn(Step):
    """Does the owner take the gold of the wagon?"""

    wagon: int
    """Index in the row of wagons."""
    owner: int

    def ask(self, g: State) -> Question:
        return self.owner, (CASH, PASS)

    def about(self, g: State) -> About:
        return About("cash_wagon", -1, 0, g.things["cash_wagon"][2 * self.wagon + 1])

    def answer(self, g: State, move: Move) -> None:
        if move.verb == "pass":
            return
        turn, wagons = g.turn, g.things["cash_wagon"]
        assert turn is not None
        behind = {staked(wagon): staked(wagon - 1) for wagon in range(self.wagon + 1, len(wagons) // 2)}
        turn.used = tuple([behind.get(mark, mark) for mark in turn.used if mark != staked(self.wagon)])
        i = 2 * self.wagon
        g.put("cash_wagon", *wagons[:i], *wagons[i + 2 :])
        bury(g, g.ruleset.district("cash_wagon"))
        g.gain(self.owner, wagons[i + 1], "cash_wagon")


class HumanCannonball(Action):
    """Builds over a district of the own city."""

    id = "human_cannonball"
    name = "Human Cannonball"
    text = (
        "Besides your normal building, build over one of your districts: discard it, and build a district that costs "
        "more by paying only the difference."
    )

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        if not turn.gathered or not turn.char.builds or not flights(g, turn, len(g.players[turn.seat].hand) - 1):
            return ()
        return (Move("play", self.id),)

    def play(self, g: State, turn: Turn, move: Move) -> None:
        """Choose what is built over what."""
        g.stack.append(Spent(lay_open(g, turn.seat, self.id)))
        g.stack.append(Fly())


@step("cannonball")
class Fly(Step):
    """Ask which card is built over which district."""

    def ask(self, g: State) -> Question:
        turn = g.turn
        assert turn is not None
        return turn.seat, [*flights(g, turn, len(g.players[turn.seat].hand)), PASS]

    def prices(self, g: State) -> list[Price]:
        turn, card = g.turn, g.ruleset.district
        assert turn is not None
        return [Price(m, difference(g, turn, card(m.card), card(m.target))) for m in g.moves if m.target]

    def answer(self, g: State, move: Move) -> None:
        turn = g.turn
        assert turn is not None
        if move.verb == "pass":
            return
        card, below = g.ruleset.district(move.card), g.ruleset.district(move.target)
        paid = difference(g, turn, card, below)
        missing = paid - g.players[turn.seat].gold
        declare(g, turn, card)
        bury(g, remove(g, turn.seat, move.target, turn.seat))
        turn.limit += counts(g, turn, card)
        if missing > 0:
            g.stack.append(Borrow(card, missing, paid))
        else:
            g.pay(turn.seat, paid, "build")
            place(g, turn, card, paid)


@step("borrow")
class Borrow(Step):
    """Who lends the Cardinal what is missing to build over a district (open case A50)?"""

    card: District
    missing: int
    price: int

    def ask(self, g: State) -> Question:
        turn = g.turn
        assert turn is not None
        return turn.seat, [made("build", self.card.id, seat) for seat in lenders(g, turn.seat, self.missing)]

    def about(self, g: State) -> About:
        return About(self.card.id, -1, 0, self.missing)

    def answer(self, g: State, move: Move) -> None:
        assert g.turn is not None
        g.turn.used += ("lend",)
        g.stack.append(Lend(self.card, move.seat, self.missing, self.missing, self.price))


def flights(g: State, turn: Turn, cards: int) -> list[Move]:
    """Every way to build over a district, for a hand of so many cards (open cases A40, A50)."""
    p = g.players[turn.seat]
    most = p.gold + credit(g, turn, cards - 1)
    free = doubles(g, turn.seat)
    moves: list[Move] = []
    for card in dict.fromkeys(p.hand):
        if (g.owns(turn.seat, card) and not free) or not card.may_build(g, turn.seat):
            continue
        moves += [
            Move("build", card.id, turn.seat, below.id)
            for below in movable(g, turn.seat)
            if card.cost > below.cost and difference(g, turn, card, below) <= most
        ]
    return moves


def difference(g: State, turn: Turn, card: District, below: District) -> int:
    """The price of building a card over a district."""
    rest = [d for d in g.players[turn.seat].city if d is not below]
    return max(price(g.ruleset, rest, card) - below.cost, 0)


class Rasputin(Action):
    """Protects the player of a character that was named."""

    id = "rasputin"
    name = "Rasputin"
    text = (
        "When your character is called and the Assassin, Witch, Magistrate, Thief or Blackmailer aims at it, play "
        "this: you are protected and take your turn as usual."
    )

    def on_struck(self, g: State, rank: int) -> None:
        if g.marks.get("killed") == rank:
            g.stack.append(Shield(g.crown, rank, len(g.players) - 1))
        else:
            g.stack.append(Shield(g.owners[rank], rank, 0))


@step("rasputin")
class Shield(Step):
    """Does the player of a struck character play Rasputin?

    The player who is called is asked with or without the card. For a killed character everybody
    is asked in turn, for nobody may learn who holds it.
    """

    seat: int
    rank: int
    left: int
    """Players still to be asked."""

    def ask(self, g: State) -> Question:
        mine = g.owners[self.rank] == self.seat
        held = any(card.id == "rasputin" for card in g.players[self.seat].hand)
        return self.seat, (SHIELD, PASS) if mine and held else (PASS,)

    def about(self, g: State) -> About:
        return About("rasputin", -1, self.rank)

    def answer(self, g: State, move: Move) -> None:
        """Open case A42: what struck the character is gone, its token unseen."""
        if move.verb == "pass":
            if self.left:
                g.stack.append(Shield((self.seat + 1) % len(g.players), self.rank, self.left - 1))
            return
        g.stack.insert(-1, Spent(lay_open(g, self.seat, "rasputin")))  # below the turn that begins
        for mark in STRIKES:
            if g.marks.get(mark) == self.rank:
                del g.marks[mark]
        for kind, token in list(g.tokens.items()):
            if self.rank in token.on:
                lift(g, kind, self.rank, unseen=True)
        g.marks["shielded"] = self.rank
        g.log += ("shield", self.seat, self.rank)


class FortuneTeller(Action):
    """Takes a card of another hand."""

    id = "fortune_teller"
    name = "Fortune Teller"
    text = "Look at another player's hand and take 1 card from it."

    def moves(self, g: State, turn: Turn) -> Sequence[Move]:
        return [Move("play", self.id, seat) for seat, p in enumerate(g.players) if seat != turn.seat and p.hand]

    def play(self, g: State, turn: Turn, move: Move) -> None:
        """Look at the hand."""
        g.stack.append(Spent(lay_open(g, turn.seat, self.id)))
        g.stack.append(Study(move.seat, False))


ORDINALS = ("", "second", "third")
"""How a move names one of a player's Cash Wagons, in the order in which they were laid."""

STRIKES = ("killed", "bewitched", "robbed")
"""Marks that Rasputin takes away."""

LEAP = Move("play", "acrobat")
SHIELD = Move("play", "rasputin")
CASH = Move("cash")
ACTIONS: tuple[Action, ...] = (
    Acrobat(),
    CircusTent(),
    Director(),
    CashWagon(),
    HumanCannonball(),
    Rasputin(),
    FortuneTeller(),
)
"""Every action card."""
