"""A table before its game: who gets in, by what name, and who prepares it."""

from __future__ import annotations

import pytest

from engine import EDITIONS
from net.base.limits import DEFAULT
from net.protocol.client_messages import AddBot, Configure, RemoveBot, Say, SetOptions, Start
from net.protocol.host_messages import (
    Ack,
    ChatNote,
    Err,
    LobbyNote,
    Welcome,
)
from net.protocol.setup import Setup
from tests.support.net.fakes import Room, paced, started


def test_a_new_player_gets_the_first_open_seat_and_an_own_name() -> None:
    room = Room(3)
    first, second, third = room.join("Ada"), room.join("ada"), room.join("x" * 24)
    assert [peer.last(Welcome).seat for peer in (first, second, third)] == [0, 1, 2]
    seats = first.last(LobbyNote).seats
    assert [seat.name for seat in seats] == ["Ada", "ada 2", "x" * 24]
    fourth = room.join("Dan")
    assert (fourth.closed, fourth.admitted) == ("table_full", False)
    assert room.table.lobby.free_name("X" * 24) == "X" * 22 + " 2"


@pytest.mark.parametrize("name", ["", "a\x1b[2J", "x" * 25, "\u2800ada", "two\nlines", "..."])
def test_a_hostile_name_does_not_come_in(name: str) -> None:
    room = Room()
    peer = room.join(name or " ")
    assert peer.closed == "name_bad"
    assert room.table.lobby.people == []


def test_signs_that_turn_the_direction_of_text_are_taken_out_of_a_name() -> None:
    room = Room()
    assert [seat.name for seat in room.join("\u202eada").last(LobbyNote).seats if seat.name] == ["ada"]


@pytest.mark.parametrize("name", ["host", "Bot", "you", "p1"])
def test_whose_account_has_a_word_of_the_table_is_told_of_the_option(name: str) -> None:
    for role in ("player", "spectator"):
        peer = Room(5).join(name, role=role)
        assert peer.closed == "name_bad"
        assert peer.detail == "it is a word that the table uses for players. --name gives another one."


def test_a_name_that_looks_like_somebody_else_s_is_refused_in_words() -> None:
    room = Room(5)
    ada = room.join("Ada")
    room.join("Cy", role="spectator")
    room.ask(ada, AddBot, level="random", seat=2)
    bot = ada.last(LobbyNote).seats[2].name
    for role in ("player", "spectator"):
        for name, whose in (
            *((name, "Ada (p1)") for name in ("\u0410da", "\uff21da", "\U0001d400da", "Ada.", "A da")),
            ("\u0421y", "Cy (a spectator)"),
            (bot.replace("o", "\u043e"), f"{bot} (p3, a bot)"),
        ):
            peer = room.join(name, role=role)
            assert (peer.closed, peer.detail) == ("name_bad", f"it looks like the name of {whose}."), ascii(name)
    assert len(room.table.lobby.people) == 2


def test_the_very_same_name_gets_a_number() -> None:
    room = Room(5)
    first, second, third = room.join("Ada"), room.join("ADA"), room.join("ada", role="spectator")
    assert [seat.name for seat in first.last(LobbyNote).seats[:2]] == ["Ada", "ADA 2"]
    assert room.table.lobby.spectators[0].name == "ada 3"
    assert second.admitted
    assert third.admitted


@pytest.mark.parametrize(
    "name", ["p1", "P8", "pl", "\u0440 3", "host", "\u041d\u043est", "Bot", "YOU", "Spectator"], ids=ascii
)
def test_a_name_that_the_table_has_for_players_is_refused(name: str) -> None:
    room = Room()
    peer = room.join(name)
    assert peer.closed == "name_bad"
    assert "a word that the table uses for players" in peer.detail


@pytest.mark.parametrize("name", ["Ada (host)", "Bo (you)", "Cy\uff08bot\uff09"], ids=ascii)
def test_a_name_with_a_remark_of_the_table_s_is_refused(name: str) -> None:
    room = Room()
    peer = room.join(name)
    assert (peer.closed, peer.detail) == ("name_bad", "brackets are for what the table says about a player.")


