"""Keys, signatures, hashes and sealed envelopes.

Three rules keep these sound: every hash and signature covers length-prefixed parts, so that no two
lists of parts look alike; each use has a label of its own; and an envelope is bound to its one place
in one game, with a commitment beside it that others can check once it is opened.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from hmac import compare_digest
from hmac import digest as hmac_digest
from pathlib import Path
from struct import Struct
from time import monotonic, sleep
from typing import NamedTuple

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
    load_pem_private_key,
)

from net.base.errors import NetError
from net.base.filesystem import keeps_modes, open_file
from net.base.paths import private_file, private_folder

_LARGEST = 64 << 10
"""Bytes that are read of a file with a key."""
_MOMENT = 1.0
"""Seconds in which a key has been written, once its file has its name."""
SALT = 16
SMALLEST_CIPHERTEXT = 64
"""Bytes of the least that is sealed, before its tag."""
_LENGTH, _NUMBER = Struct(">I").pack, Struct(">Iq").pack
"""A length, and a number behind its own."""
_NONCE = bytes(12)
"""Nonce of every ciphertext: no key seals two different things."""

_P = 2**255 - 19
"""The field of Ed25519."""
_Y8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL = frozenset({0, 1, _P - 1, _Y8, _P - _Y8})
"""The y of every point of small order: the eight points whose multiples are only each other."""


class Place(NamedTuple):
    """The one place in the one log an envelope belongs to."""

    game: str
    epoch: int
    """Counts the host's restarts."""
    seq: int
    """Entry of the log."""
    event: int
    """Number of the event within the entry."""
    seat: int
    """Whom it is for."""
    kind: str
    """Kind of the event."""

    def of(self, event: int, seat: int = -1, kind: str = "") -> Place:
        """The place of another envelope of the same entry."""
        return Place(self.game, self.epoch, self.seq, event, seat, kind)


Part = bytes | str | int | Place
"""Part of a text that is hashed or signed. A place counts as its six parts."""


def joined(label: str, *parts: Part) -> bytes:
    """Label and parts as one string of bytes, each with its length before it; ints are eight bytes."""
    return _labelled(label) + _joined(parts)


def _joined(parts: Iterable[Part]) -> bytes:
    out: list[bytes] = []
    for part in parts:
        if isinstance(part, Place):
            out.append(_placed(part))
        elif isinstance(part, int):
            out.append(_NUMBER(8, part))
        else:
            if isinstance(part, str):
                part = part.encode()
            out.append(_LENGTH(len(part)))
            out.append(part)
    return b"".join(out)


@lru_cache(maxsize=16)
def _placed(place: Place) -> bytes:
    """The parts of a place: each envelope needs them three times, one after another."""
    return _joined(tuple(place))


@lru_cache(maxsize=64)
def _labelled(label: str) -> bytes:
    text = f"citadels/1 {label}".encode()
    return len(text).to_bytes(4, "big") + text


def digest(label: str, *parts: Part) -> bytes:
    """SHA-256 over label and parts."""
    return sha256(joined(label, *parts)).digest()


def same(one: bytes, other: bytes) -> bool:
    """Compare without telling, by time, how much is equal."""
    return compare_digest(one, other)


