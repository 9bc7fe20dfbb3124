"""The desk: everything that can be done now, and the hand, as rows with keys.

A desk is made from a view and its legal moves alone. It holds no rules: it groups the moves
that came from the host, and puts the host's reasons beside what cannot be done.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from textual.content import Content

from citadels_tui.board import wagons_of
from citadels_tui.texts import _, board, moves, names, refusals, say, translated
from citadels_tui.texts.forms import Verb
from citadels_tui.voice import EMPTY, Voice
from engine.cards.districts.actions import ORDINALS
from engine.move import Move
from engine.step import Refusal
from engine.view import View

NUMBERS = "123456789"
LETTERS = "abcdefgmoprtvwxyz"
"""Letters a row may have as its key; the others always mean the same on the board."""

HAND_VERBS = frozenset({"build", "play", "give", "pay", "discard"})
"""Verbs that are done with a hand card: offered on the card itself, not in a list."""
MANY = 9
"""Targets are chosen in two steps, player and district, when there are more than this."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the desk."""

    label: Content
    note: Content = EMPTY
    """At its right: what it does, or why it cannot be done."""
    key: str = ""
    moves: tuple[Move, ...] = ()
    """One: it is played. Several: they open as a list. None: it cannot be chosen."""
    card: str = ""
    """The card or character it is about."""
    seat: int = -1
    """The player it aims at."""
    heading: bool = False


@dataclass(frozen=True, slots=True)
class Desk:
    """Rows under a title."""

    title: Content
    rows: tuple[Row, ...] = ()
    hand: tuple[str, ...] = ()
    """Hand cards that are in no row, to be shown shortly."""
    empty: Content = EMPTY
    """What is said when there are no rows."""

    @property
    def choosable(self) -> bool:
        """Whether anything can be chosen."""
        return any(row.moves for row in self.rows)


class _Keys:
    """Hands out keys, each once."""

    def __init__(self) -> None:
        self.free = list(NUMBERS + LETTERS)

    def take(self, wanted: str) -> str:
        """The wanted key when it is free, else the next letter."""
        if wanted and wanted in self.free:
            self.free.remove(wanted)
            return wanted
        return self._next(LETTERS) if wanted else self.next()

    def next(self) -> str:
        """The next number, then the next letter; ``""`` when all are taken."""
        return self.free.pop(0) if self.free else ""

    def _next(self, among: str) -> str:
        found = next((key for key in self.free if key in among), "")
        if found:
            self.free.remove(found)
        return found


def make_desk(view: View, voice: Voice, refused: Sequence[Refusal] = (), opened: Row | None = None) -> Desk:
    """Lay out what can be done now.

    Args:
        view: The seat's view, with its legal moves when it must answer.
        voice: How names are written.
        refused: Near misses with their reasons.
        opened: The row with several moves that was chosen, when one was.
    """
    if opened is not None:
        return _opened(view, voice, refused, opened)
    if not view.moves or view.asked is None:
        if view.seat is None:
            return Desk(Content(_(board.WATCHING)), empty=Content(_(board.WATCHING_HINT)))
        rows = _hand_rows(view, voice, {}, {}, _Keys())
        return Desk(Content(_(board.HAND_TITLE)), tuple(rows), empty=Content(_(board.EMPTY_HAND)))
    if view.asked.kind == "menu":
        return _menu(view, voice, refused)
    return _question(view, voice, refused)


def reason(voice: Voice, refusal: Refusal) -> Content:
    """Why something is refused."""
    known = refusals.REFUSALS
    return say(
        known.get(f"{refusal.code}:{refusal.card}") or known.get(refusal.code, refusals.UNKNOWN),
        amount=refusal.amount,
        card=voice.card(refusal.card) if refusal.card else EMPTY,
    )


def verb_of(move: Move, kind: str = "") -> Verb | None:
    """How a move is offered: by its verb, or more exactly by its form or by the kind of question."""
    form = "target" if move.target else "player" if move.seat >= 0 else ""
    exact = (f"{move.verb}:{kind}", f"{move.verb} {move.card}", f"{move.verb} {form}", f"{move.verb} card")
    for key in exact if move.card else exact[:1]:
        if key in moves.VERBS:
            return moves.VERBS[key]
    return moves.VERBS.get(move.verb)


def label(voice: Voice, move: Move, *, item: bool = False, kind: str = "") -> Content:
    """A move in words; ``item`` when it stands in a list of moves like it, ``kind`` is that of the question."""
    verb = verb_of(move, kind)
    if verb is None:
        return Content(str(move))
    text = (verb.item or verb.label) if item else verb.label
    if move.target and move.seat == voice.you and not move.card:
        text = moves.OWN_DISTRICT if item else text
    return _said(voice, text, move)


def _said(voice: Voice, text: str, move: Move) -> Content:
    """A text about a move."""
    offered = names.district(moves.OFFERED.get(move.verb, ""), voice.rules.edition)
    return say(
        text,
        card=voice.card(move.card) if move.card else EMPTY,
        character=names.character(move.card, voice.rules.edition).name if move.card else "",
        type=names.type_name(move.card),
        who=voice.player(move.seat),
        target=voice.district(move.target) if move.target else EMPTY,
        pays=offered.pays,
        draws=offered.draws,
    )


