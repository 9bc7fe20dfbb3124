"""Causes page: why you won or lost, in at most five lines, each of which leads to a moment of the replay."""

from __future__ import annotations

from collections.abc import Sequence
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
    from engine.review.causes import Cause, Explanation

MOST = 4
"""Changes that are named."""
RAIDER = 8
"""The rank that destroys or takes districts."""
STEEP = 0.05
"""A smaller change is not named."""


class CauseLine(NamedTuple):
    """A line of the page."""

    text: Content
    moment: int = -1
    """The moment of the replay that it leads to; -1: to none."""
    change: float = 0.0
    """By how much the chance to win changed."""


def cause_lines(found: Explanation, recording: Recording, symbols: Symbols, most: int = MOST) -> list[CauseLine]:
    """The steepest changes in their order, and then all of it in a line.

    Args:
        found: Why the game ended as it did.
        recording: The game.
        symbols: What to write with.
        most: How many changes are named at most.
    """
    voice = Voice(symbols, recording.rules, tuple(each.name for each in recording.seats), found.seat)
    steep = [cause for cause in found.causes if abs(cause.change) >= STEEP]
    chosen = sorted(sorted(steep, key=lambda cause: -abs(cause.change))[:most], key=lambda cause: cause.first)
    lines = [
        CauseLine(
            say(
                causes.LINE,
                key=number,
                round=cause.round,
                points=_signed(round(100 * cause.change)),
                cause=_told(cause, recording, voice, found.seat),
            ),
            _moment(cause),
            cause.change,
        )
        for number, cause in enumerate(chosen, 1)
    ]
    return [*lines, CauseLine(_in_all(found))]


def _moment(cause: Cause) -> int:
    """The moment to look at: before the mistake, and else after what was done."""
    return cause.turn.choice.moment if cause.turn is not None else cause.last


def _signed(points: int) -> str:
    return f"{points:+d}" if points else "0"


def _in_all(found: Explanation) -> Content:
    """The sum by kinds: the rounded parts add up to the rounded whole."""
    from engine.review.causes import LUCK, MISTAKE, OTHERS

    start, end = round(100 * found.start), round(100 * found.end)
    others, luck, mistakes = (round(100 * found.total(kind)) for kind in (OTHERS, LUCK, MISTAKE))
    own = end - start - others - luck - mistakes
    erred = any(cause.kind == MISTAKE for cause in found.causes)
    parts = [
        say(causes.OWN, points=_signed(own)),
        say(causes.MISTAKES, points=_signed(mistakes)) if erred else Content(_(causes.NO_MISTAKE)),
        say(causes.OTHERS, points=_signed(others)),
        say(causes.LUCK, points=_signed(luck)),
    ]
    return say(causes.IN_ALL, start=start, end=end, parts=listed(parts))


def _told(cause: Cause, recording: Recording, voice: Voice, you: int) -> Content:
    """The cause in a few words."""
    from engine.review.causes import LUCK

    yours, who = cause.seat == you, voice.player(cause.seat)
    if cause.turn is not None:
        timeline = recording.session(you, voice.symbols).story.timeline
        assert timeline is not None
        choice = cause.turn.choice
        view = timeline.view(choice.moment)
        if choice.played.verb == "pick":
            played, better = (voice.character_of(move.card) for move in (choice.played, choice.better))
            return say(causes.MISTAKEN_CHOICE, played=played, better=better)
        return say(causes.MISTAKE, better=quoted(offered(view, voice, choice.better)))
    if cause.kind == LUCK:
        return Content(_(causes.DREW[cause.change > 0])) if yours else say(causes.THEY_DREW[cause.change > 0], who=who)
    events = recording.events(cause.first, cause.last)
    roles = recording.hands[cause.first][you].roles
    if not yours and cause.rank == RAIDER and cause.change > 0 and not any(event.kind == "leave" for event in events):
        return say(causes.SPARED, who=who, character=voice.character(RAIDER))
    return _blow(events, voice, cause.seat, you, roles) or _deed(events, voice, cause, yours=yours)


def _blow(events: Sequence[Event], voice: Voice, seat: int, you: int, roles: Sequence[int]) -> Content | None:
    """The worst that another player did to you there."""
    if seat == you:
        return None
    who = voice.player(seat)
    for event in events:
        if event.kind in causes.NAMED and event.rank in roles:
            return say(causes.AT_YOU[event.kind], who=who, character=voice.character(event.rank))
    for deed in deeds(events):
        if (deed.seat, deed.other) == (seat, you) and deed.kind in causes.AT_YOU:
            cards = listed(voice.district(id) for id in deed.cards)
            return say(causes.AT_YOU[deed.kind], who=who, cards=cards)
    return None


def _deed(events: Sequence[Event], voice: Voice, cause: Cause, *, yours: bool) -> Content:
    """The most telling thing that was done there."""
    form, seat, rank = 0 if yours else 1, cause.seat, cause.rank
    who = voice.player(seat)
    for event in events:
        if event.kind in causes.NAMED:
            return say(causes.NAMED[event.kind][form], who=who, character=voice.character(event.rank))
    built = [event.card for event in events if event.kind == "build" and event.seat == seat]
    if built:
        return say(causes.BUILT[form], who=who, cards=listed(voice.district(id) for id in built))
    for event in events:
        if event.kind == "pick" and event.seat == seat:
            return say(causes.CHOSE[form], who=who, character=voice.character(event.rank))
    if rank:
        return say(causes.PLAYED[form], who=who, character=voice.character(rank))
    return say(causes.ANSWERED[form], who=who)
