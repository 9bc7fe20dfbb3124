"""The page of a game: small, whole, of no other origin, and true to what each seat saw."""

from __future__ import annotations

import base64
import json
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest

from citadels_tui.export.game_page import FOLDER, SEAT, TABLE, game_data, game_page
from citadels_tui.history.recording import Recording, recorded
from citadels_tui.textart.symbols import UNICODE
from citadels_tui.texts import language, speak, speaking
from citadels_tui.texts.catalogue import languages
from net.identity.fingerprint import LOG, log_words
from tests.support.client.recorded import game_file, recording
from tests.support.corpus import CONTROLS, INVISIBLE, LENGTHS, MARKUP, VISIBLE

MOST = 300_000
"""Bytes of the page of a whole game."""
HOSTILE = (
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "]]><img src=x onerror=alert(1)>",
    "\"'><svg/onload=alert(1)>",
    "{player}${1}\\u003c",
    "&lt;b&gt;&amp;",
)


class Reader(HTMLParser):
    """Reads the elements of a page, and what stands in its scripts and styles."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.within: list[tuple[str, dict[str, str | None], str]] = []
        self._inside = False
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag in ("script", "style"):
            self._inside = True
            self.within.append((tag, dict(attrs), ""))

    def handle_endtag(self, tag: str) -> None:
        self._inside = self._inside and tag not in ("script", "style")

    def handle_data(self, data: str) -> None:
        if self._inside:
            tag, attributes, before = self.within[-1]
            self.within[-1] = tag, attributes, before + data


@cache
def page_of(players: int = 4, edition: str = "deluxe") -> str:
    return game_page(recording(players, edition))


@cache
def data_of(players: int = 4, edition: str = "deluxe") -> dict[str, Any]:
    return game_data(recording(players, edition))


def named(*names: str) -> Recording:
    """A game of players with these names, as a file would have them shown."""
    from net.base.text import shown_name

    file = game_file(len(names))
    return recorded(replace(file, names=tuple(map(shown_name, names))))


def unfolded(changes: list[list[Any]]) -> list[dict[int, Any]]:
    """The fields at each moment, as the page's script finds them."""
    now: dict[int, Any] = {}
    found = []
    for change in changes:
        now = now | dict(zip(change[::2], change[1::2], strict=True))
        found.append(now)
    return found


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("players", "edition"),
    [
        (8, "deluxe"),
        *(
            pytest.param(*box, marks=pytest.mark.thorough)
            for box in ((2, "deluxe"), (7, "classic"), (8, "dark_city"), (4, "deluxe"))
        ),
    ],
)
def test_the_page_of_a_whole_game_is_small(players: int, edition: str) -> None:
    assert len(page_of(players, edition).encode()) < MOST // 2


def test_even_the_longest_game_stays_small() -> None:
    """Of a game that is three times as long as the longest of these, sentences and names would not be three times as
    many: but if they were, it would be within the limit."""
    longest = len(page_of(8, "deluxe").encode())
    fixed = sum(len(path.read_bytes()) for path in FOLDER.iterdir())
    assert fixed + 2.5 * (longest - fixed) < MOST


@pytest.mark.slow
def test_the_page_of_a_game_loads_nothing_foreign() -> None:
    page = page_of()
    reader = Reader(page)
    metas = {
        attributes.get("http-equiv"): attributes.get("content") for tag, attributes in reader.tags if tag == "meta"
    }
    rules = dict(rule.split(" ", 1) for rule in (metas["Content-Security-Policy"] or "").split("; "))
    assert rules["default-src"] == rules["base-uri"] == rules["form-action"] == "'none'"
    assert rules["img-src"] == "data:"
    assert set(rules) == {"default-src", "base-uri", "form-action", "img-src", "style-src", "script-src"}
    run = [(tag, data) for tag, attributes, data in reader.within if attributes.get("type") != "application/json"]
    assert [tag for tag, _data in run] == ["style", "script"]
    for tag, data in run:
        digest = base64.b64encode(sha256(data.encode()).digest()).decode()
        assert rules[f"{tag}-src"] == f"'sha256-{digest}'"
    for _tag, attributes in reader.tags:
        assert not any(name.startswith("on") or name in ("style", "src", "srcset") for name in attributes)
        assert (attributes.get("href") or "data:").startswith("data:")
    script = (FOLDER / "page.js").read_text(encoding="utf-8")
    dangerous = (
        r"innerHTML|outerHTML|insertAdjacent|document\.write|eval|Function\(|fetch|XMLHttp|import|WebSocket|cookie"
    )
    assert not re.search(dangerous + r"|localStorage|setAttribute\(\"on", script)
    assert not re.search(r"url\(|@import|https?:", (FOLDER / "page.css").read_text(encoding="utf-8"))
    # One address names what a drawing is, and is never fetched.
    assert set(re.findall(r"\w+://[^\s\"'<]*", page)) == {"http://www.w3.org/2000/svg"}


TEXTS = (*HOSTILE, *MARKUP, *CONTROLS, *INVISIBLE, *LENGTHS, *VISIBLE)


