"""Games as text for people: the table that `print` shows, and why a typed move is refused."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING

from engine.move import format_line

if TYPE_CHECKING:
    from engine.move import Move
    from engine.state import State
    from engine.view import Asked, PlayerView, View

RANK_MARKS = ("killed", "bewitched", "robbed")
"""The open marks that lie on a rank."""
NEAR = 3
"""Most moves that are proposed in place of a wrong one."""
LISTED = 12
"""Legal moves are listed when there are no more than this."""


def asked(seat: int | None, kind: str) -> str:
    """The seat that must decide, in words."""
    return "the game is over" if seat is None else f"p{seat + 1} is asked ({kind})"


def headline(view: View) -> str:
    """The game in a line: edition, players, round, and who must decide."""
    parts = [view.rules.edition, f"{view.rules.players} players", f"round {view.round}", _asked(view.asked)]
    return ", ".join(parts)


def table(view: View) -> str:
    """The view of a seat as a text table: the public side of everybody, then what only that seat knows."""
    names = view.rules.characters
    rows = [("", "gold", "hand", "characters", "city")]
    rows += [_row(view, player) for player in view.players]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = [f"{view.rules.edition}, round {view.round}, {_phase(view)}"]
    for name, gold, hand, characters, city in rows:
        line = f"{name:{widths[0]}}  {gold:>{widths[1]}}  {hand:>{widths[2]}}  {characters:{widths[3]}}  {city}"
        lines.append(line.rstrip())
    marks = [f"{mark}: {names[view.marks[mark] - 1]}" for mark in RANK_MARKS if mark in view.marks]
    if view.faceup:
        marks.append(f"face up: {_ranks(view, view.faceup)}")
    lines.append("; ".join([f"deck: {view.deck}", *marks]))
    if view.seat is not None:
        lines.append(f"p{view.seat + 1} holds {_ranks(view, view.roles)}; hand: {', '.join(view.hand) or '-'}")
    lines.append(_asked(view.asked))
    if view.winners:
        lines.append("won by " + ", ".join(f"p{seat + 1}" for seat in view.winners))
    if view.moves:
        lines.append("moves: " + ", ".join(map(str, view.moves)))
    return "\n".join(lines)


def _row(view: View, player: PlayerView) -> tuple[str, str, str, str, str]:
    names = view.rules.characters
    characters = [*(names[rank - 1] for rank in player.shown), *["?"] * (player.roles - len(player.shown))]
    return (
        f"p{player.seat + 1}" + (" crown" if view.crown == player.seat else ""),
        str(player.gold),
        str(player.hand),
        ", ".join(characters) or "-",
        ", ".join(player.city) or "-",
    )


def _phase(view: View) -> str:
    if view.over:
        return "over"
    return f"rank {view.called} is called ({view.rules.characters[view.called - 1]})" if view.called else "choosing"


def _asked(question: Asked | None) -> str:
    return asked(question.seat, question.kind) if question else asked(None, "")


def _ranks(view: View, ranks: Sequence[int]) -> str:
    return ", ".join(view.rules.characters[rank - 1] for rank in ranks) or "-"


def why_not(game: State, seat: int, move: Move) -> str:
    """The reason why a seat cannot make a move now, in a sentence; ``""`` when it can."""
    text = format_line(seat, move)
    if game.seat != seat:
        return f"{text!r} cannot be played now: {asked(game.seat, game.kind)}"
    if move in game.moves:
        return ""
    for refusal in game.refusals():
        if refusal.move == move:
            reason = " ".join(filter(None, (refusal.code.replace("_", " "), refusal.card, str(refusal.amount or ""))))
            return f"{text!r} cannot be played now: {reason}"
    return f"{text!r} cannot be played now; {instead(game, str(move))}"


def instead(game: State, text: str) -> str:
    """The legal moves that are nearest to a text; where none is, all of them if they are few, or their number."""
    legal = [str(move) for move in game.moves]
    near = get_close_matches(text, legal, NEAR)
    if near:
        return f"did you mean {' or '.join(map(repr, near))}?"
    return f"the moves are: {', '.join(legal)}" if len(legal) <= LISTED else f"there are {len(legal)} moves"
