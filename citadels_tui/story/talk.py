"""Talk: whom a player has muted, how much of what was said they have not read, and what the host has not taken."""

from __future__ import annotations

MOST = 50
"""People who are remembered to have said something."""


class Talk:
    """Chat of one place, by the names of the people: no two there have the same."""

    def __init__(self) -> None:
        self.muted: set[str] = set()
        """Names of the players whose lines are left out."""
        self.unread = 0
        """Lines that have come since the player read the others."""
        self.draft = ""
        """The player's own line that the host has refused last: it need not be typed anew."""
        self._speakers: dict[str, None] = {}

    @property
    def speakers(self) -> tuple[str, ...]:
        """The names of those who have said something, the muted ones too."""
        return tuple(self._speakers)

    def hear(self, name: str) -> bool:
        """Count a line of chat; whether the player wants to read it."""
        self._speakers[name] = None
        if len(self._speakers) > MOST:
            del self._speakers[next(each for each in self._speakers if each not in self.muted)]
        if name in self.muted:
            return False
        self.unread += 1
        return True

    def refused(self, what: str) -> None:
        """Keep a line that was refused, if that is what the host has refused (`net.client.updates.Refused`)."""
        verb, _blank, text = what.partition(" ")
        if verb == "chat":
            self.draft = text

    def drafted(self) -> str:
        """Take the line that was refused, to be changed or said again; empty: there is none."""
        draft, self.draft = self.draft, ""
        return draft

    def read(self) -> None:
        """The player has read everything."""
        self.unread = 0

    def mute(self, name: str, on: bool) -> None:
        """Leave out what somebody says from now on, or not any more; at most so many people are muted."""
        if not on:
            self.muted.discard(name)
        elif len(self.muted) < MOST - 1:
            self.muted.add(name)