def test_a_bot_is_not_called_like_anybody() -> None:
    room = Room(5)
    owner, guest = room.join("B\u0435rtram"), room.join("Agnes")
    for _ in range(3):
        assert isinstance(room.ask(owner, AddBot, level="random"), Ack)
    names = [seat.name for seat in guest.last(LobbyNote).seats]
    assert names == ["B\u0435rtram", "Agnes", "Cosima", "Dietrich", "Elsbeth"]
    assert isinstance(room.ask(owner, RemoveBot, seat=2), Ack)
    eye = room.join("\u0421osima", role="spectator")
    assert isinstance(room.ask(owner, AddBot, level="random", seat=2), Ack)
    assert eye.last(LobbyNote).seats[2].name == "Florian"


def test_a_restart_keeps_names_and_lets_the_owner_in() -> None:
    room = Room(4, private=True, owned=True)
    tokens = room.table.access.owner_token, room.table.access.player_token
    owner, _ = room.join("Ada", token=tokens[0]), room.join("Agnes", token=tokens[1])
    for seat in (2, 3):
        assert isinstance(room.ask(owner, AddBot, level="random", seat=seat), Ack)
    before = [seat.name for seat in owner.last(LobbyNote).seats]
    room.restart()
    room.tick(45)
    thief = room.join("\u0410da", token=room.table.access.player_token)
    back = room.join("Ada", like=owner, token=room.table.access.owner_token)
    names = [seat.name for seat in back.last(LobbyNote).seats]
    assert thief.admitted
    assert names[0] == "\u0410da"
    assert names[1] == "Ada 2"
    assert names[2:] == before[2:]


def test_a_name_that_looks_like_markup_stays_what_it_is() -> None:
    room = Room()
    peer = room.join("[@click=app.quit]x[/]")
    assert peer.last(LobbyNote).seats[0].name == "[@click=app.quit]x[/]"


def test_only_the_owner_prepares_the_table() -> None:
    room = Room(3)
    owner, guest, spectator = room.join(), room.join(), room.join(role="spectator")
    for peer in (guest, spectator):
        before = len(owner.raw)
        for answer in (
            room.ask(peer, Start),
            room.ask(peer, AddBot, level="random"),
            room.ask(peer, RemoveBot, seat=2),
            room.ask(peer, Configure, setup=Setup(players=2)),
            room.ask(peer, SetOptions, options=paced(room.table, 0)),
        ):
            assert isinstance(answer, Err)
            assert answer.code == "not_owner"
        assert len(owner.raw) == before
    assert isinstance(room.ask(owner, AddBot, level="random"), Ack)
    assert room.ask(owner, AddBot, level="random").code == "table_full"
    assert room.ask(owner, RemoveBot, seat=0).code == "seat_bad"
    assert room.ask(owner, RemoveBot, seat=7).code == "seat_bad"
    assert isinstance(room.ask(owner, RemoveBot, seat=2), Ack)
    assert room.ask(owner, AddBot, level="cheater", seat=2).code == "bot_bad"
    assert room.ask(owner, AddBot, level="random", seat=0).code == "seat_bad"
    assert room.ask(owner, Start).code == "seats_open"
    assert guest.last(LobbyNote).owner == 0
    assert guest.last(LobbyNote).spectators == 1


def test_the_owner_changes_the_setup_within_the_rules() -> None:
    room = Room(4)
    owner, guest = room.join("A"), room.join("B")
    assert isinstance(room.ask(owner, Configure, setup=Setup(players=6)), Ack)
    assert len(guest.last(LobbyNote).seats) == 6
    assert isinstance(room.ask(owner, AddBot, level="random", seat=5), Ack)
    assert isinstance(room.ask(owner, Configure, setup=Setup(players=3)), Ack)
    assert [seat.kind for seat in guest.last(LobbyNote).seats] == ["human", "human", "bot"]
    refused = room.ask(owner, Configure, setup=Setup(players=2))
    assert refused.code == "setup_bad"
    assert "3 seats" in refused.detail
    for bad in (Setup(edition="nowhere"), Setup(preset="nothing"), Setup(characters=["king"]), Setup(uniques=["x"])):
        assert room.ask(owner, Configure, setup=bad).code == "setup_bad"
    few = room.ask(owner, Configure, setup=Setup(uniques=list(EDITIONS["deluxe"].uniques[:13])))
    assert (few.code, few.detail) == ("setup_bad", "Deluxe takes exactly 14 unique districts, not 13.")
    assert len(guest.last(LobbyNote).seats) == 3


