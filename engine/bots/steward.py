"""A sensible player by rules: builds what scores, chooses what pays, hits whom it hurts."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

from engine.bots.building_plan import Terms, finishing, plan
from engine.bots.evaluation import (
    income_cards,
    income_gold,
    new_cards,
    points_in_hand,
    price,
    promise,
    promises,
    purse,
    standing,
    useful,
    useful_cards,
    worth,
)
from engine.bots.features import NEVER, TEMPO, Outlook
from engine.bots.memory import Memory
from engine.bots.prospects import own_turn, terms, turn_of
from engine.bots.targets import Aims
from engine.bots.turn_policy import Judge, TurnPolicy, flight
from engine.cards import District
from engine.event import Event
from engine.move import Move
from engine.view import View

WHIM = 0.25
"""How far, in points, chance may sway a choice that others try to guess."""
QUIT = ("end", "done", "pass")
"""Verbs that ask for nothing."""


class Steward:
    """Judges every legal move by what it is worth in points and plays the best."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._memory = Memory()

    def watch(self, event: Event) -> None:
        """Take note of an event."""
        self._memory.watch(event)

    def choose(self, view: View) -> Move:
        """The move that is worth most."""
        if len(view.moves) == 1:
            return view.moves[0]
        assert view.asked is not None
        o = Outlook(view, self._memory)
        judge = QUESTIONS.get(view.asked.kind, unknown)(o, Aims(o))
        if view.asked.kind in GUESSED:
            return max(view.moves, key=lambda move: judge(move) + self._random.gauss(0, WHIM))
        return max(view.moves, key=judge)


def unknown(o: Outlook, aims: Aims) -> Judge:
    """A question about cards not known here: ask for nothing where that is possible."""
    return lambda move: float(move.verb in QUIT)


# Choosing characters


def draft(o: Outlook, aims: Aims) -> Judge:
    """The character whose turn is worth most, less what others may do to it."""
    return lambda move: prize(o, aims, o.ruleset.rank_of(move.card))


def aside(o: Outlook, aims: Aims) -> Judge:
    """Two players: away with what the other one would like most."""
    (rival,) = o.rivals

    def judge(move: Move) -> float:
        rank = o.ruleset.rank_of(move.card)
        return turn_of(o, rival, rank) - 0.4 * own_turn(o, rank)

    return judge


def prize(o: Outlook, aims: Aims, rank: int) -> float:
    """A turn as a character, less the risk of losing it or its gold."""
    turn = own_turn(o, rank)
    if rank == 1:
        return turn
    share = aims.shares[rank]
    risk = 0.0
    if o.ruleset.char(1).id != "magistrate":
        risk += against(o, 1) * share * (turn - purse(o, o.gold))
    if rank > 2:
        risk += against(o, 2) * share * (purse(o, o.gold) - purse(o, 0))
    return turn - risk


def against(o: Outlook, rank: int) -> float:
    """The probability that a rival holds a rank after the draft, if it is not chosen here."""
    view = o.view
    if rank in view.faceup or rank in view.roles or rank in view.aside:
        return 0.0
    pool = view.saw[-1]
    others = sum([p.roles for p in view.players]) - len(view.roles)
    if rank not in pool:
        gone = len(o.ruleset.ranks) - len(view.faceup) - len(pool) - len(view.roles) - len(view.aside)
        return min(1.0, others / gone)
    return min(1.0, (len(o.ruleset.plan.picks[0]) * len(view.players) - len(view.roles) - 1 - others) / len(pool))


def theater(o: Outlook, aims: Aims) -> Judge:
    """Change characters when the other one is likely to be better."""

    def judge(move: Move) -> float:
        if move.verb == "pass":
            return 0.0
        given = o.ruleset.rank_of(move.card) if move.card else o.view.roles[0]
        return aims.trade(move.seat, given)

    return judge


# Questions in a turn


def keep(o: Outlook, aims: Aims) -> Judge:
    """The card that promises most."""
    return lambda move: another(o, o.card(move.card))


def another(o: Outlook, card: District) -> float:
    """What a card promises beside the own hand."""
    if card in o.hand and useful(o, card) and not o.twins:
        return points_in_hand(o, card)
    return promise(o, card)


def search(o: Outlook, aims: Aims) -> Judge:
    """The card of the deck that promises most."""
    return lambda move: another(o, o.card(move.card)) if move.card else 0.0


