"""Advice to a person: the move that the steward's judgement prefers, and the reason for it as a code.

It is made from what the seat sees and remembers, as a bot's choice is, and from nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.bots.building_plan import plan
from engine.bots.characters import terms
from engine.bots.districts import WORTHS
from engine.bots.evaluation import income_gold, price, useful, useful_cards
from engine.bots.features import Outlook
from engine.bots.knowledge import Judge, comparable
from engine.bots.last_turn import terms_left
from engine.bots.memory import Memory
from engine.bots.prospects import prospect
from engine.bots.steward import judgement
from engine.bots.targets import Aims
from engine.bots.turn_policy import TurnPolicy
from engine.cards import District
from engine.move import Move
from engine.view import View

REASONS = frozenset(
    {
        "only", "best", "pass",
        "draft", "draft_income", "draft_income_cards", "draft_gold", "draft_cards", "draft_builds", "aside",
        "gold", "gold_more", "gold_plan", "draw", "draw_paid", "draw_poor", "collect", "keep", "keep_now", "keep_type",
        "build", "build_last", "build_points", "build_type",
        "kill", "rob", "destroy", "destroy_close", "swap", "discard", "end",
    }
)  # fmt: skip
"""Every code of a reason."""
CLOSE = 2
"""A city that lacks so many districts is close to its end."""


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and why it is the best one."""

    move: Move
    reason: str
    """One of `REASONS`."""
    cards: tuple[str, ...] = ()
    """The districts that can then be built in this turn."""
    seat: int = -1
    """The player whom it concerns."""
    amount: int = 0
    """Gold, cards, points or districts, by the reason."""
    type: str = ""
    """The type of district that counts."""


def advise(view: View, memory: Memory) -> Advice:
    """The move that is worth most, without the whims of a bot that must not be guessed.

    Args:
        view: What the seat sees, with its legal moves.
        memory: What the seat remembers: it has watched every event of the game.

    Raises:
        ValueError: when nothing is asked of this seat.
    """
    if not view.moves or view.asked is None:
        raise ValueError("there is nothing to advise on")
    if len(view.moves) == 1:
        return Advice(view.moves[0], "only")
    o = Outlook(view, memory, WORTHS)
    aims = Aims(o)
    judge = judgement(o, aims)
    best = max(view.moves, key=lambda move: comparable(judge(move)))
    match view.asked.kind:
        case "draft":
            return _draft(o, best)
        case "aside":
            return Advice(best, "aside", seat=o.rivals[0])
        case "keep":
            return _keep(o, best)
        case "menu":
            return _turn(o, aims, judge, best)
        case "exchange" if best.verb == "discard":
            return Advice(best, "discard")
    return Advice(best, "pass" if best.verb in ("pass", "done") else "best")


def _draft(o: Outlook, best: Move) -> Advice:
    """The advice for the draft, with what the character promises most of as the reason."""
    rank = o.ruleset.rank_of(best.card)
    character = o.ruleset.char(rank)
    type = getattr(character, "type", "")
    count = o.city.incomes.get(type, 0)
    if count:
        cards = getattr(character, "draws", False)
        return Advice(best, "draft_income_cards" if cards else "draft_income", amount=count, type=type)
    more = prospect(o, o.seat, rank)
    # What it may win from others is not sure; and the Witch builds as somebody else, if at all.
    sure = o.gold + income_gold(o) + (character.id == "merchant")
    chosen = plan(o, sure, terms(o.ruleset, rank), o.hand).cards if character.id != "witch" else ()
    if len(chosen) > 1:
        return Advice(best, "draft_builds", _ids(chosen))
    if more.cards >= 1:
        return Advice(best, "draft_cards", amount=int(more.cards))
    if more.gold >= 1:
        return Advice(best, "draft_gold", amount=int(more.gold))
    return Advice(best, "draft")


def _keep(o: Outlook, best: Move) -> Advice:
    """The advice for a card to keep, with its use as the reason."""
    card = o.card(best.card)
    if _buildable(o, card):
        return Advice(best, "keep_now")
    new = _new_type(o, card)
    return Advice(best, "keep_type" if new else "keep", type=new)


def _builds(o: Outlook) -> bool:
    """Whether this is a turn of the seat's own in which something may be built."""
    return o.acting and not o.view.income_only