class Identity:
    """A long-term Ed25519 key: a player's, or a host's."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public: bytes = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        """The 32 bytes others know this identity by."""

    def __repr__(self) -> str:
        return f"Identity({self.public.hex()[:16]})"

    @classmethod
    def new(cls) -> Identity:
        """A fresh one, in memory only."""
        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def of_seed(cls, seed: bytes) -> Identity:
        """The one of 32 secret bytes."""
        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    def sign(self, label: str, *parts: Part) -> bytes:
        """Sign label and parts: 64 bytes."""
        return self._key.sign(joined(label, *parts))

    def derive(self, label: str, *parts: Part) -> bytes:
        """32 bytes that only the owner of this identity can compute, always the same for the same label and parts."""
        raw = self._key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        return digest(f"derive {label}", raw, *parts)

    def pem(self) -> bytes:
        """The private key, as it is stored."""
        return self._key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())


def verified(public: bytes, signature: bytes, label: str, *parts: Part) -> bool:
    """Whether the owner of a public key signed label and parts; never for a key that is not `sound`."""
    key = _public(public)
    if key is None:
        return False
    try:
        key.verify(signature, joined(label, *parts))
    except (InvalidSignature, ValueError):
        return False
    return True


@lru_cache(maxsize=4096)
def _public(public: bytes) -> Ed25519PublicKey | None:
    """A key that can verify; None when it is not `sound`.

    A host checks those of all who play, again and again: eight at each of 500 tables.
    """
    return Ed25519PublicKey.from_public_bytes(public) if sound(public) else None


def sound(public: bytes) -> bool:
    """Whether a public Ed25519 key can be one person's.

    With a point of small order one constant signature fits every message, so that anybody could sign; and a second
    spelling of a point (RFC 8032, 5.1.3) would be a second identity of one person.
    """
    y = int.from_bytes(public, "little") & (1 << 255) - 1
    return len(public) == 32 and y < _P and y not in _SMALL


def load_identity(path: Path) -> Identity:
    """Read an identity, or make and store one (file mode 0600) when there is none.

    Raises:
        NetError: ``key_file``, when the file cannot be read or made, or others may read it.
    """
    try:
        try:
            content = _read(path)
        except (FileNotFoundError, NotADirectoryError):
            content = _make(path)
        key = load_pem_private_key(content, password=None)
    except OSError as error:
        raise NetError("key_file", f"{error.filename or path}: {error.strerror}.") from None
    except (ValueError, TypeError):
        raise NetError("key_file", f"{path} is damaged; remove it to get a new key.") from None
    if not isinstance(key, Ed25519PrivateKey):
        raise NetError("key_file", f"{path} holds another kind of key.")
    return Identity(key)


def _read(path: Path) -> bytes:
    """Read the file. Where there are no hard links, a file that is being made is empty for a moment."""
    end = monotonic() + _MOMENT
    while not (content := _content(path)) and monotonic() < end:
        sleep(_MOMENT / 100)
    return content


def _content(path: Path) -> bytes:
    with os.fdopen(open_file(path, os.O_RDONLY), "rb") as file:
        if os.name == "posix" and os.fstat(file.fileno()).st_mode & 0o077 and keeps_modes(path.parent):
            raise NetError("key_file", f"others may read {path}; allow it to yourself only (chmod 600).")
        return file.read(_LARGEST)


def _make(path: Path) -> bytes:
    """Store a new key, unless somebody else does so at the same time: then one wins for both."""
    private_folder(path.parent)
    content = Identity.new().pem()
    try:
        private_file(path, content)
    except FileExistsError:
        return _read(path)
    return content


class SealKey:
    """An X25519 key for envelopes: a seat's, or a host's for one game.

    The two agree on one key for all envelopes of the seat (`of_seat`, `with_host`), which nobody else can know.

    Args:
        secret: 32 bytes; None: fresh ones.
    """

    def __init__(self, secret: bytes | None = None) -> None:
        self._key = X25519PrivateKey.from_private_bytes(secret) if secret else X25519PrivateKey.generate()
        self.public: bytes = self._key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)

    @classmethod
    def of(cls, player: Identity, host: bytes) -> SealKey:
        """A player's key at a host, derived from the identity: it is there again after losing everything else."""
        return cls(player.derive("seal", host))

    @classmethod
    def of_game(cls, game: str, secret: bytes) -> SealKey:
        """The host's key in one game. It follows from the secret, so in the end everybody can check the envelopes."""
        return cls(digest("game-seal", game, secret))

    def __repr__(self) -> str:
        return f"SealKey({self.public.hex()[:16]})"

    def of_seat(self, game: str, seat: bytes) -> bytes:
        """The key of a seat's envelopes, for the host of the game.

        Args:
            game: Id of the game.
            seat: The seat's public key.

        Raises:
            ValueError: when nothing can be sealed with that.
        """
        return self._agreed(seat, game, self.public, seat)

    def with_host(self, game: str, host: bytes) -> bytes:
        """The key of a seat's envelopes, for its player.

        Args:
            game: Id of the game.
            host: The host's public key in this game.

        Raises:
            NetError: ``bad_envelope``, when nothing can be sealed with that.
        """
        try:
            return self._agreed(host, game, host, self.public)
        except ValueError:
            raise NetError("bad_envelope", "entry 1") from None

    def _agreed(self, other: bytes, *parts: Part) -> bytes:
        shared = self._key.exchange(X25519PublicKey.from_public_bytes(other))
        return _expanded(hmac_digest(bytes(32), shared, "sha256"), joined("seal-seat", *parts))


