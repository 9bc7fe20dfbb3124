"""A wrong ruling, or one that shows nothing, never holds: each mistake is told in a sentence with its line."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from copy import deepcopy
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from engine.rulings import RulingFailed, play, run
from engine.rulings.lines import lines
from tests.support.root import ROOT

SHIPPED = sorted((ROOT / "engine" / "rulings").rglob("*.toml"))

BASE = """
title = "a ruling"
source = "a rulebook"
edition = "deluxe"
characters = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
uniques = ["smithy", "keep", "museum"]
action_cards = false

[table]
crown = "p2"
calling = 4

[p1]
gold = 5
hand = ["castle", "temple"]
city = ["tavern", "smithy"]
characters = ["king"]

[p2]
city = ["market"]
characters = ["assassin"]

[p3]
characters = ["thief"]

[p4]
characters = ["warlord"]

[[step]]
do = "p1: gold"

[[step]]
expect = { "p1.gold" = 7 }
"""
"""A ruling that holds."""


def wrong(old: str, new: str, *said: str) -> object:
    """A case: what is changed in the ruling that holds, and what is said about that, all of it in one line."""
    return pytest.param(old, new, said, id=re.sub(r"\s+", " ", f"{new or 'without'} {'' if new else old}")[:60].strip())


GOLD = 'do = "p1: gold"'
LAST = 'expect = { "p1.gold" = 7 }'
CALLING = "calling = 4"
CAST = 'characters = ["assassin", "thief", "magician"'

WORDS = [
    wrong(GOLD, 'refuse = "p1: buidl castle"', "line 30, step 1", "no verb 'buidl'", "did you mean 'build'"),
    wrong(GOLD, 'refuse = "p1: build castel"', "no district 'castel'", "did you mean 'castle'"),
    wrong(GOLD, 'refuse = "p1: flyy"', "no verb 'flyy'"),
    wrong(GOLD, 'do = "p1: golf"', "no verb 'golf'", "did you mean 'gold'"),
    wrong(GOLD, 'refuse = "p1: kill kign"', "no character 'kign'", "did you mean 'king'"),
    wrong(GOLD, 'refuse = "p1: kill emperor"', "the emperor is not among the characters"),
    wrong(GOLD, 'refuse = "p1: build library"', "'library' is not in this game"),
    wrong(GOLD, 'refuse = "p1: play director"', "without action_cards = true"),
    wrong(GOLD, 'refuse = "p1: play castle"', "'castle' is not an action card"),
    wrong(GOLD, 'refuse = "p1: spy noble"', "'spy noble'", "spy TYPE pN"),
    wrong(GOLD, 'refuse = "p1: spy nobel p2"', "no type 'nobel'", "did you mean 'noble'"),
    wrong(GOLD, 'refuse = "p1: build"', "'build'", "build DISTRICT"),
    wrong(GOLD, 'refuse = "p1: gold castle"', "'gold castle'", "one writes gold"),
    wrong(GOLD, 'refuse = "p1: end p2"', "'end p2'", "one writes end"),
    wrong(GOLD, 'refuse = "p1: collect gld"', "did you mean 'collect gold'"),
    wrong(GOLD, 'refuse = "p1: stake fourth p2"', "'stake fourth p2'"),
    wrong(GOLD, 'refuse = "p1: destroy p6.market"', "no player 'p6'"),
    wrong(GOLD, 'refuse = "p1: destroy p2.markt"', "no district 'markt'", "did you mean 'market'"),
    wrong(GOLD, 'refuse = "p1: destroy p2.castle"', "'castle' is not in the city of p2"),
    wrong(GOLD, 'refuse = "p1: build palace"', "nobody has 'palace' in the hand"),
    wrong(GOLD, 'refuse = "p1: build castle+"', "'castle' can be beautified only in a city"),
    wrong(GOLD, 'refuse = "p1: pay"', "nobody can 'pay' in this game", "blackmailer, thieves_den"),
    wrong(GOLD, 'refuse = "p1: beautify harbor"', "'harbor' is in no city"),
    wrong(GOLD, 'refuse = "p1: bewitch king"', "nobody can 'bewitch' in this game", "witch"),
    wrong(GOLD, 'refuse = "p2: gold"', "p2 is not asked", 'next = "p1"'),
    wrong(GOLD, 'refuse = "p7: gold"', "no player 'p7'"),
    wrong(GOLD, 'refuse = "p1: gold"', "'p1: gold' should be refused"),
    wrong(GOLD, 'refuse = "p1: rob assassin; gold"', "'p1: gold' should be refused"),
    wrong(GOLD, 'refuse = ""', "refuse must be a text"),
    wrong(GOLD, 'refuse = "gold"', "'gold' is not a line of moves"),
    wrong(GOLD, 'refuse = "P1: gold"', "is not a line of moves"),
    wrong(GOLD, 'refuse = ["p1: draw"]', "refuse must be a text"),
    wrong(GOLD, 'do = "p1: Gold"', "'Gold' is not written like a move", "did you mean 'gold'"),
    wrong(GOLD, 'do = "p1: gold;end"', "'gold;end' is not written like a move", "did you mean 'gold'"),
    wrong(GOLD, 'do = "p2: gold"', "'p2: gold' cannot be played", "p1 is asked (menu)"),
    wrong(GOLD, 'do = "p1: end"', "'end' is not legal here"),
    wrong(GOLD, "do = 3", "do must be a text in quotation marks, not 3"),
    wrong(GOLD, "", "line 29, step 1", "empty"),
    wrong(GOLD, 'done = "p1: gold"', "line 30, step 1", "unknown key 'done'", "did you mean 'do'"),
    wrong(GOLD, "expect = {}", "expect is empty"),
]

EXPECTED = [
    wrong(
        LAST,
        'expect = { "p1.gold" = 8, crown = "p3" }',
        "line 33, step 2",
        "p1.gold is 7, not 8",
        "crown is 'p1', not 'p3'",
    ),
    wrong(LAST, '[step.expect]\nround = 1\n"p1.gold" = 8', "line 35, step 2: p1.gold is 7, not 8"),
    wrong(LAST, "expect = { scores = { p1 = 0 } }", "scores: the game is not over"),
    wrong(LAST, "expect = { winner = [] }", "winner: the game is not over"),
    wrong(LAST, 'expect = { winner = "p1" }', "winner: the game is not over"),
    wrong(LAST, "expect = { legal = [] }", "legal is empty"),
    wrong(LAST, "expect = { illegal = [] }", "illegal is empty"),
    wrong(LAST, 'expect = { legal = "p1: end" }', "legal must be a list in [ ], not 'p1: end'"),
    wrong(LAST, 'expect = { illegal = ["p1: flyy"] }', "no verb 'flyy'"),
    wrong(LAST, 'expect = { illegal = ["p2: gold"] }', "p2 is not asked"),
    wrong(LAST, 'expect = { illegal = ["p1: end"] }', "'p1: end' is legal"),
    wrong(LAST, 'expect = { legal = ["p1: build castel"] }', "did you mean 'castle'"),
    wrong(LAST, 'expect = { legal = ["p1: build palace"] }', "'build palace' is not legal here"),
    wrong(LAST, 'expect = { legal = ["p2: end"] }', "'p2: end' cannot be played"),
    wrong(LAST, 'expect = { legal = ["p1: build castle; end"] }', "must be one move"),
    wrong(LAST, "expect = { legal = [3] }", "legal must be a text"),
    wrong(LAST, 'expect = { "p1.hand" = "castle" }', "p1.hand must be a list in [ ], not 'castle'"),
    wrong(LAST, 'expect = { "p1.hand" = ["castel"] }', "p1.hand: there is no district 'castel'"),
    wrong(LAST, 'expect = { "p1.gold" = true }', "p1.gold must be a whole number from 0 on, not true"),
    wrong(LAST, 'expect = { "p1.gold" = 7.0 }', "not 7.0"),
    wrong(LAST, 'expect = { "p1.gld" = 7 }', "unknown key 'p1.gld'", "did you mean 'p1.gold'"),
    wrong(LAST, 'expect = { "p5.gold" = 7 }', "unknown key 'p5.gold'"),
    wrong(LAST, "expect = { p1 = { gld = 7 } }", "unknown key 'p1'"),
    wrong(LAST, "expect = { p1.gold = 7 }", 'the key must be in quotation marks: "p1.gold"'),
    wrong(LAST, "expect = { gold = 7 }", "unknown key 'gold'"),
    wrong(LAST, "expect = { over = 0 }", "over must be true or false, not 0"),
    wrong(LAST, 'expect = { next = "p9" }', "no player 'p9'"),
    wrong(LAST, 'expect = { next = "nobdy" }', "no player 'nobdy'"),
    wrong(LAST, 'expect = { kind = "menue" }', "no question 'menue'", "did you mean 'menu'"),
    wrong(LAST, 'expect = { "p1.characters" = ["kign"] }', "no character 'kign'"),
    wrong(LAST, 'expect = { "p1.city" = ["tavern"] }', "p1.city is ['smithy', 'tavern'], not ['tavern']"),
    wrong(LAST, "expect = 3", "expect must be a table"),
]

SETUPS = [
    wrong('title = "a ruling"', "", "title is missing"),
    wrong('title = "a ruling"', 'title = ""', "line 2", "title must be a text"),
    wrong('source = "a rulebook"', "", "source is missing"),
    wrong('source = "a rulebook"', "source = 1", "source must be a text"),
    wrong('edition = "deluxe"', 'edition = "deluxxe"', "line 4", "no edition 'deluxxe'", "did you mean 'deluxe'"),
    wrong('edition = "deluxe"', "edition = 2016", "edition must be a text"),
    wrong('edition = "deluxe"', 'editon = "deluxe"', "unknown key 'editon'", "did you mean 'edition'"),
    wrong(CAST, CAST.replace("ch", "c", 1), "unknown key 'caracters'", "did you mean 'characters'"),
    wrong('"thief", "magician"', '"theif", "magician"', "line 5", "no character 'theif'", "did you mean 'thief'"),
    wrong('"thief", "magician"', '"magician", "thief"', "not a character of rank 2"),
    wrong(', "warlord"]', "]", "cannot play with 7 characters"),
    wrong('"smithy", "keep"', '"smihty", "keep"', "line 6", "did you mean 'smithy'"),
    wrong('"smithy", "keep"', '"keep", "keep"', "uniques", "only once"),
    wrong('"smithy", "keep"', '"graveyard", "keep"', "not a unique district of Deluxe"),
    wrong("action_cards = false", "action_cards = 0", "line 7", "action_cards must be true or false"),
    wrong("action_cards = false", "options = { duplicates = true }", "unknown key 'duplicates'"),
    wrong("action_cards = false", "options = { wall_covers_itself = 1 }", "must be true or false"),
    wrong("[p4]", "[p9]", "line 26", "unknown key 'p9'"),
    wrong("[p4]", "[p5]\ngold = true\n[p4]", "line 27", "p5.gold must be a whole number from 0 on, not true"),
    wrong(GOLD, 'do = "p1: gold"\n[p1.more]\nx = 1', "unknown key 'more'"),
    wrong('crown = "p2"', 'crown = "p7"', "line 10", "table.crown: there is no player 'p7'"),
    wrong('crown = "p2"', "crown = 2", "table.crown must be a text"),
    wrong('crown = "p2"', 'crwon = "p2"', "unknown key 'crwon'", "did you mean 'crown'"),
    wrong(CALLING, "calling = 12", "line 11", "table.calling must be a whole number from 1 to 8, not 12"),
    wrong(CALLING, 'calling = "king"', "table.calling must be a whole number"),
    wrong(CALLING, "calling = true", "table.calling must be a whole number"),
    wrong(CALLING, 'phase = "scorign"', "no phase 'scorign'", "did you mean 'scoring'"),
    wrong(CALLING, 'calling = 4\nphase = "scoring"', "table.calling means nothing"),
    wrong(CALLING, 'phase = "draft"', "p1.characters: in a draft nobody has a character"),
    wrong(CALLING, 'calling = 4\nfacedown = "bishop"', "table.facedown means something only in"),
    wrong(CALLING, 'calling = 4\nfaceup = ["bishop"]', "face up with 4 players is 2"),
    wrong(CALLING, 'calling = 4\nfaceup = ["thief", "bishop"]', "the thief lies face up, and p3 holds it"),
    wrong(CALLING, 'calling = 4\ndeck = ["doks"]', "table.deck: there is no district 'doks'", "did you mean 'docks'"),
    wrong(CALLING, 'calling = 4\ndeck = ["keep", "keep"]', "not enough cards of keep: the game has 1"),
    wrong(CALLING, 'calling = 4\nfinished = ["p1", "p1"]', "table.finished names a player twice"),
    wrong("gold = 5", 'gold = "three"', "line 14", "p1.gold must be a whole number from 0 on, not 'three'"),
    wrong("gold = 5", "gold = -5", "line 14", "p1.gold must be a whole number from 0 on, not -5"),
    wrong("gold = 5", "gold = true", "p1.gold must be a whole number from 0 on, not true"),
    wrong("gold = 5", "gold = 1.5", "not 1.5"),
    wrong("gold = 5", "gld = 5", "unknown key 'gld'", "did you mean 'gold'"),
    wrong("gold = 5", "gold = three", "line 14", "not TOML", "quotation marks"),
    wrong("gold = 5", "gold = 5\ngold = 5", "line 15", "not TOML", "twice"),
    wrong("gold = 5", "gold 5", "line 14", "not TOML", "no = behind it"),
    wrong("gold = 5", f"gold = {'9' * 5000}", "line 14", "a number is too long"),
    wrong('"castle", "temple"]', '"castle", "temple"', "not TOML", "bracket is not closed"),
    wrong('hand = ["castle", "temple"]', 'hand = "castle"', "p1.hand must be a list in [ ], not 'castle'"),
    wrong('hand = ["castle", "temple"]', "hand = [3]", "p1.hand must be a text"),
    wrong('"castle", "temple"]', '"castel", "temple"]', "p1.hand: there is no district 'castel'"),
    wrong('"castle", "temple"]', '"castle+"]', "p1.hand: 'castle' can be beautified only in a city"),
    wrong('"castle", "temple"]', '"smithy"]', "not enough cards of smithy: the game has 1"),
    wrong('"castle", "temple"]', '"rasputin"]', "'rasputin' is not in this game without action_cards = true"),
    wrong('"castle", "temple"]', '"library"]', "'library' is not in this game, as uniques does not name it"),
    wrong(
        '"castle", "temple"]', '"cathedral", "cathedral", "cathedral"]', "not enough cards of cathedral: the game has 2"
    ),
    wrong('hand = ["castle", "temple"]', "wagons = [1]", "'cash_wagon' is not in this game"),
    wrong('["tavern", "smithy"]', '["tavern", "tavern"]', "p1.city: 'tavern' stands twice"),
    wrong('["tavern", "smithy"]', '["tavern+"]', "p1.city: nothing is beautified in a game without an artist"),
    wrong('["tavern", "smithy"]', '[{ card = "tavern", beautified = 1 }]', "p1.city.beautified must be true or false"),
    wrong('["tavern", "smithy"]', '[{ name = "tavern" }]', "unknown key 'name'"),
    wrong('["tavern", "smithy"]', "[{ beautified = true }]", "card is missing"),
    wrong('["tavern", "smithy"]', '[{ card = "tavern", under = ["docks"] }]', "cards lie under a museum alone"),
    wrong('["tavern", "smithy"]', '[{ card = "museum", under = "docks" }]', "p1.city.under must be a list"),
    wrong('characters = ["king"]', 'characters = "king"', "p1.characters must be a list in [ ], not 'king'"),
    wrong('characters = ["king"]', 'characters = ["queen"]', "the queen is not among the characters"),
    wrong('characters = ["king"]', 'characters = ["thief"]', "the thief is held twice"),
    wrong('characters = ["king"]', 'characters = ["king", "bishop"]', "one too many"),
    wrong("[p2]", "[p2]\nunknown = 1", "unknown key 'unknown'"),
    wrong('title = "a ruling"', "title", "line 2", "not TOML", "no = behind it"),
    wrong('title = "a ruling"', '= "a"', "line 2", "not TOML", "neither a [table] nor key = value"),
    wrong('title = "a ruling"', 'title = "a" "b"', "line 2", "not TOML", "behind a value"),
    wrong('title = "a ruling"', 'title = "a\x01"', "line 2", "not TOML", "a character that cannot stand there"),
    wrong('title = "a ruling"', 'title = "a\\q"', "line 2", "not TOML", "backslash"),
    wrong('title = "a ruling"', 'title = "a', "line 2", "not TOML"),
    wrong("[[step]]\n" + GOLD, "[[stepp]]\n" + GOLD, "unknown key 'stepp'", "did you mean 'step'"),
]

TABLES = [
    wrong(CALLING, 'calling = 4\nkilled = "kign"', "table.killed: there is no character 'kign'"),
    wrong(CALLING, 'calling = 4\nkilled = "assassin"', "the assassin cannot have named the assassin"),
    wrong(CALLING, 'calling = 1\nkilled = "king"', "the assassin has not been called yet"),
    wrong(CALLING, 'calling = 4\nkilled = ["king"]', "table.killed must be a text"),
    wrong(CALLING, 'calling = 4\nbewitched = "king"', "table.bewitched needs the witch"),
    wrong(CALLING, 'calling = 4\nrobbed = "assassin"', "the thief cannot have named the assassin"),
    wrong(CALLING, 'calling = 4\nkilled = "king"\nrobbed = "king"', "the thief cannot have named the king"),
    wrong(CALLING, 'calling = 4\nkilled = "thief"\nrobbed = "king"', "the thief was killed"),
    wrong(CALLING, 'calling = 4\nwarrants = { signed = "king" }', "table.warrants needs the magistrate"),
    wrong(CALLING, 'calling = 4\nthreats = { rose = "king" }', "table.threats needs the blackmailer"),
    wrong(CALLING, "calling = 4\ntax = 2", "table.tax needs the tax_collector"),
    wrong(CALLING, 'calling = 4\nbell_tower = "p1"', "table.bell_tower needs the bell_tower"),
]


@pytest.mark.parametrize(("old", "new", "said"), [*WORDS, *EXPECTED, *SETUPS, *TABLES])
def test_a_mistake_is_told_with_its_line(old: str, new: str, said: tuple[str, ...]) -> None:
    assert BASE.count(old) == 1
    with pytest.raises(RulingFailed) as failed:
        run(BASE.replace(old, new))
    text = str(failed.value)
    assert "\n" not in text
    assert all(part in text for part in said), text
    assert text.startswith("line ") or "is missing" in text


STRANGE: list[object] = [
    *(
        0,
        -1,
        True,
        1.5,
        float("nan"),
        10**30,
        "",
        "p1",
        "p9",
        "king",
        "tavern+",
        "+",
        "p1: gold",
        "\x1b[31m",
        "{x}",
        "%s",
    ),
    *([], {}, [[]], [{}], {"card": "tavern"}, {"card": 3}, {"signed": "king"}, ["p1: gold"], [1], {"a": {"b": 1}}),
    *(date(2020, 1, 1), "scoring", "draft", {"card": "museum", "under": ["museum"]}, ["keep"] * 3, {"p1": 3}),
]
"""Values that somebody might write where they make no sense."""


def places(value: Any) -> Iterator[tuple[Any, Any]]:
    """Every table or list in a value, with each key or number in it."""
    for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
        yield value, key
        yield from places(value[key])


def test_a_step_in_single_brackets_is_named() -> None:
    with pytest.raises(RulingFailed, match=r"line 29: a step begins with \[\[step\]\]"):
        run(BASE.replace(f"[[step]]\n{LAST}", "").replace("[[step]]", "[step]"))


def test_action_cards_of_an_edition_without_them_are_named() -> None:
    text = (
        BASE.replace("deluxe", "classic")
        .replace(', "museum"', "")
        .replace("action_cards = false", "action_cards = true")
    )
    with pytest.raises(RulingFailed, match="line 7: Classic has no action cards"):
        run(text)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_written_is_refused_with_a_sentence_or_holds(seed: int) -> None:
    random = Random(seed)
    rulings = [tomllib.loads(path.read_text(encoding="utf-8")) for path in random.sample(SHIPPED, 20)]
    said = []
    for _ in range(500):
        ruling = deepcopy(random.choice(rulings))
        table, key = random.choice(list(places(ruling)))
        table[key] = deepcopy(random.choice(STRANGE))
        try:
            said.append(play(ruling) or "it holds")
        except RulingFailed as failed:
            said.append(str(failed))
    assert all(sentence and "\n" not in sentence for sentence in said)


@pytest.mark.parametrize("path", SHIPPED[::20], ids=lambda path: path.stem)
def test_every_value_has_its_line(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    found = lines(text)
    written = text.splitlines()

    def check(value: Any, at: tuple[Any, ...]) -> None:
        for key in value if isinstance(value, dict) else range(len(value)) if isinstance(value, list) else ():
            here = (*at, key)
            if isinstance(key, str):
                assert key in written[found[here] - 1]
            elif isinstance(value[key], str):
                assert value[key] in written[found[here] - 1]
            check(value[key], here)

    check(tomllib.loads(text), ())


def test_a_line_is_found_whatever_stands_around_it() -> None:
    text = '''
"p1" . gold = 1  # not [p2]
a = """
[p9]
"""
b = [ "[", # ]
  { x = 1, "y.z" = "}" },

  [ 2 ] ]
[[step]]
[step.expect]
"p1.gold" = 3
[[step]]
expect.over = true
'''
    found = lines(text)
    assert tomllib.loads(text)["step"][1] == {"expect": {"over": True}}
    assert found[("p1", "gold")] == 2
    assert ("p9",) not in found
    assert (found[("b",)], found[("b", 1, "y.z")], found[("b", 2, 0)]) == (6, 7, 9)
    assert (found[("step", 0, "expect", "p1.gold")], found[("step", 1, "expect", "over")]) == (12, 14)


def test_the_ruling_before_the_mistakes_holds() -> None:
    assert run(BASE) == "a ruling"
