"""The ladder: its steps, the player's record, and the sentences that the opponents say after a game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from citadels_tui.cli.main import FAILED, GOOD, main
from citadels_tui.history.ladder import COMPANIONS, LADDER, ladder_game, next_step, record
from citadels_tui.history.played_games import PlayedGame
from citadels_tui.pages.chronicle import Chronicle, Deed, RoundFigures
from citadels_tui.pages.ladder_page import amount_said, ladder_lines, step_details
from citadels_tui.texts import ladder
from engine.bots.registry import BUILT_IN
from net.client.updates import SeatInfo
from net.gamelog.game_facts import GameFacts, SeatFacts

LEVELS = [step.level for step in LADDER]


def played(levels: tuple[str, ...], points: tuple[int, ...]) -> PlayedGame:
    """A game in which the player sat first."""
    seats = [SeatFacts(name="Ada", key="aa" * 32, signed=9, score=points[0])]
    names = {step.level: step.name for step in LADDER}
    seats += [
        SeatFacts(name=names.get(level, level), level=level, score=amount)
        for level, amount in zip(levels, points[1:], strict=True)
    ]
    winners = (points.index(max(points)),)
    return PlayedGame(GameFacts(edition="deluxe", reason="finished", winners=winners, seats=tuple(seats)), 0)


def test_a_bot_of_the_same_kind_with_another_name_is_not_the_opponent() -> None:
    game = played(("courtier",), (21, 20))
    assert record([game])["courtier"].won == 1
    ada, other = game.facts.seats
    facts = game.facts.model_copy(update={"seats": (ada, other.model_copy(update={"name": "Cosima"}))})
    assert not record([replace(game, facts=facts)])["courtier"].games


def test_every_opponent_has_a_bot_a_face_and_its_words() -> None:
    assert len(set(LEVELS)) == len(LADDER)
    assert set(LEVELS) <= set(BUILT_IN)
    assert list(ladder.ABOUT) == list(ladder.SAID) == LEVELS
    for step in LADDER:
        assert {len(line) for line in step.face} == {7}
        assert all(line.isascii() and line.isprintable() for line in step.face)
    assert len({step.face for step in LADDER}) == len({step.name for step in LADDER}) == len(LADDER)


def test_an_opponent_sits_with_the_two_below_it() -> None:
    assert ladder_game("Ada", 0).order.opening.bots == (LEVELS[0], *(level for level, _ in COMPANIONS))
    assert ladder_game("Ada", 1).order.opening.bots == (LEVELS[1], LEVELS[0], COMPANIONS[0][0])
    opening = ladder_game("Ada", 7).order.opening
    assert opening.bots == (LEVELS[7], LEVELS[6], LEVELS[5])
    assert opening.names == (LADDER[7].name, LADDER[6].name, LADDER[5].name)
    for place in range(len(LADDER)):
        assert len(set(ladder_game("Ada", place).order.opening.names)) == 3


def test_the_next_step_is_the_first_at_whose_table_no_game_was_won() -> None:
    assert next_step(record([])) == 0
    lost = played((LEVELS[0], *LEVELS[:2]), (10, 20, 5, 6))
    assert next_step(record([lost])) == 0
    won = played((LEVELS[1], LEVELS[0], LEVELS[0]), (30, 20, 5, 6))
    found = record([won, lost])
    assert next_step(found) == 2
    assert (found[LEVELS[0]].games, found[LEVELS[0]].won, found[LEVELS[0]].ahead) == (2, 1, 1)
    assert found[LEVELS[5]].games == 0
    everybody = [played((level,) * 3, (30, 1, 1, 1)) for level in LEVELS]
    assert next_step(record(everybody)) == len(LADDER) - 1


def test_an_opponent_says_what_it_has_really_done() -> None:
    figures = (RoundFigures(1, (1, 2), (4, 9), (3, 3)), RoundFigures(2, (7, 12), (0, 1), (2, 2)))
    deeds = (Deed("murder", 1, 0, times=2), Deed("murder", 0, 1, times=5), Deed("theft", 1, 0, times=1, gold=4))
    told = Chronicle(figures, deeds, None)
    said = {level: amount_said(SeatInfo(1, "", "bot", level), told) for level in LEVELS}
    assert (said["headsman"], said["rogue"], said["hoarder"], said["hasty"], said["steward"]) == (2, 4, 9, 2, 12)
    assert set(said.values()) == {2, 4, 9, 12}
    assert {amount_said(SeatInfo(1, "", "bot", level), Chronicle((), (), None)) for level in LEVELS} == {0}


def test_the_page_names_everybody_with_the_record() -> None:
    lines = [line.plain for line in ladder_lines(record([played((LEVELS[0],) * 3, (30, 1, 1, 1))]))]
    assert len(lines) == 2 * len(LADDER)
    assert lines[0] == " 1 Pim       won 1 of 1, ahead in 1"
    assert "not met yet" in lines[2]
    assert "At the table with Pim, Mia." in step_details(1)[-1].plain


def test_the_command_lists_the_steps_and_knows_no_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CITADELS_STATE", str(tmp_path))
    assert main(["ladder", "--steps"]) == GOOD
    assert capsys.readouterr().out.count("not met yet") == len(LADDER)
    for step in ("99", "-1"):
        assert main(["ladder", step]) == FAILED
    assert f"has {len(LADDER)} steps; there is no step 99" in capsys.readouterr().err