def test_ownership_passes_on_when_the_owner_leaves_the_lobby() -> None:
    room = Room(3)
    owner, guest = room.join("A"), room.join("B")
    room.gone(owner, for_good=True)
    assert guest.last(LobbyNote).owner == 1
    assert guest.last(LobbyNote).seats[0].kind == "open"
    assert isinstance(room.ask(guest, AddBot, level="random"), Ack)


def test_an_owned_table_belongs_to_the_bearer_of_its_token() -> None:
    room = Room(3, owned=True, private=True)
    assert room.join().closed == "invite_needed"
    assert room.join(token=bytes(8)).closed == "invite_bad"
    guest = room.join(token=room.table.access.player_token)
    assert guest.last(LobbyNote).owner is None
    owner = room.join(token=room.table.access.owner_token)
    assert owner.last(LobbyNote).owner == 1


def test_an_open_table_still_refuses_a_wrong_invitation() -> None:
    room = Room(3)
    assert room.join().admitted
    assert room.join(token=bytes(8)).closed == "invite_bad"


def test_no_more_spectators_than_there_is_room_for() -> None:
    room = Room()
    spectators = [room.join(role="spectator") for _ in range(DEFAULT.spectators + 1)]
    assert spectators[-1].closed == "table_full"
    assert all(peer.admitted for peer in spectators[:-1])


def test_joining_too_often_has_to_wait() -> None:
    room, (owner, player) = started()
    room.clock.time += 10
    players = [room.join(like=player) for _ in range(12)]
    assert [peer.closed == "busy" for peer in players] == [False] * 10 + [True] * 2
    guests = [room.join(role="spectator", like=None if number % 2 else owner) for number in range(42)]
    assert [peer.admitted for peer in guests] == [True] * 40 + [False] * 2
    # They are in nobody's way who has a seat, nor in that of those who have been let in by a door of the host's own.
    assert room.join(like=owner).admitted
    assert room.join(role="spectator", guest=True).admitted
    room.tick(1)
    assert room.join(like=player).admitted
    assert all(peer.admitted for peer in guests)


def test_guests_of_the_hosts_own_servers_are_admitted_at_a_rate() -> None:
    room, _ = started()
    rate, burst = DEFAULT.guest_joins
    guests = [room.join(role="spectator", guest=True, origin=b"%d" % number) for number in range(burst + 40)]

    def served() -> int:
        """Whose turn has come, though there may be no room for them."""
        return sum(peer.admitted or peer.closed == "table_full" for peer in guests)

    assert served() == burst
    room.tick(1)
    assert served() == pytest.approx(burst + rate, abs=1)


def test_a_waiting_client_that_hangs_up_is_not_admitted() -> None:
    room, _ = started()
    guests = [room.join(role="spectator") for _ in range(30)]
    waiting = [room.join(role="spectator", like=guests[0]) for _ in range(12)]
    assert not waiting[-1].admitted
    room.gone(waiting[-1])
    room.tick(5)
    assert [peer.admitted for peer in waiting] == [True] * 11 + [False]


def test_a_spectator_makes_room_for_one_from_an_address_that_has_fewer() -> None:
    room, _ = started()
    many = [room.join(role="spectator", origin=b"a") for _ in range(DEFAULT.spectators)]
    assert room.join(role="spectator", origin=b"a").closed == "table_full"
    assert room.join(role="spectator", origin=b"b").admitted
    assert [peer.closed for peer in many] == ["table_full", *[""] * (DEFAULT.spectators - 1)]
    assert len(room.table.lobby.spectators) == DEFAULT.spectators


def test_the_chat_of_many_keeps_nobody_from_speaking() -> None:
    room = Room()
    honest = room.join("Ada", origin=b"z")
    for number in range(30):
        room.ask(room.join(role="spectator", origin=b"%d" % (number % 6)), Say, text="spam")
        room.tick(0.2)
    assert isinstance(room.ask(honest, Say, text="hello"), Ack)
    room.tick(1)
    assert honest.last(ChatNote).text == "hello"
