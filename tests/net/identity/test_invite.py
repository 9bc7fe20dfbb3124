"""Addresses, invitations, fingerprints, and the hosts one has met."""

from __future__ import annotations

import stat
import time
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.base.errors import NetError
from net.base.ids import new_id
from net.base.limits import PORT
from net.identity.crypto import Identity
from net.identity.fingerprint import WORDS, fingerprint, log_words
from net.identity.invitations import Address, Invite, decode_text, parse_target
from net.identity.known_hosts import KnownHosts
from tests.support.net.hosting import refusal

TABLE = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
INVITE = Invite(Address("play.example.org"), bytes(range(20)), bytes(range(8)))
LINE = "citadels://play.example.org#aeaacaqdaqcqmbyibefawdanbyhraeiscmaacaqdaqcqmb3t2i"


def test_an_invitation_is_one_line() -> None:
    assert str(INVITE) == LINE
    assert len(LINE) < 80
    assert parse_target(str(INVITE)) == INVITE


def test_an_invitation_shows_no_token_in_logs() -> None:
    assert LINE[-16:] not in repr(INVITE)


@given(
    st.sampled_from(["10.0.0.1", "a.example", "::1", "fe80::1", "2001:db8::7"]),
    st.integers(1, 65535),
    st.sampled_from(["", TABLE]),
    st.binary(min_size=20, max_size=20),
    st.binary(min_size=8, max_size=8),
    st.lists(st.builds(Address, st.sampled_from(["relay.example", "::2"]), st.integers(1, 65535)), max_size=3).map(
        tuple
    ),
)
def test_writing_and_reading_are_inverse(
    host: str, port: int, table: str, pin: bytes, token: bytes, others: tuple[Address, ...]
) -> None:
    address = Address(host, port, table)
    assert parse_target(str(address)) == address
    assert parse_target(f"citadels://{address}") == address
    invite = Invite(Address(host, port), pin, token, others)
    assert parse_target(invite.for_code) == invite
    assert parse_target(str(invite)) == invite
    assert parse_target(f"  {str(invite)[:30]}\n  {str(invite)[30:]} ") == invite


@pytest.mark.parametrize(
    ("text", "address"),
    [
        ("192.168.1.5", Address("192.168.1.5")),
        ("castle.local:9000", Address("castle.local", 9000)),
        ("castle.local/", Address("castle.local")),
        ("::1", Address("::1")),
        ("[::1]:9", Address("::1", 9)),
        (f"h/{TABLE}", Address("h", PORT, TABLE)),
    ],
)
def test_what_players_type(text: str, address: Address) -> None:
    assert parse_target(text) == address


@given(st.text(max_size=80))
def test_anything_else_is_refused_in_words(text: str) -> None:
    assert refusal(lambda: parse_target(text)) in ("", "invite_unreadable", "invite_mistyped", "invite_version")


def test_every_typing_error_in_the_secret_part_is_noticed() -> None:
    line = str(INVITE)
    start = line.index("#") + 1
    for place in range(start, len(line)):
        wrong = "b" if line[place] != "b" else "c"
        changed = line[:place] + wrong + line[place + 1 :]
        # The last letter may carry bits that mean nothing.
        assert refusal(lambda text=changed: parse_target(text)) or parse_target(changed) == INVITE  # type: ignore[misc]


