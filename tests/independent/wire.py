"""Bytes: hashes, signatures, messages, envelopes, and the one way to write an entry of the log.

Written from `docs/protocol.md` alone. Only the standard library, msgpack and cryptography are used.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

import msgpack  # type: ignore[import-untyped]
from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

Map = dict[str, Any]
Part = bytes | str | int
Place = tuple[str, int, int, int, int, str]
"""Game, epoch, entry, index of the event, seat, kind."""


class Fault(Exception):
    """What is wrong with a log: a code of fairness.md, and a sentence."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


def must(holds: object, code: str, sentence: str) -> None:
    """Insist on something."""
    if not holds:
        raise Fault(code, sentence)


# protocol.md, "The channel" and "Frames"


def joined(use: str, *parts: Part) -> bytes:
    """The label and the parts, each with its length before it."""
    found = b""
    for part in (f"citadels/1 {use}", *parts):
        raw = part.encode() if isinstance(part, str) else part
        raw = raw.to_bytes(8, "big", signed=True) if isinstance(raw, int) else raw
        found += len(raw).to_bytes(4, "big") + raw
    return found


def digest(use: str, *parts: Part) -> bytes:
    """H: SHA-256 over label and parts."""
    return sha256(joined(use, *parts)).digest()


P = 2**255 - 19
Y8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7


def sound(key: bytes) -> bool:
    """Whether a key is one person's: the only encoding of a point that is not of small order."""
    y = int.from_bytes(key, "little") % 2**255
    return len(key) == 32 and y < P and y not in (0, 1, P - 1, Y8, P - Y8)


def signed(key: bytes, sig: bytes, use: str, *parts: Part) -> bool:
    """Whether the owner of a key signed label and parts."""
    if not sound(key):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(sig, joined(use, *parts))
    except (InvalidSignature, ValueError):
        return False
    return True


def unpack(raw: bytes) -> Map:
    """One msgpack map whose keys are unique strings."""

    def unique(pairs: list[tuple[Any, Any]]) -> Map:
        found = dict(pairs)
        if len(found) != len(pairs) or not all(isinstance(key, str) for key in found):
            raise ValueError("keys that are not unique strings")
        return found

    found = msgpack.unpackb(raw, object_pairs_hook=unique, max_ext_len=0)
    if not isinstance(found, dict):
        raise ValueError("not a map")
    return found


def pack(value: Map) -> bytes:
    """A map as msgpack, as short as can be."""
    packed: bytes = msgpack.packb(value)
    return packed


def frame(message: Map) -> bytes:
    """A message as it is sent."""
    raw = pack(message)
    return len(raw).to_bytes(4, "big") + raw


def frames(raw: bytes) -> Iterator[Map]:
    """The messages in a file."""
    while raw:
        end = 4 + int.from_bytes(raw[:4], "big")
        if not 4 < end <= len(raw):
            raise ValueError("cut off")
        yield unpack(raw[4:end])
        raw = raw[end:]


# protocol.md, "Hidden fields": X25519, HKDF-SHA256, ChaCha20-Poly1305


def agreed(own: X25519PrivateKey, other: bytes, game: str, host: bytes, seat: bytes) -> bytes:
    """The key of a seat's envelopes, for the seat or for the host.

    Raises:
        ValueError: when one of the keys is useless.
    """
    shared = own.exchange(X25519PublicKey.from_public_bytes(other))
    return _expand(hmac.digest(bytes(32), shared, "sha256"), joined("seal-seat", game, host, seat))


def _expand(key: bytes, info: bytes) -> bytes:
    return hmac.digest(key, info + b"\1", "sha256")


def _cipher(key: bytes, place: Place, head: bytes, commitment: bytes) -> ChaCha20Poly1305:
    return ChaCha20Poly1305(_expand(key, joined("seal", *place, head, commitment)))


def sealed(plain: bytes, key: bytes, place: Place, head: bytes, commitment: bytes) -> bytes:
    """An envelope."""
    return _cipher(key, place, head, commitment).encrypt(bytes(12), plain, b"")


def opened(ciphertext: bytes, key: bytes, place: Place, head: bytes, commitment: bytes) -> bytes:
    """What is in an envelope.

    Raises:
        ValueError: when it was not sealed with this key, or for another place.
    """
    try:
        return _cipher(key, place, head, commitment).decrypt(bytes(12), ciphertext, b"")
    except InvalidTag:
        raise ValueError("another envelope") from None


# protocol.md, "The log": the fields of entries and of their parts in order, with their defaults

NEEDED = object()
WHO: Map = {"name": NEEDED, "level": "", "pub": b"", "seal": NEEDED, "via": ""}
SIGNED: Map = dict.fromkeys(("did", "cid", "head", "commitment", "sig"), NEEDED)
SEALED: Map = dict.fromkeys(("seat", "commitment", "ciphertext"), NEEDED)
PAST: Map = dict.fromkeys(("commitment", "ciphertext"), NEEDED)
OPENED: Map = {"seq": NEEDED, "move": NEEDED, "salt": b""}
EVENT: Map = {"kind": NEEDED, "seat": -1, "other": -1, "rank": 0, "card": ""}
EVENT |= {"cards": [], "ranks": [], "amount": 0, "note": "", "sealed": []}
RULES = dict.fromkeys(("action_cards", "characters", "edition", "options", "players", "uniques"), NEEDED)
ENTRIES: dict[str, Map] = {
    "game": dict.fromkeys(("game", "version", "rules", "commitment", "seal"), NEEDED)
    | {"fixed": False, "turn_time": 0, "reserve": 0, "refused": 0, "bots_yield": False, "bots": 0}
    | {"program": "", "seats": NEEDED},
    "commit": dict.fromkeys(("seat", "commitment", "sig"), NEEDED),
    "reveal": dict.fromkeys(("seat", "share"), NEEDED),
    "play": {"seat": -1, "cause": NEEDED, "signed": None, "events": NEEDED},
    "restart": {"epoch": NEEDED, "bots": 0, "program": ""},
    "hold": {"on": NEEDED},
    "vote": dict.fromkeys(("seat", "end"), NEEDED),
    "wake": {"seat": NEEDED},
    "seat": dict.fromkeys(("seat", "who", "reason"), NEEDED) | {"past": None},
    "open": {"moves": NEEDED},
    "end": dict.fromkeys(("reason", "secret"), NEEDED),
}
PARTS: dict[str, Map] = {
    "rules": RULES,
    "seats": WHO,
    "who": WHO,
    "signed": SIGNED,
    "events": EVENT,
    "sealed": SEALED,
    "past": PAST,
    "moves": OPENED,
}


def written(value: Map, shape: Map) -> Map:
    """A map with its fields in order, and without those that have their default value.

    Raises:
        ValueError: when a field is missing, or is unknown.
    """
    found: Map = {}
    for name, default in shape.items():
        given: Any = value.get(name, default)
        if given is NEEDED:
            raise ValueError(name)
        if name in PARTS and isinstance(given, list):
            given = [written(part, PARTS[name]) for part in given]
        elif name in PARTS and given is not None:
            given = written(given, PARTS[name])
        elif name == "options":
            given = dict(sorted(given.items()))
        if given != default:
            found[name] = given
    if value.keys() - shape.keys():
        raise ValueError(value.keys())
    return found


def body_of(entry: Map) -> bytes:
    """The only bytes that say what an entry says."""
    fields = {name: value for name, value in entry.items() if name != "t"}
    return pack({"t": entry["t"]} | written(fields, ENTRIES[entry["t"]]))