def _buildable(o: Outlook, card: District) -> bool:
    """Whether a card can be built in this turn with the gold that is there."""
    if not _builds(o) or o.view.threatened:
        return False
    left = terms_left(o)
    return useful(o, card, left.twins) and left.counts(card) <= left.limit and price(o, card) <= o.gold


def _new_type(o: Outlook, card: District) -> str:
    """The type of a card, if no district of the own city has it; what counts as any when scoring has one, too."""
    stands = any(card.type == other.type for other in o.city.cards)
    return "" if card.free_type or card.action or stands else card.type


def _turn(o: Outlook, aims: Aims, judge: Judge, best: Move) -> Advice:
    """The next step of a turn."""
    assert isinstance(judge, TurnPolicy)
    match best.verb:
        case "gold" | "draw":
            return _income(o, judge, best)
        case "collect" if not best.card:
            gold, cards = _from_bank(o, judge.gold_due), judge.cards_due
            return Advice(best, "collect", amount=gold) if gold and not cards else Advice(best, "best")
        case "build" if best.seat < 0:
            return _build(o, best)
        case "kill" | "rob":
            rank = o.ruleset.rank_of(best.card)
            players = o.view.players
            if rank in o.view.roles or not any(aims.belief.holds(seat, rank) for seat in o.rivals):
                return Advice(best, "best")
            seat = max(o.rivals, key=lambda seat: aims.belief.holds(seat, rank) * (1 + players[seat].gold))
            return Advice(best, best.verb, seat=seat, amount=players[seat].gold)
        case "destroy" if best.seat != o.seat:
            missing = o.missing[best.seat]
            return Advice(best, "destroy_close" if missing <= CLOSE else "destroy", seat=best.seat, amount=missing)
        case "swap":
            return Advice(best, "swap", seat=best.seat, amount=o.view.players[best.seat].hand)
        case "discard" | "end":
            return Advice(best, best.verb)
    return Advice(best, "best")


def _income(o: Outlook, policy: TurnPolicy, best: Move) -> Advice:
    """The advice for an income, with its reason."""
    # A threat may take of the gold before anything is paid for.
    builds = _builds(o) and not o.view.threatened
    if best.verb == "gold":
        now = plan(o, o.gold + policy.gold_due, policy.terms, o.hand).cards
        then = policy.plan.cards
        # What is taxed is paid between two buildings.
        taxed = policy.terms.tax * max(0, len(then) - 1)
        sure = sum(price(o, card) for card in then) + taxed <= o.gold + _from_bank(o, policy.budget - o.gold)
        if builds and sure and then and set(then) != set(now):
            return Advice(best, "gold_plan", _ids(then))
        dear = any(useful(o, card, policy.terms.twins) and price(o, card) > o.gold for card in o.hand)
        return Advice(best, "gold" if dear and policy.terms.limit >= 0 else "gold_more")
    paid = plan(o, o.gold, policy.terms, o.hand).cards if builds else ()
    if paid and sum(price(o, card) for card in paid) + policy.terms.tax * (len(paid) - 1) <= o.gold:
        return Advice(best, "draw_paid", _ids(paid))
    return Advice(best, "draw" if useful_cards(o, o.hand) else "draw_poor")


def _build(o: Outlook, best: Move) -> Advice:
    """The advice for a building, with its part in the city as the reason."""
    card, missing = o.card(best.card), o.missing[o.seat]
    size = 1 + (card.id == "monument")
    if best.target or _may_be_taken(o):
        return Advice(best, "best")
    if 0 < missing <= size:
        return Advice(best, "build_last")
    new = _new_type(o, card)
    plain = "build" if missing and size == 1 else "build_points"
    return Advice(best, "build_type" if new else plain, amount=card.points, type=new)


def _from_bank(o: Outlook, amount: int) -> int:
    """As much of some gold as the bank has."""
    if not o.ruleset.coins:
        return amount
    out = sum([player.gold + sum([id.endswith("+") for id in player.city]) for player in o.view.players])
    return min(amount, o.ruleset.coins - out)


def _may_be_taken(o: Outlook) -> bool:
    """Whether a warrant of somebody else lies on the character whose turn it is: a building may go to that player."""
    turn, warrants = o.view.turn, o.view.tokens.get("warrants")
    return turn is not None and warrants is not None and warrants.holder != o.seat and turn.rank in warrants.on


def _ids(cards: tuple[District, ...]) -> tuple[str, ...]:
    return tuple([card.id for card in cards])
