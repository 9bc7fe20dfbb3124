"""Seating: a table in words before its game is seen: its seats, its setup, and what it waits for."""

from __future__ import annotations

from textual.content import Content

from citadels_tui.session.session import Session
from citadels_tui.texts import _, daily, evening, names, say, table
from citadels_tui.wording.durations import clock, in_words
from citadels_tui.wording.voice import EMPTY, Voice, listed
from net.client.updates import DealAsked, LobbyView, SeatInfo


def heading(lobby: LobbyView) -> Content:
    """The title of the table, and whether the game has begun."""
    title = lobby.options.title
    if title:
        return say(table.LOBBY_PLAYED_TITLED if lobby.playing else table.LOBBY_TITLED, title=title)
    return Content(_(table.LOBBY_PLAYED if lobby.playing else table.LOBBY_TITLE))


def seated(lobby: LobbyView, info: SeatInfo) -> Content:
    """The people who have a seat, and whether they are ready."""
    who = _seated(lobby, info)
    if info.via:
        who = say(table.SEAT_VIA[info.via], who=who)
    return say(table.SEAT_READY, who=who).stylize("$success") if info.seat in lobby.ready else who


def _seated(lobby: LobbyView, info: SeatInfo) -> Content:
    name = info.name
    if info.kind == "open":
        return Content.styled(_(table.SEAT_OPEN), "$muted")
    if info.kind == "bot":
        return say(table.SEAT_BOT, name=name, level=info.level)
    if not info.connected:
        return say(table.SEAT_AWAY, name=name)
    if info.seat == lobby.you:
        return say(table.SEAT_YOU, name=name).stylize("$accent")
    if info.seat == lobby.owner and not lobby.stands_in:
        return say(table.SEAT_OWNER, name=name)
    return Content(name)


def arranged(lobby: LobbyView) -> list[Content]:
    """The game that will be played, its clock, and the spectators."""
    # A board that asks for the day alone is drawn without it.
    from citadels_tui.table_list.setup_choices import played

    cast = listed(Content(names.character(id, lobby.rules.edition).name) for id in lobby.rules.characters)
    players = say(table.SETUP, players=lobby.rules.players, characters=cast)
    spectators = [say(table.SPECTATORS, amount=lobby.spectators)] if lobby.spectators else []
    options = lobby.options
    time = clock(options.turn_time, options.reserve)
    keys = [Content(_(table.KEYS_HELD))] if any(info.via for info in lobby.seats) else []
    late = [say(table.LOBBY_LATE, time=in_words(options.spectator_delay))] if options.spectator_delay else []
    series = [say(evening.IN_SERIES, amount=options.series)] if options.series else []
    return [Content("   ").join(played(lobby.setup)), players, *series, *time, *spectators, *late, *keys]


def deal_question(asked: DealAsked) -> Content:
    """The question whether the player takes part in a deal."""
    if not asked.refused:
        return Content(_(table.DEAL_UNASKED))
    return say(table.DEAL_REFUSED, deals=asked.refused, players=", ".join(asked.owing) or "?")


def waiting(lobby: LobbyView, voice: Voice, fills: float = 0.0) -> Content:
    """The people for whom the table waits, or the seconds until bots take the open seats.

    Of a game that has begun: when somebody who has seen nothing of it will do so.
    """
    if lobby.playing:
        delay = lobby.options.spectator_delay if lobby.you is None else 0.0
        return say(table.LOBBY_DELAYED, time=in_words(delay)) if delay else Content(_(table.LOBBY_CATCHING_UP))
    if lobby.options.start_when:
        people = sum(info.kind == "human" for info in lobby.seats)
        return say(table.LOBBY_READY, amount=lobby.options.start_when, ready=len(lobby.ready), people=people)
    if fills:
        return say(table.LOBBY_BOTS_IN, time=in_words(fills))
    if lobby.options.bots_after:
        return say(table.LOBBY_BOTS, time=in_words(lobby.options.bots_after))
    if lobby.mine:
        full = all(info.kind != "open" for info in lobby.seats)
        return Content(_(table.LOBBY_FULL if full else table.LOBBY_OWNER))
    if lobby.owner is None:
        return Content(_(table.LOBBY_NOBODY))
    return say(table.LOBBY_GUEST, who=voice.player(lobby.owner))


def day_title(session: Session) -> Content:
    """The day whose deal is played; empty: it is none."""
    day = session.day
    if day is None:
        return EMPTY
    return say(daily.PRACTICED_NOW, day=f"{day.date}") if day.practice else Content(_(daily.PLAYED_NOW))


def wished(session: Session) -> Content:
    """The players who would like to play again, and how to, when a game is over."""
    if not session.may_play_again:
        return EMPTY
    if session.goes_on and not session.votes.again:
        return Content(_(evening.NEXT))
    if not session.votes.again:
        if session.day is not None:
            return Content(_(daily.AGAIN_OTHER))
        return Content(_(table.AGAIN_ALONE if session.alone else table.AGAIN))
    voice = session.voice
    lines = [say(table.WISHES, players=listed(voice.player(seat) for seat in sorted(session.votes.again)))]
    here = [info.seat for info in session.people.seats if info.kind == "human" and info.connected]
    awaited = [voice.player(seat) for seat in here if seat not in session.votes.again]
    if awaited:
        lines.append(say(table.WISHES_AWAITED, players=listed(awaited)))
        if session.people.own_table:
            lines.append(Content(_(table.START_AGAIN if session.goes_on else table.START_WITH_THE_WILLING)))
    return Content("\n").join(lines)
