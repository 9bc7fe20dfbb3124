"""Worth of each character to a player, and against others, in points. `character_moves` judges its moves."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from engine.bots.building_plan import Terms
from engine.bots.evaluation import new_cards, purse, useful_cards
from engine.bots.features import TEMPO, Outlook
from engine.bots.knowledge import Known, Prospect
from engine.cards import Character
from engine.ruleset import Ruleset

AVERAGE = 3.2
"""Average cost of a district, in gold."""
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


CHARACTERS: Mapping[str, Known] = {
    "assassin": Known(_assassin),
    "witch": Known(_witch),
    "magistrate": Known(_magistrate),
    "thief": Known(_thief, harm=_theft),
    "blackmailer": Known(_blackmailer, harm=_theft),
    "magician": Known(_magician, harm=lambda o: 0.15 * max(0, len(o.hand) - 2)),
    "seer": Known(_seer),
    "king": Known(_king),
    "bishop": Known(_bishop),
    "cardinal": Known(_cardinal, takings=lambda o: (0, o.city.incomes["religious"])),
    "merchant": Known(_merchant),
    "architect": Known(_architect, takings=lambda o: (0, 2)),
    "warlord": Known(_warlord, harm=lambda o: 1.5 if o.city.cards and standing_out(o) else 0.2),
    "queen": Known(_queen, takings=lambda o: (3, 0)),
    "artist": Known(_artist),
    "spy": Known(_spy, harm=_peek),
    "tax_collector": Known(_tax_collector, takings=lambda o: (sum(o.view.things.get("tax_collector", ())), 0), tax=1),
    "wizard": Known(_wizard, harm=_peek, twins=True),
    "emperor": Known(_emperor),
    "patrician": Known(_patrician, takings=lambda o: (0, o.city.incomes["noble"])),
    "abbot": Known(_abbot),
    "alchemist": Known(_alchemist, refund=True),
    "trader": Known(free="trade"),
    "navigator": Known(_navigator, takings=lambda o: (0, 0)),
    "scholar": Known(_scholar, takings=lambda o: (0, 1)),
    "diplomat": Known(_diplomat, harm=_loss),
    "marshal": Known(_marshal, harm=_loss),
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