def _menu(view: View, voice: Voice, refused: Sequence[Refusal]) -> Desk:
    """One's own turn: income, abilities, the hand, the end."""
    keys = _Keys()
    on_hand = [m for m in view.moves if m.verb in {"build", "play"}]
    groups = _by_verb(m for m in view.moves if m not in on_hand)
    end = groups.pop("end", ())
    ended = next((r for r in refused if r.move.verb == "end"), None)
    rows = []
    for verb, group in groups.items():
        if verb == "collect" or len(group) == 1:
            rows += [_single(view, voice, keys, move) for move in group]
        else:
            rows.append(_group_row(view, voice, keys, verb, group))
    for verb in dict.fromkeys(r.move.verb for r in refused):
        if verb not in groups and verb not in HAND_VERBS | {"end"}:
            rows.append(_refused_group(view, voice, [r for r in refused if r.move.verb == verb]))
    end_key = keys.take("e")
    rows += _hand_rows(view, voice, _by_card(on_hand), _reasons(voice, refused, "build"), keys)
    if end or ended:
        rows.append(
            Row(
                label(voice, Move("end")),
                reason(voice, ended) if ended and not end else EMPTY,
                end_key,
                tuple(end),
            )
        )
    return Desk(Content(_(board.MENU_TITLE)), tuple(rows))


def _question(view: View, voice: Voice, refused: Sequence[Refusal]) -> Desk:
    """Any other question: every legal move, on the hand where it is about the hand."""
    keys = _Keys()
    asked = view.asked
    kind = asked.kind if asked else ""
    own = kind not in {"study", "borrow"}  # the cards of another hand, or who lends: not what the own hand holds
    with_hand = [m for m in view.moves if m.verb in HAND_VERBS - {"play"} and m.card in view.hand and own]
    others = [m for m in view.moves if m not in with_hand]
    title = Content(_(board.ANSWER_TITLE))
    if with_hand:
        rows = _hand_rows(view, voice, _by_card(with_hand), {}, keys)
        rows += [_single(view, voice, keys, move) for move in others]
        return Desk(title, tuple(rows))
    if len(others) > MANY and any(m.seat >= 0 for m in others):
        rows = _player_rows(view, voice, keys, others)
    else:
        characters = all(m.seat < 0 and voice.rank(m.card) for m in others)
        rows = [_single(view, voice, keys, move, item=characters or len(others) > 2) for move in others]
        rows += _refused_rows(voice, refused, kind)
    return Desk(title, tuple(rows), view.hand)


def _opened(view: View, voice: Voice, refused: Sequence[Refusal], opened: Row) -> Desk:
    """The moves of one row, as a list of their own."""
    keys = _Keys()
    listed = opened.moves
    verb = listed[0].verb
    if len(listed) > MANY and len({m.seat for m in listed}) > 1:
        rows = _player_rows(view, voice, keys, listed)
    else:
        rows = [_single(view, voice, keys, move, item=True) for move in listed]
        rows += _refused_rows(voice, [r for r in refused if opened.seat in (-1, r.move.seat)], verb)
    return Desk(say(board.OPENED, choice=opened.label), tuple(rows), view.hand)


def _single(view: View, voice: Voice, keys: _Keys, move: Move, *, item: bool = False) -> Row:
    """A move as a row of its own."""
    rank = voice.rank(move.card) if move.seat < 0 else 0
    kind = view.asked.kind if view.asked else ""
    wanted = "" if item else _verb_key(move, kind)
    key = keys.take(str(rank) if rank else wanted)
    text = label(voice, move, item=item, kind=kind)
    return Row(text, _note(view, voice, move), key, (move,), _about(voice, move), move.seat)


def _note(view: View, voice: Voice, move: Move) -> Content:
    """What to know about a move's target."""
    cost = _price(view, voice, move)
    if cost is not None:
        return cost
    if move.target:
        return say(moves.COST, amount=names.district(move.target, voice.rules.edition).cost)
    if move.verb == "stake":
        return say(moves.STAKED, amount=wagons_of(view, move.seat)[ORDINALS.index(move.card)])
    if move.verb in {"swap", "look", "beg"} or (move.verb == "play" and move.seat >= 0):
        aimed = view.players[move.seat]
        return say(moves.HOLDINGS, amount=aimed.hand, gold=aimed.gold)
    if move.verb == "collect" and not move.card and view.turn is not None:
        text = moves.COLLECT.get(voice.character_id(view.turn.rank))
        return Content(_(text)) if text else EMPTY
    return EMPTY


def _price(view: View, voice: Voice, move: Move) -> Content | None:
    """What a move costs, and the card that makes it so; None when the host says nothing about it."""
    for price in view.prices:
        if price.move == move:
            text = moves.PRICE_BY if price.card else moves.PRICE
            return say(text, amount=price.gold, card=names.district(price.card, voice.rules.edition).name)
    return None


