"""Seating: a table before the game in words: its seats, its setup, and what it waits for."""

from __future__ import annotations

from textual.content import Content

from citadels_tui.casting import played
from citadels_tui.texts import _, names, say, table
from citadels_tui.voice import Voice, listed
from net.client.updates import LobbyView, SeatInfo


def seated(lobby: LobbyView, info: SeatInfo) -> Content:
    """Who has a seat."""
    name = info.name
    if info.kind == "open":
        return Content.styled(_(table.SEAT_OPEN), "$muted")
    if info.kind == "bot":
        return say(table.SEAT_BOT, name=name, level=info.level)
    if not info.connected:
        return say(table.SEAT_AWAY, name=name)
    if info.seat == lobby.you:
        return say(table.SEAT_YOU, name=name).stylize("$accent")
    if info.seat == lobby.owner:
        return say(table.SEAT_OWNER, name=name)
    return Content(name)


def arranged(lobby: LobbyView) -> list[Content]:
    """What will be played, and who watches."""
    cast = listed(Content(names.character(id, lobby.rules.edition).name) for id in lobby.rules.characters)
    players = say(table.SETUP, players=lobby.rules.players, characters=cast)
    watchers = [say(table.WATCHERS, amount=lobby.watchers)] if lobby.watchers else []
    return [Content("   ").join(played(lobby.setup)), players, *watchers]


def waiting(lobby: LobbyView, voice: Voice) -> Content:
    """What the table waits for."""
    if lobby.mine:
        return Content(_(table.LOBBY_OWNER))
    if lobby.owner is None:
        return Content(_(table.LOBBY_NOBODY))
    return say(table.LOBBY_GUEST, who=voice.player(lobby.owner))
