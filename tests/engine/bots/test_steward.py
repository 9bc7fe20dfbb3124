"""The steward's judgement: positions with one good answer."""

from __future__ import annotations

import tomllib

import pytest

from citadels_tui.rulings import position
from engine import view
from engine.bots import bot
from engine.player import Player
from tests.support.engine.games import decisions, random_game

FIRST_GAME = '["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]'


def answer(text: str, cast: str = FIRST_GAME) -> str:
    """What the steward does in a position, written as a ruling is."""
    g = position(tomllib.loads(f"characters = {cast}\n{text}"))
    assert g.seat is not None
    return str(bot("steward", 1).choose(view(g, g.seat)))


def test_it_does_not_rob_who_has_nothing() -> None:
    loot = """
        table.calling = 2
        table.faceup = ["magician", "merchant"]
        p1 = { characters = ["thief"], hand = ["castle"] }
        p2 = { characters = ["king"], city = ["castle", "manor", "palace"] }
        p3 = { characters = ["bishop"], gold = 9, city = ["temple", "church", "monastery"] }
        p4 = { characters = ["architect"], city = ["tavern"] }
    """
    assert answer(loot) == "rob bishop"


def test_it_kills_who_is_about_to_finish() -> None:
    danger = """
        table.calling = 1
        table.faceup = ["magician", "architect"]
        p1 = { characters = ["assassin"], city = ["castle"] }
        p2 = { characters = ["king"], gold = 1, city = ["tavern"] }
        p3.characters = ["merchant"]
        p3.gold = 6
        p3.hand = ["castle", "manor"]
        p3.city = ["tavern", "market", "church", "docks", "harbor", "temple"]
        p4 = { characters = ["warlord"], gold = 1, city = ["prison"] }
    """
    assert answer(danger) == "kill merchant"


def test_it_destroys_what_would_finish_a_rivals_city() -> None:
    nearly = """
        table.calling = 8
        p1 = { characters = ["warlord"], gold = 2 }
        p2 = { characters = ["king"], city = ["tavern", "market", "palace", "docks", "harbor", "town_hall"] }
        p3 = { characters = ["bishop"], city = ["watchtower", "temple"] }
        p4 = { characters = ["merchant"], city = ["watchtower"] }
    """
    g = position(tomllib.loads(f"characters = {FIRST_GAME}\n{nearly}"))
    steward = bot("steward", 1)
    done = []
    while g.seat == 0:
        done.append(steward.choose(view(g, 0)))
        g.apply(done[-1])
    assert any(move.verb == "destroy" and move.seat == 1 for move in done)


def test_it_leaves_its_own_city_standing() -> None:
    for number in range(5):
        g = random_game(700 + number)
        for move in decisions(g, [bot("steward", seat) for seat in range(len(g.players))]):
            assert move.verb not in ("destroy", "demolish") or move.seat != g.seat


@pytest.mark.parametrize(("rank", "character"), [(1, "magistrate"), (2, "blackmailer")])
def test_it_lays_nothing_on_its_own_token(rank: int, character: str) -> None:
    cast = FIRST_GAME.replace("assassin" if rank == 1 else "thief", character)
    laid = plays_on(f"""
        characters = {cast}
        table.calling = {rank}
        p1 = {{ characters = ["{character}"] }}
        p2 = {{ characters = ["king"], gold = 3, hand = ["castle"] }}
        p3 = {{ characters = ["bishop"] }}
        p4 = {{ characters = ["warlord"] }}
    """)
    named = [move.split()[1] for move in laid if move.split()[0] in ("sign", "warrant", "rose", "threaten")]
    assert len(named) == 4 - rank
    assert character not in named


