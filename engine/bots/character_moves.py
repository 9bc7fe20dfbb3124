"""Moves of characters: the judgement of each verb in a turn, and of the answers to their questions."""

from __future__ import annotations

from collections.abc import Mapping

from engine.bots.building_plan import Terms, finishing, plan
from engine.bots.characters import terms
from engine.bots.evaluation import income_gold, new_cards, price, promises, purse, useful_cards, worth
from engine.bots.features import EARLY, LOOK, NEVER, TEMPO, Outlook
from engine.bots.knowledge import Judge
from engine.bots.last_turn import card_in_hand, cards_to_come, gold_coming, is_last, terms_left
from engine.bots.targets import Aims
from engine.bots.turn_policy import CardMoves
from engine.move import Move


def _exchange_cards(o: Outlook, aims: Aims) -> Judge:
    """Exchange what promises less than a new card."""
    value = {card.id: value for value, card in reversed(promises(o, o.hand))}
    new = new_cards(o, 1, useful_cards(o, o.hand))
    if is_last(o):
        planned = {card.id for card in plan(o, gold_coming(o), terms_left(o), o.hand).cards}
        return lambda move: (1.0 if move.card not in planned else NEVER) if move.verb == "discard" else 0.0
    return lambda move: new - value[move.card] if move.verb == "discard" else 0.0


def _study(o: Outlook, aims: Aims) -> Judge:
    """A card of another hand: built at once when that is worth more than having it."""
    assert o.view.asked is not None
    spite = 0.5 * aims.menace[o.view.asked.other]
    now = terms(o.ruleset, o.view.turn.rank) if o.view.turn else Terms(1)
    kept = plan(o, o.gold, now, o.hand).value

    def judge(move: Move) -> float:
        card = o.card(move.card)
        value = spite * card.cost / 4
        if move.verb == "take":
            return value + card_in_hand(o, card)
        if move.target:
            value += worth(o, o.seat, card) - worth(o, o.seat, o.card(move.target))
        elif move.seat < 0 and price(o, card) <= o.gold:
            left = o.gold - price(o, card)
            value += worth(o, o.seat, card) + TEMPO + plan(o, left, now, o.hand).value - kept
        else:
            return NEVER
        return value + (finishing(o) if o.missing[o.seat] == 1 and not move.target else 0.0)

    return judge


def _give_back(o: Outlook, aims: Aims) -> Judge:
    """The card that promises least."""
    value = {card.id: value for value, card in reversed(promises(o, o.hand))}
    return lambda move: -value[move.card]


def _bewitch(o: Outlook, aims: Aims) -> Judge:
    """The character whose turn is worth most to take over."""
    return lambda move: aims.bewitch(o.ruleset.rank_of(move.card))


def _warrant(o: Outlook, aims: Aims) -> Judge:
    """Blank warrants where the signed one would have been of use too."""
    return lambda move: aims.sign(o.ruleset.rank_of(move.card))


def _threaten(o: Outlook, aims: Aims) -> Judge:
    """The blank threat where there is most to be had."""
    return lambda move: aims.threaten(o.ruleset.rank_of(move.card))


def _bribe(o: Outlook, aims: Aims) -> Judge:
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


def _tithe(o: Outlook, aims: Aims) -> Judge:
    """First the gold of the best mix, then the cards; nothing is taken before all is chosen.

    The School of Magic brings its gold and its card with every mix.
    """
    asked = o.view.asked
    assert asked is not None
    assert o.view.turn is not None
    how, have = terms(o.ruleset, o.view.turn.rank), useful_cards(o, o.hand)
    income = 0 if o.view.turn.gathered else income_gold(o)
    schools = sum([card.wild for card in o.city.cards])
    count = o.city.incomes["religious"] - schools
    sure = o.gold + income + schools
    mixes = [
        plan(o, sure + gold, how, o.hand).value + cards_to_come(o, count - gold + schools, have, sure + gold)
        for gold in range(count + 1)
    ]
    wanted = mixes.index(max(mixes))
    verb = "gold" if count - asked.amount < wanted else "draw"
    return lambda move: float(move.verb == verb)


def _tribute(o: Outlook, aims: Aims) -> Judge:
    """Gold or a card for the crown: to be taken or, in the old game, to be given."""
    if o.acting:
        gold = purse(o, o.gold + 1) - purse(o, o.gold)
        card = cards_to_come(o, 1, useful_cards(o, o.hand))
        return lambda move: gold if move.card == "gold" else card
    value = {card.id: value for value, card in reversed(promises(o, o.hand))}
    lost = purse(o, o.gold) - purse(o, o.gold - 1)
    return lambda move: -value[move.card] if move.verb == "give" else -lost


def _bequeath(o: Outlook, aims: Aims) -> Judge:
    """The crown to the player it helps least."""
    return lambda move: aims.crown(move.seat)


def _offer(o: Outlook, aims: Aims) -> Judge:
    """The district of the own city that makes the best exchange."""
    asked = o.view.asked
    assert asked is not None
    taken = o.card(asked.card)
    return lambda move: aims.exchange(asked.other, taken, o.card(move.card))


def _accept(o: Outlook, aims: Aims) -> Judge:
    """Take what the own token offers."""
    return lambda move: float(move.verb != "pass")


CHARACTER_MOVES: Mapping[str, CardMoves] = {
    "assassin": CardMoves(judges={"kill": lambda turn, move: EARLY + turn.named(turn.aims.kill, move)}),
    "witch": CardMoves(answers={"bewitch": _bewitch}, guessed=("bewitch",)),
    "magistrate": CardMoves(
        judges={"sign": lambda turn, move: EARLY + turn.aims.sign(turn.rank(move))},
        answers={"warrant": _warrant, "confiscate": _accept},
        guessed=("warrant",),
    ),
    "thief": CardMoves(judges={"rob": lambda turn, move: EARLY + turn.named(turn.aims.rob, move)}),
    "blackmailer": CardMoves(
        judges={"rose": lambda turn, move: EARLY + turn.aims.threaten(turn.rank(move))},
        answers={"threaten": _threaten, "bribe": _bribe, "threat": _accept},
        guessed=("threaten",),
    ),
    "magician": CardMoves(
        judges={"swap": lambda turn, move: turn.swap(move), "discard": lambda turn, move: turn.discard(move)},
        answers={"exchange": _exchange_cards},
    ),
    "seer": CardMoves(judges={"divine": lambda turn, move: EARLY}, answers={"give": _give_back}),
    "cardinal": CardMoves(answers={"lend": _give_back}),
    "warlord": CardMoves(judges={"destroy": lambda turn, move: turn.destroy(move)}),
    "artist": CardMoves(judges={"beautify": lambda turn, move: turn.beautify(move)}),
    "spy": CardMoves(judges={"spy": lambda turn, move: EARLY + turn.aims.spy(move.seat, move.card)}),
    "wizard": CardMoves(
        judges={"look": lambda turn, move: LOOK + turn.aims.look(move.seat)}, answers={"study": _study}
    ),
    "emperor": CardMoves(
        judges={"crown": lambda turn, move: EARLY + turn.aims.crown(move.seat)},
        answers={"tribute": _tribute, "bequeath": _bequeath},
    ),
    "abbot": CardMoves(
        judges={"beg": lambda turn, move: EARLY + 500 + turn.aims.menace[move.seat]}, answers={"tithe": _tithe}
    ),
    "diplomat": CardMoves(judges={"exchange": lambda turn, move: turn.exchange(move)}, answers={"offer": _offer}),
    "marshal": CardMoves(judges={"seize": lambda turn, move: turn.seize(move)}),
}
"""Character -> how its moves are judged."""
