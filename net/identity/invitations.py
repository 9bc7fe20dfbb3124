"""Addresses and invitations.

An invitation is one line without spaces: ``citadels://host:port#secret``. The secret is base32 of a version, the pin,
the token and a checksum. The pin is the host's identity, so that the first contact is as safe as the way the line came
by; the token lets its bearer in at one table, and nothing else; the checksum tells a typing error from a wrong host.

A host that can be reached in several ways has several addresses, with commas between them; ``+relay`` behind one
is the relay by which the host can be reached, too. In a QR code the line is in
capitals, with ``/`` for ``#``, which makes the code smaller; both are read.

It comes in mails and messages, which put words, quotes and brackets around it and break it: it is found in any text by
its secret, whose length and checksum show where it ends.
"""

from __future__ import annotations

import codecs
import re
import string
import unicodedata
from base64 import b32decode, b32encode
from binascii import Error as Base32Error
from dataclasses import dataclass, replace
from ipaddress import IPv6Address
from urllib.parse import unquote

from net.base.errors import NetError
from net.base.limits import PORT, RELAY_PORT
from net.base.own_addresses import is_loopback
from net.identity.crypto import digest
from net.identity.tls import PIN

TOKEN = 8
"""Bytes of a token."""
ADDRESSES = 4
"""The most addresses in an invitation."""
VERSION = 1
"""Version of the form of an invitation."""
_CHECK = 2
"""Bytes of the checksum."""
_SECRET = 1 + PIN + TOKEN + _CHECK
_PLACE = re.compile(
    r"(?:citadels://)?(?:\[(?P<six>[0-9a-fA-F:.%\w]{2,60})\]|(?P<host>[\w.-]{1,253}))"
    r"(?::(?P<port>\d{1,5}))?(?:/(?P<table>[0-9A-HJKMNP-TV-Z]{26})?)?(?:\+(?P<relay>[\w.:%\[\]-]{1,270}))?",
    re.ASCII | re.IGNORECASE,
)
_LETTERS = -(-_SECRET * 8 // 5)
"""Letters of a secret."""
LONGEST_TEXT = 64 * 1024
"""Characters in which an invitation is looked for: more than a mail with an invitation has."""
_LONGEST_PLACE = 1500
"""Characters of the addresses of an invitation, with what a mail puts between them: as many as four may have."""
_GAP = r"(?:=?\s{1,20}(?:[>|]\s{0,4}){0,8})?"
"""A break in a line: blanks, the signs of a quoted mail, and what quoted-printable puts before a break."""
_ONE = "[a-z2-7]"
_FOUND = re.compile(
    rf"(?:(?P<mark>#|%23)|(?P<slash>/)){_GAP}(?P<secret>{_ONE}(?:{_GAP}{_ONE}){{{_LETTERS - 1}}})(?![a-z0-9])",
    re.IGNORECASE | re.ASCII,
)
"""A secret in a text, with the mark before it."""
_SCHEME = re.compile(r"citadels:/{1,2}", re.IGNORECASE | re.ASCII)
_WORD = f"{string.ascii_letters}{string.digits}_.:,[]+%-"
"""Signs of which addresses are made."""
_NUMBERS = re.compile(r"[\d.]+(?![\w-])")
_FOUR = re.compile(r"\d+\.\d+\.\d+\.\d+(?![\w.-])")
_GOES_ON = re.compile(r"(?:\d+\.)+|\w.*-")
"""A word that the next one belongs to."""
_PART_OF_MORE = "/\\@%&?=~"
"""Signs before such a word that show it to be a part of something else: of a path, of an address of mail."""
_AROUND = "<>()\"'`*_,;.!|{}"
"""Signs of ASCII that stand around an address in a text, and are none of it."""


@dataclass(frozen=True, slots=True)
class Address:
    """The address of a host, and perhaps of one of its tables."""

    host: str
    port: int = PORT
    table: str = ""
    """Id of the table; empty for the host's only one, or for the one of an invitation."""
    unix: str = ""
    """Path of the host's Unix socket on this machine, instead of host and port."""
    relay: str = ""
    """Authority of a relay by which the host can be reached, too."""

    @property
    def authority(self) -> str:
        """``host:port``, an IPv6 host in brackets; or the path of a Unix socket."""
        return self.unix or f"{self._bracketed}:{self.port}"

    @property
    def short(self) -> str:
        """The address without the usual port, and with the relay."""
        place = self._bracketed if self.port == PORT and not self.unix else self.authority
        return f"{place}+{self.relay.removesuffix(f':{RELAY_PORT}')}" if self.relay else place

    @property
    def _bracketed(self) -> str:
        return f"[{self.host}]" if ":" in self.host else self.host

    def __str__(self) -> str:
        return f"{self.authority}/{self.table}" if self.table else self.authority


@dataclass(frozen=True, slots=True)
class Invite:
    """An address with the host's pin and a token that admits."""

    address: Address
    """Address of the host; its table is not written into the line, as the token says which it is."""
    pin: bytes
    token: bytes
    others: tuple[Address, ...] = ()
    """Further addresses of the same host."""

    def __str__(self) -> str:
        places = ",".join(address.short for address in (self.address, *self.others))
        return f"citadels://{places}#{self._secret}"

    def __repr__(self) -> str:
        # The token is a secret: it must not reach a log by way of repr.
        return f"Invite({self.address})"

    @property
    def _secret(self) -> str:
        raw = bytes([VERSION]) + self.pin + self.token
        return b32encode(raw + _checksum(raw)).decode().rstrip("=").lower()

    @property
    def for_code(self) -> str:
        """The line as it is put into a QR code."""
        return str(self).upper().replace("#", "/")

    @property
    def local(self) -> bool:
        """Whether it leads nobody to the host but those on the host's machine."""
        places = (self.address, *self.others)
        return all(is_loopback(place.host) and not place.relay for place in places)

    def at(self, host: str, port: int | None = None) -> Invite:
        """This invitation by way of another address."""
        address = replace(self.address, host=host, port=self.address.port if port is None else port)
        return replace(self, address=address)

    def by_way_of(self, place: Address) -> Invite:
        """This invitation with another address before the others."""
        first = replace(place, relay=self.address.relay)
        others = replace(self.address, relay=""), *self.others
        return replace(self, address=first, others=others[: ADDRESSES - 1])

    def without_relay(self) -> Invite:
        """This invitation for somebody who is on the host's own machine."""
        return replace(self, address=replace(self.address, relay=""))


def parse_target(text: str) -> Invite | Address:
    """Read what a player typed or pasted: ``host``, ``host:port``, ``host:port/table``, or any text with an invitation.

    Raises:
        NetError: ``invite_unreadable``, ``invite_mistyped`` or ``invite_version``, saying what is wrong with it.
    """
    text = _visible(text[:LONGEST_TEXT])
    read: dict[str, Invite | NetError] = {}
    for found in _FOUND.finditer(text):
        secret = re.sub("[^a-zA-Z2-7]", "", found["secret"])
        if found["slash"] and not secret.isupper():
            continue
        try:
            one: Invite | NetError = _invite(_place_before(text, found.start()), secret)
        except NetError as error:
            # Behind a slash may stand anything, for one the path of a page.
            if found["slash"]:
                continue
            one = error
        read[str(one)] = one
    if len(read) > 1:
        raise NetError("invite_unreadable", "there is more than one invitation in this text; give the one you mean.")
    for one in read.values():
        if isinstance(one, NetError):
            raise one
        return one
    return _typed(text)


def decode_text(found: bytes) -> str:
    """The text of a file, in the encodings in which editors write: UTF-8 or UTF-16."""
    if found.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return found.decode("utf-16", errors="replace")
    if b"\0" in found[:2]:
        return found.decode("utf-16-be" if found[0] == 0 else "utf-16-le", errors="replace")
    return found.decode("utf-8-sig", errors="replace")


def _visible(text: str) -> str:
    """A text without what cannot be seen, its signs in the plain form, also where they stand as in a link's query."""
    seen = "".join(char for char in text if unicodedata.category(char) != "Cf")
    if re.search("citadels%3a%2f", seen, re.IGNORECASE):
        seen = unquote(seen)
    return "\n".join(unicodedata.normalize("NFKC", seen).splitlines()).strip()


def _invite(place: str, secret: str) -> Invite:
    """Put an invitation together.

    Raises:
        NetError: ``invite_unreadable``, ``invite_mistyped`` or ``invite_version``.
    """
    raw = _unbase32(secret)
    if not raw:
        raise NetError("invite_unreadable", "the part after # is missing.")
    if len(raw) != _SECRET:
        raise NetError("invite_unreadable", "the part after # has the wrong length; was all of it copied?")
    known, check = raw[:-_CHECK], raw[-_CHECK:]
    if check != _checksum(known):
        raise NetError("invite_mistyped")
    if known[0] != VERSION:
        raise NetError("invite_version")
    first, *others = _addresses(place)
    return Invite(first, known[1 : 1 + PIN], known[1 + PIN :], tuple(others))


def _place_before(text: str, end: int) -> str:
    """The addresses that end at a place of a text, from the scheme on, or the last word; empty in doubt."""
    before = text[max(0, end - _LONGEST_PLACE) : end].rstrip()
    schemes = [found.end() for found in _SCHEME.finditer(before)]
    if schemes:
        return _joined(before[schemes[-1] :])
    around = before.rstrip(_WORD)
    place = before[len(around) :]
    if around.lower().endswith(("http://", "https://")):
        return place
    place = place.lstrip("_,")
    if around and (around[-1].isalnum() or around[-1] in _PART_OF_MORE):
        return ""
    # What a line break has cut off would lead elsewhere.
    rest = place.startswith(".") or (_NUMBERS.match(place) and not _FOUR.match(place))
    cut = around[-1:].isspace() and _GOES_ON.fullmatch(around.split()[-1])
    return "" if rest or cut else place


def _joined(text: str) -> str:
    """A text without the breaks in it."""
    return re.sub(r"=?\s+(?:[>|]\s*)*", "", text)


def _typed(text: str) -> Invite | Address:
    """Read a text without a whole secret: an address, or what was to be an invitation.

    Raises:
        NetError: ``invite_unreadable`` or ``invite_version``.
    """
    schemes = [found.start() for found in _SCHEME.finditer(text)]
    place, mark, secret = (text[schemes[-1] :] if schemes else text).partition("#")
    if mark:
        secret = _joined(secret)
        _addresses(_joined(place))
        return _invite(place, secret)
    words = place.split()
    if len(words) != 1 or len(schemes) > 1:
        raise NetError("invite_unreadable", "write host, host:port or citadels://host:port#...")
    return _address(words[0].strip(_AROUND + "\u2039\u203a\u00ab\u00bb\u201c\u201d\u201e\u2018\u2019\u201a"))


def _addresses(places: str) -> list[Address]:
    """The addresses of an invitation, which name no table.

    Raises:
        NetError: ``invite_unreadable``.
    """
    found = [_address(place) for place in places.split(",", ADDRESSES)]
    if len(found) > ADDRESSES:
        raise NetError("invite_unreadable", "it has too many addresses.")
    return found


def parse_relay(text: str) -> Address:
    """Read where a relay is: ``host`` or ``host:port``.

    Raises:
        NetError: ``invite_unreadable``, saying what is wrong with it.
    """
    return parse_place(text, RELAY_PORT)


def parse_place(text: str, port: int) -> Address:
    """Read where something is: ``host`` or ``host:port``.

    Args:
        text: What somebody typed.
        port: The port that need not be typed.

    Raises:
        NetError: ``invite_unreadable``, saying what is wrong with it.
    """
    found = _address("".join(text.split()), port)
    if found.table or found.relay:
        raise NetError("invite_unreadable", "write host or host:port.")
    return found


def read_authority(text: str) -> Address | None:
    """The address of a host as another one has named it, ``host:port``; None, when it is something else."""
    try:
        found = _address(text)
    except NetError:
        return None
    return None if found.table or found.relay else found


def pin_text(pin: bytes) -> str:
    """A pin as people write it: 32 letters and digits."""
    return b32encode(pin).decode().lower()


def parse_pin(text: str) -> bytes:
    """Read a pin.

    Raises:
        NetError: ``invite_unreadable``.
    """
    pin = _unbase32(text)
    if len(pin) != PIN:
        raise NetError("invite_unreadable", "a pin has 32 letters and digits.")
    return pin


def _address(place: str, usual: int = PORT) -> Address:
    if "%" not in place and _is_six(place):
        return Address(place, usual)
    found = _PLACE.fullmatch(place)
    if not found or (found["six"] and not _is_six(found["six"])):
        raise NetError("invite_unreadable", "write host, host:port or citadels://host:port#...")
    port = int(found["port"] or usual)
    if not 0 < port < 65536:
        raise NetError("invite_unreadable", f"{port} is not a port.")
    relay = parse_relay(found["relay"]).authority if found["relay"] else ""
    return Address((found["six"] or found["host"]).lower(), port, (found["table"] or "").upper(), relay=relay)


def _is_six(text: str) -> bool:
    """Whether this is an address of IPv6."""
    try:
        IPv6Address(text)
    except ValueError:
        return False
    return True


def _checksum(known: bytes) -> bytes:
    return digest("invite", known)[:_CHECK]


def _unbase32(text: str) -> bytes:
    try:
        return b32decode(text.upper() + "=" * (-len(text) % 8))
    except (Base32Error, ValueError):
        raise NetError("invite_unreadable", "the part after # has letters that cannot be in it.") from None
