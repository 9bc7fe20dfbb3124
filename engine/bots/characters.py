"""Worth of each character to a player, and against others: one value a card, in points."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING

from engine.bots.building_plan import Terms, finishing, plan
from engine.bots.evaluation import another, income_gold, new_cards, price, promises, purse, useful_cards, worth
from engine.bots.features import EARLY, LOOK, NEVER, TEMPO, Outlook
from engine.bots.knowledge import Judge, Known, Prospect
from engine.cards import Character
from engine.move import Move

if TYPE_CHECKING:
    from engine.bots.targets import Aims
    from engine.ruleset import Ruleset

AVERAGE = 3.2
"""What a district costs on average."""
CROWN = 0.9
"""Choosing first in the next round."""
GOLD = 0.6
"""A stolen gold, in points."""


def _assassin(o: Outlook, seat: int, character: Character) -> Prospect:
    near = min([o.missing[other] for other in range(len(o.cities)) if other != seat])
    return Prospect(bonus=(1.5, 1.5, 0.5, 0.0)[near] if near < 4 else -0.4)


def _witch(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(bonus=1.0)


def _magistrate(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(bonus=2.8)


def _richest(o: Outlook, seat: int) -> int:
    return max([p.gold for p in o.view.players if p.seat != seat])


def _thief(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(gold=0.3 * _richest(o, seat))


def _blackmailer(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(gold=0.35 * (_richest(o, seat) + 2))


def _magician(o: Outlook, seat: int, character: Character) -> Prospect:
    most = max([p.hand for p in o.view.players if p.seat != seat])
    mine = o.view.players[seat].hand
    if seat == o.seat:
        mine = useful_cards(o, o.hand)
        return Prospect(cards=max(0.8 * most - mine, 0.5 * (len(o.hand) - mine)))
    return Prospect(cards=max(0, most - mine))


def _seer(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(0, 0.25 * sum([p.hand > 0 for p in o.view.players if p.seat != seat]), -0.8)


def _king(o: Outlook, seat: int, character: Character) -> Prospect:
    statue = 2.5 if o.owns(seat, "statue") and o.nearest <= 2 else 0.0
    return Prospect(o.cities[seat].incomes["noble"], 0, CROWN * o.horizon + statue)


def _bishop(o: Outlook, seat: int, character: Character) -> Prospect:
    at_risk = 0.3 if o.missing[seat] > 2 else 1.0
    return Prospect(o.cities[seat].incomes["religious"], 0, at_risk if o.cities[seat].cards else 0.0)


def _cardinal(o: Outlook, seat: int, character: Character) -> Prospect:
    hand = o.view.players[seat].hand
    return Prospect(min(_richest(o, seat), max(0, hand - 2), 2), o.cities[seat].incomes["religious"])


def _merchant(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(gold=o.cities[seat].incomes["trade"] + 1)


def _architect(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(cards=2)


def _warlord(o: Outlook, seat: int, character: Character) -> Prospect:
    cheap = any(card.cost == 1 for other, city in enumerate(o.cities) if other != seat for card in city.cards)
    return Prospect(o.cities[seat].incomes["military"], 0, 0.6 if cheap else 0.3)


def _queen(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(gold=3 * min(1.0, 2.2 / (len(o.cities) - 1)))


def _artist(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(bonus=0.1 * min(2, len(o.cities[seat].cards)))


def _spy(o: Outlook, seat: int, character: Character) -> Prospect:
    found = max([min(0.3 * p.hand, p.gold) for p in o.view.players if p.seat != seat])
    cards = 0.3 * max([p.hand for p in o.view.players if p.seat != seat])
    return Prospect(gold=found, cards=cards)


def _tax_collector(o: Outlook, seat: int, character: Character) -> Prospect:
    if character.rank == 2:
        return Prospect(bonus=0.35 * (len(o.cities) - 1))
    coming = 0.6 * (len(o.cities) - 1)
    return Prospect(gold=sum(o.view.things.get("tax_collector", ())) + coming * (not o.acting))


def _wizard(o: Outlook, seat: int, character: Character) -> Prospect:
    most = max([p.hand for p in o.view.players if p.seat != seat])
    return Prospect(cards=min(most, 3) * 0.5, bonus=0.8 if most and o.view.players[seat].gold > 3 else 0.0)


def _emperor(o: Outlook, seat: int, character: Character) -> Prospect:
    loss = -0.5 * CROWN if o.view.crown == seat else 0.2
    statue = -2.0 if o.owns(seat, "statue") and o.view.crown == seat else 0.0
    return Prospect(o.cities[seat].incomes["noble"] + 1, 0, loss * o.horizon + statue)


def _patrician(o: Outlook, seat: int, character: Character) -> Prospect:
    royal = _king(o, seat, character)
    return Prospect(0, royal.gold, royal.bonus)


def _abbot(o: Outlook, seat: int, character: Character) -> Prospect:
    poor = o.view.players[seat].gold < _richest(o, seat)
    return Prospect(gold=o.cities[seat].incomes["religious"] + poor)


def _alchemist(o: Outlook, seat: int, character: Character) -> Prospect:
    p = o.view.players[seat]
    if seat == o.seat or not p.hand:
        return Prospect()  # the terms of building say it all
    return Prospect(bonus=0.5 * min(p.gold + 2, AVERAGE + 1))


def _navigator(o: Outlook, seat: int, character: Character) -> Prospect:
    gold = o.view.players[seat].gold + 2
    if seat == o.seat:
        cards = new_cards(o, 4, useful_cards(o, o.hand))
        if cards > purse(o, gold + 4) - purse(o, gold):
            return Prospect(cards=4)
    return Prospect(gold=4)


def _scholar(o: Outlook, seat: int, character: Character) -> Prospect:
    return Prospect(cards=1, bonus=1.2 * o.horizon)


def _diplomat(o: Outlook, seat: int, character: Character) -> Prospect:
    cards = o.cities[seat].cards
    return Prospect(o.cities[seat].incomes["military"], 0, 1.0 if cards and o.nearest > 0 else 0.1)


def _marshal(o: Outlook, seat: int, character: Character) -> Prospect:
    names = o.cities[seat].names
    costs = [
        card.cost
        for other, city in enumerate(o.cities)
        if other != seat and o.missing[other]
        for card in city.cards
        if card.cost <= 3 and not card.action and (o.ruleset.duplicates or card.plain.id not in names)
    ]
    income = o.cities[seat].incomes["military"]
    gold = o.view.players[seat].gold + 2 + income
    loot = [cost for cost in costs if cost <= gold]
    return Prospect(income, 0, (TEMPO + 0.5 + 0.3 * max(loot)) if loot else 0.1)


# Harm and takings


def _theft(o: Outlook) -> float:
    return 0.25 * GOLD * o.gold


def _loss(o: Outlook) -> float:
    return 0.7 if o.city.cards else 0.0


def _peek(o: Outlook) -> float:
    return 0.1 * len(o.hand)


def standing_out(o: Outlook) -> bool:
    """Whether the own city is one the Warlord would choose: nobody lacks fewer districts."""
    return o.missing[o.seat] <= min([o.missing[seat] for seat in o.rivals])


# Answers to questions


def _exchange_cards(o: Outlook, aims: Aims) -> Judge:
    """Exchange what promises less than a new card."""
    value = {card.id: value for value, card in reversed(promises(o, o.hand))}
    new = new_cards(o, 1, useful_cards(o, o.hand))
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
            return value + another(o, card)
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

    The School of Magic brings its gold and its card whatever the mix.
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
        plan(o, sure + gold, how, o.hand).value + new_cards(o, count - gold + schools, have)
        for gold in range(count + 1)
    ]
    wanted = mixes.index(max(mixes))
    verb = "gold" if count - asked.amount < wanted else "draw"
    return lambda move: float(move.verb == verb)


def _tribute(o: Outlook, aims: Aims) -> Judge:
    """Gold or a card for the crown: to be taken or, in the old game, to be given."""
    if o.acting:
        gold = purse(o, o.gold + 1) - purse(o, o.gold)
        card = new_cards(o, 1, useful_cards(o, o.hand))
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


CHARACTERS: Mapping[str, Known] = {
    "assassin": Known(_assassin, judges={"kill": lambda turn, move: EARLY + turn.aims.kill(turn.rank(move))}),
    "witch": Known(_witch, answers={"bewitch": _bewitch}, guessed=("bewitch",)),
    "magistrate": Known(
        _magistrate,
        judges={"sign": lambda turn, move: EARLY + turn.aims.sign(turn.rank(move))},
        answers={"warrant": _warrant, "confiscate": _accept},
        guessed=("warrant",),
    ),
    "thief": Known(_thief, harm=_theft, judges={"rob": lambda turn, move: EARLY + turn.aims.rob(turn.rank(move))}),
    "blackmailer": Known(
        _blackmailer,
        harm=_theft,
        judges={"rose": lambda turn, move: EARLY + turn.aims.threaten(turn.rank(move))},
        answers={"threaten": _threaten, "bribe": _bribe, "threat": _accept},
        guessed=("threaten",),
    ),
    "magician": Known(
        _magician,
        harm=lambda o: 0.15 * max(0, len(o.hand) - 2),
        judges={"swap": lambda turn, move: turn.swap(move), "discard": lambda turn, move: turn.discard(move)},
        answers={"exchange": _exchange_cards},
    ),
    "seer": Known(_seer, judges={"divine": lambda turn, move: EARLY}, answers={"give": _give_back}),
    "king": Known(_king),
    "bishop": Known(_bishop),
    "cardinal": Known(_cardinal, takings=lambda o: (0, o.city.incomes["religious"]), answers={"lend": _give_back}),
    "merchant": Known(_merchant),
    "architect": Known(_architect, takings=lambda o: (0, 2)),
    "warlord": Known(
        _warlord,
        harm=lambda o: 1.5 if o.city.cards and standing_out(o) else 0.2,
        judges={"destroy": lambda turn, move: turn.destroy(move)},
    ),
    "queen": Known(_queen, takings=lambda o: (3, 0)),
    "artist": Known(_artist, judges={"beautify": lambda turn, move: turn.beautify(move)}),
    "spy": Known(_spy, harm=_peek, judges={"spy": lambda turn, move: EARLY + turn.aims.spy(move.seat, move.card)}),
    "tax_collector": Known(_tax_collector, takings=lambda o: (sum(o.view.things.get("tax_collector", ())), 0), tax=1),
    "wizard": Known(
        _wizard,
        harm=_peek,
        twins=True,
        judges={"look": lambda turn, move: LOOK + turn.aims.look(move.seat)},
        answers={"study": _study},
    ),
    "emperor": Known(
        _emperor,
        judges={"crown": lambda turn, move: EARLY + turn.aims.crown(move.seat)},
        answers={"tribute": _tribute, "bequeath": _bequeath},
    ),
    "patrician": Known(_patrician, takings=lambda o: (0, o.city.incomes["noble"])),
    "abbot": Known(
        _abbot, judges={"beg": lambda turn, move: EARLY + 500 + turn.aims.menace[move.seat]}, answers={"tithe": _tithe}
    ),
    "alchemist": Known(_alchemist, refund=True),
    "trader": Known(free="trade"),
    "navigator": Known(_navigator, takings=lambda o: (0, 0)),
    "scholar": Known(_scholar, takings=lambda o: (0, 1)),
    "diplomat": Known(
        _diplomat, harm=_loss, judges={"exchange": lambda turn, move: turn.exchange(move)}, answers={"offer": _offer}
    ),
    "marshal": Known(_marshal, harm=_loss, judges={"seize": lambda turn, move: turn.seize(move)}),
}
"""Character -> what is known about it; of one that is not listed only its income is."""

UNKNOWN = Known()


def known(character: Character) -> Known:
    """The knowledge about a character."""
    return CHARACTERS.get(character.id, UNKNOWN)


@lru_cache(maxsize=1024)
def terms(ruleset: Ruleset, rank: int) -> Terms:
    """The terms on which the character of a rank builds in a fresh turn."""
    character = ruleset.char(rank)
    about = known(character)
    return Terms(
        character.builds or -1,
        about.free,
        about.refund,
        about.twins,
        sum([known(ruleset.char(other)).tax for other in ruleset.ranks[8:] if other != rank]),
    )
