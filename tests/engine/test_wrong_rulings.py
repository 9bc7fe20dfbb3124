"""A wrong ruling, or one that shows nothing, never holds: each mistake is named with its step and key."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from copy import deepcopy
from datetime import date
from random import Random
from typing import Any

import pytest

from citadels_tui.rulings import RulingFailed, play, run
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

GOLD = 'do = "p1: gold"'
LAST = 'expect = { "p1.gold" = 7 }'
CALLING = "calling = 4"
STEPS = f"[[step]]\n{GOLD}\n\n[[step]]\n{LAST}"

MISTAKES: dict[str, dict[str, str]] = {
    GOLD: {
        'refuse = "p1: buidl castle"': "step 1: refuse: there is no verb 'buidl'; did you mean 'build'?",
        'refuse = "p1: build castel"': "step 1: refuse: there is no district 'castel'; did you mean 'castle'?",
        'refuse = "p1: flyy"': "step 1: refuse: there is no verb 'flyy'",
        'do = "p1: golf"': "step 1: do: there is no verb 'golf'; did you mean 'gold'?",
        'refuse = "p1: kill kign"': "step 1: refuse: there is no character 'kign'; did you mean 'king'?",
        'refuse = "p1: kill emperor"': "step 1: refuse: the emperor is not among the characters of this game",
        'refuse = "p1: build library"': "step 1: refuse: 'library' is not in this game, as uniques does not name it",
        'refuse = "p1: play director"': "step 1: refuse: 'director' is not in this game without action_cards = true",
        'refuse = "p1: play castle"': "step 1: refuse: 'castle' is not an action card",
        'refuse = "p1: spy noble"': "step 1: refuse: 'spy noble' is not complete or has too much; write spy TYPE ",
        'refuse = "p1: spy nobel p2"': "step 1: refuse: there is no type 'nobel'; did you mean 'noble'?",
        'refuse = "p1: build"': "step 1: refuse: 'build' is not complete or has too much; write build DISTRICT / ",
        'refuse = "p1: gold castle"': "step 1: refuse: 'gold castle' is not complete or has too much; write gold",
        'refuse = "p1: end p2"': "step 1: refuse: 'end p2' is not complete or has too much; write end",
        'refuse = "p1: collect gld"': "step 1: refuse: 'collect gld' is not a move; did you mean 'collect gold'?",
        'refuse = "p1: stake fourth p2"': "step 1: refuse: 'stake fourth p2' is not a move; did you mean 'stake third ",
        'refuse = "p1: destroy p6.market"': "step 1: refuse: there is no player 'p6'; the players are p1 to p4",
        'refuse = "p1: destroy p2.markt"': "step 1: refuse: there is no district 'markt'; did you mean 'market'?",
        'refuse = "p1: destroy p2.castle"': "step 1: refuse: 'castle' is not in the city of p2",
        'refuse = "p1: build palace"': "step 1: refuse: nobody has 'palace' in the hand",
        'refuse = "p1: build castle+"': "step 1: refuse: 'castle' can be beautified only in a city",
        'refuse = "p1: pay"': "step 1: refuse: nobody can 'pay' in this game, which has no blackmailer, thieves_den",
        'refuse = "p1: beautify harbor"': "step 1: refuse: 'harbor' is in no city",
        'refuse = "p1: bewitch king"': "step 1: refuse: nobody can 'bewitch' in this game, which has no witch",
        'refuse = "p2: gold"': "step 1: refuse: p2 is not asked, so every move of that player is refused; say with nex",
        'refuse = "p7: gold"': "step 1: refuse: there is no player 'p7'; the players are p1 to p4",
        'refuse = "p1: gold"': "step 1: refuse: 'p1: gold' should be refused, and is legal here",
        'refuse = "p1: rob assassin; gold"': "step 1: refuse: 'p1: gold' should be refused, and is legal here",
        'refuse = ""': "step 1: refuse must be a text in quotation marks, not ''",
        'refuse = "gold"': "step 1: refuse: 'gold' is not a line of moves such as 'p1: gold; end'",
        'refuse = "P1: gold"': "step 1: refuse: 'P1: gold' is not a line of moves such as 'p1: gold; end'",
        'refuse = ["p1: draw"]': "step 1: refuse must be a text in quotation marks, not ['p1: draw']",
        'do = "p1: Gold"': "step 1: do: 'Gold' is not written like a move; did you mean 'gold'?",
        'do = "p1: gold;end"': "step 1: do: 'gold;end' is not written like a move; did you mean 'gold'?",
        'do = "p2: gold"': "step 1: do: 'p2: gold' cannot be played: p1 is asked (menu)",
        'do = "p1: end"': "step 1: do: 'end' is not legal here; choose from gold, draw, forge",
        "do = 3": "step 1: do must be a text in quotation marks, not 3",
        "": "step 1: a step has do, refuse or expect, and this one is empty",
        'done = "p1: gold"': "step 1: unknown key 'done'; did you mean 'do'?",
        "expect = {}": "step 1: expect is empty, so it shows nothing",
        'do = "p1: gold"\n[p1.more]\nx = 1': "unknown key 'p1.more'; choose from characters, city, gold, hand, wagons",
    },
    LAST: {
        'expect = { "p1.gold" = 8, crown = "p3" }': "step 2: p1.gold is 7, not 8; crown is 'p1', not 'p3'",
        '[step.expect]\nround = 1\n"p1.gold" = 8': "step 2: p1.gold is 7, not 8",
        "expect = { scores = { p1 = 0 } }": "step 2: scores: the game is not over, and the points are counted at its e",
        "expect = { winner = [] }": "step 2: winner: the game is not over, and the points are counted at its end",
        'expect = { winner = "p1" }': "step 2: winner must be a list in [ ], not 'p1'",
        "expect = { legal = [] }": "step 2: legal is empty, so it shows nothing",
        "expect = { illegal = [] }": "step 2: illegal is empty, so it shows nothing",
        'expect = { legal = "p1: end" }': "step 2: legal must be a list in [ ], not 'p1: end'",
        'expect = { illegal = ["p1: flyy"] }': "step 2: illegal: there is no verb 'flyy'",
        'expect = { illegal = ["p2: gold"] }': "step 2: illegal: p2 is not asked, so every move of that player is refu",
        'expect = { illegal = ["p1: end"] }': "step 2: illegal: 'p1: end' is legal",
        'expect = { legal = ["p1: build castel"] }': "step 2: legal: there is no district 'castel'; did you mean 'cast",
        'expect = { legal = ["p1: build palace"] }': "step 2: legal: 'build palace' is not legal here; did you mean 'b",
        'expect = { legal = ["p2: end"] }': "step 2: legal: 'p2: end' cannot be played: p1 is asked (menu)",
        'expect = { legal = ["p1: build castle; end"] }': "step 2: legal: 'p1: build castle; end' must be one move",
        "expect = { legal = [3] }": "step 2: legal must be a text in quotation marks, not 3",
        'expect = { "p1.hand" = "castle" }': "step 2: p1.hand must be a list in [ ], not 'castle'",
        'expect = { "p1.hand" = ["castel"] }': "step 2: p1.hand: there is no district 'castel'; did you mean 'castle'?",
        'expect = { "p1.gold" = true }': "step 2: p1.gold must be a whole number from 0 on, not true",
        'expect = { "p1.gold" = 7.0 }': "step 2: p1.gold must be a whole number from 0 on, not 7.0",
        'expect = { "p1.gld" = 7 }': "step 2: unknown key 'p1.gld'; did you mean 'p1.gold'?",
        'expect = { "p5.gold" = 7 }': "step 2: unknown key 'p5.gold'; did you mean 'p4.gold'?",
        "expect = { p1 = { gld = 7 } }": "step 2: unknown key 'p1'",
        "expect = { p1.gold = 7 }": 'step 2: the key must be in quotation marks: "p1.gold"',
        "expect = { gold = 7 }": "step 2: unknown key 'gold'; did you mean 'p4.gold'?",
        "expect = { over = 0 }": "step 2: over must be true or false, not 0",
        'expect = { next = "p9" }': "step 2: next: there is no player 'p9'; the players are p1 to p4",
        'expect = { next = "nobdy" }': "step 2: next: there is no player 'nobdy'; the players are p1 to p4",
        'expect = { kind = "menue" }': "step 2: kind: there is no question 'menue'; did you mean 'menu'?",
        'expect = { "p1.characters" = ["kign"] }': "step 2: p1.characters: there is no character 'kign'; did you mean ",
        'expect = { "p1.city" = ["tavern"] }': "step 2: p1.city is ['smithy', 'tavern'], not ['tavern']",
        "expect = 3": "step 2: expect must be a table, with keys and values, not 3",
    },
    'title = "a ruling"': {
        "": "title is missing",
        'title = ""': "title must be a text in quotation marks, not ''",
        "title": "not TOML: Expected '=' after a key in a key/value pair (at line 2, column 6)",
    },
    'edition = "deluxe"': {
        'edition = "deluxxe"': "there is no edition 'deluxxe'; did you mean 'deluxe'?",
        "edition = 2016": "edition must be a text in quotation marks, not 2016",
        'editon = "deluxe"': "unknown key 'editon'; did you mean 'edition'?",
    },
    '"smithy", "keep"': {
        '"smihty", "keep"': "uniques: 'smihty' is not a unique district of Deluxe; did you mean 'smithy'?",
        '"keep", "keep"': "uniques: each unique district can be in the game only once, and 'keep' is named twice",
        '"graveyard", "keep"': "uniques: 'graveyard' is not a unique district of Deluxe",
    },
    "action_cards = false": {
        "action_cards = 0": "action_cards must be true or false, not 0",
        "options = { duplicates = true }": "unknown key 'options.duplicates'; choose from wall_covers_itself",
        "options = { wall_covers_itself = 1 }": "options.wall_covers_itself must be true or false, not 1",
    },
    'crown = "p2"': {
        'crown = "p7"': "table.crown: there is no player 'p7'; the players are p1 to p4",
        "crown = 2": "table.crown must be a text in quotation marks, not 2",
        'crwon = "p2"': "unknown key 'table.crwon'; did you mean 'crown'?",
    },
    CALLING: {
        "calling = 12": "table.calling must be a whole number from 1 to 8, not 12",
        'calling = "king"': "table.calling must be a whole number from 0 on, not 'king'",
        "calling = true": "table.calling must be a whole number from 0 on, not true",
        'phase = "scorign"': "there is no phase 'scorign'; did you mean 'scoring'?",
        'phase = "draft"': "p1.characters: in a draft nobody has a character yet",
        'calling = 1\nkilled = "king"': "table.killed: the assassin has not been called yet; calling must be higher",
    },
    "gold = 5": {
        'gold = "three"': "p1.gold must be a whole number from 0 on, not 'three'",
        "gold = -5": "p1.gold must be a whole number from 0 on, not -5",
        "gold = true": "p1.gold must be a whole number from 0 on, not true",
        "gold = 1.5": "p1.gold must be a whole number from 0 on, not 1.5",
        "gld = 5": "unknown key 'p1.gld'; did you mean 'gold'?",
        "gold = three": "not TOML: Invalid value (at line 14, column 8)",
        "gold = 5\ngold = 5": "not TOML: Cannot overwrite a value (at line 15, column 9)",
        "gold 5": "not TOML: Expected '=' after a key in a key/value pair (at line 14, column 6)",
        f"gold = {'9' * 5000}": "a number is too long",
    },
    '"castle", "temple"]': {
        '"castle", "temple"': "not TOML: Unclosed array (at line 16, column 1)",
        '"castel", "temple"]': "p1.hand: there is no district 'castel'; did you mean 'castle'?",
        '"castle+"]': "p1.hand: 'castle' can be beautified only in a city",
        '"smithy"]': "p1.city: there are not enough cards of smithy: the game has 1",
        '"rasputin"]': "p1.hand: 'rasputin' is not in this game without action_cards = true",
        '"library"]': "p1.hand: 'library' is not in this game, as uniques does not name it",
        '"cathedral", "cathedral", "cathedral"]': "p1.hand: there are not enough cards of cathedral: the game has 2",
    },
    'hand = ["castle", "temple"]': {
        'hand = "castle"': "p1.hand must be a list in [ ], not 'castle'",
        "hand = [3]": "p1.hand must be a text in quotation marks, not 3",
        "wagons = [1]": "p1.wagons: 'cash_wagon' is not in this game without action_cards = true",
    },
    '["tavern", "smithy"]': {
        '["tavern", "tavern"]': "p1.city: 'tavern' stands twice in a city of a game without a quarry and a wizard",
        '["tavern+"]': "p1.city: nothing is beautified in a game without an artist",
        '[{ card = "tavern", beautified = 1 }]': "p1.city.beautified must be true or false, not 1",
        '[{ name = "tavern" }]': "unknown key 'p1.city.name'; choose from beautified, card, under",
        "[{ beautified = true }]": "card is missing in p1.city",
        '[{ card = "tavern", under = ["docks"] }]': "p1.city.under: cards lie under a museum alone, not under 'tavern'",
        '[{ card = "museum", under = "docks" }]': "p1.city.under must be a list in [ ], not 'docks'",
    },
    'characters = ["king"]': {
        'characters = "king"': "p1.characters must be a list in [ ], not 'king'",
        'characters = ["queen"]': "p1.characters: the queen is not among the characters of this game",
        'characters = ["thief"]': "p3.characters: the thief is held twice",
        'characters = ["king", "bishop"]': "p1.characters: this is one too many, as each of 4 players has 1",
    },
    'source = "a rulebook"': {
        "": "source is missing",
        "source = 1": "source must be a text in quotation marks, not 1",
    },
    'characters = ["assassin", "thief", "magician"': {
        'caracters = ["assassin", "thief", "magician"': "unknown key 'caracters'; did you mean 'characters'?",
    },
    '"thief", "magician"': {
        '"theif", "magician"': "characters: there is no character 'theif'; did you mean 'thief'?",
        '"magician", "thief"': "'magician' is not a character of rank 2",
    },
    ', "warlord"]': {
        "]": "4 players cannot play with 7 characters",
    },
    "[p4]": {
        "[p9]": "unknown key 'p9'",
        "[p5]\ngold = true\n[p4]": "p5.gold must be a whole number from 0 on, not true",
    },
    "[p2]": {
        "[p2]\nunknown = 1": "unknown key 'p2.unknown'; choose from characters, city, gold, hand, wagons",
    },
    '[[step]]\ndo = "p1: gold"': {
        '[[stepp]]\ndo = "p1: gold"': "unknown key 'stepp'; did you mean 'step'?",
    },
    STEPS: {
        "": "step is missing",
        "[step]": "a step begins with [[step]], in double brackets",
    },
}
"""What stands in the ruling that holds, and by what is written there instead, how the error begins."""

ADDED = {
    'phase = "scoring"': "table.calling means nothing in the phase 'scoring'",
    'facedown = "bishop"': "table.facedown means something only in the phase 'draft'",
    'faceup = ["bishop"]': "table.faceup: the number of characters that lie face up with 4 players is 2",
    'faceup = ["thief", "bishop"]': "table.faceup: the thief lies face up, and p3 holds it",
    'deck = ["doks"]': "table.deck: there is no district 'doks'; did you mean 'docks'?",
    'deck = ["keep", "keep"]': "table.deck: there are not enough cards of keep: the game has 1",
    'finished = ["p1", "p1"]': "table.finished names a player twice",
    'killed = "kign"': "table.killed: there is no character 'kign'; did you mean 'king'?",
    'killed = "assassin"': "table.killed: the assassin cannot have named the assassin",
    'killed = ["king"]': "table.killed must be a text in quotation marks, not ['king']",
    'bewitched = "king"': "table.bewitched needs the witch among the characters",
    'robbed = "assassin"': "table.robbed: the thief cannot have named the assassin",
    'killed = "king"\nrobbed = "king"': "table.robbed: the thief cannot have named the king",
    'killed = "thief"\nrobbed = "king"': "table.robbed: the thief was killed",
    'warrants = { signed = "king" }': "table.warrants needs the magistrate among the characters",
    'threats = { rose = "king" }': "table.threats needs the blackmailer among the characters",
    "tax = 2": "table.tax needs the tax_collector, which is not in this game",
    'bell_tower = "p1"': "table.bell_tower needs the bell_tower, which is not in this game",
}
"""The same by what is added to the table."""


def test_each_mistake_is_named_with_its_step_and_key() -> None:
    cases = [(old, new, said) for old, changes in MISTAKES.items() for new, said in changes.items()]
    cases += [(CALLING, f"{CALLING}\n{line}", said) for line, said in ADDED.items()]
    for old, new, said in cases:
        assert BASE.count(old) == 1
        with pytest.raises(RulingFailed) as failed:
            run(BASE.replace(old, new))
        assert str(failed.value).startswith(said), new
        assert "\n" not in str(failed.value)


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


def test_action_cards_of_an_edition_without_them_are_named() -> None:
    text = (
        BASE.replace("deluxe", "classic")
        .replace(', "museum"', "")
        .replace("action_cards = false", "action_cards = true")
    )
    with pytest.raises(RulingFailed, match=r"^Classic has no action cards"):
        run(text)


@pytest.mark.parametrize("seed", range(4))
def test_a_changed_ruling_is_refused_with_a_sentence_or_holds(seed: int) -> None:
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


def test_several_mistakes_are_named_at_once() -> None:
    text = BASE.replace("gold = 5", "gold = -5").replace('"castle", "temple"]', '"castel", "temple"]')
    with pytest.raises(RulingFailed) as failed:
        run(text.replace(GOLD, 'do = "p1: golf"'))
    assert [(problem.step, problem.key) for problem in failed.value.problems] == [
        (0, "p1.gold"),
        (0, "p1.hand"),
        (1, "do"),
    ]


def test_the_ruling_before_the_mistakes_holds() -> None:
    assert run(BASE) == "a ruling"
