"""Worth: what each character offers the player who chooses, in a short phrase, from what the seat sees alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from textual.content import Content

from citadels_tui.session.board import from_bank, imagined, points_now
from citadels_tui.texts import say, worth
from citadels_tui.texts.worth import Most, Phrase
from citadels_tui.wording.voice import EMPTY, Voice
from engine.build import builds, price
from engine.card import Character, District
from engine.cards.characters.rank5 import OldAbbot
from engine.cards.characters.rank8 import Raider
from engine.move import Move
from engine.player import Turn
from engine.ruleset import Ruleset, ruleset
from engine.score import score
from engine.state import State
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
        mine = any(card.plain.id == "gold_mine" for card in self.districts(self.me))
        return self.me.gold + from_bank(self.view, INCOME + mine + (0 if draws else self.income))

    def drawn(self, amount: int) -> int:
        """As many cards of some as there are to draw."""
        return min(amount, self.view.deck + self.view.discards)

    @property
    def tax(self) -> int:
        """The gold that building costs beside the price, whoever is in play: to the Tax Collector of rank 9 (C2)."""
        return int(9 in self.rules.ranks and self.rules.char(9).id == "tax_collector" and self.character.rank != 9)

    @property
    def turn(self) -> tuple[State, Turn]:
        """A turn as this character after an income in gold, in a game where all lies as it does now."""
        game = imagined(self.view)
        game.turn = turn = Turn().begin(self.me.seat, self.character, gathered=True)
        game.players[self.me.seat].gold = self.gold
        return game, turn

    @property
    def prices(self) -> list[int]:
        """The prices of the hand cards that could be built, the cheapest first; not of action cards."""
        game, turn = self.turn
        moves: list[Move] = []
        builds(game, turn, moves)
        city, gold = self.districts(self.me), self.gold
        ids = list(dict.fromkeys(move.card for move in moves if move.seat < 0))
        if self.rules.duplicates or any(card.plain.id == "quarry" for card in city):
            ids = [id for id in self.view.hand if id in ids]
        return sorted(min(price(self.rules, city, card), gold) for card in map(self.rules.district, ids))

    @property
    def loot(self) -> list[int]:
        """The prices of rivals' districts that rank 8 could use its ability on, the least first."""
        raider = self.character
        assert isinstance(raider, Raider)
        game, turn = self.turn
        aimed = [move for move in raider.moves(game, turn) if move.verb == raider.verb_ and move.seat != turn.seat]
        found = ((move.seat, self.rules.district(move.target)) for move in aimed)
        return sorted(raider.least(game, turn, seat, card) for seat, card in found)


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
        if cards := seen.drawn(amount):
            yield Fact(Phrase(worth.CARDS_FROM[type], worth.CARDS), {"amount": cards})
    else:
        yield Fact(Phrase(worth.GOLD_FROM[type], worth.GOLD), {"amount": from_bank(seen.view, amount)})


def _nothing(seen: Seen) -> Iterator[Fact]:
    yield from ()


def _leader(seen: Seen) -> Iterator[Fact]:
    """Who would win if the game ended now: whom to stop."""
    points = points_now(seen.view)
    first = [seat for seat, each in enumerate(points) if each == max(points)]
    if len(first) > 1:
        yield Fact(worth.NO_LEADER)
    elif first[0] == seen.view.seat:
        yield Fact(worth.YOU_LEAD)
    else:
        yield Fact(worth.LEADER, {"who": seen.voice.player(first[0]), "amount": points[first[0]]})


def _most(seen: Seen, amounts: Sequence[int], phrases: Most) -> Iterator[Fact]:
    """Which of the others has most of something.

    Args:
        seen: The table.
        amounts: How much each of the others has, in their order.
        phrases: The words for it.
    """
    most = max(amounts)
    having = [rival for rival, amount in zip(seen.rivals, amounts, strict=True) if amount == most]
    if not most:
        yield Fact(phrases.nobody)
    elif len(having) > 1:
        yield Fact(phrases.several, {"amount": most})
    else:
        yield Fact(phrases.one, {"who": seen.voice.player(having[0].seat), "amount": most})


def _richest(seen: Seen) -> Iterator[Fact]:
    gold = [rival.gold for rival in seen.rivals]
    yield from _most(seen, gold, worth.RICHEST if max(gold) > seen.me.gold else worth.OTHERS_GOLD)


def _fullest(seen: Seen) -> Iterator[Fact]:
    yield from _most(seen, [rival.hand for rival in seen.rivals], worth.FULLEST)


def _seer(seen: Seen) -> Iterator[Fact]:
    hands = sum(player.hand > 0 for player in seen.rivals)
    yield Fact(worth.HANDS, {"amount": hands}) if hands else Fact(worth.FULLEST.nobody)


def _crown(seen: Seen, yours: Phrase) -> Iterator[Fact]:
    """From whom the crown is taken; ``yours``: what is said where you hold it yourself."""
    crown = seen.view.crown
    yield Fact(yours) if crown == seen.view.seat else Fact(worth.CROWN, {"who": seen.voice.player(crown)})


