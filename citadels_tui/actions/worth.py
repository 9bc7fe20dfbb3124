"""Worth: what each character offers the player who chooses, in a short phrase, from what the seat sees alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from textual.content import Content

from citadels_tui.session.board import city_target, counted
from citadels_tui.texts import say, worth
from citadels_tui.texts.worth import Phrase
from citadels_tui.wording.voice import EMPTY, Voice
from engine.card import Character, District
from engine.cards.characters.rank8 import Raider
from engine.ruleset import Ruleset, ruleset
from engine.view import PlayerView, View

INCOME = 2
"""Gold of the income that is taken as gold."""


class Worth(NamedTuple):
    """Phrases about one character, the most important first."""

    facts: tuple[Content, ...] = ()
    brief: Content = EMPTY
    """The first one for a narrow card."""


class Fact(NamedTuple):
    """A phrase and what stands in it."""

    text: Phrase
    values: Mapping[str, Content | str | int] = {}


class Seen(NamedTuple):
    """The table as the player who chooses sees it."""

    view: View
    voice: Voice
    rules: Ruleset
    character: Character

    @property
    def me(self) -> PlayerView:
        """The player who chooses."""
        return self.view.me

    @property
    def rivals(self) -> list[PlayerView]:
        """All others."""
        return [player for player in self.view.players if player.seat != self.view.seat]

    def districts(self, player: PlayerView) -> list[District]:
        """The districts of a city."""
        return [self.rules.district(id) for id in player.city]

    @property
    def income(self) -> int:
        """The own districts that bring this character something."""
        type = getattr(self.character, "type", "")
        return sum(bool(type) and (card.type == type or card.wild) for card in self.districts(self.me))

    @property
    def gold(self) -> int:
        """The gold that a turn as this character has, taken as income."""
        draws = getattr(self.character, "draws", False)
        return self.me.gold + INCOME + (0 if draws else self.income)

    @property
    def affordable(self) -> list[int]:
        """Costs of the hand cards that could be paid, and that the own city does not have; the cheapest first."""
        names = {id.rstrip("+") for id in self.me.city}
        cards = [self.rules.district(id) for id in dict.fromkeys(self.view.hand) if id not in names]
        return sorted(card.cost for card in cards if not card.action and card.cost <= self.gold)

    @property
    def loot(self) -> list[int]:
        """The prices of rivals' districts that rank 8 could pay for."""
        raider, found = self.character, []
        assert isinstance(raider, Raider)
        for rival in self.rivals:
            cards = self.districts(rival)
            if counted(rival.city) < city_target(self.view):
                found += [raider.price(self.rules, cards, card) for card in cards if not card.safe]
        return sorted(price for price in found if price <= self.gold)


def character_worth(view: View, voice: Voice, id: str) -> Worth:
    """The worth of a character to the seat that chooses.

    Args:
        view: What the seat sees.
        voice: How names are written.
        id: The character.
    """
    rules = ruleset(view.rules)
    seen = Seen(view, voice, rules, rules.char(rules.rank_of(id)))
    facts = [*_income(seen), *FACTS.get(id, _nothing)(seen)]
    told = [say(fact.text.full, **fact.values) for fact in facts]
    return Worth(tuple(told), say(facts[0].text.brief, **facts[0].values)) if facts else Worth()


def _income(seen: Seen) -> Iterator[Fact]:
    """Gold or cards for districts; that of the Merchant, and what may be either, is said with the character."""
    type, amount = getattr(seen.character, "type", ""), seen.income
    if seen.character.id == "merchant":
        amount += 1
    if not amount or not type:
        return
    if getattr(seen.character, "draws", False):
        yield Fact(Phrase(worth.CARDS_FROM[type], worth.CARDS), {"amount": amount})
    else:
        yield Fact(Phrase(worth.GOLD_FROM[type], worth.GOLD), {"amount": amount})


def _nothing(seen: Seen) -> Iterator[Fact]:
    yield from ()


def _leader(seen: Seen) -> Iterator[Fact]:
    """The rival with the most districts: whom to stop."""
    rival = max(seen.rivals, key=lambda player: counted(player.city))
    built = f"{counted(rival.city)}/{city_target(seen.view)}"
    yield Fact(worth.LEADER, {"who": seen.voice.player(rival.seat), "built": built})


def _richest(seen: Seen) -> Iterator[Fact]:
    rival = max(seen.rivals, key=lambda player: player.gold)
    if rival.gold:
        yield Fact(worth.RICHEST, {"who": seen.voice.player(rival.seat), "amount": rival.gold})
    else:
        yield Fact(worth.NO_GOLD)


def _fullest(seen: Seen) -> Iterator[Fact]:
    rival = max(seen.rivals, key=lambda player: player.hand)
    if rival.hand:
        yield Fact(worth.FULLEST, {"who": seen.voice.player(rival.seat), "amount": rival.hand})
    else:
        yield Fact(worth.NO_CARDS)


def _seer(seen: Seen) -> Iterator[Fact]:
    hands = sum(player.hand > 0 for player in seen.rivals)
    yield Fact(worth.HANDS, {"amount": hands}) if hands else Fact(worth.NO_CARDS)


def _king(seen: Seen) -> Iterator[Fact]:
    yield Fact(worth.FIRST)


def _emperor(seen: Seen) -> Iterator[Fact]:
    crown = seen.view.crown
    yours = crown == seen.view.seat
    yield Fact(worth.CROWN_YOURS) if yours else Fact(worth.CROWN, {"who": seen.voice.player(crown)})