@pytest.mark.parametrize(
    "text",
    [
        *("", "a/b/c", ":" * 5000 + "!", "1" * 100_000, "host:99999", "host:0", "host:x"),
        *("h#abc", "h#a.b", "http://h", "h/table"),
        *("::::", "[::::]:1", "[1.2.3.4]", "h+::::"),
    ],
)
def test_errors_say_what_is_wrong(text: str) -> None:
    with pytest.raises(NetError) as caught:
        parse_target(text)
    assert caught.value.code == "invite_unreadable"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (LINE[:-3] + "aaa", "invite_mistyped"),
        (LINE[:-4], "invite_unreadable"),
        (LINE + "aaaaaaaa", "invite_unreadable"),
        (LINE.partition("#")[0] + "#", "invite_unreadable"),
        ("a,b,c,d,e#" + LINE.partition("#")[2], "invite_unreadable"),
        ("a,,b#" + LINE.partition("#")[2], "invite_unreadable"),
        # Another version, with the right checksum.
        ("h#amaacaqdaqcqmbyibefawdanbyhraeiscmaacaqdaqcqmb52ya", "invite_version"),
    ],
)
def test_each_wrong_invitation_says_what_is_wrong(text: str, code: str) -> None:
    assert refusal(lambda: parse_target(text)) == code


PLACE, SECRET = LINE.split("#")
AROUND = [
    *(
        "<{i}>",
        '"{i}"',
        "'{i}'",
        "{i}.",
        "{i},",
        "({i})",
        "[{i}]",
        "**{i}**",
        "`{i}`",
        "_{i}_",
        "\u2039{i}\u203a",
        "\u00ab {i} \u00bb",
    ),
    *(
        "Join me: {i}",
        "Join me:{i}",
        "> {i}",
        "> > {i}",
        "\u200b{i}",
        "\ufeff{i}",
        "\u2060{i}\u200b",
        "{i}!",
        "{i}?",
        "{i}\u3002",
    ),
    *("{p}%23{t}", "https:{rest}", "https:{rest}.", "see <https:{rest}>", "{p}\uff03{t}", "{p} # {t}"),
    "Come and play!\n\n  {i}\n\nsee you at eight",
    "From: a@b.example\nDate: 8:00\nSubject: http://example.org/#top\n\nHi Ben,\nplay.example.org#{t}\nBye",
    "> {cut}\n> {off}\n> see you",
    '<p><a href="{i}">{i}</a></p>',
    "first {i}\nand again: {i}",
    "https://mail.example/?to=x&u=citadels%3A%2F%2Fplay.example.org%23{t}&y=1",
    '<a href=3D"{cut}=\n{off}">',
    "Hi Ben,\nplay.example.org#{t}",
    "{code}.",
    "\u2028{i}\u2029",
]
"""Texts in which an invitation comes: ``i`` the line, ``p`` and ``t`` its parts, ``rest`` without its scheme."""


@pytest.mark.parametrize("form", AROUND)
def test_an_invitation_is_found_in_any_text(form: str) -> None:
    rest = LINE.removeprefix("citadels:")
    text = form.format(i=LINE, p=PLACE, t=SECRET, rest=rest, cut=LINE[:50], off=LINE[50:], code=INVITE.for_code)
    assert parse_target(text) == INVITE


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_a_file_is_read_in_the_encodings_of_editors(encoding: str) -> None:
    assert parse_target(decode_text(f"Join me: {LINE}\r\n".encode(encoding))) == INVITE
    big = "\ufeff".encode("utf-16-be") + LINE.encode("utf-16-be")
    assert parse_target(decode_text(big)) == INVITE


@pytest.mark.parametrize(
    "text",
    [
        f"{LINE} or {LINE.replace('play', 'other')}",
        f"{LINE}\n{Invite(INVITE.address, INVITE.pin, bytes(8))}",
        f"{LINE} {LINE[:-3]}aaa",
    ],
)
def test_of_two_invitations_none_is_taken(text: str) -> None:
    with pytest.raises(NetError, match="more than one invitation"):
        parse_target(text)


