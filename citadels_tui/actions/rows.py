"""Rows of the action list: a move, a group of moves or a hand card, with its key, and its effect or refusal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from textual.content import Content

from citadels_tui.actions.blunders import blunder, question
from citadels_tui.actions.consequences import consequences, when_payable
from citadels_tui.actions.hazards import bewitched
from citadels_tui.actions.worth import character_worth
from citadels_tui.session.row_keys import HandKeys, Keys
from citadels_tui.texts import _, moves, names, refusals, say
from citadels_tui.wording.moves import about, label, offered, reason, said, verb_of
from citadels_tui.wording.voice import EMPTY, Voice, listed
from engine.move import Move
from engine.step import Refusal
from engine.view import View

TICKED = {"discard": Move("done")}
"""Verbs whose cards are ticked first and then sent together, and the move that follows the last of them."""


class Row(NamedTuple):
    """One line of the action list."""

    label: Content
    facts: tuple[Content, ...] = ()
    """At its right: what it costs and leads to, or why it cannot be done; the most important first."""
    key: str = ""
    moves: tuple[Move, ...] = ()
    """The moves it plays, or opens as a list. None: it cannot be chosen."""
    card: str = ""
    """The card or character it is about."""
    seat: int = -1
    """The player it aims at."""
    opens: bool = False
    """Whether its moves open as a list."""
    ticked: bool | None = None
    """Whether the card is ticked; None for a row that is not for ticking."""
    back: bool = False
    """Whether it leads back out of a list."""
    blunder: bool = False
    """Whether it is hardly meant: it stands last, and the cursor does not come to it by itself."""
    question: Content = EMPTY
    """The question before it is played; empty: none."""
    brief: Content = EMPTY
    """Short form of the first fact, for where that does not fit; empty: that, and the label is cut."""

    @property
    def note(self) -> Content:
        """All that stands at its right where there is room."""
        return listed(self.facts)

    def fitting(self, width: int) -> Content:
        """The facts that fit, from the first on; at least that one, or its brief form."""
        for number in range(len(self.facts), 0, -1):
            shown = listed(self.facts[:number])
            if shown.cell_length <= width:
                return shown
        return self.brief or listed(self.facts[:1])


class TableContext(NamedTuple):
    """The table, view and words that every row is made from."""

    view: View
    voice: Voice
    refused: Sequence[Refusal]
    hand_keys: HandKeys
    ticked: Collection[int]
    keys: Keys
    unheld: Collection[int] = ()
    """The ranks that nobody has, as far as this seat can tell."""

    @property
    def kind(self) -> str:
        """The kind of the open question."""
        return self.view.asked.kind if self.view.asked else ""


def _hurts(t: TableContext, move: Move) -> Content:
    """Why a move is probably a mistake; empty for any other."""
    return blunder(t.view, t.voice, move, t.unheld)


def single(t: TableContext, move: Move, *, item: bool = False) -> Row:
    """A move as a row of its own."""
    rank = t.voice.rank(move.card) if move.seat < 0 else 0
    found = verb_of(move, t.kind)
    wanted = "" if item or found is None else found.key
    key = t.keys.reserve_key(str(rank) if rank else wanted)
    text = offered(t.view, t.voice, move, item=item)
    hurt = _hurts(t, move)
    facts = (*((hurt,) if hurt else ()), *consequences(t.view, t.voice, move, t.unheld))
    return Row(
        text,
        facts,
        key,
        (move,),
        about(t.voice, move),
        move.seat,
        blunder=bool(hurt),
        question=question(t.view, t.voice, move, t.unheld),
        brief=character_worth(t.view, t.voice, move.card).brief if move.verb == "pick" else EMPTY,
    )


def group_row(t: TableContext, verb: str, group: Sequence[Move]) -> Row:
    """The moves of one verb as one row that opens."""
    found = verb_of(group[0])
    text = said(t.voice, found.many or found.label, group[0]) if found else Content(verb)
    key = t.keys.reserve_key(found.key if found else "")
    hurt = [_hurts(t, move) for move in group]
    prices = [price.gold for price in t.view.prices if price.move in group]
    free = len(prices) == len(group) and not any(prices)
    facts = (hurt[0],) if all(hurt) else (Content(_(moves.FREE)),) if free else ()
    card = moves.OFFERED.get(verb) or _role(t, group)
    return Row(text, facts, key, tuple(group), card, opens=True, blunder=all(hurt))


def refused_group(t: TableContext, refused: Sequence[Refusal]) -> Row:
    """A group of moves that are all impossible now, with the reason that is nearest to being none."""
    nearest = min(refused, key=lambda r: (bool(_hurts(t, r.move)), r.code != "need_gold", r.amount))
    found = verb_of(nearest.move)
    text = said(t.voice, found.many, nearest.move) if found and found.many else offered(t.view, t.voice, nearest.move)
    card = about(t.voice, nearest.move) or _role(t, (nearest.move,))
    hurts = all(_hurts(t, r.move) for r in refused)
    return Row(text, (why_refused(t, nearest),), card=card, blunder=hurts, brief=_brief(t, nearest))


def _role(t: TableContext, group: Sequence[Move]) -> str:
    """The character whose ability a group of moves is."""
    return t.voice.character_id(t.view.turn.rank) if t.view.turn and group else ""


def _brief(t: TableContext, refusal: Refusal) -> Content:
    """The reason where the whole one has no room beside a long name."""
    if refusal.code == "need_gold" and not t.view.income_only:
        return when_payable(t.view, refusal.amount, brief=True)
    return Content(_(refusals.SAFE)) if refusal.code == "protected" else EMPTY


def refused_rows(t: TableContext, verb: str) -> list[Row]:
    """The rows that cannot be chosen in a list, with the reasons."""
    return [
        Row(
            label(t.voice, r.move, item=True),
            (why_refused(t, r),),
            card=r.move.target or r.move.card,
            seat=r.move.seat,
            blunder=bool(_hurts(t, r.move)),
            brief=_brief(t, r),
        )
        for r in t.refused
        if r.move.verb == verb
    ]


def hand_rows(t: TableContext, by_card: dict[str, tuple[Move, ...]]) -> list[Row]:
    """The hand, each different card with what can be done with it."""
    rows = []
    copies = Counter(t.view.hand)
    why = {r.move.card: r for r in reversed(t.refused) if r.move.verb == "build" and r.move.seat < 0}
    cards = sorted(copies, key=lambda card: names.district(card, t.voice.rules.edition).action)
    for card, key in t.hand_keys.numbered(t.view, cards):
        named = t.voice.district(card)
        if copies[card] > 1:
            named = say(moves.COPIES, card=named, amount=copies[card])
        found = by_card.get(card, ())
        row = Row(named, key=t.keys.reserve_key(key), moves=found, card=card)
        if found:
            opens = len(found) > 1 or (found[0].verb in {"build", "play"} and found[0].seat >= 0)
            row = row._replace(facts=_hand_facts(t, found), opens=opens)
        elif card in why:
            row = row._replace(facts=(why_refused(t, why[card]),), brief=_brief(t, why[card]))
        elif names.district(card, t.voice.rules.edition).action:
            row = row._replace(facts=(_why_held(t, card),))
        rows.append(row)
    return rows


def _why_held(t: TableContext, card: str) -> Content:
    """Why an action card cannot be played now."""
    if card in moves.PLAYED_WHEN:
        return say(moves.PLAYED_WHEN[card], **t.voice.at_ranks)
    your_turn = t.view.turn is not None and t.view.turn.seat == t.view.seat
    return Content(_(moves.ACTION_NOT_NOW if your_turn else moves.ACTION_LATER))


def _hand_facts(t: TableContext, found: Sequence[Move]) -> tuple[Content, ...]:
    """The uses of a hand card, and what they lead to."""
    first = found[0]
    if first.verb == "give" and len({m.seat for m in found}) == 1:
        return (say(moves.GIVE_TO, who=t.voice.player(first.seat)), *consequences(t.view, t.voice, first))
    if first.verb == "build" and first.seat >= 0:
        return _over(t, found) if first.target else (Content(_(moves.ON_CREDIT)),)
    facts = consequences(t.view, t.voice, first) if first.verb == "build" or len(found) == 1 else ()
    note = moves.VERBS[first.verb].note
    return (Content(_(note)), *facts) if first.verb != "build" or not facts else facts


def _over(t: TableContext, found: Sequence[Move]) -> tuple[Content, ...]:
    """The least that a card costs where another district gives way to it, and which one, or of how many."""
    over = [move for move in found if move.target]
    least = min((price.gold for price in t.view.prices if price.move in over), default=0)
    several = len(over) > 1
    cost = say(moves.PAY_AT_LEAST if several else moves.PAY, amount=least) if least else Content(_(moves.FREE))
    where = moves.OVER_ONE_OF if several else moves.OVER
    return cost, say(where, target=t.voice.district(over[0].target), amount=len(over))


def tick_rows(t: TableContext, verb: str, *, begun: bool) -> list[Row]:
    """A hand to tick cards in, and what sends them together.

    Args:
        t: The table.
        verb: What is done with the ticked cards.
        begun: Whether some have been sent already, so that none must follow.
    """
    rows, chosen = [], []
    count: Counter[str] = Counter()
    numbers = dict(t.hand_keys.numbered(t.view, sorted(set(t.view.hand))))
    for place, card in enumerate(t.view.hand):
        count[card] += 1
        named = t.voice.district(card)
        if count[card] > 1:
            named = say(moves.COPY, card=named, amount=count[card])
        ticked = place in t.ticked
        move = Move(verb, card)
        chosen += [move] if ticked else []
        text = say(moves.TICKED if ticked else moves.UNTICKED, card=named)
        rows.append(Row(text, (), t.keys.reserve_key(numbers[card]), (move,), card, ticked=ticked))
    so_far = t.view.asked.amount if begun and t.view.asked else 0
    send = say(moves.SEND[verb], amount=so_far + len(chosen))
    ready = chosen or begun
    facts = () if ready else (Content(_(moves.TICK_FIRST)),)
    rows.append(Row(send, facts, t.keys.reserve_key("d"), (*chosen, TICKED[verb]) if ready else ()))
    return rows


def why_refused(t: TableContext, refusal: Refusal) -> Content:
    """Why something is refused; of what is only dear, when it can be paid."""
    if t.view.income_only and refusal.move.verb in ("build", "end"):
        return Content(_(refusals.BEWITCHED if bewitched(t.view) else refusals.NOT_YET_WITCH))
    if t.view.threatened and refusal.code == "income_first":
        return Content(_(refusals.THREATENED))
    if refusal.code == "need_gold":
        return when_payable(t.view, refusal.amount)
    if refusal.code == "protected" and refusal.card == refusal.move.target:
        return Content(_(refusals.SAFE))
    return reason(t.voice, refusal)
