"""What is typed most is understood without Cyclopts, and means the same."""

from __future__ import annotations

import inspect
from dataclasses import fields

import pytest

from citadels_tui.commands.grammar import understand
from citadels_tui.commands.home import home
from citadels_tui.commands.local_game import HomeOptions, PlayOptions
from citadels_tui.commands.play import play
from citadels_tui.commands.usual import usual
from citadels_tui.wording.errors import UsageError


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """What would have been launched."""
    seen: list[object] = []
    for kind in (HomeOptions, PlayOptions):
        monkeypatch.setattr(kind, "launch", lambda start: seen.append(start))
    return seen


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "home",
        "home --name Bo --ascii",
        "play",
        "play --seed 1",
        "play --players 8 --level schemer --seed 000123456789012345",
        "play --bots 3 --edition dark_city --preset random --nine --action-cards --ascii",
        "play --people Ada,Ben --name Ada --plain --resume",
        "play --players 0 --edition 7",
    ],
)
def test_it_means_the_same(typed: str, asked: list[object]) -> None:
    start = usual(typed.split())
    assert start
    start()
    understand(typed.split())
    assert asked[0] == asked[1]


@pytest.mark.parametrize(
    "typed",
    [
        "--help",
        "--version",
        "--name Bo",
        "host",
        "play 4",
        "play --help",
        "play --loud",
        "play --players",
        "play --players many",
        "play --players +4",
        "play --players 4.0",
        "play --players \uff14",
        "play --players --nine",
        "play --seed -1",
        "play --seed 1 --seed 2",
        "play --seed=1",
        "play --seed 1234567890123456789",
        "play --nine --nine",
        "home --plain",
        "play --online",
    ],
)
def test_anything_else_is_left_to_it(typed: str) -> None:
    assert usual(typed.split()) is None


def test_so_is_a_name_of_nothing() -> None:
    assert usual(["home", "--name", ""]) is None


@pytest.mark.parametrize(("command", "kind"), [(home, HomeOptions), (play, PlayOptions)])
def test_both_know_the_same_options(command: object, kind: type[HomeOptions | PlayOptions]) -> None:
    assert callable(command)
    typed = {name: option.default for name, option in inspect.signature(command).parameters.items()}
    # Whoever wants that plays elsewhere.
    typed.pop("online", None)
    assert typed == {field.name: field.default for field in fields(kind)}
    assert {field.type for field in fields(kind)} <= {"bool", "str", "int | None"}


def test_wrong_usage_is_told_in_one_sentence() -> None:
    with pytest.raises(UsageError, match="loud"):
        understand(["play", "--loud"])