@pytest.mark.parametrize(
    "text",
    [
        *("ada@play.example.org#{t}", "x/play.example.org#{t}", "\u00e9play.example.org#{t}", "#{t}", "Join me: #{t}"),
        *(
            "192.168.\n1.5#{t}",
            "192.\n168.1.5#{t}",
            "192.168.1\n.5#{t}",
            "play.example.org:\n7447#{t}",
            "my-\nhost#{t}",
        ),
        *("Join me at 192.168.1.5", "Come to my house", "citadels://exam\nple.org", "citadels://a citadels://b"),
    ],
)
def test_a_doubtful_address_is_refused(text: str) -> None:
    assert refusal(lambda: parse_target(text.format(t=SECRET))) == "invite_unreadable"


@pytest.mark.parametrize(
    "sign", ["#", "/", "citadels://", "> ", "a" * 50 + "#", f"#{SECRET[:-1]}", f"h#{SECRET[:-1]}b ", "1.:"]
)
def test_a_long_text_is_searched_in_a_moment(sign: str) -> None:
    begun = time.process_time()
    refusal(lambda: parse_target(sign * (10**6 // len(sign))))
    assert time.process_time() - begun < 3


@pytest.mark.parametrize(
    "text", ["<192.168.1.5:9>", '"192.168.1.5:9"', "192.168.1.5:9.", "\u200b192.168.1.5:9", "\u201c192.168.1.5:9\u201d"]
)
def test_an_address_may_stand_in_quotes(text: str) -> None:
    assert parse_target(text) == Address("192.168.1.5", 9)


def test_ids_are_unique_and_sort_by_time() -> None:
    ids = [new_id() for _ in range(50)]
    assert len(set(ids)) == 50
    assert all(len(id) == 26 for id in ids)
    assert sorted(id[:10] for id in ids) == [id[:10] for id in ids]


def test_a_log_is_twelve_words() -> None:
    words = log_words(bytes(32)).split()
    assert len(words) * 11 >= 128
    assert words[:6] == fingerprint(bytes(32)).split()
    # The last bits count, too.
    assert len({log_words(bytes([value])).split()[-1] for value in range(50)}) > 40


def test_a_fingerprint_is_six_words() -> None:
    assert len(WORDS) == len(set(WORDS)) == 2048
    words = fingerprint(bytes(32)).split()
    assert len(words) == 6
    assert set(words) <= set(WORDS)
    assert fingerprint(bytes(32)) == "copperhall pineabbey brightkeep mosswall cornhall easttower"
    assert len({fingerprint(Identity.new().public) for _ in range(20)}) == 20


def test_hosts_are_remembered_by_their_key(tmp_path: Path) -> None:
    hosts = KnownHosts(tmp_path / "c" / "known_hosts")
    first, other = Identity.new().public, Identity.new().public
    assert not hosts.check("a:1", first)
    hosts.remember("b:1", other)
    hosts.remember("a:1", first)
    assert hosts.check("a:1", first)
    assert not hosts.check("a:2", other)
    assert stat.S_IMODE(hosts.path.stat().st_mode) == 0o600
    with pytest.raises(NetError) as caught:
        hosts.check("a:1", other)
    assert caught.value.code == "host_changed"
    assert f"{hosts.path}, line 2" in str(caught.value)


def test_a_spoilt_line_is_not_trusted(tmp_path: Path) -> None:
    path = tmp_path / "known_hosts"
    path.write_text("# friends\na:1 nonsense\n\nb:1\n")
    hosts = KnownHosts(path)
    for authority, line in (("a:1", 2), ("b:1", 4)):
        with pytest.raises(NetError, match=f"line {line}"):
            hosts.check(authority, bytes(32))
    assert not hosts.check("c:1", bytes(32))
    assert hosts.hosts() == []


def test_a_host_stands_in_a_line_of_its_own_behind_one_that_has_no_end(tmp_path: Path) -> None:
    path = tmp_path / "known_hosts"
    hosts = KnownHosts(path)
    hosts.remember("a:1", bytes(32))
    path.write_text(path.read_text().rstrip("\n"))
    hosts.remember("b:1", bytes(32))
    assert hosts.check("a:1", bytes(32))
    assert hosts.check("b:1", bytes(32))
