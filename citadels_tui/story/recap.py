"""Recap: what has happened since your last turn, a line for each player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from textual.content import Content

from citadels_tui.story.telling import Line, line, victim
from citadels_tui.texts import _, recap, say
from citadels_tui.wording.voice import Voice
from engine.event import Event, public
from engine.view import View

TOLD = frozenset(
    {
        "kill", "rob", "bewitch", "warrants", "threats", "confiscate", "bribe", "rose", "spy", "swap", "redraw",
        "divine", "trade", "crown", "leap", "shield", "treated", "heir", "complete", "incomplete", "leave", "protect",
        "play", "give", "pass_card", "museum", "enter",
    }
)  # fmt: skip
"""Kinds of events that are told in the log's own words; of the others only gold, cards and districts are counted."""

BY_OTHER = frozenset({"leave", "give", "pass_card"})
"""Kinds of events that the other player has caused."""


ACTED = TOLD | {"reveal", "gold", "keep", "draw", "build"}
"""Kinds of events that say something of a player: the first of them gives the place in the recap, not the draft."""


@dataclass(slots=True)
class _Deeds:
    """One player's part."""

    seat: int
    ranks: list[int] = field(default_factory=list)
    said: list[Content] = field(default_factory=list)
    gold: int = 0
    cards: int = 0
    built: list[str] = field(default_factory=list)
    hits: bool = False
    """Whether you were hit."""


def since_last_turn(before: Sequence[Event], happened: Iterable[Event], seat: int | None) -> tuple[Event, ...]:
    """The events after the end of a seat's last turn: those of before and new ones, without what was taken back."""
    events = [*before]
    for event in happened:
        if event.kind == "undo":
            questions = [index for index, each in enumerate(events) if each.kind == "ask"]
            del events[questions[-2] if len(questions) > 1 else 0 :]
            continue
        events.append(event)
        if event.kind == "end" and event.seat == seat:
            events.clear()
    return tuple(events)


def recap_title(happened: Iterable[Event], who: str = "") -> Content:
    """The heading of a recap: a player without a turn so far has no last one.

    Args:
        happened: The events.
        who: The player, where several people read it; empty: you.
    """
    first = any(event.kind == "deal" for event in happened)
    if who:
        return say(recap.TITLE_FIRST_OF if first else recap.TITLE_OF, who=who)
    return Content(_(recap.TITLE_FIRST if first else recap.TITLE))


def recapped(voice: Voice, happened: Sequence[Event], view: View, *, named: bool = False) -> list[Line]:
    """The recap of what the others have done, in the order in which they acted, round by round.

    Args:
        voice: How names are written, and for whom.
        happened: The events.
        view: What that player sees after them.
        named: Whether characters are named, as the list of ranks does not stand beside it.
    """
    number = view.round - sum(event.kind == "round" for event in happened)
    rounds: dict[int, dict[int, _Deeds]] = {}
    called: dict[tuple[int, int], _Deeds] = {}
    """Players who have shown a character and done nothing yet: a Thief who takes their gold then comes before them."""
    for event in happened:
        number += event.kind == "round"
        seat = event.other if event.kind in BY_OTHER and event.other >= 0 else event.seat
        if event.kind in ACTED and seat >= 0 and seat != voice.you:
            players = rounds.setdefault(number, {})
            deeds = players.get(seat) or called.setdefault((number, seat), _Deeds(seat))
            _count(deeds, voice, event, happened, view)
            if event.kind != "reveal":
                players.setdefault(seat, deeds)
    told = {}
    for number, players in rounds.items():
        lines = [line for deeds in players.values() if (line := _line(voice, deeds, named=named)) is not None]
        if lines:
            told[number] = lines
    if len(told) < 2:
        return [line for lines in told.values() for line in lines]
    return [
        line
        for number, lines in told.items()
        for line in (Line.saying(partial(say, recap.ROUND, amount=number), 0, "note"), *lines)
    ]


def recapped_for_all(voice: Voice, happened: Sequence[Event], view: View) -> list[Line]:
    """The recap for everybody at the table, with characters named: nothing in it is known to one player alone.

    Args:
        voice: How names are written, and whose recap it is.
        happened: The events since that player's last turn.
        view: What that player sees after them.
    """
    open_events = [public(event) for event in happened if event.seat != voice.you or event.kind in BY_OTHER]
    seen = replace(view, seat=None, roles=(), hand=(), moves=())
    return recapped(replace(voice, you=None), open_events, seen, named=True)


def _count(deeds: _Deeds, voice: Voice, event: Event, happened: Sequence[Event], view: View) -> None:
    """Add an event to a player's part."""
    match event.kind:
        case "reveal":
            deeds.ranks.append(event.rank)
        case "gold":
            deeds.gold += event.amount
        case "keep" | "draw":
            deeds.cards += event.amount
        case "build":
            deeds.built.append(event.card)
        case kind if kind in recap.SHORTER:
            deeds.said.append(say(recap.SHORTER[kind], who=voice.player(event.seat), **voice.at_ranks))
        case kind if kind in TOLD:
            told = line(voice, event, happened, view)
            if told is not None:
                deeds.said.append(told.text)
                deeds.hits = deeds.hits or told.kind == "alert"
            alert = victim(voice, event, view)
            if alert is not None:
                deeds.said.append(alert.text)
                deeds.hits = True


def _line(voice: Voice, deeds: _Deeds, *, named: bool) -> Line | None:
    """A player's part as one line; None when there is nothing to tell."""
    figures = []
    if deeds.gold:
        figures.append(say(recap.GOLD, amount=deeds.gold))
    if deeds.cards:
        figures.append(say(recap.CARDS, amount=deeds.cards))
    if deeds.built:
        figures.append(say(recap.BUILT, cards=voice.cards(deeds.built)))
    if not deeds.said and not figures:
        return None
    # What the log says are sentences, each with a beginning of its own; figures go on from the one before.
    told = Content("; ").join([*([Content(". ").join(deeds.said)] if deeds.said else []), *figures])
    who, characters = voice.player(deeds.seat), ", ".join(map(voice.character, deeds.ranks))
    if named and characters:
        text = recap.OF_CHARACTERS if deeds.said else recap.FIGURES_OF_CHARACTERS
        return Line(say(text, characters=characters, who=who, deeds=told), 0, "alert" if deeds.hits else "fact")
    if not deeds.said:
        told = say(recap.NAMED, who=who, deeds=told)
    if deeds.ranks:
        told = say(recap.LINE, ranks=",".join(map(str, deeds.ranks)), deeds=told)
    return Line(told, 0, "alert" if deeds.hits else "fact")
