"""The last turn is played to its end: what can still be drawn and built counts. Gold counts once, and a place, too."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from citadels_tui.rulings import position
from engine import Move, Rules, State, new_game, resample, seen, view
from engine.arena.simulate import seating
from engine.bots import bot
from engine.bots.advice import advise
from engine.bots.building_plan import Terms, plan
from engine.bots.districts import WORTHS
from engine.bots.features import Outlook
from engine.bots.memory import Memory
from engine.bots.seated import SeatedBot
from engine.bots.value import count, hopes, place
from engine.view import View

FIRST_GAME = '["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]'
SIX = '["tavern", "market", "palace", "docks", "harbor", "town_hall"]'
SEVEN = '["tavern", "market", "palace", "docks", "harbor", "town_hall", "manor"]'


def prepared(text: str, cast: str = FIRST_GAME) -> State:
    return position(tomllib.loads(f"characters = {cast}\n{text}"))


def turn(g: State, name: str, seed: int = 1) -> list[str]:
    """What a bot does until another seat must decide."""
    seat, player = g.seat, bot(name, seed)
    assert seat is not None
    done = []
    while g.seat == seat:
        for event in g.drain():
            player.watch(seen(event, seat))
        move = player.choose(view(g, seat))
        done.append(str(move))
        g.apply(move)
    return done


# An empty hand, much gold, and somebody has finished
IDLE = f"""
    table = {{ calling = 8, finished = ["p2"] }}
    p1 = {{ characters = ["warlord"], gold = 8, city = {SIX} }}
    p2 = {{ characters = ["king"], city = {SEVEN} }}
    p3 = {{ characters = ["bishop"], city = ["temple"] }}
    p4 = {{ characters = ["merchant"], city = ["prison"] }}
"""


def test_with_an_empty_hand_it_draws_what_it_can_still_build() -> None:
    assert "draw" in turn(prepared(IDLE), "steward")


# All lack one district; this seat has gold that counts as points, and no card
NEARLY = """
    uniques = ["imperial_treasury", "keep", "school_of_magic", "quarry", "factory", "thieves_den"]
    table = { calling = 8 }
    p1 = { characters = ["warlord"], gold = 6, city = [
        "barracks", "castle", "market", "imperial_treasury", "prison", "keep",
    ] }
    p2 = { characters = ["king"], city = ["church", "prison", "school_of_magic", "palace", "cathedral", "barracks"] }
    p3 = { characters = ["bishop"], city = ["harbor", "docks", "quarry", "fortress", "palace", "tavern"] }
    p4 = { characters = ["merchant"], city = ["cathedral", "manor", "castle", "factory", "thieves_den", "tavern"] }
