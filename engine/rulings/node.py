"""The values of a ruling, read with their kinds checked: each knows its place."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.rulings.problem import Path, Problem, RulingFailed, key_of, shown


class Node:
    """A value of a ruling and the path to it."""

    def __init__(self, value: Any, path: Path = ()) -> None:
        self.value = value
        self.path = path

    def table(self, allowed: Collection[str]) -> Node:
        """This table, with no other keys than those.

        Raises:
            RulingFailed: when it is no table, or has another key.
        """
        if not isinstance(self.value, dict):
            raise RulingFailed(
                Problem("{key} must be a table, with keys and values, not {value}", self.path, value=shown(self.value))
            )
        unknown = [key for key in self.value if key not in allowed]
        if unknown:
            raise RulingFailed(*(self._unknown(key).among(key, allowed) for key in unknown))
        return self

    def _unknown(self, key: str) -> Problem:
        path = (*self.path, key)
        if self.path:
            return Problem("unknown key {name} in {table}", path, name=shown(key), table=key_of(self.path))
        return Problem("unknown key {name}", path, name=shown(key))

    def get(self, key: str) -> Node | None:
        """The value of a key of this table; None where it is left out."""
        return Node(self.value[key], (*self.path, key)) if key in self.value else None

    def need(self, key: str) -> Node:
        """The value of a key of this table.

        Raises:
            RulingFailed: when it is left out.
        """
        found = self.get(key)
        if found is None:
            raise RulingFailed(
                Problem("{name} is missing in {key}", self.path, name=key)
                if self.path
                else Problem("{name} is missing", self.path, name=key)
            )
        return found

    def items(self) -> list[Node]:
        """The items of this list.

        Raises:
            RulingFailed: when it is no list.
        """
        if not isinstance(self.value, list):
            raise RulingFailed(Problem("{key} must be a list in [ ], not {value}", self.path, value=shown(self.value)))
        return [Node(item, (*self.path, number)) for number, item in enumerate(self.value)]

    def text(self) -> str:
        """This text.

        Raises:
            RulingFailed: when it is no text, or an empty one.
        """
        if not isinstance(self.value, str) or not self.value.strip():
            raise RulingFailed(
                Problem("{key} must be a text in quotation marks, not {value}", self.path, value=shown(self.value))
            )
        return self.value

    def flag(self) -> bool:
        """This truth value.

        Raises:
            RulingFailed: when it is none.
        """
        if not isinstance(self.value, bool):
            raise RulingFailed(Problem("{key} must be true or false, not {value}", self.path, value=shown(self.value)))
        return self.value

    def number(self, least: int = 0, most: int | None = None) -> int:
        """This whole number.

        Args:
            least: The lowest that can be.
            most: The highest; None: there is none.

        Raises:
            RulingFailed: when it is no whole number, or cannot be so low or high.
        """
        value = self.value
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise RulingFailed(
                Problem(
                    "{key} must be a whole number from {least} on, not {value}",
                    self.path,
                    least=least,
                    value=shown(value),
                )
                if most is None
                else _outside(self.path, least, most, value)
            )
        if most is not None and value > most:
            raise RulingFailed(_outside(self.path, least, most, value))
        return value


def _outside(path: Path, least: int, most: int, value: object) -> Problem:
    return Problem(
        "{key} must be a whole number from {least} to {most}, not {value}",
        path,
        least=least,
        most=most,
        value=shown(value),
    )
