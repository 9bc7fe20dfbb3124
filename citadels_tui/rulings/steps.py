"""The steps of a ruling: they play moves, check that moves are refused, and compare values with the game."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Self

from pydantic import AfterValidator, BeforeValidator, PlainValidator, ValidationInfo, create_model, model_validator

from citadels_tui.rulings.models import CardTable, PositionTable, StrictTable
from citadels_tui.rulings.problem import Path, Problem, RulingFailed, shown
from citadels_tui.rulings.words import (
    PLAYERS,
    Amount,
    Character,
    Kind,
    Line,
    OneMove,
    Player,
    Text,
    check_player,
    check_possible,
    game_of,
    seat_of,
)
from citadels_tui.texts import N_
from engine.card_ids import ids
from engine.display import LISTED
from engine.move import Move, format_line, parse_line
from engine.score import score
from engine.state import State

NOBODY = "nobody"
EMPTY = N_("{key} is empty, so it shows nothing")


def _not_empty(value: Any) -> Any:
    if not value:
        raise Problem(EMPTY)
    return value


def _player_or_nobody(name: str, info: ValidationInfo) -> str:
    return name if name == NOBODY else check_player(game_of(info), name)


def _asked(g: State) -> str:
    return NOBODY if g.seat is None else PLAYERS[g.seat]


def _characters(g: State, ranks: tuple[int, ...]) -> list[str]:
    return [g.ruleset.char(rank).id for rank in ranks]


def _known_aside(g: State, seat: int) -> tuple[int, ...]:
    """The face-down ranks of which a player knows that they lie there: not one that may have gone on to another."""
    return tuple([rank for knower, rank in g.aside if knower == seat])


_OF_PLAYER: Mapping[str, tuple[Any, Callable[[State, int], Any]]] = {
    "gold": (Amount, lambda g, seat: g.players[seat].gold),
    "hand": (list[CardTable], lambda g, seat: ids(g.players[seat].hand)),
    "city": (list[CardTable], lambda g, seat: g.players[seat].city_ids),
    "characters": (list[Character], lambda g, seat: _characters(g, g.players[seat].roles)),
    "aside": (list[Character], lambda g, seat: _characters(g, _known_aside(g, seat))),
    "under": (
        Amount,
        lambda g, seat: sum(
            len(tokens.items) for tokens in g.tokens.values() if not tokens.on and tokens.holder == seat
        ),
    ),
}
"""Keys of a player, behind ``pN.``: the type of the expected value, and the function that reads it from a game."""

_OF_GAME: Mapping[str, tuple[Any, Callable[[State], Any]]] = {
    "crown": (Player, lambda g: PLAYERS[g.crown]),
    "next": (Annotated[str, AfterValidator(_player_or_nobody)], _asked),
    "kind": (Kind, lambda g: g.kind),
    "deck": (Amount, lambda g: len(g.deck)),
    "discards": (Amount, lambda g: len(g.discards)),
    "tax": (Amount, lambda g: sum(g.things.get("tax_collector", ()))),
    "faceup": (Amount, lambda g: len(g.faceup)),
    "facedown": (Amount, lambda g: len(g.aside)),
    "round": (Amount, lambda g: g.round),
    "over": (bool, lambda g: g.over),
    "winner": (list[Player], lambda g: [PLAYERS[seat] for seat in g.winners]),
}
"""Keys of the game, in the same way."""


class ExpectTable(StrictTable):
    """Expected values; `_model` adds the keys of game and players."""

    legal: Annotated[list[OneMove], AfterValidator(_not_empty)] = []
    illegal: Annotated[list[OneMove], AfterValidator(_not_empty)] = []
    scores: Annotated[dict[Player, Amount], AfterValidator(_not_empty)] = {}

    @model_validator(mode="before")
    @classmethod
    def _quoted(cls, table: Any) -> Any:
        """Refuse ``p1.gold = 3`` without quotation marks, which TOML reads as a table in a table."""
        for name, value in table.items() if isinstance(table, dict) else ():
            for what in value if isinstance(value, dict) else ():
                if f"{name}.{what}" in cls.model_fields:
                    text = "the key must be in quotation marks: {name}"
                    raise Problem(text, (name,), name=f'"{name}.{what}"')
        return table

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.model_fields_set:
            raise Problem(EMPTY)
        return self


@cache
def _model(players: int) -> type[ExpectTable]:
    keys = {f"{name}.{what}": type for name in PLAYERS[:players] for what, (type, _) in _OF_PLAYER.items()}
    keys.update((key, type) for key, (type, _) in _OF_GAME.items())
    fields: dict[str, Any] = {key: (type, None) for key, type in keys.items()}
    return create_model("Expect", __base__=ExpectTable, **fields)


def _expect(value: Any, info: ValidationInfo) -> ExpectTable:
    g = game_of(info)
    return _model(g.rules.players).model_validate(value, context=g)


class StepTable(StrictTable):
    """One step; its keys are carried out in this order."""

    do: Line = ""
    refuse: Line = ""
    expect: Annotated[ExpectTable | None, PlainValidator(_expect)] = None

    @model_validator(mode="after")
    def _something(self) -> Self:
        if not self.model_fields_set:
            raise Problem("a step has do, refuse or expect, and this one is empty")
        return self


def _in_double_brackets(steps: Any) -> Any:
    if isinstance(steps, dict):
        raise Problem("a step begins with [[step]], in double brackets")
    return steps


def _at_least_one(steps: list[StepTable]) -> list[StepTable]:
    if not steps:
        raise Problem("a ruling has at least one step")
    return steps


class RulingTable(PositionTable):
    """A whole ruling; its context is the game that its `SetupTable` describes."""

    title: Text
    source: Text
    step: Annotated[list[StepTable], BeforeValidator(_in_double_brackets), AfterValidator(_at_least_one)]


def carry_out(g: State, step: StepTable, path: Path) -> None:
    """Play the moves of a step, then check its refusals, then its expectations.

    Raises:
        RulingFailed: when an expectation is not met.
        Problem: when a move cannot be played, or should be refused and is legal.
    """
    expect = step.expect
    if step.do:
        _do(g, step.do, (*path, "do"))
    if step.refuse:
        actor, moves = parse_line(step.refuse)
        for move in moves:
            _check_refusable(g, actor, move, (*path, "refuse"), expect)
            if g.seat == actor and move in g.moves:
                text = "{key}: {move} should be refused, and is legal here"
                raise Problem(text, (*path, "refuse"), move=shown(format_line(actor, move)))
    if expect:
        problems = list(_unmet(g, expect, (*path, "expect")))
        if problems:
            raise RulingFailed(*problems)


def _do(g: State, line: str, path: Path) -> None:
    actor, moves = parse_line(line)
    for move in moves:
        problem = _why_not(g, actor, move, path)
        if problem:
            raise problem
        g.apply(move)


def _why_not(g: State, actor: int, move: Move, path: Path) -> Problem | None:
    """The reason why a move cannot be played; None when it can."""
    line = shown(format_line(actor, move))
    if g.seat is None:
        return Problem("{key}: {move} cannot be played: the game is over", path, move=line)
    if g.seat != actor:
        text = "{key}: {move} cannot be played: {asked} is asked ({kind})"
        return Problem(text, path, move=line, asked=_asked(g), kind=g.kind)
    if move in g.moves:
        return None
    legal = [str(each) for each in g.moves]
    problem = Problem("{key}: {move} is not legal here", path, move=shown(str(move))).among(str(move), legal)
    if not problem.near and len(legal) <= LISTED:
        problem.choices = ", ".join(legal)
    return problem


def _check_refusable(g: State, actor: int, move: Move, path: Path, expect: ExpectTable | None) -> None:
    """Check that the refusal of a move shows something."""
    if g.seat != actor and not (expect and "next" in expect.model_fields_set):
        raise Problem(
            "{key}: {name} is not asked, so every move of that player is refused; say with next = {asked} who is",
            path,
            name=PLAYERS[actor],
            asked=f'"{_asked(g)}"',
        )
    check_possible(g, move, path)


def _unmet(g: State, expect: ExpectTable, path: Path) -> Iterator[Problem]:
    """The expectations that are not met."""
    for line in expect.legal:
        actor, (move,) = parse_line(line)
        problem = _why_not(g, actor, move, (*path, "legal"))
        if problem:
            yield problem
    for line in expect.illegal:
        actor, (move,) = parse_line(line)
        _check_refusable(g, actor, move, (*path, "illegal"), expect)
        if g.seat == actor and move in g.moves:
            yield Problem("{key}: {move} is legal", (*path, "illegal"), move=shown(line))
    for key in ("scores", "winner"):
        if key in expect.model_fields_set and not g.over:
            text = "{key}: the game is not over, and the points are counted at its end"
            raise Problem(text, (*path, key))
    for name, points in expect.scores.items():
        total = sum(amount for _, amount in score(g, seat_of(name)))
        if total != points:
            yield _mismatch((*path, "scores", name), total, points)
    for key in type(expect).model_fields:
        if key in expect.model_fields_set and key not in ExpectTable.model_fields:
            found, wanted = _found(g, key), _wanted(g, getattr(expect, key))
            if found != wanted:
                yield _mismatch((*path, key), found, wanted)


def _found(g: State, key: str) -> Any:
    """The value of a key in the game; a list is sorted."""
    name, _, what = key.partition(".")
    found = _OF_PLAYER[what][1](g, seat_of(name)) if what else _OF_GAME[key][1](g)
    return sorted(found) if isinstance(found, list | tuple) else found


def _wanted(g: State, value: Any) -> Any:
    """The expected value; a list is sorted, and has the ids of cards."""
    if isinstance(value, list):
        return sorted(each.district(g).id if isinstance(each, CardTable) else each for each in value)
    return value


def _mismatch(path: Path, found: object, wanted: object) -> Problem:
    return Problem("{key} is {found}, not {wanted}", path, found=shown(found), wanted=shown(wanted))
