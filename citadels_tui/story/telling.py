"""The log: events told as lines, one fact a line, consequences indented under what caused them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import takewhile
from typing import Literal

from textual.content import Content

from citadels_tui.texts import N_, Text, _, events, names, recap, say
from citadels_tui.texts.phrases import PHRASES
from citadels_tui.wording.voice import EMPTY, Voice, listed
from engine.draft import CROWN
from engine.editions import EDITIONS
from engine.event import Event
from engine.ruleset import ruleset
from engine.view import View
from net.protocol.schema import PhraseCode

Kind = Literal["round", "turn", "fact", "silence", "alert", "chat", "note", "mark"]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the log."""

    text: Content
    indent: int = 0
    kind: Kind = "fact"
    """``round`` separates, ``turn`` opens a paragraph, ``silence`` are calls without an answer, ``alert`` hits you,
    ``note`` is about the table, ``mark`` is where your last turn ended."""
    seats: tuple[int, ...] = ()
    """The players it is about."""
    moment: int = -1
    """The moment of the timeline at which it was told; -1: before the first move."""
    said: Callable[[], Content] | None = field(default=None, compare=False)
    """Says it in the language of the moment; None: it is the same in all of them."""

    @staticmethod
    def saying(said: Callable[[], Content], indent: int = 0, kind: Kind = "fact") -> Line:
        """A line that can be said again in another language."""
        return Line(said(), indent, kind, said=said)

    def reworded(self) -> Line:
        """This line in the language that is spoken now."""
        return self if self.said is None else replace(self, text=self.said())


RASPUTIN = "rasputin"
HITS = frozenset({"give", "leave"})
"""Events that take something from the player they are about."""

CHAT = N_("{seat} {who}: {text}")
CHAT_SPECTATOR = N_("spectator {who}: {text}")


def describe_events(voice: Voice, happened: Sequence[Event], view: View) -> Iterator[Line]:
    """Tell events as one player sees them.

    Args:
        voice: How names are written, and for whom.
        happened: What that player has seen.
        view: What that player sees after them.

    Yields:
        A line for each event that has something to say.
    """
    for place, event in enumerate(happened):
        if event.kind == "call":
            # Nobody dwells on them: all that follow each other are one line.
            if place == 0 or happened[place - 1].kind != "call":
                calls = takewhile(lambda each: each.kind == "call", happened[place:])
                yield Line.saying(partial(_silence, voice, [each.rank for each in calls]), 0, "silence")
            continue
        for told in (line(voice, event, happened, view), victim(voice, event, view)):
            if told is not None:
                yield replace(told, seats=tuple(seat for seat in (event.seat, event.other) if seat >= 0))
        if event.kind == "end" and event.seat == voice.you:
            yield Line.saying(partial(say, recap.LEFT_OFF), 0, "mark")


def _silence(voice: Voice, ranks: Sequence[int]) -> Content:
    named = (say(events.CALLED_RANK, rank=rank, character=voice.character(rank)) for rank in ranks)
    return say(events.SILENCE, characters=listed(named))


def line(voice: Voice, event: Event, happened: Sequence[Event], view: View) -> Line | None:
    """One event as a line, None when it has nothing to say; the parameters are those of `tell`."""
    return _line(voice, _by_districts(voice, event, happened), _case(voice, event, happened, view))


def victim(voice: Voice, event: Event, view: View) -> Line | None:
    """The warning to the player whose character an event names; None for everybody else."""
    if event.kind in events.VICTIM and event.rank in view.roles and event.seat != voice.you:
        warning, character, whom = events.VICTIM[event.kind], voice.character(event.rank), voice.whom(event.rank)
        text = warning.as_one if len(view.roles) > 1 else warning.alone
        return Line.saying(partial(say, text, character=character, whom=whom), 1, "alert")
    return None


def chat(voice: Voice, seat: int | None, name: str, text: str, phrase: PhraseCode | None = None) -> Line:
    """Tell what somebody said, in words or by the code of a phrase: a player of a seat, or a spectator (None)."""
    if phrase:
        return Line.saying(lambda: chat(voice, seat, name, _(PHRASES[phrase])).text, 0, "chat")
    if seat is None:
        return Line.saying(partial(say, CHAT_SPECTATOR, who=name, text=text), 0, "chat")
    who = Content.styled(name, "bold $accent" if seat == voice.you else "bold")
    return Line(say(CHAT, seat=Content.styled(f"p{seat + 1}", "bold"), who=who, text=text), 0, "chat", (seat,))