def study(o: Outlook, aims: Aims) -> Judge:
    """A card of another hand: built at once when that is worth more than to have it."""
    assert o.view.asked is not None
    spite = 0.5 * aims.menace[o.view.asked.other]
    now = terms(o, o.view.turn.rank) if o.view.turn else Terms(1)
    kept = plan(o, o.gold, now, o.hand).value

    def judge(move: Move) -> float:
        card = o.card(move.card)
        value = spite * card.cost / 4
        if move.verb == "take":
            return value + another(o, card)
        if move.target:
            value += worth(o, o.seat, card) - worth(o, o.seat, o.card(move.target))
        elif move.seat < 0 and price(o, card) <= o.gold:
            left = o.gold - price(o, card)
            value += worth(o, o.seat, card) + TEMPO + plan(o, left, now, o.hand).value - kept
        else:
            return NEVER
        return value + (finishing(o) if o.missing(o.seat) == 1 and not move.target else 0.0)

    return judge


def give(o: Outlook, aims: Aims) -> Judge:
    """The card that promises least."""
    value = {card.id: value for value, card in reversed(promises(o, o.hand))}
    return lambda move: -value[move.card]


def thieves_den(o: Outlook, aims: Aims) -> Judge:
    """Cards that promise less than the gold they save."""
    asked = o.view.asked
    assert asked is not None
    left = max(0, o.gold - asked.amount)
    saved = purse(o, left + 1) - purse(o, left)
    value = {card.id: value for value, card in reversed(promises(o, o.hand))}
    return lambda move: saved - value[move.card] if move.verb == "pay" else 0.0


def exchange(o: Outlook, aims: Aims) -> Judge:
    """Away with what promises less than a new card."""
    value = {card.id: value for value, card in reversed(promises(o, o.hand))}
    new = new_cards(o, 1, useful_cards(o, o.hand))
    return lambda move: new - value[move.card] if move.verb == "discard" else 0.0


def bewitch(o: Outlook, aims: Aims) -> Judge:
    """The character whose turn is worth most to take over."""
    return lambda move: aims.bewitch(o.ruleset.rank_of(move.card))


def warrant(o: Outlook, aims: Aims) -> Judge:
    """Blank warrants where the signed one would have been of use too."""
    return lambda move: aims.sign(o.ruleset.rank_of(move.card))


def threaten(o: Outlook, aims: Aims) -> Judge:
    """The blank threat where there is most to be had."""
    return lambda move: aims.threaten(o.ruleset.rank_of(move.card))


def bribe(o: Outlook, aims: Aims) -> Judge:
    """Half for certain, or all with some probability."""
    asked = o.view.asked
    assert asked is not None
    if "rose" in o.view.marks:
        risk = 0.0
    elif o.memory.spared:
        risk = 1.0
    else:
        gold = [o.view.players[seat].gold for seat in o.rivals]
        risk = 0.55 if o.gold >= sum(gold) / len(gold) else 0.45
    return lambda move: -asked.amount if move.verb == "pay" else -risk * o.gold


def cemetery(o: Outlook, aims: Aims) -> Judge:
    """A card back for a gold."""
    asked = o.view.asked
    assert asked is not None
    gain = promise(o, o.card(asked.card)) - purse(o, o.gold) + purse(o, o.gold - 1)
    return lambda move: gain if move.verb == "recover" else 0.0


def hospital(o: Outlook, aims: Aims) -> Judge:
    """Income without a turn."""
    gold = purse(o, o.gold + income_gold(o)) - purse(o, o.gold)
    value = {"gold": gold, "draw": income_cards(o, useful_cards(o, o.hand)), "pass": NEVER}
    return lambda move: value[move.verb]


def tithe(o: Outlook, aims: Aims) -> Judge:
    """First the gold of the best mix, then the cards; nothing is taken before all is chosen.

    The School of Magic brings its gold and its card whatever the mix.
    """
    asked = o.view.asked
    assert asked is not None
    assert o.view.turn is not None
    how, have = terms(o, o.view.turn.rank), useful_cards(o, o.hand)
    income = 0 if o.view.turn.gathered else income_gold(o)
    schools = sum([card.wild for card in o.city.cards])
    count = o.city.incomes["religious"] - schools
    sure = o.gold + income + schools
    mixes = [
        plan(o, sure + gold, how, o.hand).value + new_cards(o, count - gold + schools, have)
        for gold in range(count + 1)
    ]
    wanted = mixes.index(max(mixes))
    verb = "gold" if count - asked.amount < wanted else "draw"
    return lambda move: float(move.verb == verb)