"""


@pytest.mark.parametrize("name", ["steward", "schemer", "mastermind"])
def test_with_an_empty_hand_it_draws_what_would_complete_its_city(name: str) -> None:
    """Whoever takes gold there may see another one finish first."""
    done = turn(prepared(NEARLY), name)
    assert "draw" in done
    assert "gold" in turn(prepared(NEARLY), "steward-1")
    assert any(move.startswith("build") for move in done)


def test_the_first_steward_is_kept_as_it_was() -> None:
    assert "gold" in turn(prepared(IDLE), "steward-1")


def test_a_hint_says_the_same() -> None:
    g = prepared(IDLE)
    while not any(move.verb == "draw" for move in g.moves):
        g.apply(next(move for move in g.moves if move.verb != "end"))
    assert advise(view(g, 0), Memory()).move == Move("draw")


def test_gold_is_taken_where_it_pays_for_a_district() -> None:
    assert "gold" in turn(prepared(IDLE.replace("gold = 8,", 'gold = 3, hand = ["cathedral"],')), "steward")


def test_the_magician_takes_another_hand_before_the_income() -> None:
    done = turn(
        prepared(f"""
        table = {{ calling = 3, finished = ["p2"] }}
        p1 = {{ characters = ["magician"], gold = 5, hand = ["tavern"], city = {SIX} }}
        p2 = {{ characters = ["thief"], hand = ["castle", "church", "harbor", "fortress"], city = {SEVEN} }}
        p3 = {{ characters = ["bishop"], city = ["temple"] }}
        p4 = {{ characters = ["merchant"], city = ["prison"] }}
        """),
        "steward",
    )
    assert done[0] == "swap p2"
    assert any(move.startswith("build ") for move in done)


def test_the_smithy_forges_for_something_to_build() -> None:
    done = turn(
        prepared(f"""
        uniques = ["smithy"]
        table = {{ calling = 8, finished = ["p2"] }}
        p1 = {{ characters = ["warlord"], gold = 7, city = ["smithy", "temple", "manor"] }}
        p2 = {{ characters = ["king"], city = {SEVEN} }}
        p3 = {{ characters = ["bishop"], city = ["temple"] }}
        p4 = {{ characters = ["merchant"], city = ["prison"] }}
        """),
        "steward",
    )
    assert "forge" in done


def test_a_buildable_card_is_kept() -> None:
    for seed in range(6):
        g = resample(prepared(IDLE.replace("gold = 8", "gold = 4")), 0, Random(seed), ("cards",))
        done = turn(g, "steward", seed)
        kept = [move.split()[1] for move in done if move.startswith("keep ")]
        assert kept
        assert kept[0] in {card.id for card in g.players[0].city} or g.ruleset.district(kept[0]).cost > 4


# Whom the Thief robs


def test_a_thief_names_no_character_that_lies_open() -> None:
    poor = """
        table = { calling = 2, faceup = ["magician", "merchant"] }
        p1 = { characters = ["thief"], hand = ["castle"] }
        p2 = { characters = ["king"], gold = 0 }
        p3 = { characters = ["bishop"], gold = 0 }
        p4 = { characters = ["architect"], gold = 0 }
    """
    named = {
        next(move for move in turn(prepared(poor), "steward", seed) if move.startswith("rob")) for seed in range(20)
    }
    assert len(named) > 2
    assert not named & {"rob magician", "rob merchant"}


# A Treasury counts once


def test_the_gold_of_a_treasury_counts_once() -> None:
    base = """
        uniques = ["imperial_treasury"]
        table = { calling = 4 }
        p1 = { characters = ["king"], gold = 5, hand = ["palace"], city = ["imperial_treasury"] }
        p2 = { characters = ["bishop"] }
        p3 = { characters = ["merchant"] }
        p4 = { characters = ["warlord"] }
    """
    row = count(prepared(base))[0]
    assert row[0] == pytest.approx(0.5)
    assert row[5] == pytest.approx(5 / 4)
    more = count(prepared(base.replace("gold = 5", "gold = 9")))[0]
    assert more[0] == pytest.approx((5 + 3) / 10)
    assert more[5:7] == pytest.approx([6 / 4, 0])


def test_a_treasury_is_worth_the_gold_that_it_leaves() -> None:
    g = prepared("""
        uniques = ["imperial_treasury"]
        table = { calling = 4 }
        p1 = { characters = ["king"], gold = 5, hand = ["imperial_treasury"] }
        p2 = { characters = ["bishop"] }
        p3 = { characters = ["merchant"] }
        p4 = { characters = ["warlord"] }
    """)
    values = [
        plan(o, 5, Terms(1), o.hand).value
        for o in (Outlook(view(g, 0), Memory(), WORTHS, frozen=frozen) for frozen in (False, True))
    ]
    assert values[1] - values[0] == pytest.approx(5)


# The place in a lost game


def test_a_place_is_the_share_of_those_left_behind() -> None:
    g = prepared("""
        table = { calling = 8 }
        p1 = { characters = ["warlord"], city = ["palace"] }
        p2 = { characters = ["king"], city = ["castle"] }
        p3 = { characters = ["bishop"], city = ["palace"] }
        p4 = { characters = ["merchant"], city = ["palace", "castle"] }
    """)
    assert [place(g, seat) for seat in range(4)] == pytest.approx([0.5, 0, 0.5, 1])
    assert sum(hopes(g, seat) for seat in range(4)) == pytest.approx(1)


# Whole games

DRAWS = {"collect": ("architect", "scholar"), "swap": ("magician",), "discard": ("magician",)}


def wasted(asked: View, g: State, move: Move, built: int) -> str:
    """How a move throws away what the last turn could still bring: a word, or ``""``."""
    turn = g.turn
    if turn is None or not asked.finished or turn.seat != g.seat or any(rank > asked.called for rank in asked.roles):
        return ""
    me, city = asked.me, [id.rstrip("+") for id in asked.me.city]
    if g.kind != "menu" or asked.marks.get("bewitched") == turn.char.rank:  # the Witch builds in its place
        return ""
    if turn.built >= turn.limit or not turn.char.builds or "imperial_treasury" in city:
        return ""
    verbs = {each.verb for each in asked.moves}
    if getattr(turn.char, "type", "") == "military" or verbs & {"build", "play"} or built:
        return ""
    card = g.ruleset.district
    gone = Counter([*asked.hand, *[id.rstrip("+") for p in asked.players for id in p.city]])
    left = Counter([each.id for each in g.ruleset.cards if not each.action]) - gone

    def payable(gold: int) -> bool:
        return any(card(id).cost <= gold and id not in city and id not in ("monument", "secret_vault") for id in left)

    mine = [card(id) for id in asked.hand if id not in city and not card(id).action]
    short = not {"smithy", "gold_mine", "factory", "quarry"} & {*city} and not any(
        each.cost <= me.gold + 2 for each in mine
    )
    if move.verb == "gold" and "draw" in verbs and payable(me.gold) and short:
        return "gold"
    if move.verb == "end":
        if "forge" in verbs and payable(me.gold - 2):
            return "forge"
        full = any(p.hand for p in asked.players if p.seat != asked.seat)
        for verb, characters in DRAWS.items():
            if verb in verbs and turn.char.id in characters and payable(me.gold) and (verb != "swap" or full):
                return verb
    return ""


def faults(table: Sequence[str], first: int, games: int) -> Counter[str]:
    """What bots wasted in their last turns of some games, in first games and with random casts."""
    found: Counter[str] = Counter()
    n = len(table)
    for number in range(first, first + games):
        rules = Rules.make(n) if number % 2 else Rules.random(n, Random(f"last {number}"))
        g = new_game(rules, number)
        names = seating(table, number)
        players = [SeatedBot(bot(name, n * number + seat), seat, n, number) for seat, name in enumerate(names)]
        built = 0
        while g.seat is not None:
            for event in g.drain():
                built = built + 1 if event.kind == "build" else 0 if event.kind in ("reveal", "resume") else built
                for seat, player in enumerate(players):
                    player.watch(seen(event, seat))
            move = players[g.seat].choose(g)
            found["turns"] += bool(g.finished) and move.verb == "end"
            if word := wasted(view(g, g.seat), g, move, built):
                found[word] += 1
            g.apply(move)
    return found


@pytest.mark.slow
@pytest.mark.thorough
def test_no_last_turn_is_wasted() -> None:
    found = faults(("steward",) * 6, 1, 30)
    assert [*found] == ["turns"], found
    assert found["turns"] > 20
    assert faults(("steward-1",) * 6, 1, 30)["gold"]


@pytest.mark.long
@pytest.mark.parametrize("players", [4, 6])
def test_no_last_turn_is_wasted_in_500_games(players: int) -> None:
    found = faults(("steward",) * players, 1000, 250)
    assert [*found] == ["turns"], found


@pytest.mark.long
@pytest.mark.parametrize("name", ["schemer", "mastermind"])
def test_bots_that_search_waste_none_either(name: str) -> None:
    found = faults((name, *["steward"] * 3), 3000, 12)
    assert [*found] == ["turns"], found