def _king(seen: Seen) -> Iterator[Fact]:
    if not seen.view.finished:
        yield Fact(worth.FIRST)
    else:
        # No round follows.
        yield from _crown(seen, worth.CROWN_KEPT)


def _emperor(seen: Seen) -> Iterator[Fact]:
    yield from _crown(seen, worth.CROWN_YOURS)


def _bishop(seen: Seen) -> Iterator[Fact]:
    phrase = worth.NOT_THERE if 8 in seen.view.faceup else worth.SAFE
    yield Fact(phrase, {name: seen.voice.at_ranks[name] for name in ("rank8", "name8")})


def _abbot(seen: Seen) -> Iterator[Fact]:
    most = max(rival.gold for rival in seen.rivals)
    richest = [rival for rival in seen.rivals if rival.gold == most]
    if most <= seen.me.gold:
        if not seen.income:
            yield Fact(worth.NO_TAX)
    elif len(richest) == 1:
        yield Fact(worth.TAX, {"who": seen.voice.player(richest[0].seat)})
    elif isinstance(seen.character, OldAbbot):
        # Of several the old card takes nothing.
        yield Fact(worth.TAX_OF_NONE)
    else:
        yield Fact(worth.TAX_OF_ONE)


def _cardinal(seen: Seen) -> Iterator[Fact]:
    yield from _most(seen, [rival.gold for rival in seen.rivals], worth.LENDS)


def _alchemist(seen: Seen) -> Iterator[Fact]:
    prices = seen.prices
    yield Fact(worth.BACK, {"amount": prices[-1]}) if prices else Fact(worth.NOTHING)


def _trader(seen: Seen) -> Iterator[Fact]:
    cards = sum(seen.rules.district(id).type == "trade" for id in seen.view.hand)
    yield Fact(worth.TRADES, {"amount": cards})


def _payable(seen: Seen) -> int:
    """How many hand cards could be built one after the other, the cheapest first."""
    left, built = seen.gold, 0
    for cost in seen.prices[: seen.character.builds]:
        if cost > left:
            break
        # The tax is paid after building, by whoever has something left.
        left = max(left - cost - seen.tax, 0)
        built += 1
    return built


def _architect(seen: Seen) -> Iterator[Fact]:
    yield Fact(worth.DRAWS_AND_BUILDS if seen.drawn(2) == 2 else worth.BUILDS, {"amount": _payable(seen)})


def _scholar(seen: Seen) -> Iterator[Fact]:
    if seen.drawn(7) == 7:
        yield Fact(worth.BEST_OF_SEVEN)
    yield Fact(worth.BUILDS, {"amount": _payable(seen)})


def _navigator(seen: Seen) -> Iterator[Fact]:
    yield Fact(worth.FOUR, {"amount": seen.drawn(4), "gold": from_bank(seen.view, 4)})


def _warlord(seen: Seen) -> Iterator[Fact]:
    loot = seen.loot
    free = loot.count(0)
    if free:
        yield Fact(worth.RAZES_FREE, {"amount": free})
    elif loot:
        yield Fact(worth.RAZES, {"amount": loot[0]})
    else:
        yield Fact(worth.NONE_IN_REACH)


def _taking(seen: Seen) -> Iterator[Fact]:
    amount = len(seen.loot)
    yield Fact(worth.IN_REACH, {"amount": amount}) if amount else Fact(worth.NONE_IN_REACH)


def _queen(seen: Seen) -> Iterator[Fact]:
    view, players = seen.view, len(seen.view.players)
    royal = {"character": seen.voice.character(4)}
    if 4 in view.faceup or 4 in seen.rules.kept_aside(view):
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
    """The points of what is best to beautify: a card may count what all districts cost."""
    game, turn = seen.turn
    player = game.players[turn.seat]

    def points(city: list[District]) -> int:
        player.settle(city)
        return _city_points(game, turn.seat)

    cities = [list(player.city)]
    while len(cities) <= min(2, seen.gold):
        last = cities[-1]
        plain = [place for place, card in enumerate(last) if not (card.beautified or card.action)]
        better = [[*last[:place], last[place].beauty, *last[place + 1 :]] for place in plain]
        best = max(better, key=points, default=last)
        if best is last or (len(cities) > 1 and points(best) <= points(last)):
            break
        cities.append(best)
    gold = len(cities) - 1
    if gold:
        yield Fact(worth.BEAUTIFIES, {"amount": points(cities[-1]) - points(cities[0]), "gold": gold})
    else:
        yield Fact(worth.NOTHING_TO_BEAUTIFY)


def _city_points(game: State, seat: int) -> int:
    """The points of a seat but for its gold, which is spent one way or another."""
    return sum(points for source, points in score(game, seat) if source != "imperial_treasury")


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
    "marshal": _taking,
    "diplomat": _taking,
    "queen": _queen,
    "artist": _artist,
    "tax_collector": _tax_collector,
}
"""Character -> what it is worth beside its income; of the Merchant there is nothing else to say."""
