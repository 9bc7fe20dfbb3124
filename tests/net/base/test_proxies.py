"""Which proxies are believed, and their headers: whatever comes, nothing is taken that is no address."""

from __future__ import annotations

import random
import socket
from ipaddress import ip_address

import pytest

from net.base.proxies import NO_PROXIES, missing, read_proxies, told_by

SIGNATURE = b"\r\n\r\n\0\r\nQUIT\n"


def second(address: str, *, command: int = 0x21, family: int = 0, details: bytes = b"") -> bytes:
    """A header of version 2."""
    six = ":" in address
    ip = socket.inet_pton(socket.AF_INET6 if six else socket.AF_INET, address)
    counted = ip + ip + b"\x12\x34\x00\x16" + details
    return SIGNATURE + bytes([command, family or (0x21 if six else 0x11)]) + len(counted).to_bytes(2) + counted


HEADERS = {
    b"PROXY TCP4 192.0.2.1 192.0.2.9 4711 22\r\n": "192.0.2.1",
    b"PROXY TCP6 2001:db8::1 2001:db8::9 65535 22\r\n": "2001:0db8:0000:0000",
    b"PROXY TCP6 ::ffff:192.0.2.1 ::ffff:192.0.2.9 1 22\r\n": "192.0.2.1",
    b"PROXY UNKNOWN\r\n": "",
    b"PROXY UNKNOWN ffff::1 ffff::2 1 2\r\n": "",
    second("192.0.2.1"): "192.0.2.1",
    second("2001:db8::1", details=b"\x04\x00\x01x" * 20): "2001:0db8:0000:0000",
    second("192.0.2.1", command=0x20): "",
    SIGNATURE + b"\x21\x00\x00\x00": "",
}


@pytest.mark.parametrize("header", HEADERS)
def test_a_header_is_read_to_its_end_and_no_further(header: bytes) -> None:
    """However it comes in pieces."""
    for size in (1, 3, 1000):
        told, rest = b"", header + b"SSH-2.0-x\r\n"
        while wanted := missing(told):
            taken = min(wanted, size)
            told, rest = told + rest[:taken], rest[taken:]
        assert (told, rest) == (header, b"SSH-2.0-x\r\n")
        assert told_by(told) == HEADERS[header]


@pytest.mark.parametrize(
    "header",
    [
        b"GET / HTTP/1.1\r\n",
        b"\x16\x03\x01",
        b"SSH-2.0-OpenSSH\r\n",
        b"proxy TCP4 192.0.2.1 192.0.2.9 1 2\r\n",
        b"PROXY TCP4 192.0.2.1 192.0.2.9 1 2\n\r\n",
        b"PROXY TCP4 192.0.2.1 192.0.2.9 1 65536\r\n",
        b"PROXY TCP4 192.0.2.1 192.0.2.9 1 -2\r\n",
        b"PROXY TCP4 192.0.2.1 192.0.2.9 1\r\n",
        b"PROXY TCP4 192.0.2.1 192.0.2.9 1 2 3\r\n",
        b"PROXY TCP4 192.0.2.1  192.0.2.9 1 2\r\n",
        b"PROXY TCP4 192.0.2.256 192.0.2.9 1 2\r\n",
        b"PROXY TCP4 2001:db8::1 2001:db8::9 1 2\r\n",
        b"PROXY TCP6 192.0.2.1 192.0.2.9 1 2\r\n",
        b"PROXY UNIX /a /b 1 2 3 4 5 6 7\r\n",
        b"PROXY TCP4 \xff\xfe.0.2.1 192.0.2.9 1 2\r\n",
        b"PROXY UNKNOWN " + b"x" * 200 + b"\r\n",
        SIGNATURE + b"\x11\x11\x00\x0c" + bytes(12),
        SIGNATURE + b"\x22\x11\x00\x0c" + bytes(12),
        SIGNATURE + b"\x21\x11\x00\x0b" + bytes(11),
        SIGNATURE + b"\x21\x31\x00\xd8" + bytes(216),
        SIGNATURE + b"\x21\x12\x00\x0c" + bytes(12),
        SIGNATURE + b"\x21\x11\xff\xff" + bytes(100),
    ],
)
def test_what_is_no_header_is_refused(header: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read(header)


def read(header: bytes) -> str:
    told = b""
    while wanted := missing(told):
        assert len(told) + wanted <= 16 + 1024
        more = header[len(told) : len(told) + wanted]
        if not more:
            raise ValueError("ended")
        told += more
    return told_by(told)


def test_damaged_headers_are_refused_or_name_an_address() -> None:
    chance = random.Random(5)
    for _ in range(20_000):
        header = bytearray(chance.choice(list(HEADERS)))
        for _ in range(chance.randint(1, 4)):
            header[chance.randrange(len(header))] = chance.randrange(256)
        try:
            found = read(bytes(header) + bytes(chance.randrange(256) for _ in range(20)))
        except ValueError:
            continue
        if found:
            # Else it is a `ValueError`.
            ip_address(f"{found}::" if ":" in found else found)


@pytest.mark.parametrize(
    ("chain", "found"),
    [
        (["", "192.0.2.7"], "192.0.2.7"),
        (["192.0.2.1", "10.0.0.2"], "192.0.2.1"),
        # Somebody has written the first one; the proxy has added where they come from.
        (["203.0.113.1", "192.0.2.1", "10.0.0.2"], "192.0.2.1"),
        (["192.0.2.1", "10.0.0.3", "10.0.0.2"], "192.0.2.1"),
        (["192.0.2.1", "x" * 1000, "10.0.0.2"], "10.0.0.2"),
        (["192.0.2.1", "", "10.0.0.2"], "10.0.0.2"),
        (["10.0.0.9", "::ffff:10.0.0.2"], "10.0.0.9"),
        (["192.0.2.1", "fd00::1"], "192.0.2.1"),
        (["192.0.2.1", "10.0.1.2"], "10.0.1.2"),
        ([""], ""),
    ],
)
def test_only_a_named_proxy_names_another_address(chain: list[str], found: str) -> None:
    assert read_proxies("10.0.0.0/24, fd00::1").first_behind(chain) == found
    assert NO_PROXIES.first_behind(["192.0.2.1", "10.0.0.2"]) == "10.0.0.2"


@pytest.mark.parametrize("text", ["x", "10.0.0.1/8", "0.0.0.0/0", "::/0", "10.0.0.1,", ",".join(["10.0.0.1"] * 17)])
def test_what_names_no_proxies_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011
        read_proxies(text)
    assert not read_proxies("")
