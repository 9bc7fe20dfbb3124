"""The board: one summary for each player, worked out from the view."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from citadels_tui.session.holders import choosing
from citadels_tui.texts import names
from engine.card import TYPES
from engine.editions import EDITIONS
from engine.facedown import Facedown
from engine.notebook import Page
from engine.ruleset import ruleset
from engine.score import score
from engine.state import State
from engine.view import PlayerView, View
from net.client.updates import SeatInfo

ALL_TYPES, FIRST, COMPLETE = 3, 4, 2
"""Points for a city of all types, and for a complete one (deluxe rulebook, end of the game)."""


def open_points(view: View, seat: int) -> int:
    """The worth of a city as everybody can see it; points of single cards at the end are not in it."""
    facts = [names.district(id, view.rules.edition) for id in view.players[seat].city]
    points = sum(each.points for each in facts)
    if {each.type for each in facts} >= set(TYPES):
        points += ALL_TYPES
    if seat in view.firsts:
        return points + FIRST
    return points + COMPLETE * is_complete(view, seat)


def is_complete(view: View, seat: int) -> bool:
    """Whether a city is complete now; one that was may have lost a district since."""
    return counted(view.players[seat].city) >= city_target(view)


def imagined(view: View) -> State:
    """A game in which everything lies as this seat sees it, and nobody is asked.

    Of the others' hands only the size is right, and of what lies face down.
    """
    rules = ruleset(view.rules)
    game, unknown = State().start(rules, b""), next(card for card in rules.cards if not card.special)
    game.crown, game.finished, game.firsts, game.things = view.crown, view.finished, view.firsts, view.things
    game.tokens = {kind: Facedown(token.holder, token.on, ("",) * token.amount) for kind, token in view.tokens.items()}
    for player, seen in zip(game.players, view.players, strict=True):
        player.settle([rules.district(id) for id in seen.city])
        player.gold = seen.gold
        player.hand = [rules.district(id) for id in view.hand] if seen.seat == view.seat else [unknown] * seen.hand
    return game


def from_bank(view: View, amount: int) -> int:
    """As much of some gold as the bank has."""
    return min(amount, imagined(view).bank()) if ruleset(view.rules).coins else amount


def points_now(view: View) -> tuple[int, ...]:
    """The points of each seat if the game ended now, as far as this seat can know."""
    game = imagined(view)
    return tuple(sum(points for _source, points in score(game, seat)) for seat in range(len(view.players)))


class PlayerSummary(NamedTuple):
    """Everything one player panel draws."""

    seat: int
    you: bool = False
    bot: bool = False
    away: bool = False
    asleep: bool = False
    """Bots answer for this player, whose time was up."""
    crown: bool = False
    acting: bool = False
    """It is this player's turn."""
    asked: bool = False
    """This player must answer now."""
    gold: int = 0
    hand: int = 0
    points: int = 0
    """Points of the districts in the city, and what a city of all types and a complete one bring."""
    city: tuple[str, ...] = ()
    built: int = 0
    """How many districts the city counts towards its completion."""
    target: int = 0
    """Districts that complete a city."""
    under: int = 0
    """Cards under this player's Museum."""
    wagons: tuple[int, ...] = ()
    """Gold on each Cash Wagon in front of this player."""
    complete: bool = False
    shown: tuple[int, ...] = ()
    """Ranks revealed this round."""
    own: tuple[int, ...] = ()
    """Your own ranks that are not revealed yet."""
    chosen: int = 0
    """Characters chosen that nobody else has seen yet."""
    maybe: tuple[int, ...] = ()
    """The ranks that those may be, as far as you can know, while they are few."""
    aimed: bool = False
    """The choice under the cursor aims at this player."""
    aimed_card: str = ""
    """The district in this city that it aims at."""


FEW = 3
"""Characters that are named of those that somebody may have."""


def player_summaries(
    view: View, seats: Sequence[SeatInfo], aim: tuple[int, str] = (-1, ""), page: Page | None = None
) -> list[PlayerSummary]:
    """The summaries in the order they are shown: you first, then the others in seating order.

    Args:
        view: The seat's view.
        seats: Who sits where.
        aim: The seat and district that the choice under the cursor aims at.
        page: What follows from the view about who has which character.
    """
    first = view.seat or 0
    order = [*view.players[first:], *view.players[:first]]
    return [_summary(view, player, seats, aim, page) for player in order]


def city_target(view: View) -> int:
    """How many districts complete a city now."""
    rung = len(view.things.get("bell_tower", ()))
    return EDITIONS[view.rules.edition].target(view.rules.players) - rung


def counted(city: Sequence[str]) -> int:
    """How many districts a city counts towards its completion: the Monument stands for two."""
    return len(city) + sum(id.rstrip("+") == "monument" for id in city)


def wagons_of(view: View, seat: int) -> tuple[int, ...]:
    """The gold on each Cash Wagon in front of a player."""
    pairs = view.things.get("cash_wagon", ())
    return tuple(gold for owner, gold in zip(pairs[::2], pairs[1::2], strict=True) if owner == seat)


def _maybe(view: View, player: PlayerView, page: Page | None) -> tuple[int, ...]:
    """The ranks that a player's hidden characters may be, once all are chosen, while they are few."""
    if page is None or choosing(view) or player.seat == view.seat:
        return ()
    ranks = tuple(rank for rank in page.possible(player.seat) if rank not in player.shown)
    return ranks if len(ranks) <= FEW else ()


def _summary(
    view: View, player: PlayerView, seats: Sequence[SeatInfo], aim: tuple[int, str], page: Page | None
) -> PlayerSummary:
    seat = player.seat
    info = seats[seat] if seat < len(seats) else None
    you = seat == view.seat
    museum = view.tokens.get("museum")
    hidden = max(player.roles - len(player.shown), 0)
    return PlayerSummary(
        seat=seat,
        you=you,
        bot=info is not None and info.kind == "bot",
        away=info is not None and not info.connected,
        asleep=info is not None and info.asleep,
        crown=view.crown == seat,
        acting=view.turn is not None and view.turn.seat == seat,
        asked=view.asked is not None and view.asked.seat == seat,
        gold=player.gold,
        hand=player.hand,
        points=open_points(view, seat),
        city=player.city,
        built=counted(player.city),
        under=museum.amount if museum is not None and museum.holder == seat else 0,
        wagons=wagons_of(view, seat),
        target=city_target(view),
        complete=is_complete(view, seat),
        shown=player.shown,
        own=tuple(rank for rank in view.roles if rank not in player.shown) if you else (),
        chosen=hidden,
        maybe=_maybe(view, player, page) if hidden else (),
        aimed=aim[0] == seat,
        aimed_card=aim[1] if aim[0] == seat else "",
    )
