"""A light policy: plays on in imagined worlds, in a few microseconds a decision."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from engine.cards import District
from engine.move import Move
from engine.player import Player
from engine.state import State

LIKING: Mapping[str, float] = {
    "assassin": 1.2, "witch": 0.8, "magistrate": 1.4, "thief": 1.0, "blackmailer": 1.0, "magician": 0.8, "king": 1.2,
    "emperor": 1.2, "patrician": 1.2, "bishop": 0.8, "merchant": 1.4, "architect": 2.2, "trader": 1.2, "navigator": 0.8,
    "alchemist": 1.6, "scholar": 1.6, "warlord": 0.6, "diplomat": 0.6, "marshal": 1.2, "queen": 1.0, "artist": 0.6,
}  # fmt: skip
"""How much a character is liked beside its income."""


class Style(NamedTuple):
    """A way of playing lightly."""

    whim: float = 2.5
    """How far chance sways the choice of a character."""
    liking: float = 1.0
    """How much a character's liking counts beside its income."""
    cheap: bool = False
    """Whether the cheapest district is built first, not the one with most points."""
    types: bool = False
    """Whether a type that the city lacks is built before all others."""
    saves: int = 0
    """The gold from which it builds a cheap district, too."""


EVEN = Style()
STYLES: Mapping[str, Style] = {
    "light": EVEN,
    "rush": Style(cheap=True),
    "hoard": Style(saves=8),
    "colour": Style(whim=1.0, liking=0.3, types=True),
}
"""The styles that rivals may have in the worlds of a search."""
TAKING = ("reveal", "confiscate")
"""Answers that take what a threat or a warrant brings: nobody can do better."""
IDLE = ("pass", "done", "end")
"""Verbs that end a question."""
NAMING = ("kill", "rob", "sign", "rose")
"""Verbs that name a character, which had better be a rival's."""


def play_on(g: State, random: Random, style: Style = EVEN) -> Move:
    """A fair move, soon found."""
    moves = g.moves
    if len(moves) == 1:
        return moves[0]
    kind = g.kind
    if kind == "menu":
        return _turn(g, moves, random, style)
    if kind == "draft":
        return _character(g, moves, random, style)
    if kind == "keep":
        return _card(g, moves)
    for verbs in (TAKING, IDLE):
        for move in moves:
            if move.verb in verbs:
                return move
    return random.choice(moves)


def _character(g: State, moves: Sequence[Move], random: Random, style: Style) -> Move:
    """Income by the city's districts, a liking, and a whim."""
    assert g.seat is not None
    player = g.players[g.seat]
    best, chosen = -1.0, moves[0]
    for move in moves:
        kind = getattr(g.ruleset.char(g.ruleset.rank_of(move.card)), "type", "")
        value = style.liking * LIKING.get(move.card, 1.0) + style.whim * random.random()
        if kind:
            value += sum([card.type == kind for card in player.city])
        if move.card == "magician" and len(player.hand) < 2:
            value += 1.5
        if value > best:
            best, chosen = value, move
    return chosen


def _card(g: State, moves: Sequence[Move]) -> Move:
    """The most expensive card that the city does not have."""
    assert g.seat is not None
    city = g.players[g.seat].city
    card = g.ruleset.district
    return max(moves, key=lambda move: (card(move.card) not in city, card(move.card).cost) if move.card else (False, 0))


def _turn(g: State, moves: Sequence[Move], random: Random, style: Style) -> Move:
    """Powers, income, the district with most points, what is worth destroying."""
    assert g.seat is not None
    player, card = g.players[g.seat], g.ruleset.district
    by_verb: dict[str, list[Move]] = {}
    for move in moves:
        by_verb.setdefault(move.verb, []).append(move)
    if "collect" in by_verb:
        return random.choice(by_verb["collect"])
    for verb in NAMING:
        if verb in by_verb:
            rank_of, own = g.ruleset.rank_of, player.roles
            others = [move for move in by_verb[verb] if rank_of(move.card) not in own]
            return random.choice(others or by_verb[verb])
    if "gold" in by_verb:
        return by_verb["gold"][0] if _wants_gold(player) or "draw" not in by_verb else by_verb["draw"][0]
    if "swap" in by_verb:
        fullest = max(by_verb["swap"], key=lambda move: len(g.players[move.seat].hand))
        if len(g.players[fullest.seat].hand) > len(player.hand) + 2:
            return fullest
    built = [move for move in by_verb.get("build", ()) if move.seat < 0 and not move.target]
    if built and style is not EVEN:
        built = _built(built, player, card, style)
    if built:
        return max(built, key=lambda move: card(move.card).points)
    for move in by_verb.get("destroy", ()):
        if move.seat != g.seat and (_near(g, move.seat) or card(move.target).cost < 2):
            return move
    for verb in ("seize", "beautify", "beg", "spy"):
        if verb in by_verb and player.gold > 1:
            return by_verb[verb][0]
    if "end" in by_verb:
        return by_verb["end"][0]
    return random.choice(moves)


def _built(moves: list[Move], player: Player, card: Callable[[str], District], style: Style) -> list[Move]:
    """The districts that a style would build now."""
    if style.cheap:
        return [min(moves, key=lambda move: card(move.card).cost)]
    if player.gold < style.saves and len(player.city) < 5:
        moves = [move for move in moves if card(move.card).cost > 3]
    if style.types:
        types = [district.type for district in player.city]
        moves = [move for move in moves if card(move.card).type not in types] or moves
    return moves


def _wants_gold(player: Player) -> bool:
    """Whether the hand has a card for the city, so that gold is of more use than a card."""
    useful: list[District] = [card for card in player.hand if card not in player.city]
    return len(useful) > 1 or any(card.cost <= player.gold + 4 for card in useful)


def _near(g: State, seat: int) -> bool:
    """Whether a rival is about to complete a city."""
    return g.size(seat) >= g.target - 1
