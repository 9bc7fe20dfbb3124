"""A character that nobody can have is no victim: it is marked, stands last, and is asked about."""

from __future__ import annotations

from collections import Counter

import pytest

from citadels_tui.actions.blunders import question
from citadels_tui.actions.make_action_list import ActionList, make_action_list
from citadels_tui.textart.symbols import ASCII
from citadels_tui.wording.voice import Voice
from engine import State
from tests.citadels_tui.actions.test_rows import BOTS, decision
from tests.support.engine.games import BOXES, Box
from tests.support.engine.notebooks import noted_game

NAMINGS = {"kill", "bewitch", "sign", "warrant", "rob", "rose", "threaten"}
"""Every verb that aims at a character by its name."""


def naming_lists(game: State, unheld: frozenset[int]) -> list[ActionList]:
    """The lists of characters to aim at that are offered now."""
    now = decision(game)
    voice = Voice(ASCII, game.rules, BOTS[: game.rules.players], game.seat)
    action_list = make_action_list(now, voice, game.refusals(), None, None, (), unheld)
    opened = [
        make_action_list(now, voice, game.refusals(), row, None, (), unheld) for row in action_list.rows if row.opens
    ]
    return [
        each for each in (action_list, *opened) if any(m.verb in NAMINGS for row in each.rows for m in row.moves[:1])
    ]


def check_list(game: State, action_list: ActionList, unheld: frozenset[int], met: Counter[str]) -> None:
    """Whoever nobody has stands behind all others, and the cursor is not on it."""
    voice = Voice(ASCII, game.rules, BOTS[: game.rules.players], game.seat)
    victims = [row for row in action_list.rows if row.moves and not row.opens and row.moves[0].verb in NAMINGS]
    lost = [voice.rank(row.card) in unheld for row in victims]
    assert lost == [voice.rank(row.card) in unheld and row.blunder for row in victims]
    marks = [row.blunder for row in victims]
    assert marks == sorted(marks)
    held = {rank for player in game.players for rank in player.roles}
    for row, nobody in zip(victims, lost, strict=True):
        if nobody:
            met[row.moves[0].verb] += 1
            assert voice.rank(row.card) not in held
            assert {"nobody has it", "lies face up", "you put it aside"} & {fact.plain for fact in row.facts}
            assert row.question.plain == question(decision(game), voice, row.moves[0], unheld).plain != ""
    if not all(marks):
        assert not action_list.rows[action_list.rest].blunder


@pytest.mark.slow
@pytest.mark.parametrize("box", [box for box in BOXES if box.players in (2, 4, 7)], ids=str)
def test_unheld_characters_are_marked_and_stand_last(box: Box) -> None:
    met: Counter[str] = Counter()
    for game, books in noted_game(1, box):
        if game.seat is not None and any(move.verb in NAMINGS for move in game.moves):
            unheld = books[game.seat].page().unheld
            for action_list in naming_lists(game, unheld):
                check_list(game, action_list, unheld, met)
    assert met


@pytest.mark.slow
def test_every_naming_of_every_edition_says_so() -> None:
    met: Counter[str] = Counter()
    for number in range(40):
        for box in (box for box in BOXES if box.players in (4, 5)):
            for game, books in noted_game(number, box):
                wanted = {move.verb for move in game.moves} & NAMINGS - met.keys()
                if game.seat is not None and wanted:
                    unheld = books[game.seat].page().unheld
                    for action_list in naming_lists(game, unheld):
                        check_list(game, action_list, unheld, met)
            if met.keys() == NAMINGS:
                return
    pytest.fail(f"met {met}")
