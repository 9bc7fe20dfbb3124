"""Causes page: why you won or lost. Each steep turn is a line that leads to its deed in the replay; then all of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from textual.content import Content

from citadels_tui.history.recording import Recording
from citadels_tui.pages.chronicle import deeds
from citadels_tui.textart.symbols import Symbols
from citadels_tui.texts import _, causes, say
from citadels_tui.wording.moves import offered
from citadels_tui.wording.reason_text import quoted
from citadels_tui.wording.voice import Voice, listed
from engine.event import Event

if TYPE_CHECKING:
    from engine.review.causes import Explanation, Swing

MOST = 4
"""Turns that are named."""
RAIDER = 8
"""The rank that destroys or takes districts."""


class CauseLine(NamedTuple):
    """A line of the page."""

    text: Content
    moment: int = -1
    """The moment of the replay that it leads to; -1: to none."""
    change: float = 0.0
    """By how much the chance to win changed."""


def cause_lines(found: Explanation, recording: Recording, symbols: Symbols, most: int = MOST) -> list[CauseLine]:
    """The steepest turns in their order, and then all of it in a line.

    Args:
        found: Why the game ended as it did.
        recording: The game.
        symbols: What to write with.
        most: How many turns are named at most.
    """
    voice = Voice(symbols, recording.rules, tuple(each.name for each in recording.seats), found.seat)
    chosen = sorted(sorted(found.swings, key=lambda swing: -abs(swing.change))[:most], key=lambda swing: swing.first)
    lines = []
    for number, swing in enumerate(chosen, 1):
        start, end = round(100 * swing.start), round(100 * swing.end)
        cause, moment = _told(swing, recording, voice, found.seat)
        line = causes.LINE[swing.change > 0]
        said = say(line, key=number, start=start, end=end, round=swing.round, cause=cause)
        lines.append(CauseLine(said, moment, swing.change))
    return [*lines, CauseLine(_in_all(found))]


def wrapped(lines: Sequence[CauseLine], width: int, rows: int) -> list[tuple[int, Content]]:
    """The rows that lines take, each with the index of its line; without the least turns where there are too many."""
    folded = [(index, row) for index, line in enumerate(lines) for row in line.text.wrap(width)]
    for _change, least in sorted((abs(line.change), index) for index, line in enumerate(lines[:-1])):
        if len(folded) > rows:
            folded = [(index, row) for index, row in folded if index != least]
    return folded


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _in_all(found: Explanation) -> Content:
    """The sum by kinds: the rounded parts add up to the rounded whole."""
    from engine.review.causes import LUCK, MISTAKE, OTHERS

    start, end = round(100 * found.start), round(100 * found.end)
    others, luck, mistakes = (round(100 * found.total(kind)) for kind in (OTHERS, LUCK, MISTAKE))
    own = end - start - others - luck - mistakes
    parts = [say(causes.OWN, points=_signed(own))]
    if found.mistakes is not None:
        parts.append(say(causes.MISTAKES, points=_signed(mistakes)) if mistakes else Content(_(causes.NO_MISTAKE)))
    parts += [say(causes.OTHERS, points=_signed(others)), say(causes.LUCK, points=_signed(luck))]
    return say(causes.IN_ALL, start=start, end=end, parts=listed(parts))


def _told(swing: Swing, recording: Recording, voice: Voice, you: int) -> tuple[Content, int]:
    """The deeds of a turn in a few words, and their moment in the replay."""
    turn = swing.mistake
    if turn is not None and -swing.change > 0 and 2 * turn.cost >= -swing.change:
        return _mistake(swing, recording, voice, you), turn.choice.moment
    told = tuple(recording.timed(swing.first, swing.last))
    found = (None if swing.seat == you else _blow(told, recording, voice, you)) or _deed(told, swing, voice, you)
    if found is not None:
        return found
    # The last move ends the turn: before it the whole turn is to be seen, and nothing else.
    end = max(swing.first + 1, swing.last - 1)
    form, who = int(swing.seat != you), voice.player(swing.seat)
    if form and swing.rank == RAIDER and swing.change > 0:
        return say(causes.SPARED, who=who, character=voice.character(RAIDER)), end
    if swing.rank:
        return say(causes.PLAYED[form], who=who, character=voice.character(swing.rank)), end
    return say(causes.ANSWERED[form], who=who), end


def _mistake(swing: Swing, recording: Recording, voice: Voice, you: int) -> Content:
    """The better choice."""
    timeline = recording.session(you, voice.symbols).story.timeline
    assert timeline is not None
    assert swing.mistake is not None
    choice = swing.mistake.choice
    if choice.played.verb == "pick":
        played, better = (voice.character_of(move.card) for move in (choice.played, choice.better))
        return say(causes.MISTAKEN_CHOICE, played=played, better=better)
    return say(causes.MISTAKE, better=quoted(offered(timeline.view(choice.moment), voice, choice.better)))


Timed = tuple[tuple[int, Event], ...]
"""Events, each with its moment."""


def _cards(cards: Iterable[str], voice: Voice) -> Content:
    return listed(voice.district(id) for id in cards)


def _blow(told: Timed, recording: Recording, voice: Voice, you: int) -> tuple[Content, int] | None:
    """The worst that another player did to you there."""
    for moment, event in told:
        if event.kind in causes.NAMED and event.seat != you and event.rank in recording.hands[moment - 1][you].roles:
            who, character = voice.player(event.seat), voice.character(event.rank)
            return say(causes.AT_YOU[event.kind], who=who, character=character), moment
    held = recording.hands[told[0][0] - 1][you].cards if told else ()
    for deed in deeds(event for _moment, event in told):
        if deed.other != you or deed.seat == you or deed.kind not in causes.AT_YOU:
            continue
        who = voice.player(deed.seat)
        seen = _moment(told, _DEEDS[deed.kind], deed.seat, you)
        if deed.kind == "swap":
            built = _built(told, deed.seat)
            if taken := [card for card in built if card in held]:
                cards = _cards(taken, voice)
                return say(causes.SWAPPED_AND_BUILT, who=who, cards=cards), built[taken[0]]
        return say(causes.AT_YOU[deed.kind], who=who, cards=_cards(deed.cards, voice)), seen
    for moment, event in told:
        if event.kind == "pass_card" and event.seat == you:
            built = _built(told, event.other)
            taken = [card for card in built if card in event.cards and built[card] >= moment]
            if taken:
                cards = _cards(taken, voice)
                return say(causes.TOOK_AND_BUILT, who=voice.player(event.other), cards=cards), built[taken[0]]
    return None


_DEEDS = {"destruction": "leave", "seizure": "leave", "confiscation": "confiscate", "swap": "swap"}
"""The events of deeds."""


def _moment(told: Timed, kind: str, seat: int, other: int) -> int:
    """The moment of the first event of a kind between two seats."""
    return next(moment for moment, event in told if event.kind == kind and {event.seat, event.other} == {seat, other})


def _built(told: Timed, seat: int) -> dict[str, int]:
    """The cards that a seat built, each with the moment."""
    return {event.card: moment for moment, event in told if event.kind == "build" and event.seat == seat}


def _deed(told: Timed, swing: Swing, voice: Voice, you: int) -> tuple[Content, int] | None:
    """The most telling thing that a player did there."""
    form, seat = int(swing.seat != you), swing.seat
    who = voice.player(seat)
    for moment, event in told:
        if event.kind in causes.NAMED and event.seat == seat:
            return say(causes.NAMED[event.kind][form], who=who, whom=voice.whom(event.rank)), moment
    built = _built(told, seat)
    completed = next((moment for moment, event in told if event.kind == "complete" and event.seat == seat), None)
    if built and completed is not None:
        return say(causes.COMPLETED[form], who=who, cards=_cards(built, voice)), completed
    for deed in deeds(event for _moment, event in told):
        if deed.seat == seat and deed.kind in causes.DONE:
            said = say(
                causes.DONE[deed.kind][form], who=who, other=voice.player(deed.other), cards=_cards(deed.cards, voice)
            )
            return said, _moment(told, _DEEDS[deed.kind], seat, deed.other)
    if built:
        return say(causes.BUILT[form], who=who, cards=_cards(built, voice)), max(built.values())
    for moment, event in told:
        if event.kind == "pick" and event.seat == seat:
            return say(causes.CHOSE[form], who=who, whom=voice.whom(event.rank)), moment
    return None