def tribute(o: Outlook, aims: Aims) -> Judge:
    """Gold or a card for the crown: to be taken or, in the old game, to be given."""
    if o.acting:
        gold = purse(o, o.gold + 1) - purse(o, o.gold)
        card = new_cards(o, 1, useful_cards(o, o.hand))
        return lambda move: gold if move.card == "gold" else card
    value = {card.id: value for value, card in reversed(promises(o, o.hand))}
    lost = purse(o, o.gold) - purse(o, o.gold - 1)
    return lambda move: -value[move.card] if move.verb == "give" else -lost


def bequeath(o: Outlook, aims: Aims) -> Judge:
    """The crown to whom it helps least."""
    return lambda move: aims.crown(move.seat)


def offer(o: Outlook, aims: Aims) -> Judge:
    """The own district that the exchange is best with."""
    asked = o.view.asked
    assert asked is not None
    taken = o.card(asked.card)
    return lambda move: aims.exchange(asked.other, taken, o.card(move.card))


def bell_tower(o: Outlook, aims: Aims) -> Judge:
    """One district fewer when this city is nearest to the end and ahead."""
    missing = o.missing(o.seat)
    nearest = min([o.missing(seat) for seat in o.rivals])
    ahead = standing(o, o.seat) > max([standing(o, seat) for seat in o.rivals])
    shorten = not o.view.finished and nearest > 1 and (missing <= 1 or (ahead and missing <= nearest))
    return lambda move: float((move.verb == "shorten") == shorten)


def cannonball(o: Outlook, aims: Aims) -> Judge:
    """The best district over another."""
    return lambda move: flight(o, o.card(move.card), o.card(move.target)) if move.target else 0.0


def borrow(o: Outlook, aims: Aims) -> Judge:
    """The gold of the leader."""
    return lambda move: aims.menace[move.seat]


def acrobat(o: Outlook, aims: Aims) -> Judge:
    """The crown for the point the card is worth."""
    crown = 0.0 if o.view.crown == o.seat else 1.2 * o.horizon + (4.0 if o.owns(o.seat, "statue") else 0.0)
    return lambda move: crown - 1 if move.verb == "play" else 0.0


def rasputin(o: Outlook, aims: Aims) -> Judge:
    """Protection for the point the card is worth, when there is something to lose."""
    asked = o.view.asked
    assert asked is not None
    marks = o.view.marks
    at_stake = purse(o, o.gold) - purse(o, 0)
    if asked.rank in (marks.get("killed"), marks.get("bewitched")):
        at_stake = 3.0 if o.horizon else 2.0
    elif asked.rank != marks.get("robbed"):
        at_stake *= 0.4
    return lambda move: at_stake - 1 if move.verb == "play" else 0.0


def cash_wagon(o: Outlook, aims: Aims) -> Judge:
    """The gold of the wagon, when it is much or the end is near."""
    asked = o.view.asked
    assert asked is not None
    enough = asked.amount >= 4 or o.nearest <= 2
    return lambda move: float((move.verb == "cash") == enough)


def accept(o: Outlook, aims: Aims) -> Judge:
    """What the own token offers."""
    return lambda move: float(move.verb != "pass")


QUESTIONS: Mapping[str, Callable[[Outlook, Aims], Judge]] = {
    "draft": draft,
    "aside": aside,
    "theater": theater,
    "menu": TurnPolicy,
    "keep": keep,
    "give": give,
    "lend": give,
    "thieves_den": thieves_den,
    "exchange": exchange,
    "bewitch": bewitch,
    "warrant": warrant,
    "threaten": threaten,
    "bribe": bribe,
    "study": study,
    "search": search,
    "offer": offer,
    "tithe": tithe,
    "tribute": tribute,
    "bequeath": bequeath,
    "hospital": hospital,
    "bell_tower": bell_tower,
    "cannonball": cannonball,
    "borrow": borrow,
    "acrobat": acrobat,
    "rasputin": rasputin,
    "cash_wagon": cash_wagon,
    "confiscate": accept,
    "threat": accept,
    "cemetery": cemetery,
}
"""How the answers to each kind of question are judged."""

GUESSED = ("draft", "bewitch", "warrant", "threaten")
"""Questions whose answers others try to guess."""
