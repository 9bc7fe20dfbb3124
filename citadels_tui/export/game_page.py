"""The page of a game: one file without any other origin, for a browser on a phone or a desktop."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterable
from functools import partial
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template
from typing import Any

from textual.content import Content

from citadels_tui.export.moments import SEAT, TABLE, Cards, changes, guesses
from citadels_tui.export.sentences import Sentences, in_each_language
from citadels_tui.history.recording import Recording
from citadels_tui.pages.chronicle import chronicle
from citadels_tui.pages.ending import deed_lines, headline
from citadels_tui.pages.score_table import by_source, ranking, source_name, verdict
from citadels_tui.session.session import Session
from citadels_tui.terminal.theme import CITADELS, CITADELS_LIGHT, variables
from citadels_tui.textart.symbols import UNICODE
from citadels_tui.texts import _, board, names, showing
from citadels_tui.texts.catalogue import languages
from engine.editions import EDITIONS

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
    """All that the page's script is told of a game, to be written as JSON."""
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
