"""Lesson: the sentences of the guided game, chosen from what happens at the table.

The deal is fixed, and the bots play their part in the first rounds (`engine.bots.lesson_bot`). A player
who makes another move than the recommended one is told about that instead: no sentence depends on how far the lesson
is.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from textual.content import Content

from citadels_tui.session.board import open_points
from citadels_tui.session.hint import hint
from citadels_tui.session.holders import choosing
from citadels_tui.session.start import PlayGame
from citadels_tui.texts import Text, _, lesson, names, say
from citadels_tui.wording.voice import EMPTY, Voice
from engine.bots.advice import Advice
from engine.bots.lesson_bot import KILLED, ROBBED, ROUNDS
from engine.cards import Character
from engine.event import Event
from engine.move import Move
from engine.ruleset import ruleset
from engine.view import View
from net.client.updates import Decision, Happened, Update

if TYPE_CHECKING:
    from citadels_tui.session.session import Session

SEED = (21713).to_bytes(32, "big")
"""A deal in which you choose first, can build in each turn, can have all that `WANTED` names, and leave a rich player
the character that you name."""
WANTED = {1: "architect", 2: "thief", 3: KILLED}
"""The character to take, by the round."""


def lesson_game(name: str, pause: float | None = None) -> PlayGame:
    """The game of the lesson.

    Args:
        name: The player's name; empty: chosen when the client starts.
        pause: Seconds bots wait between moves; None: chosen when the client starts.
    """
    from net.host.opening import Opening
    from net.local.order import Order
    from net.protocol.setup import Setup
    from net.protocol.table_options import TableOptions

    setup = Setup()
    opening = Opening(bots=("lesson",) * (setup.players - 1), seed=SEED)
    options = TableOptions() if pause is None else TableOptions(bot_pause=pause)
    return PlayGame(name, Order(setup=setup, options=options, opening=opening), lesson=True)


class Lesson:
    """The guided game: pages, which wait until they are read, and a sentence for the decision at hand."""

    def __init__(self) -> None:
        self.over = False
        """Whether nothing more is explained."""
        self.drawn = True
        """Whether there is a screen with keys; else lines are read, and words typed."""
        self.advice: Advice | None = None
        """The recommended move at the open decision, while anything is explained."""
        self._pages: list[Content] = []
        self._told: set[str] = set()
        self._step: Text = ""
        """The text for the open decision; empty: the hint."""
        self._turned = asyncio.Event()

    @property
    def page(self) -> Content | None:
        """The page to read now."""
        return self._pages[0] if self._pages and not self.over else None

    def turn(self) -> None:
        """The page has been read."""
        del self._pages[:1]
        self.over = self.over or (not self._pages and "last" in self._told)
        self._turned.set()

    def skip(self) -> None:
        """End the lesson."""
        self.over = True
        self.advice = None
        self._turned.set()

    async def reading(self) -> None:
        """Wait until every page has been read."""
        while self.page is not None:
            self._turned.clear()
            await self._turned.wait()

    def listen(self, session: Session, update: Update) -> None:
        """The table has taken an update."""
        match update:
            case Happened():
                self.watch(update.events, update.view, session.voice)
            case Decision() if not self.over:
                advice = session.notes.advice(update.view)
                if advice is not None:
                    self.point(update.view, advice)

    # What is told

    def watch(self, events: Sequence[Event], view: View, voice: Voice) -> None:
        """Note what has happened: tell about things that happen for the first time, or to the player."""
        self.advice = None
        if "welcome" not in self._told:
            self._told.add("welcome")
            self._pages += [Content(_(text)) for text in lesson.WELCOME[: None if self.drawn else 1]]
        for event in events:
            for topic, page in _pages(event, view, voice):
                if topic not in self._told:
                    self._told.add(topic)
                    self._pages.append(page)
        if "last" not in self._told and view.round > ROUNDS:
            self._told.add("last")
            self._pages.append(_standing(view))
            target = ruleset(view.rules).target
            last = lesson.LAST_DRAWN if self.drawn else lesson.LAST_LINES
            self._pages += [say(text, amount=target) for text in (*lesson.LAST, last)]

    def point(self, view: View, advice: Advice) -> None:
        """You are asked: choose what to recommend, and the sentence for it."""
        self.advice = advice = _wanted(view, advice)
        kind = view.asked.kind if view.asked else ""
        topic = kind if kind in lesson.STEPS else advice.move.verb
        if kind == "draft" and advice.move.card == WANTED.get(view.round):
            topic = f"draft{view.round}"
        if topic == "collect" and not advice.type:
            # It is no income for districts.
            topic = "cards" if _character(view).id == WANTED[1] else ""
        if topic == "build" and topic in self._told:
            topic = "build more"
        first, known = topic not in self._told, {**lesson.STEPS, **{f"draft{n}": t for n, t in lesson.DRAFT.items()}}
        self._told.add(topic)
        self._step = known[topic] if first and topic in known else ""

    def sentence(self, view: View, voice: Voice, key: str, opened: bool) -> Content:
        """The sentence beside the table now.

        Args:
            view: What the seat sees.
            voice: How names are written.
            key: The key of the highlighted row; empty if the list that is shown lacks that row.
            opened: Whether a list is open.
        """
        if self.page is not None:
            return self.page
        if self.advice is None or not view.moves:
            return Content(_(lesson.WAIT))
        if not key:
            return Content(_(lesson.OTHER_LIST))
        text = lesson.LIST if opened else self._step
        if not text:
            return hint(view, voice, self.advice)
        move = self.advice.move
        rich = max((player for player in view.players if player.seat != view.seat), key=lambda player: player.gold)
        return say(
            text,
            key=Content.styled(key, "bold"),
            whom=names.whom(move.card, voice.rules.edition) if move.card else "",
            card=voice.card(move.card) if move.card else EMPTY,
            target=voice.district(move.target) if move.target else EMPTY,
            type=names.type_name(self.advice.type),
            who=voice.player(rich.seat),
            amount=rich.gold,
        )


def _wanted(view: View, advice: Advice) -> Advice:
    """The move the lesson recommends: one that shows something new where that is possible, else the bot's advice."""
    wanted: list[Move] = []
    kind = view.asked.kind if view.asked else ""
    if kind == "draft":
        wanted = [move for move in view.moves if move.card == WANTED.get(view.round)]
    elif kind == "menu" and view.turn is not None and view.round <= ROUNDS:
        own = str(getattr(_character(view), "type", ""))
        builds = [move for move in view.moves if move.verb == "build" and move.seat < 0]
        guess = [move for move in view.moves if move == Move("rob", ROBBED)]
        income = Move("draw" if view.round > 1 and builds else "gold")
        # An income of the character's own pays best when a district of its type was built before.
        of_type = [move for move in builds if names.district(move.card, view.rules.edition).type == own]
        free = [price.move for price in view.prices if price.move.verb == "destroy" and not price.gold]
        rivals = [move for move in free if move.seat != view.seat]
        collect = [move for move in view.moves if move == Move("collect")]
        wanted = guess or [move for move in view.moves if move == income] or of_type or collect or rivals
        if advice.move not in wanted and wanted:
            return Advice(wanted[0], "best", type=own)
        return replace(advice, type=own) if advice.move.verb == "collect" else advice
    return Advice(wanted[0], "best") if wanted and advice.move not in wanted else advice