def turn_of_a_king(gold: int) -> Player:
    """What a steward with a palace in its hand makes of its turn."""
    king = f"""
        table.calling = 4
        p1 = {{ characters = ["king"], gold = {gold}, hand = ["palace"], city = ["castle", "manor"] }}
        p2 = {{ characters = ["bishop"] }}
        p3 = {{ characters = ["merchant"] }}
        p4 = {{ characters = ["warlord"] }}
    """
    g = position(tomllib.loads(f"characters = {FIRST_GAME}\n{king}"))
    steward = bot("steward", 1)
    while g.seat == 0:
        g.apply(steward.choose(view(g, 0)))
    return g.players[0]


def test_it_takes_the_income_first_when_a_building_needs_it() -> None:
    assert [card.id for card in turn_of_a_king(gold=1).city] == ["castle", "manor", "palace"]


def test_it_builds_before_the_income_that_counts_the_building() -> None:
    assert turn_of_a_king(gold=3).gold == 3


def plays_on(text: str) -> list[str]:
    """What the steward does, from a position as a ruling has it, until another seat must decide."""
    g = position(tomllib.loads(text))
    first, steward = g.seat, bot("steward", 1)
    done = []
    while g.seat == first:
        move = steward.choose(view(g, g.seat))
        done.append(str(move))
        g.apply(move)
    return done


EMISSARIES = '["witch", "spy", "seer", "emperor", "abbot", "alchemist", "navigator", "marshal"]'


FULL = '["tavern", "market", "palace", "docks", "harbor", "town_hall"]'


def test_it_does_not_save_up_with_a_full_purse() -> None:
    """The Navigator builds nothing: not with gold and cards to build with, and not with a near end."""
    draft = """
        table = {{ phase = "draft", faceup = ["spy", "seer"], facedown = ["witch"] }}
        p1 = {{ gold = {gold}, hand = ["castle", "harbor", "church"], city = ["tavern", "market"] }}
        p2 = {{ gold = 2, hand = ["temple"], city = ["prison"] }}
        p3 = {{ gold = 2, hand = ["manor"], city = ["watchtower"] }}
        p4 = {{ gold = 1, hand = ["palace"], city = ["monastery"] }}
    """
    for gold in (4, 6, 12):
        assert answer(draft.format(gold=gold), EMISSARIES) != "pick navigator"


def test_it_takes_gold_or_cards_as_the_navigator_by_what_it_lacks() -> None:
    base = "characters = " + EMISSARIES + "\ntable.calling = 7\np2 = {}\np3 = {}\np4 = {}\n"
    rich = base + 'p1 = { characters = ["navigator"], gold = 12 }'
    poor = base + 'p1 = { characters = ["navigator"], hand = ["castle", "palace", "harbor", "church", "cathedral"] }'
    assert "collect cards" in plays_on(rich)
    assert "collect gold" in plays_on(poor)


def test_it_seizes_what_would_finish_a_rivals_city() -> None:
    nearly = f"""
        characters = {EMISSARIES}
        table.calling = 8
        p1 = {{ characters = ["marshal"], gold = 3, city = ["watchtower"] }}
        p2 = {{ characters = ["emperor"], city = {FULL} }}
        p3 = {{ characters = ["abbot"], city = ["temple"] }}
        p4 = {{ characters = ["alchemist"], city = ["prison"] }}
    """
    assert any(move.startswith("seize p2.") for move in plays_on(nearly))


@pytest.mark.parametrize(("more", "used"), [(', "market", "church"', True), ("", False)])
def test_it_uses_the_armory_only_against_who_is_about_to_finish(more: str, used: bool) -> None:
    armed = f"""
        characters = {FIRST_GAME}
        uniques = ["armory"]
        table.calling = 7
        p1 = {{ characters = ["architect", "thief"], city = ["armory"] }}
        p2.characters = ["king", "bishop"]
        p2.gold = 4
        p2.hand = ["castle"]
        p2.city = ["palace", "docks", "harbor", "town_hall", "manor"{more}]
    """
    assert any(move.startswith("demolish p2.") for move in plays_on(armed)) == used


