"""The page of a game: one file without any other origin, for a browser on a phone or a desktop.

Its data are figures and sentences, each stored once: of each moment only what has changed (`changes`), and the log in
every language there is (`Sentences`).
"""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import sha256
from html import escape
from itertools import pairwise
from pathlib import Path
from string import Template
from typing import Any

from textual.content import Content

from citadels_tui.history.recording import Hand, Recording
from citadels_tui.pages.chronicle import chronicle
from citadels_tui.pages.ending import deed_lines, headline
from citadels_tui.pages.score_table import by_source, ranking, source_name, verdict
from citadels_tui.session.board import city_target, is_complete, player_summaries
from citadels_tui.session.session import Session
from citadels_tui.terminal.theme import CITADELS, CITADELS_LIGHT, variables
from citadels_tui.textart.symbols import UNICODE
from citadels_tui.texts import _, board, names, showing, speaking
from citadels_tui.texts.catalogue import languages
from engine.editions import EDITIONS
from engine.view import View

FOLDER = Path(__file__).parent / "page"
COLOURS = ("background", "surface", "panel", "foreground", "primary", "accent", "error", "success")
"""Colours of the client's themes that the page has, too."""
_HIDDEN = str.maketrans({sign: f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"})


def game_page(recording: Recording) -> str:
    """The page of a game, as HTML: its moves, through anybody's eyes, in every language."""
    style = colours() + (FOLDER / "page.css").read_text(encoding="utf-8")
    script = (FOLDER / "page.js").read_text(encoding="utf-8")
    data = json.dumps(game_data(recording), ensure_ascii=False, separators=(",", ":"))
    return Template((FOLDER / "page.html").read_text(encoding="utf-8")).substitute(
        policy=policy(style, script),
        title=escape(_(showing.PAGE["title"]).format(players=", ".join(seat.name for seat in recording.seats))),
        no_script=escape(_(showing.NO_SCRIPT)),
        style=style,
        # Inside of a script nothing may look like its end.
        data=data.translate(_HIDDEN),
        script=script,
    )


def policy(style: str, script: str) -> str:
    """The content security policy of a page: its own style and script, and nothing from anywhere."""
    rules = {
        "default-src": "'none'",
        "style-src": _hash(style),
        "script-src": _hash(script),
        "img-src": "data:",
        "base-uri": "'none'",
        "form-action": "'none'",
    }
    return "; ".join(f"{name} {value}" for name, value in rules.items())


def _hash(text: str) -> str:
    return f"'sha256-{base64.b64encode(sha256(text.encode()).digest()).decode()}'"


def colours() -> str:
    """The client's own colours, dark and light, as variables of a style sheet."""
    told = []
    for theme in (CITADELS, CITADELS_LIGHT):
        found = {name: getattr(theme, name) for name in COLOURS} | variables(theme.dark)
        found["line"] = theme.variables["border"]
        told.append(":root{" + "".join(f"--{name}:{value};" for name, value in found.items()) + "}\n")
    dark, light = told
    return f"{dark}@media (prefers-color-scheme: light){{{light}}}\n"


def game_data(recording: Recording) -> dict[str, Any]:
    """The data of a game for the page's script, to be written as JSON."""
    recording = recording.anew()
    session = recording.session(None, UNICODE)
    sentences, cards = Sentences(), Cards()
    eyes = [recording.session(seat, UNICODE) for seat in (None, *range(len(recording.seats)))]
    data: dict[str, Any] = {
        "languages": [list(each) for each in languages().items()],
        "words": {name: in_each_language(partial(_, text)) for name, text in showing.PAGE.items()},
        "edition": in_each_language(partial(_, EDITIONS[recording.rules.edition].name)),
        "signs": UNICODE.types,
        "types": {type: in_each_language(partial(names.type_name, type)) for type in UNICODE.types},
        "aimed": [in_each_language(partial(_, text)) for text in board.AIMED.values()],
        "names": [seat.name for seat in recording.seats],
        "characters": [_character(recording, id) for id in recording.rules.characters],
        "table": TABLE,
        "seat": SEAT,
        "movers": [-1, *(seat for seat, _move in recording.record.moves)],
        "changes": changes(recording, session, cards),
        "guesses": [[], *map(guesses, eyes[1:])],
        "stories": [_story(each, sentences) for each in eyes],
        "end": _ending(session, sentences),
        "checked": sentences.number(partial(_nth, partial(verdict, session.ending, session.voice), 0)),
        "proof": recording.words,
        "command": "citadels verify",
    }
    return data | {"cards": [_district(recording, id) for id in cards]} | sentences.data()


def _character(recording: Recording, id: str) -> dict[str, Any]:
    told = in_each_language(partial(names.character, id, recording.rules.edition))
    return {
        "type": told[0].type,
        "name": [each.name for each in told],
        "short": in_each_language(partial(names.short_character, id, recording.rules.edition)),
        "text": [each.text for each in told],
    }


def _district(recording: Recording, id: str) -> dict[str, Any]:
    told = in_each_language(partial(names.district, id, recording.rules.edition))
    type = "" if told[0].action else told[0].type
    found = {"type": type, "cost": told[0].cost, "name": [each.name for each in told]}
    return found | {"text": [each.text for each in told]} if told[0].text else found


def _story(session: Session, sentences: Sentences) -> list[int]:
    """The log of a seat, as line and moment in turn; what was said about the table is left out."""
    told = []
    for line in session.story.lines:
        if line.kind not in ("mark", "note"):
            said = line.said or partial(_same, line.text)
            told += [sentences.number(said, line.kind, line.indent), max(line.moment, 0)]
    return told


def _ending(session: Session, sentences: Sentences) -> dict[str, Any] | None:
    """How the game ended; None when the record ends before."""
    ended, voice = session.ending.ended, session.voice
    if ended is None or session.story.timeline is None:
        return None
    told = chronicle(session.story.timeline, ended)

    def numbered(lines: Callable[[], Iterable[Content]]) -> list[int]:
        return [sentences.number(partial(_nth, lines, place)) for place in range(len(list(lines())))]

    return {
        "order": ranking(ended),
        "winners": ended.winners,
        "totals": ended.totals,
        "headline": numbered(partial(headline, ended, told, voice)),
        "deeds": numbered(partial(deed_lines, told, voice)),
        "sources": [
            [in_each_language(partial(_plain, partial(source_name, voice, source))), points]
            for source, points in by_source(ended, voice)
        ],
        "curve": [[figures.round, *figures.points] for figures in told.figures],
    }


def _nth(lines: Callable[[], Iterable[Content]], place: int) -> Content:
    return list(lines())[place]


def _plain(said: Callable[[], Content]) -> str:
    return said().plain


def _same(text: Content) -> Content:
    return text


class Sentences:
    """The sentences of a page, by number."""

    def __init__(self) -> None:
        self._parts: dict[tuple[str, str], int] = {}
        """The style and the text of a part -> its number."""
        self._lines: dict[tuple[object, ...], int] = {}

    def number(self, said: Callable[[], Content], kind: str = "", indent: int = 0) -> int:
        """The number of a line.

        Args:
            said: Says it in the language that is spoken.
            kind: Of what kind it is (`citadels_tui.story.telling.Line.kind`).
            indent: How far it hangs below what caused it.
        """
        told = tuple(tuple(map(self._part, parts(each))) for each in in_each_language(said))
        return self._lines.setdefault((kind, indent, *told), len(self._lines))

    def _part(self, part: tuple[str, str]) -> int:
        return self._parts.setdefault(part, len(self._parts))

    def data(self) -> dict[str, Any]:
        """The parts and lines, to be written as JSON."""
        return {
            "parts": [[text, style] if style else text for style, text in self._parts],
            "lines": [list(line) for line in self._lines],
        }


def in_each_language(said: Callable[[], Any]) -> list[Any]:
    """A sentence in each language, in the order of `languages`."""
    found = []
    for language in languages():
        with speaking(language):
            found.append(said())
    return found


def parts(content: Content) -> Iterator[tuple[str, str]]:
    """The parts of a text, each with its style: names of the theme's colours, and ``bold``."""
    text = content.plain
    ends = sorted({0, len(text), *(end for span in content.spans for end in (span.start, span.end))})
    for start, end in pairwise(ends):
        styles = [span.style for span in content.spans if span.start <= start and end <= span.end]
        words = dict.fromkeys(word for style in styles if isinstance(style, str) for word in style.split())
        yield " ".join(word.removeprefix("$") for word in words), text[start:end]


TABLE = (
    *("round", "crown", "deck", "called", "acting", "rank", "asked", "target"),
    *("faceup", "silent", "complete", "marks"),
)
"""Fields of the table."""
SEAT = ("gold", "hand", "city", "roles", "shown", "points", "built")
"""Fields of each player. Hand and roles are what they hold, which the page shows to whom it may."""


class Cards:
    """The districts of a game, by number."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def numbers(self, ids: Sequence[str]) -> list[int]:
        """The numbers of cards."""
        return [self._numbers.setdefault(id, len(self._numbers)) for id in ids]

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)


def changes(recording: Recording, session: Session, cards: Cards) -> list[list[Any]]:
    """For each moment the fields that have changed, as place and value in turn: the table's, and then seat by seat.

    Args:
        recording: The game.
        session: The game as a spectator saw it.
        cards: Numbers the districts.
    """
    assert session.story.timeline is not None
    before: list[Any] = [None] * (len(TABLE) + len(SEAT) * len(recording.seats))
    told = []
    for moment, hands in enumerate(recording.hands):
        now = _fields(session.story.timeline.view(moment), session, hands, cards)
        told.append([each for place, value in enumerate(now) if value != before[place] for each in (place, value)])
        before = now
    return told


def _fields(view: View, session: Session, hands: Sequence[Hand], cards: Cards) -> list[Any]:
    turn, asked = view.turn, view.asked
    fields: list[Any] = [
        *(view.round, view.crown, view.deck, view.called),
        *((turn.seat, turn.rank) if turn else (-1, 0)),
        asked.seat if asked else -1,
        city_target(view),
        *map(list, (view.faceup, view.silent)),
        [seat for seat in view.finished if is_complete(view, seat)],
        [[view.marks[mark], place] for place, mark in enumerate(board.AIMED) if mark in view.marks],
    ]
    for player, hand, summary in zip(view.players, hands, player_summaries(view, session.people.seats), strict=True):
        fields += [
            player.gold,
            cards.numbers(hand.cards),
            cards.numbers(player.city),
            list(hand.roles),
            list(player.shown),
            summary.points,
            summary.built,
        ]
    return fields


def guesses(session: Session) -> list[list[Any]]:
    """For each moment the players of whom a seat knew something new: seat and ranks they may have had, in turn."""
    timeline = session.story.timeline
    assert timeline is not None
    players = len(timeline.start.players)
    before: list[list[int]] = [[] for _ in range(players)]
    told = []
    for moment in range(len(timeline)):
        now: list[list[int]] = [[] for _ in range(players)]
        page = timeline.notebook(moment).page()
        for each in player_summaries(timeline.view(moment), session.people.seats, page=page):
            now[each.seat] = list(each.maybe)
        told.append([each for seat in range(players) if now[seat] != before[seat] for each in (seat, now[seat])])
        before = now
    return told