def _bishop(seen: Seen) -> Iterator[Fact]:
    yield Fact(worth.SAFE)


def _abbot(seen: Seen) -> Iterator[Fact]:
    rival = max(seen.rivals, key=lambda player: player.gold)
    if rival.gold > seen.me.gold:
        yield Fact(worth.TAX, {"who": seen.voice.player(rival.seat)})
    elif not seen.income:
        yield Fact(worth.NO_TAX)


def _cardinal(seen: Seen) -> Iterator[Fact]:
    rival = max(seen.rivals, key=lambda player: player.gold)
    yield Fact(worth.LENDS, {"who": seen.voice.player(rival.seat), "amount": rival.gold})


def _alchemist(seen: Seen) -> Iterator[Fact]:
    costs = seen.affordable
    yield Fact(worth.BACK, {"amount": costs[-1]}) if costs else Fact(worth.NOTHING)


def _trader(seen: Seen) -> Iterator[Fact]:
    cards = sum(seen.rules.district(id).type == "trade" for id in seen.view.hand)
    yield Fact(worth.TRADES, {"amount": cards})


def _payable(seen: Seen, most: int) -> int:
    """How many hand cards could be built, the cheapest first."""
    left, built = seen.gold, 0
    for cost in seen.affordable[:most]:
        left -= cost
        built += left >= 0
    return built


def _architect(seen: Seen) -> Iterator[Fact]:
    yield Fact(worth.DRAWS_AND_BUILDS, {"amount": _payable(seen, seen.character.builds)})


def _scholar(seen: Seen) -> Iterator[Fact]:
    yield Fact(worth.BEST_OF_SEVEN)
    yield Fact(worth.BUILDS, {"amount": _payable(seen, seen.character.builds)})


def _navigator(seen: Seen) -> Iterator[Fact]:
    yield Fact(worth.FOUR)


def _warlord(seen: Seen) -> Iterator[Fact]:
    loot = seen.loot
    free = loot.count(0)
    if free:
        yield Fact(worth.RAZES_FREE, {"amount": free})
    elif loot:
        yield Fact(worth.RAZES, {"amount": loot[0]})
    else:
        yield Fact(worth.NONE_IN_REACH)


def _marshal(seen: Seen) -> Iterator[Fact]:
    names = {id.rstrip("+") for id in seen.me.city}
    cards = [card for rival in seen.rivals for card in seen.districts(rival) if counted(rival.city) < _target(seen)]
    amount = sum(card.cost <= min(3, seen.gold) and not card.safe and card.plain.id not in names for card in cards)
    yield Fact(worth.IN_REACH, {"amount": amount}) if amount else Fact(worth.NONE_IN_REACH)


def _diplomat(seen: Seen) -> Iterator[Fact]:
    own = max((card.cost for card in seen.districts(seen.me) if not card.safe), default=-99)
    cards = [card for rival in seen.rivals for card in seen.districts(rival) if counted(rival.city) < _target(seen)]
    amount = sum(card.cost - own <= seen.gold and not card.safe for card in cards)
    yield Fact(worth.IN_REACH, {"amount": amount}) if amount else Fact(worth.NONE_IN_REACH)


def _target(seen: Seen) -> int:
    return city_target(seen.view)


def _queen(seen: Seen) -> Iterator[Fact]:
    view, players = seen.view, len(seen.view.players)
    royal = {"character": seen.voice.character(4)}
    if 4 in view.faceup or 4 in view.aside:
        yield Fact(worth.NO_ROYAL, royal)
        return
    seat = seen.me.seat
    beside = sorted({(seat - 1) % players, (seat + 1) % players})
    who: dict[str, Content | str | int] = {"who": seen.voice.player(beside[0])}
    if len(beside) == 1:
        yield Fact(worth.BESIDE_ONE, {**who, **royal})
    else:
        yield Fact(worth.BESIDE, {**who, "other": seen.voice.player(beside[1]), **royal})


def _artist(seen: Seen) -> Iterator[Fact]:
    plain = sum(not id.endswith("+") for id in seen.me.city)
    amount = min(2, plain, seen.gold)
    yield Fact(worth.BEAUTIFIES, {"amount": amount}) if amount else Fact(worth.NOTHING_TO_BEAUTIFY)


def _tax_collector(seen: Seen) -> Iterator[Fact]:
    gold = sum(seen.view.things.get("tax_collector", ()))
    yield Fact(worth.TAXES, {"amount": gold}) if gold else Fact(worth.TAXES_TO_COME)


FACTS: Mapping[str, Callable[[Seen], Iterator[Fact]]] = {
    "assassin": _leader,
    "witch": _leader,
    "magistrate": _richest,
    "thief": _richest,
    "blackmailer": _richest,
    "spy": _fullest,
    "magician": _fullest,
    "wizard": _fullest,
    "seer": _seer,
    "king": _king,
    "emperor": _emperor,
    "patrician": _king,
    "bishop": _bishop,
    "abbot": _abbot,
    "cardinal": _cardinal,
    "alchemist": _alchemist,
    "trader": _trader,
    "architect": _architect,
    "navigator": _navigator,
    "scholar": _scholar,
    "warlord": _warlord,
    "marshal": _marshal,
    "diplomat": _diplomat,
    "queen": _queen,
    "artist": _artist,
    "tax_collector": _tax_collector,
}
"""Character -> what it is worth beside its income; of the Merchant there is nothing else to say."""