def _expanded(key: bytes, info: bytes) -> bytes:
    """HKDF-Expand with SHA-256 to 32 bytes (RFC 5869)."""
    return hmac_digest(key, info + b"\x01", "sha256")


def seal(payload: bytes, key: bytes, place: Place, head: bytes, salt: bytes, room: int = 0) -> tuple[bytes, bytes]:
    """Seal a payload for a seat. The same arguments make the same envelope.

    Args:
        payload: At most 64 KiB less a few bytes.
        key: Of the seat's envelopes.
        place: Where in which log it will stand.
        head: Head of the log before that entry.
        salt: 16 bytes nobody else knows yet: they keep the commitment from being guessed.
        room: Bytes to allow for the payload, so that its size need not tell what is in it.

    Returns:
        The commitment (32 bytes) and the envelope.
    """
    plain = salt + len(payload).to_bytes(2, "big") + payload
    padded = plain.ljust(padded_size(max(len(plain), SALT + 2 + room)), b"\0")
    commitment = sealed_commitment(place, salt, payload)
    return commitment, _cipher(key, place, head, commitment).encrypt(_NONCE, padded, None)


def open_sealed(ciphertext: bytes, commitment: bytes, key: bytes, place: Place, head: bytes) -> bytes:
    """Open an envelope and check its commitment.

    Raises:
        NetError: ``bad_envelope``, when it was not made with this key for this place, or differs from the commitment.
    """
    where = f"entry {place.seq}"
    try:
        padded = _cipher(key, place, head, commitment).decrypt(_NONCE, ciphertext, None)
    except (InvalidTag, ValueError):
        raise NetError("bad_envelope", where) from None
    salt, length = padded[:SALT], int.from_bytes(padded[SALT : SALT + 2], "big")
    payload = padded[SALT + 2 : SALT + 2 + length]
    if len(payload) != length or not same(commitment, sealed_commitment(place, salt, payload)):
        raise NetError("bad_envelope", where)
    return payload


def _cipher(key: bytes, place: Place, head: bytes, commitment: bytes) -> ChaCha20Poly1305:
    """The cipher of one envelope.

    Its key depends on the commitment, and so on what is sealed: a host that was set back to an older state, and comes
    to the same place another time, does not use a key for two things.
    """
    return ChaCha20Poly1305(_expanded(key, joined("seal", place, head, commitment)))


def can_seal(public: bytes) -> bool:
    """Whether a seat's public key is one that envelopes can be sealed with (some 32 bytes are not)."""
    try:
        X25519PrivateKey.generate().exchange(X25519PublicKey.from_public_bytes(public))
    except ValueError:
        return False
    return True


def sealed_commitment(place: Place, salt: bytes, payload: bytes) -> bytes:
    """The public commitment to a sealed payload: it binds the host from the start."""
    return digest("sealed-commitment", place, salt, payload)


def padded_size(size: int) -> int:
    """The next of 64, 128, 256, 512 ... bytes."""
    return max(SMALLEST_CIPHERTEXT, 1 << (size - 1).bit_length())
