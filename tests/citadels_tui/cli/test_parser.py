"""The parser: what is typed means one thing, and what is wrong with it is said in one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest

from citadels_tui.cli.main import USAGE, main
from citadels_tui.cli.options import options_of
from citadels_tui.cli.parser import COMMANDS, class_of, understand
from citadels_tui.commands.arena import ArenaCommand
from citadels_tui.commands.games import GamesCommand
from citadels_tui.commands.home import HomeCommand
from citadels_tui.commands.host import HostCommand
from citadels_tui.commands.join import JoinCommand
from citadels_tui.commands.ladder import LadderCommand
from citadels_tui.commands.play import PlayCommand
from citadels_tui.commands.rulings import RulingsCommand
from citadels_tui.commands.verify import VerifyCommand
from citadels_tui.texts.catalogue import languages
from citadels_tui.wording.errors import UsageError


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("", HomeCommand()),
        ("home", HomeCommand()),
        ("--name Bo", HomeCommand(name="Bo")),
        ("home --name Bo --ascii", HomeCommand(name="Bo", ascii=True)),
        ("play", PlayCommand()),
        ("play --seed 1", PlayCommand(seed=1)),
        ("play --seed=1", PlayCommand(seed=1)),
        ("play --seed -1", PlayCommand(seed=-1)),
        ("play --seed +1", PlayCommand(seed=1)),
        ("play --seed 000123456789012345", PlayCommand(seed=123456789012345)),
        ("play --name=", PlayCommand(name="")),
        ("play --name=--seed", PlayCommand(name="--seed")),
        (
            "play --bots 3 --edition 7 --nine --action-cards",
            PlayCommand(bots=3, edition="7", nine=True, action_cards=True),
        ),
        ("play --", PlayCommand()),
        ("host --title Friday --open", HostCommand(options={"title": "Friday", "private": False})),
        ("arena --field tuned --file here", ArenaCommand(field="tuned", file=Path("here"))),
        ("join --from - --watch", JoinCommand(from_="-", watch=True)),
        ("join ada.example --plain", JoinCommand("ada.example", plain=True)),
        ("join --plain -- --ada", JoinCommand("--ada", plain=True)),
        ("ladder 3 --steps", LadderCommand(3, steps=True)),
        ("ladder -1", LadderCommand(-1)),
        ("games --json", GamesCommand(json=True)),
        ("verify -", VerifyCommand(Path("/dev/stdin"))),
        ("verify --json game.proof", VerifyCommand(Path("game.proof"), json=True)),
        ("rulings", RulingsCommand()),
        ("rulings - king --json C17", RulingsCommand(("-", "king", "C17"), json=True)),
    ],
)
def test_what_is_typed_means_one_thing(typed: str, command: object) -> None:
    assert understand(typed.split()) == command


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (["play", "--loud"], "not understood: --loud (see citadels --help)"),
        (["play", "--playrs", "3"], "not understood: --playrs; did you mean --players?"),
        (["play", "--NINE"], "not understood: --NINE (see citadels --help)"),
        (["play", "-x"], "not understood: -x (see citadels --help)"),
        (["play", "4", "5"], "not understood: 4 5 (see citadels --help)"),
        (["play", ""], "not understood: (see citadels --help)"),
        (["play", "--nine=3"], "not understood: --nine=3 (see citadels --help)"),
        (["play", "--seed", "1", "--seed", "2"], "--seed can be given only once"),
        (["host", "--open", "--private"], "--private can be given only once"),
        (["play", "--players"], "--players needs a value"),
        (["play", "--players", "--nine"], "--players needs a value"),
        (["play", "--name", "-x"], "--name needs a value"),
        (["play", "--players", "\uff14"], "--players must be a whole number (18 digits at most), not '\uff14'"),
        (["ladder", "x"], "STEP must be a whole number (18 digits at most), not 'x'"),
        (["replay"], "FILE is missing (see citadels replay --help)"),
        (["review", "a", "b"], "not understood: b (see citadels --help)"),
        (["arena", "--field", "x"], "--field must be one of strangers, tuned, held_out, not 'x'"),
        (["--install-completion", "tcsh"], "SHELL must be one of bash, zsh, fish, not 'tcsh'"),
        (["cards", "--", "--json"], "not understood: --json (see citadels --help)"),
        (["--", "cards"], "not understood: cards (see citadels --help)"),
        (["--players", "3"], "not understood: --players (see citadels --help)"),
        (["host", "--start-when", "many"], "--start-when is a number from 0 to 8, not 'many'"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(
    typed: Sequence[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(typed) == USAGE
    assert capsys.readouterr().err == f"citadels: {said}\n"
    for language in set(languages()) - {"en"}:
        assert main(["--lang", language, *typed]) == USAGE
        assert capsys.readouterr().err != f"citadels: {said}\n"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_can_be_typed(name: str) -> None:
    """One row of a table is enough: the field of the command's class."""
    command: type[Any] = class_of(name)
    assert command.__module__.rpartition(".")[2] == name.strip("-").replace("-", "_")
    options = list(options_of(command))
    assert {option.group or option.name for option in options} == {field.name for field in fields(command)}
    assert all(option.help for option in options)
    assert len({flag for option in options for flag in option.flags}) == sum(len(option.flags) for option in options)


def test_a_name_that_begins_like_an_option_needs_an_equals_sign() -> None:
    with pytest.raises(UsageError):
        understand(["home", "--name", "--ascii"])
    assert understand(["home", "--name=--ascii"]) == HomeCommand(name="--ascii")