def test_it_takes_the_points_of_a_later_complete_city_with_the_old_armory() -> None:
    late = f"""
        edition = "dark_city"
        characters = {FIRST_GAME}
        uniques = ["armory", "dragon_gate"]
        table.calling = 8
        table.finished = ["p3", "p2"]
        p1 = {{ characters = ["warlord"], city = ["armory", "palace", "palace", "castle", "castle", "castle"] }}
        p2.characters = ["king"]
        p2.city = ["dragon_gate", "church", "watchtower", "prison", "barracks", "market", "docks", "harbor"]
        p3.characters = ["thief"]
        p3.city = ["tavern", "tavern", "tavern", "tavern", "tavern", "temple", "temple", "watchtower"]
        p4 = {{ characters = ["bishop"] }}
    """
    assert "demolish p2.dragon_gate" in plays_on(late)


@pytest.mark.parametrize(("built", "lost"), [("palace", True), ("temple", False)])
def test_it_gives_the_framework_only_for_something_better(built: str, lost: bool) -> None:
    frame = f"""
        characters = {FIRST_GAME}
        uniques = ["framework"]
        table.calling = 4
        p1 = {{ characters = ["king"], hand = ["{built}"], city = ["framework", "tavern"] }}
        p2 = {{ characters = ["bishop"] }}
        p3 = {{ characters = ["merchant"] }}
        p4 = {{ characters = ["warlord"] }}
    """
    assert (f"build {built} p1.framework" in plays_on(frame)) == lost


def test_it_gives_the_crown_to_who_makes_least_of_it() -> None:
    crown = f"""
        characters = {EMISSARIES}
        table = {{ calling = 4, crown = "p4" }}
        p1 = {{ characters = ["emperor"], gold = 1 }}
        p2 = {{ characters = ["abbot"], gold = 9, city = {FULL} }}
        p3 = {{ characters = ["alchemist"], gold = 1 }}
        p4 = {{ characters = ["marshal"], gold = 1 }}
    """
    assert "crown p3" in plays_on(crown)


def test_it_builds_dear_districts_as_the_alchemist() -> None:
    gold = f"""
        characters = {EMISSARIES}
        table.calling = 6
        p1 = {{ characters = ["alchemist"], gold = 5, hand = ["palace", "tavern"] }}
        p2 = {{ characters = ["emperor"] }}
        p3 = {{ characters = ["abbot"] }}
        p4 = {{ characters = ["marshal"] }}
    """
    assert "build palace" in plays_on(gold)


def test_it_rings_the_bell_when_that_ends_a_game_it_leads() -> None:
    tower = f"""
        characters = {FIRST_GAME}
        uniques = ["bell_tower"]
        table.calling = 4
        p1.characters = ["king"]
        p1.gold = 5
        p1.hand = ["bell_tower"]
        p1.city = ["palace", "town_hall", "harbor", "church", "fortress"]
        p2 = {{ characters = ["bishop"], city = ["temple"] }}
        p3 = {{ characters = ["merchant"] }}
        p4 = {{ characters = ["warlord"], city = ["prison", "castle", "docks", "cathedral"] }}
    """
    assert "shorten" in plays_on(tower)
    assert "shorten" not in plays_on(tower.replace('"palace", "town_hall", "harbor", ', ""))


def test_it_completes_its_city_with_a_tent() -> None:
    tent = f"""
        characters = {FIRST_GAME}
        action_cards = true
        table.calling = 2
        p1 = {{ characters = ["thief"], hand = ["circus_tent", "cathedral"], city = {FULL} }}
        p2 = {{ characters = ["bishop"], city = ["temple"] }}
        p3 = {{ characters = ["king"] }}
        p4 = {{ characters = ["warlord"], city = ["prison"] }}
    """
    assert "play circus_tent" in plays_on(tent)
    assert "play circus_tent" not in plays_on(tent.replace(FULL, '["tavern"]'))