def source(voice: Voice, note: str) -> Content:
    """The purpose of gold or cards: a word of its own, or the name of a card."""
    if note in events.SOURCES:
        return Content(_(events.SOURCES[note]))
    if names.is_character(note, voice.rules.edition):
        return Content(voice.card(note).plain)
    if names.is_district(note, voice.rules.edition):
        return voice.district_name(note)
    return Content(note.replace("_", " "))


def _by_districts(voice: Voice, event: Event, happened: Sequence[Event]) -> Event:
    """Gold or cards that a character brings: the Merchant's gold for districts is not what comes with the call."""
    if event.kind not in {"gold", "draw"} or not names.is_character(event.note, voice.rules.edition):
        return event
    type = names.character(event.note, voice.rules.edition).type
    called = any(each.kind in {"reveal", "resume"} and each.seat == event.seat for each in happened)
    return event._replace(note=type) if type and not called else event


def _case(voice: Voice, event: Event, happened: Sequence[Event], view: View) -> str:
    """The more special text an event may have, by what happened with it."""
    match event.kind:
        case "complete" if event.amount:
            return "first"
        case "build" if event.amount in {0, names.district(event.card, voice.rules.edition).cost}:
            return "plain"
        case "over" if not view.finished:
            return "stuck"
        case "leave" if _moves(event, happened, event.seat):
            return "moved"
        case "leave" if event.seat == event.other:
            return "own"
        case "enter" if _moves(event, happened, event.other):
            return "taken"
        case "discard" if EDITIONS[voice.rules.edition].pile:
            return "pile"
        case "crown" if voice.character_id(CROWN) == "emperor" and not any(e.kind == "leap" for e in happened):
            return "given"
        case "hear" if not _may_be_shielded(view, event.rank, happened):
            return "in vain"
        case "thing":
            return event.card if event.ranks else "silence" if event.card == "bell_tower" else ""
        case _:
            return event.note


def _may_be_shielded(view: View, rank: int, happened: Sequence[Event]) -> bool:
    """Whether the player of a murdered character may hold a Rasputin, as far as is seen from this seat."""
    if any(each.kind == "shield" and each.rank == rank for each in happened):
        return True
    if rank in (*view.faceup, *ruleset(view.rules).kept_aside(view)):
        return False
    held = view.hand.count(RASPUTIN)
    if rank in view.roles:
        return held > 0
    others = [player for player in view.players if player.seat != view.seat and player.roles > len(player.shown)]
    return held < EDITIONS[view.rules.edition].actions[RASPUTIN] and any(player.hand for player in others)


def _moves(event: Event, happened: Sequence[Event], owner: int) -> bool:
    """Whether the move of an event takes its card out of the city of one player, and into that of another one."""
    place = next((place for place, each in enumerate(happened) if each is event), 0)
    ends = [index for index, each in enumerate(happened) if each.kind in {"ask", "reveal", "end"}]
    first = max((index for index in ends if index < place), default=0)
    last = min((index for index in ends if index > place), default=len(happened))
    move = [each for each in happened[first:last] if each.card == event.card]
    left = any(each.kind == "leave" and each.seat == owner for each in move)
    return left and any(each.kind == "enter" and each.other == owner != each.seat for each in move)


def _line(voice: Voice, event: Event, case: str) -> Line | None:
    told = events.EVENTS.get(f"{event.kind}:{case}") or events.EVENTS.get(event.kind, events.UNKNOWN)
    if event.kind == "thing" and event.card == "bell_tower" and event.ranks:
        event = event._replace(seat=event.ranks[0])
    you = voice.you
    hits = False
    if you is not None and event.seat == you:
        text = told.you or told.they
        hits = event.kind in HITS
    elif you is not None and event.other == you:
        hits = bool(told.at_you) and event.kind not in HITS
        text = told.at_you or told.they
    else:
        text = told.they
    if not text or (event.kind == "layout" and not event.ranks):
        return None
    kind: Kind = "fact"
    if event.kind in {"round", "over"}:
        kind = "round"
    elif told.indent == 0:
        kind = "turn"
    elif hits:
        kind = "alert"
    return Line.saying(partial(_said, voice, event, text), told.indent, kind)


def _said(voice: Voice, event: Event, text: Text) -> Content:
    return say(
        text,
        kind=event.kind,
        who=voice.player(event.seat),
        other=voice.player(event.other),
        rank=event.rank,
        character=voice.character(event.rank),
        whom=voice.whom(event.rank),
        characters=voice.characters(event.ranks),
        card=voice.district(event.card) if event.card else EMPTY,
        cards=voice.cards(event.cards),
        type=names.type_name(event.card),
        amount=event.amount,
        source=source(voice, event.note),
        **voice.at_ranks,
        winners=listed(voice.player(seat) for seat in event.ranks) if event.kind == "over" else EMPTY,
    )
