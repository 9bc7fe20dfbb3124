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


# protocol.md, "Hidden fields": HPKE in base mode (RFC 9180)


def _extract(salt: bytes, suite: bytes, label: bytes, key: bytes) -> bytes:
    return hmac.digest(salt or bytes(32), b"HPKE-v1" + suite + label + key, "sha256")


def _expand(key: bytes, suite: bytes, label: bytes, info: bytes, length: int) -> bytes:
    text = length.to_bytes(2, "big") + b"HPKE-v1" + suite + label + info
    return hmac.digest(key, text + b"\1", "sha256")[:length]


def opened(box: bytes, key: X25519PrivateKey, info: bytes) -> bytes:
    """What is in an envelope.

    Raises:
        ValueError: when it was not sealed for this key, or with other information.
    """
    encapsulated, sealed = box[:32], box[32:]
    kem, suite = b"KEM\0\x20", b"HPKE\0\x20\0\1\0\3"
    shared = key.exchange(X25519PublicKey.from_public_bytes(encapsulated))
    context = encapsulated + key.public_key().public_bytes_raw()
    secret = _expand(_extract(b"", kem, b"eae_prk", shared), kem, b"shared_secret", context, 32)
    context = b"\0" + _extract(b"", suite, b"psk_id_hash", b"") + _extract(b"", suite, b"info_hash", info)
    secret = _extract(secret, suite, b"secret", b"")
    cipher = ChaCha20Poly1305(_expand(secret, suite, b"key", context, 32))
    try:
        return cipher.decrypt(_expand(secret, suite, b"base_nonce", context, 12), sealed, b"")
    except InvalidTag:
        raise ValueError("another envelope") from None


# protocol.md, "The log": the fields of entries and of their parts in order, with their defaults

NEEDED = object()
WHO: Map = {"name": NEEDED, "level": "", "pub": b"", "seal": NEEDED, "door": ""}
SIGNED: Map = dict.fromkeys(("did", "cid", "head", "commitment", "sig"), NEEDED)
SEALED: Map = dict.fromkeys(("seat", "commitment", "box"), NEEDED)
PAST: Map = dict.fromkeys(("commitment", "box"), NEEDED)
OPENED: Map = {"seq": NEEDED, "move": NEEDED, "salt": b""}
EVENT: Map = {"kind": NEEDED, "seat": -1, "other": -1, "rank": 0, "card": ""}
EVENT |= {"cards": [], "ranks": [], "amount": 0, "note": "", "sealed": []}
RULES = dict.fromkeys(("action_cards", "characters", "edition", "options", "players", "uniques"), NEEDED)
ENTRIES: dict[str, Map] = {
    "game": dict.fromkeys(("game", "version", "rules", "commitment"), NEEDED) | {"fixed": False, "seats": NEEDED},
    "commit": dict.fromkeys(("seat", "commitment", "sig"), NEEDED),
    "reveal": dict.fromkeys(("seat", "share"), NEEDED),
    "play": {"seat": -1, "cause": NEEDED, "signed": None, "events": NEEDED},
    "restart": {"epoch": NEEDED},
    "hold": {"on": NEEDED},
    "vote": dict.fromkeys(("seat", "end"), NEEDED),
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
