"""The steps of a ruling: what is done, what must be refused, and what must be true."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.card_ids import ids
from engine.display import LISTED
from engine.move import Move, format_line
from engine.rulings.node import Node
from engine.rulings.problem import Path, Problem, RulingFailed, shown
from engine.rulings.words import district, line, meant, rank, seat
from engine.score import score
from engine.state import State
from engine.step import STEPS

STEP = {"do", "refuse", "expect"}
OF_PLAYER = ("gold", "hand", "city", "characters", "aside", "under")
"""What may be expected of a player, behind ``pN.``."""


def carry_out(g: State, node: Node) -> None:
    """Carry a step out: first what it does, then what it refuses, then what it expects.

    Raises:
        RulingFailed: when something is not so, or is not written as it must be.
    """
    node.table(STEP)
    if not node.value:
        raise RulingFailed(Problem("a step has do, refuse or expect, and this one is empty", node.path))
    done, refused, expected = node.get("do"), node.get("refuse"), node.get("expect")
    if done:
        _do(g, done)
    if refused:
        _refuse(g, refused, expected)
    if expected:
        _expect(g, expected)


def _asked(g: State) -> str:
    return "nobody" if g.seat is None else f"p{g.seat + 1}"


def _do(g: State, node: Node) -> None:
    # A line is read anew for each of its moves: what can be named may have changed.
    actor, moves = line(g, node)
    for move in moves:
        if g.seat != actor:
            raise RulingFailed(_not_asked(g, actor, move, node.path))
        if move not in g.moves:
            raise RulingFailed(_not_legal(g, move, node.path))
        g.apply(move)


def _not_asked(g: State, actor: int, move: Move, path: Path) -> Problem:
    said = shown(format_line(actor, move))
    if g.seat is None:
        return Problem("{key}: {move} cannot be played: the game is over", path, move=said)
    return Problem(
        "{key}: {move} cannot be played: {asked} is asked ({kind})", path, move=said, asked=_asked(g), kind=g.kind
    )


def _not_legal(g: State, move: Move, path: Path) -> Problem:
    problem = Problem("{key}: {move} is not legal here", path, move=shown(str(move)))
    legal = [str(each) for each in g.moves]
    problem.among(str(move), legal)
    if not problem.near and len(legal) <= LISTED:
        problem.choices = ", ".join(legal)
    return problem


def _refuse(g: State, node: Node, expected: Node | None) -> None:
    actor, moves = line(g, node)
    for move in moves:
        _refusable(g, actor, move, node.path, expected)
        if g.seat == actor and move in g.moves:
            raise RulingFailed(
                Problem(
                    "{key}: {move} should be refused, and is legal here",
                    node.path,
                    move=shown(format_line(actor, move)),
                )
            )


def _refusable(g: State, actor: int, move: Move, path: Path, expected: Node | None) -> None:
    """Check that the refusal of a move shows something."""
    says_who = expected is not None and isinstance(expected.value, dict) and "next" in expected.value
    if g.seat != actor and not says_who:
        raise RulingFailed(
            Problem(
                "{key}: {name} is not asked, so every move of that player is refused; say with next = {asked} who is",
                path,
                name=f"p{actor + 1}",
                asked=f'"{_asked(g)}"',
            )
        )
    meant(g, move, path)


def _expect(g: State, node: Node) -> None:
    known = {
        *_FINDERS,
        *_LINES,
        "scores",
        *(f"p{number + 1}.{what}" for number in range(g.rules.players) for what in OF_PLAYER),
    }
    if isinstance(node.value, dict):
        _dotted(node, known)
    node.table(known)
    if not node.value:
        raise RulingFailed(Problem("{key} is empty, so it shows nothing", node.path))
    problems: list[Problem] = []
    for key, value in node.value.items():
        item = Node(value, (*node.path, key))
        if key in _LINES:
            problems += _lines(g, item, node)
        elif key == "scores":
            problems += _scores(g, item)
        else:
            found, wanted = _compared(g, key, item)
            if found != wanted:
                problems.append(_mismatch(item.path, found, wanted))
    if problems:
        raise RulingFailed(*problems)


def _dotted(node: Node, known: set[str]) -> None:
    """Refuse ``p1.gold = 3`` without quotation marks, which TOML reads as a table in a table."""
    for name, value in node.value.items():
        for what in value if isinstance(value, dict) and name not in known else ():
            if f"{name}.{what}" in known:
                raise RulingFailed(
                    Problem("the key must be in quotation marks: {name}", (*node.path, name), name=f'"{name}.{what}"')
                )


def _mismatch(path: Path, found: object, wanted: object) -> Problem:
    return Problem("{key} is {found}, not {wanted}", path, found=shown(found), wanted=shown(wanted))


_LINES = ("legal", "illegal")


def _lines(g: State, node: Node, expected: Node) -> list[Problem]:
    """The moves that should be legal and are not, or the other way round."""
    items = node.items()
    if not items:
        raise RulingFailed(Problem("{key} is empty, so it shows nothing", node.path))
    problems = []
    for item in items:
        actor, moves = line(g, item)
        if len(moves) > 1:
            raise RulingFailed(Problem("{key}: {line} must be one move", item.path, line=shown(item.value)))
        (move,) = moves
        legal = g.seat == actor and move in g.moves
        if node.path[-1] == "illegal":
            _refusable(g, actor, move, item.path, expected)
            if legal:
                problems.append(Problem("{key}: {move} is legal", item.path, move=shown(item.value)))
        elif g.seat != actor:
            problems.append(_not_asked(g, actor, move, item.path))
        elif not legal:
            problems.append(_not_legal(g, move, item.path))
    return problems


def _scores(g: State, node: Node) -> list[Problem]:
    """The points that are not as they should be; they are counted when the game is over."""
    _ended(g, node)
    node.table({f"p{number + 1}" for number in range(g.rules.players)})
    if not node.value:
        raise RulingFailed(Problem("{key} is empty, so it shows nothing", node.path))
    problems = []
    for name, value in node.value.items():
        item = Node(value, (*node.path, name))
        wanted = item.number()
        found = sum(points for _, points in score(g, seat(Node(name, item.path), g.rules.players)))
        if found != wanted:
            problems.append(_mismatch(item.path, found, wanted))
    return problems


def _ended(g: State, node: Node) -> None:
    if not g.over:
        raise RulingFailed(Problem("{key}: the game is not over, and the points are counted at its end", node.path))


def _compared(g: State, key: str, node: Node) -> tuple[object, object]:
    """A value as it is and as it should be: cards and players in any order."""
    players = g.rules.players
    if key in _FINDERS:
        found = _FINDERS[key](g)
        if key == "winner":
            _ended(g, node)
            return found, sorted(f"p{seat(item, players) + 1}" for item in node.items())
        if key == "next" and node.value == "nobody":
            return found, node.value
        if key in ("next", "crown"):
            return found, f"p{seat(node, players) + 1}"
        if key == "kind":
            return found, _kind(node)
        return found, node.flag() if key == "over" else node.number()
    name, _, what = key.partition(".")
    number = int(name[1:]) - 1
    p = g.players[number]
    if what == "gold":
        return p.gold, node.number()
    if what == "under":
        return sum(len(t.items) for t in g.tokens.values() if not t.on and t.holder == number), node.number()
    if what in ("hand", "city"):
        wanted = sorted(_card(g, item) for item in node.items())
        return sorted(ids(p.hand) if what == "hand" else p.city_ids), wanted
    ranks = p.aside if what == "aside" else p.roles
    wanted = sorted(g.ruleset.char(rank(g, item)).id for item in node.items())
    return sorted(g.ruleset.char(each).id for each in ranks), wanted


def _kind(node: Node) -> str:
    found = node.text()
    kinds = {step.kind for step in STEPS.values() if step.kind}
    if found not in kinds:
        raise RulingFailed(
            Problem("{key}: there is no question {name}", node.path, name=shown(found)).among(found, kinds)
        )
    return found


def _card(g: State, node: Node) -> str:
    """The id of a card of a hand or city, which may be written as a table there, too."""
    if isinstance(node.value, dict):
        node.table({"card", "beautified"})
        beautified = node.get("beautified")
        return _card(g, node.need("card")) + ("+" if beautified and beautified.flag() else "")
    return district(g, node.text(), node.path).id


_FINDERS: Mapping[str, Callable[[State], Any]] = {
    "crown": lambda g: f"p{g.crown + 1}",
    "next": _asked,
    "kind": lambda g: g.kind,
    "deck": lambda g: len(g.deck),
    "discards": lambda g: len(g.discards),
    "tax": lambda g: sum(g.things.get("tax_collector", ())),
    "faceup": lambda g: len(g.faceup),
    "facedown": lambda g: len(g.aside),
    "round": lambda g: g.round,
    "over": lambda g: g.over,
    "winner": lambda g: sorted(f"p{seat + 1}" for seat in g.winners),
}
