"""The consequences of a move in words, from view and decision alone: its cost, when that can be paid, its effects."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from textual.content import Content

from citadels_tui.actions.worth import character_worth
from citadels_tui.session.board import city_target, counted, from_bank, wagons_of
from citadels_tui.texts import _, moves, names, refusals, say
from citadels_tui.wording.voice import Voice
from engine.cards.districts.actions import ORDINALS
from engine.move import Move
from engine.ruleset import ruleset
from engine.step import Outcome
from engine.turn import GOLD
from engine.view import View

COLLECT = "collect"
"""The verb by which a character takes its own gold, once in a turn."""


def outcome_of(view: View, move: Move) -> Outcome:
    """The outcome of a move, as the decision says."""
    return next((outcome for outcome in view.outcomes if outcome.move == move), Outcome(move))


def consequences(view: View, voice: Voice, move: Move, unheld: Collection[int] = ()) -> tuple[Content, ...]:
    """The cost and the consequences of a move, the most important first.

    Args:
        view: What the seat sees.
        voice: How names are written.
        move: The move.
        unheld: The ranks that nobody has, as far as this seat can tell.
    """
    outcome = outcome_of(view, move)
    if move.verb == "pick":
        return character_worth(view, voice, move.card).facts
    return (
        *_cost(view, move),
        *_gold(view, voice, outcome),
        *_cards(view, voice, outcome),
        *_city(view, voice, outcome),
        *_source(view, move),
        *_about_target(view, voice, outcome, unheld),
        *_have(view, move),
    )


def _cost(view: View, move: Move) -> Iterator[Content]:
    for price in view.prices:
        if price.move == move:
            yield say(moves.PAY, amount=price.gold) if price.gold else Content(_(moves.FREE))


def _gold(view: View, voice: Voice, outcome: Outcome) -> Iterator[Content]:
    gold = view.me.gold
    if not outcome.gold:
        return
    if outcome.move.verb == "build" or any(price.move == outcome.move for price in view.prices):
        yield say(moves.LEFT, amount=gold + outcome.gold)
    else:
        yield say(moves.GOLD, before=gold, arrow=voice.symbols.arrow, amount=gold + outcome.gold)


def _cards(view: View, voice: Voice, outcome: Outcome) -> Iterator[Content]:
    # That a card leaves the hand that is built or played, or comes into it that is kept, needs no words.
    played = outcome.move.verb == "play" and outcome.cards == -1
    if outcome.cards and not played and outcome.move.verb not in moves.ONE_CARD:
        cards = len(view.hand)
        yield say(moves.CARDS, before=cards, arrow=voice.symbols.arrow, amount=cards + outcome.cards)


def _city(view: View, voice: Voice, outcome: Outcome) -> Iterator[Content]:
    if outcome.built:
        built = counted(view.me.city) + outcome.built
        yield say(moves.BUILT, built=built, target=_target_after(view, outcome.move))
        if outcome.complete > 0:
            yield say(moves.COMPLETES, amount=outcome.complete)
        if outcome.types > 0:
            yield say(moves.ALL_TYPES, amount=outcome.types)


def _target_after(view: View, move: Move) -> int:
    """How many districts complete a city after a move: one more once the Bell Tower is destroyed (open case A32)."""
    falls = move.target.rstrip("+") == "bell_tower" and move.verb not in ("seize", "exchange")
    return city_target(view) + (falls and bool(view.things.get("bell_tower")))


def _source(view: View, move: Move) -> Iterator[Content]:
    """The card that makes a move cost more or less."""
    for price in view.prices:
        if price.move == move and price.card:
            yield Content(names.district(price.card, view.rules.edition).name)


def _have(view: View, move: Move) -> Iterator[Content]:
    """The player's own city has something that could be kept or taken."""
    if move.verb in ("keep", "take") and {move.card, f"{move.card}+"} & set(view.me.city):
        yield Content(_(moves.HAVE_ONE))


def _about_target(view: View, voice: Voice, outcome: Outcome, unheld: Collection[int]) -> Iterator[Content]:
    """The facts worth knowing about the target of a move."""
    move = outcome.move
    if move.verb in moves.ROBS:
        if voice.rank(move.card) in (*view.faceup, *ruleset(view.rules).kept_aside(view), *view.roles, *unheld):
            # Nobody else has that character.
            return
        stakes = [
            player.gold for player in view.players if player.seat != view.seat and player.roles > len(player.shown)
        ]
        if stakes and min(stakes) == max(stakes):
            yield say(moves.TAKES, amount=stakes[0])
        elif stakes:
            yield say(moves.TAKES_BETWEEN, least=min(stakes), amount=max(stakes))
    elif move.verb == "stake":
        yield say(moves.STAKED, amount=wagons_of(view, move.seat)[ORDINALS.index(move.card)])
    elif move.target and not move.card:
        if not any(price.move == move for price in view.prices):
            yield say(moves.COST, amount=names.district(move.target, view.rules.edition).cost)
    elif move.seat >= 0 and move.verb not in ("give", "build", "trade") and not (move.verb == "swap" and outcome.cards):
        # Whose hand you get, of that you have been told how many cards it has.
        aimed = view.players[move.seat]
        yield say(moves.HOLDINGS, amount=aimed.hand, gold=aimed.gold)


def when_payable(view: View, missing: int, *, brief: bool = False) -> Content:
    """The moment at which a price can be paid, in words: after the income, or not even then.

    Income is all gold that the player can still take for sure in this turn, that for the character's districts, too.

    Args:
        view: What the seat sees.
        missing: How much more the price is than the player's gold now, at least 1.
        brief: Whether there is no room for more than a word or a number.
    """
    # What a threat leaves of the income is not known before it is settled.
    coming = 0 if view.threatened else from_bank(view, _coming(view, GOLD) + _collected(view))
    if missing <= coming:
        return Content(_(refusals.LATER if brief else refusals.AFTER_INCOME))
    text = refusals.SHORT if brief else refusals.SHORT_AFTER if coming else refusals.SHORT_OF_GOLD
    return say(text, amount=missing - coming)


def _collected(view: View) -> int:
    """The gold that the character can still collect: of what may be gold or cards all as gold."""
    found = [_coming(view, move) for move in view.moves if move.verb == COLLECT]
    if found and view.turn is not None and view.rules.characters[view.turn.rank - 1] == "abbot":
        cards = [ruleset(view.rules).district(id) for id in view.me.city]
        found.append(sum(card.type == "religious" or card.wild for card in cards))
    return max(found, default=0)


def _coming(view: View, move: Move) -> int:
    """The gold that a move would bring, where it can still be chosen."""
    return max(outcome_of(view, move).gold, 0) if move in view.moves else 0