def _about(voice: Voice, move: Move) -> str:
    """The card that a move is about: its target, the card it names, or the card that offers it."""
    edition = voice.rules.edition
    if move.target or names.is_district(move.card, edition) or names.is_character(move.card, edition):
        return move.target or move.card
    return moves.OFFERED.get(move.verb, "")


def _verb_key(move: Move, kind: str) -> str:
    found = verb_of(move, kind)
    return found.key if found else ""


def _group_row(view: View, voice: Voice, keys: _Keys, verb: str, group: Sequence[Move]) -> Row:
    """Several moves of one verb as one row."""
    found = verb_of(group[0])
    text = _said(voice, found.many or found.label, group[0]) if found else Content(verb)
    key = keys.take(found.key if found else "")
    return Row(text, EMPTY, key, tuple(group), moves.OFFERED.get(verb) or _role(view, voice, group))


def _refused_group(view: View, voice: Voice, refused: Sequence[Refusal]) -> Row:
    """What cannot be done now at all, with the reason that is nearest to being none."""
    nearest = min(refused, key=lambda r: (r.code != "need_gold", r.amount))
    found = verb_of(nearest.move)
    many = found.many if found and len(refused) > 1 else ""
    text = _said(voice, many, nearest.move) if many else label(voice, nearest.move)
    return Row(text, reason(voice, nearest), card=_about(voice, nearest.move) or _role(view, voice, (nearest.move,)))


def _role(view: View, voice: Voice, group: Sequence[Move]) -> str:
    """The character whose ability a group of moves is."""
    return voice.character_id(view.turn.rank) if view.turn and group else ""


def _player_rows(view: View, voice: Voice, keys: _Keys, listed: Sequence[Move]) -> list[Row]:
    """Targets by player: the first of two steps."""
    rows = []
    for seat in dict.fromkeys(m.seat for m in listed):
        aimed = tuple(m for m in listed if m.seat == seat)
        note = say(moves.DISTRICTS, amount=len(aimed)) if aimed[0].target else EMPTY
        rows.append(Row(voice.player(seat), note, keys.next(), aimed, seat=seat))
    return rows


def _refused_rows(voice: Voice, refused: Sequence[Refusal], verb: str) -> list[Row]:
    """What cannot be chosen in a list, with the reasons."""
    return [
        Row(label(voice, r.move, item=True), reason(voice, r), card=r.move.target or r.move.card, seat=r.move.seat)
        for r in refused
        if r.move.verb == verb
    ]


def _hand_rows(
    view: View,
    voice: Voice,
    by_card: dict[str, tuple[Move, ...]],
    reasons: dict[str, Content],
    keys: _Keys,
) -> list[Row]:
    """The hand, each card with what can be done with it."""
    rows = []
    for card in sorted(view.hand, key=lambda card: names.district(card, voice.rules.edition).action):
        found = by_card.get(card, ())
        note = _why_held(view, card) if names.district(card, voice.rules.edition).action else EMPTY
        row = Row(voice.district(card), reasons.get(card, note), keys.next(), found, card)
        if found:
            row = replace(row, note=_price(view, voice, found[0]) or _hand_note(voice, found))
        rows.append(row)
    return rows


def _why_held(view: View, card: str) -> Content:
    """Why an action card cannot be played now."""
    if card in moves.PLAYED_WHEN:
        return Content(_(moves.PLAYED_WHEN[card]))
    your_turn = view.turn is not None and view.turn.seat == view.seat
    return Content(_(moves.ACTION_NOT_NOW if your_turn else moves.ACTION_LATER))


def _hand_note(voice: Voice, found: Sequence[Move]) -> Content:
    seats = {m.seat for m in found}
    if found[0].verb == "give" and len(seats) == 1:
        return say(moves.GIVE_TO, who=voice.player(found[0].seat))
    return Content(_(moves.VERBS[found[0].verb].note))


def _reasons(voice: Voice, refused: Sequence[Refusal], verb: str) -> dict[str, Content]:
    return {r.move.card: reason(voice, r) for r in reversed(refused) if r.move.verb == verb and r.move.seat < 0}


def _by_verb(listed: Iterable[Move]) -> dict[str, tuple[Move, ...]]:
    groups: dict[str, list[Move]] = {}
    for move in listed:
        groups.setdefault(move.verb, []).append(move)
    return {verb: tuple(group) for verb, group in groups.items()}


def _by_card(listed: Iterable[Move]) -> dict[str, tuple[Move, ...]]:
    groups: dict[str, list[Move]] = {}
    for move in listed:
        groups.setdefault(move.card, []).append(move)
    return {card: tuple(group) for card, group in groups.items()}


def detail(view: View, row: Row) -> str:
    """One or two sentences about a row: what the card does, or what the move means."""
    if row.card and names.is_district(row.card, view.rules.edition):
        return names.district(row.card, view.rules.edition).text
    if row.card and names.is_character(row.card, view.rules.edition):
        return names.character(row.card, view.rules.edition).text
    kind = view.asked.kind if view.asked else ""
    verb = verb_of(row.moves[0], kind) if row.moves else None
    return translated(verb.detail) if verb and verb.detail else ""