@pytest.mark.parametrize(
    "texts", [pytest.param(TEXTS[:8], id="some"), pytest.param(TEXTS[8:], id="all others", marks=pytest.mark.thorough)]
)
def test_names_of_players_stay_text(texts: Sequence[str]) -> None:
    harmless = [(tag, sorted(attributes)) for tag, attributes in Reader(page_of()).tags]
    for first in range(0, len(texts), 4):
        names = (*texts[first : first + 4], "Bo", "Cleo", "Dan")[:4]
        made = named(*names)
        reader = Reader(game_page(made))
        assert [(tag, sorted(attributes)) for tag, attributes in reader.tags] == harmless
        (data,) = (data for _tag, attributes, data in reader.within if attributes.get("id") == "game")
        assert not set("<>&\u2028\u2029") & set(data)
        assert json.loads(data)["names"] == [seat.name for seat in made.seats]


@pytest.mark.thorough
def test_the_page_names_the_twelve_words_and_no_place_on_this_machine() -> None:
    file = game_file()
    words = log_words(b"head")
    made = game_page(recorded(replace(file, words=words)))
    assert len(words.split()) == LOG
    assert words in made
    assert "citadels verify" in made
    assert str(FOLDER.parent) not in made
    assert game_data(recorded(file))["proof"] == ""


@pytest.mark.thorough
@pytest.mark.parametrize(("players", "edition"), [(4, "deluxe"), (2, "deluxe"), (7, "classic")])
def test_every_moment_is_what_the_table_was_like(players: int, edition: str) -> None:
    game, data = recording(players, edition), data_of(players, edition)
    timeline = game.session(None, UNICODE).story.timeline
    assert timeline is not None
    moments = unfolded(data["changes"])
    assert len(moments) == len(timeline)
    ids = [card["name"][0] for card in data["cards"]]
    for moment, fields in enumerate(moments):
        view = timeline.view(moment)
        assert (fields[TABLE.index("round")], fields[TABLE.index("crown")]) == (view.round, view.crown)
        assert tuple(fields[TABLE.index("silent")]) == view.silent
        for player, hand in zip(view.players, game.hands[moment], strict=True):
            own = dict(
                zip(SEAT, (fields[len(TABLE) + player.seat * len(SEAT) + at] for at in range(len(SEAT))), strict=True)
            )
            assert (own["gold"], tuple(own["shown"]), tuple(own["roles"])) == (player.gold, player.shown, hand.roles)
            assert (len(own["city"]), len(own["hand"])) == (len(player.city), len(hand.cards))
            assert all(0 <= card < len(ids) for card in (*own["city"], *own["hand"]))


@pytest.mark.thorough
def test_each_seat_reads_what_it_read_in_the_game_in_every_language() -> None:
    game, data = recording(), data_of()
    assert [code for code, _name in data["languages"]] == list(languages())
    for eyes, story in enumerate(data["stories"]):
        lines = [
            line
            for line in game.session(eyes - 1 if eyes else None, UNICODE).story.lines
            if line.kind not in ("mark", "note")
        ]
        assert len(story) == 2 * len(lines)
        for place, (code, line) in enumerate((code, line) for code in languages() for line in lines):
            number, moment = story[2 * (place % len(lines)) :][:2]
            said = data["lines"][number][2 + list(languages()).index(code)]
            texts = [data["parts"][part] for part in said]
            with speaking(code):
                assert (
                    "".join(text if isinstance(text, str) else text[0] for text in texts) == line.reworded().text.plain
                )
            assert moment == max(line.moment, 0)


def test_the_page_shows_the_notebooks_conclusions() -> None:
    game, data = recording(), data_of()
    assert data["guesses"][0] == []
    assert any(change for seat in data["guesses"][1:] for change in seat)
    for seat, told in enumerate(data["guesses"][1:]):
        timeline = game.session(seat, UNICODE).story.timeline
        assert timeline is not None
        for moment, guessed in enumerate(unfolded(told)):
            page = timeline.notebook(moment).page()
            for other, ranks in guessed.items():
                shown = timeline.view(moment).players[other].shown
                assert other != seat
                assert not ranks or tuple(ranks) == tuple(rank for rank in page.possible(other) if rank not in shown)


def test_the_ending_has_the_points_of_everybody() -> None:
    game, data = recording(), data_of()
    ended = game.session(None, UNICODE).ending.ended
    assert ended is not None
    end = data["end"]
    assert tuple(end["totals"]) == ended.totals
    assert [sum(points[seat] or 0 for _names, points in end["sources"]) for seat in range(4)] == list(ended.totals)
    assert end["curve"][-1][1:] == list(ended.totals)
    assert end["headline"]
    assert end["deeds"]


def test_a_record_that_ends_early_has_a_page_without_an_ending() -> None:
    file = game_file()
    record = replace(file.record, moves=file.record.moves[:40])
    data = game_data(recorded(replace(file, record=record)))
    assert data["end"] is None
    assert len(data["changes"]) == 41


@pytest.mark.thorough
def test_making_a_page_leaves_the_language_alone() -> None:
    speak("de")
    try:
        assert page_of.__wrapped__() == page_of.__wrapped__()
        assert language() == "de"
        with speaking("nl"):
            assert language() == "nl"
        assert language() == "de"
    finally:
        speak("en")


def test_a_threads_language_is_its_own() -> None:
    from threading import Thread

    heard: list[str] = []
    with speaking("nl"):
        other = Thread(target=lambda: heard.append(language()))
        other.start()
        other.join()
    assert heard == ["en"]