def _character(view: View) -> Character:
    """The character whose turn it is."""
    assert view.turn is not None
    return ruleset(view.rules).char(view.turn.rank)


def _standing(view: View) -> Content:
    """How far the player has come."""
    points = [open_points(view, player.seat) for player in view.players]
    place = 1 + sum(each > open_points(view, view.me.seat) for each in points)
    text = lesson.LEADING if place == 1 else lesson.FOLLOWING
    return say(text, amount=len(view.me.city), place=place, players=len(points))


def _pages(event: Event, view: View, voice: Voice) -> Iterator[tuple[str, Content]]:
    """The topics of an event, each with its page."""
    you = view.seat
    who, named = voice.player(event.seat), event.rank in view.roles
    match event.kind:
        case "drafted":
            yield "calls", Content(_(lesson.CALLS))
        case "crown" if event.seat == you:
            yield "crown you", Content(_(lesson.CROWN_YOU_NOW if choosing(view) else lesson.CROWN_YOU))
        case "crown" if view.turn is not None:
            yield "crown", say(lesson.CROWN, who=who, character=voice.character(4))
        case "rob" if event.seat != you:
            text = lesson.ROBBED_YOU if named else lesson.ROBBED
            yield "robbed you" if named else "robbed", say(text, who=who, character=voice.character(2))
        case "kill" if event.seat != you:
            text = lesson.MURDERED_YOU if named else lesson.MURDERED
            yield "murdered you" if named else "murdered", say(text, who=who, character=voice.character(1))
        case "give" if event.seat == you and event.note == "thief":
            yield "taken", say(lesson.TAKEN, who=voice.player(event.other), amount=event.amount)
        case "give" if event.other == you and event.note == "thief":
            victim, robbed = voice.player(event.seat), voice.character(view.marks.get("robbed", 0))
            yield "guessed", say(lesson.GUESSED, who=victim, character=robbed, amount=event.amount)
        case "call" if named and view.marks.get("killed") == event.rank:
            yield "silent", say(lesson.SILENT, whom=names.whom(voice.character_id(1), voice.rules.edition))
        case "leave" if event.seat == you != event.other:
            yield "destroyed", say(lesson.DESTROYED, who=voice.player(event.other), card=voice.district(event.card))
        case "swap" if event.other == you:
            yield "swapped", say(lesson.SWAPPED, who=who, character=voice.character(3))
        case _:
            return
