"""`citadels cards`: every card of an edition, to read or as data."""

from __future__ import annotations

import json
import sys
from shutil import get_terminal_size
from textwrap import fill
from typing import Any

from citadels_tui.commands.parameters import Edition as EditionName
from citadels_tui.commands.parameters import Json
from citadels_tui.errors import UsageError
from engine.cards import CHARACTERS, DISTRICTS, District
from engine.editions import EDITIONS, Edition


def cards(
    *,
    edition: EditionName = "deluxe",
    json_: Json = False,
) -> int:
    """List the cards of an edition.

    Args:
        edition: The edition.
        json_: Print one JSON object.

    Returns:
        0.
    """
    if edition not in EDITIONS:
        raise UsageError(f"there is no edition {edition!r}; there are {', '.join(EDITIONS)}")
    found = catalogue(EDITIONS[edition])
    print(json.dumps(found) if json_ else _text(found))
    return 0


def catalogue(edition: Edition) -> dict[str, list[dict[str, Any]]]:
    """The cards and presets of an edition as plain values."""
    uniques = {id: edition.copies.get(id, 1) for id in edition.uniques}
    characters, districts = CHARACTERS[edition.id], DISTRICTS[edition.id]
    return {
        "characters": [
            {"id": id, "names": {"en": characters[id].name}, "rank": rank, "text": characters[id].text}
            for rank, ids in enumerate(edition.characters, 1)
            for id in ids
        ],
        "districts": [_facts(districts[id], count) for id, count in {**edition.districts, **uniques}.items()],
        "action_cards": [_facts(districts[id], count) for id, count in edition.actions.items()],
        "presets": [
            {
                "id": preset.id,
                "names": {"en": preset.name},
                "characters": list(preset.characters),
                "uniques": list(preset.uniques),
            }
            for preset in edition.presets
        ],
    }


def _facts(card: District, copies: int) -> dict[str, Any]:
    return {
        "id": card.id,
        "names": {"en": card.name},
        "type": card.type,
        "cost": card.cost,
        "points": card.points,
        "copies": copies,
        "text": card.text,
    }


def _text(found: dict[str, list[dict[str, Any]]]) -> str:
    lines = ["CHARACTERS"]
    lines += [_row(f"{each['rank']} {each['names']['en']:<18} ", each["text"]) for each in found["characters"]]
    lines += ["", "DISTRICTS            type     cost points copies"]
    lines += [
        _row(
            f"{each['names']['en']:<20} {each['type']:<9} {each['cost']:>3} {each['points']:>6} {each['copies']:>6}  ",
            each["text"],
        )
        for each in found["districts"]
    ]
    if found["action_cards"]:
        lines += ["", "ACTION CARDS         copies"]
        lines += [
            _row(f"{each['names']['en']:<20} {each['copies']:>6}  ", each["text"]) for each in found["action_cards"]
        ]
    lines += ["", "PRESETS"]
    for each in found["presets"]:
        lines.append(each["names"]["en"])
        lines += [_row(f"  {kind:<11}", ", ".join(each[kind])) for kind in ("characters", "uniques")]
    return "\n".join(lines)


def _row(head: str, text: str) -> str:
    """A line with its text wrapped under itself on a terminal, and left in one line in a pipe."""
    if not sys.stdout.isatty():
        return (head + text).rstrip()
    width = max(len(head) + 20, get_terminal_size().columns)
    return fill(text, width, initial_indent=head, subsequent_indent=" " * len(head)) or head.rstrip()
