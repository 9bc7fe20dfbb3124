"""Positions and questions that rulings do not describe: an empty deck, chance, the figures of a question."""

from __future__ import annotations

import tomllib

import pytest

from citadels_tui.rulings import position
from engine import EDITIONS, Move, Refusal, Rules, State, new_game, view
from engine.cards import DISTRICTS

HEAD = """
edition = "deluxe"
characters = ["assassin", "thief", "magician", "king", "bishop", "merchant", "architect", "warlord"]
"""
OTHERS = """
[p2]
gold = 3
{}
[p3]
[p4]
"""


def turn(rank: int, own: str, others: str = "", *, head: str = HEAD) -> State:
    """The turn of p1 as the character of a rank, with its income taken."""
    character = tomllib.loads(head)["characters"][rank - 1]
    text = f'{head}[table]\ncalling = {rank}\n[p1]\ncharacters = ["{character}"]\n{own}{OTHERS.format(others)}'
    g = position(tomllib.loads(text))
    g.play("p1: gold")
    return g


@pytest.mark.parametrize(
    ("rank", "own", "others", "head", "move"),
    [
        pytest.param(4, 'city = ["manor"]', "", HEAD.replace("king", "patrician"), "collect", id="the Patrician"),
        pytest.param(5, 'city = ["temple"]', "", HEAD.replace("bishop", "cardinal"), "collect", id="the Cardinal"),
        pytest.param(7, "", "", HEAD, "collect", id="the Architect"),
        pytest.param(7, "", "", HEAD.replace("architect", "scholar"), "collect", id="the Scholar"),
        pytest.param(7, "", "", HEAD.replace("architect", "navigator"), "collect cards", id="the Navigator"),
        pytest.param(5, 'city = ["smithy"]', "", f'{HEAD}uniques = ["smithy"]\n', "forge", id="the Smithy"),
        pytest.param(5, "", "wagons = [0]", f"{HEAD}action_cards = true\n", "stake p2", id="another's Cash Wagon"),
    ],
)
def test_nobody_is_offered_cards_where_there_are_none(rank: int, own: str, others: str, head: str, move: str) -> None:
    g, wanted = turn(rank, own, others, head=head), Move.parse(move)
    assert wanted in g.moves
    g.deck.clear()
    for gold in (9, 0):  # gold may be missing, too: the deck is the reason
        g.players[0].gold = gold
        g.run()
        assert wanted not in g.moves
        assert [each for each in g.refusals() if each.move == wanted] == [Refusal(wanted, "empty_deck")]
    g.players[0].gold = 9
    g.discards.append(DISTRICTS["deluxe"]["tavern"])
    g.run()
    assert wanted in g.moves


def test_the_theater_takes_any_of_the_characters_of_a_player_with_two() -> None:
    g = position(
        tomllib.loads(
            f'{HEAD}uniques = ["theater"]\n[table]\nphase = "draft"\nfacedown = "magician"\n'
            '[p1]\ncity = ["theater"]\n[p2]\n'
        )
    )
    g.play("p1: pick king")
    g.play("p2: pick assassin; aside warlord")
    g.play("p1: pick merchant; aside bishop")
    g.play("p2: pick architect")
    taken = set()
    for number in range(20):
        other = g.clone()
        other.seed = bytes([number]) * 16
        other.play("p1: trade king p2")
        taken |= set(other.players[0].roles)
        assert sorted(other.players[0].roles + other.players[1].roles) == [1, 4, 6, 7]
        assert all(other.owners[rank] == seat for seat in (0, 1) for rank in other.players[seat].roles)
    assert taken == {1, 6, 7}


def test_the_question_about_a_wagon_says_what_lies_on_it() -> None:
    for move, gold in (("stake p2", 4), ("stake second p2", 6)):
        g = turn(5, "", "wagons = [3, 5]", head=f"{HEAD}action_cards = true\n")
        g.play(f"p1: {move}")
        g.apply(g.moves[0])
        asked = view(g, None).asked
        assert asked is not None
        assert (asked.seat, asked.kind, asked.card, asked.amount) == (1, "cash_wagon", "cash_wagon", gold)


def test_the_question_for_a_lender_says_how_much_is_missing() -> None:
    head = f"{HEAD.replace('bishop', 'cardinal')}action_cards = true\n"
    g = turn(5, 'hand = ["human_cannonball", "palace", "tavern", "temple"]\ncity = ["watchtower"]', head=head)
    g.play("p1: play human_cannonball; build palace p1.watchtower")
    asked = view(g, None).asked
    assert asked is not None
    assert (asked.seat, asked.other, asked.rank, asked.card, asked.amount) == (0, -1, 0, "palace", 2)


def test_the_old_tax_collector_who_was_called_before_gets_the_taxes() -> None:
    g = position(
        tomllib.loads(
            f"{HEAD.replace('thief', 'tax_collector').replace('deluxe', 'dark_city')}"
            '[table]\ncalling = 8\n[p1]\ncharacters = ["tax_collector"]\n'
            '[p2]\nhand = ["tavern"]\ncharacters = ["warlord"]\n[p4]\n'
        )
    )
    g.play("p2: gold; build tavern; end")
    assert [p.gold for p in g.players[:2]] == [1, 0]


def test_a_killed_emperor_of_the_dark_city_is_shown_at_the_end_of_the_round() -> None:
    g = position(
        tomllib.loads(
            f"{HEAD.replace('king', 'emperor').replace('deluxe', 'dark_city')}"
            '[table]\ncalling = 8\nkilled = "emperor"\n[p1]\ncharacters = ["emperor"]\n'
            '[p2]\ncharacters = ["warlord"]\n[p3]\ncharacters = ["assassin"]\n[p4]\n'
        )
    )
    g.play("p2: gold; end")
    assert [(event.seat, event.rank) for event in g.drain() if event.kind == "heir"] == [(0, 4)]


@pytest.mark.parametrize("edition", EDITIONS)
def test_the_first_crown_is_drawn_by_lot(edition: str) -> None:
    """Conflict C29: whatever the edition, any player may begin."""
    rules = Rules.make(4, edition)
    assert {new_game(rules, seed).crown for seed in range(40)} == {0, 1, 2, 3}
