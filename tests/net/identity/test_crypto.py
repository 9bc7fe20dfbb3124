"""Hashes, keys and envelopes."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF, HKDFExpand
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat

from net.base.errors import NetError
from net.identity import crypto
from net.identity.crypto import (
    Identity,
    Place,
    SealKey,
    can_seal,
    digest,
    joined,
    load_identity,
    open_sealed,
    padded_size,
    seal,
    sealed_commitment,
    sound,
    verified,
)
from tests.support.net.points import CONSTANT, encoded

GAME = "01ARZ3NDEKTSV4RRFFQ69G5FAV"
PLACE = Place(GAME, 0, 7, 2, 3, "draw")
SALT = bytes(range(16))
HEAD = bytes(range(32))


def test_parts_cannot_be_shifted_into_one_another() -> None:
    assert joined("x", "ab", "c") != joined("x", "a", "bc")
    assert joined("x", b"", b"a") != joined("x", b"a", b"")
    assert digest("one", b"a") != digest("other", b"a")
    assert joined("seal", "a", 1, b"b").hex() == (
        "0000000f" + b"citadels/1 seal".hex() + "00000001" + "61" + "00000008" + "0000000000000001" + "00000001" + "62"
    )


def test_signatures_hold_for_their_label_and_parts_only() -> None:
    ada, bob = Identity.new(), Identity.new()
    signed = ada.sign("entry", b"head", 5)
    assert verified(ada.public, signed, "entry", b"head", 5)
    assert not verified(ada.public, signed, "entry", b"head", 6)
    assert not verified(ada.public, signed, "other", b"head", 5)
    assert not verified(bob.public, signed, "entry", b"head", 5)
    assert not verified(b"short", signed, "entry", b"head", 5)


VECTOR = {
    "host": "db964812668972ae8aea6ac0e1ec8db3bceadbe51679bbd830cb04df7f0aa60e",
    "seat": "07a37cbc142093c8b755dc1b10e86cb426374ad16aa853ed0bdfc0b2b86d1c7c",
    "key": "cdde4a4955a89ec2700c23e047aeab166a4ae78a0383f7c8e7f0eea702779440",
    "commitment": "688316e8db547123a10ec7190c1d70e39fa917f19ff792f292f5ccff71682cc7",
    "ciphertext": "f1e761ba7c98f451dd5ce8b9c994dc23cf7daa140c21541e01db8aa027246d5e3a9f27bca0836accb8ed0261af0db9f4"
    "130977ad5835e2c85eb778c133edf8abe23cac04df0975ea2731d0ccb35acb75",
}
HOST, SEAT = SealKey.of_game(GAME, b"secret of the host"), SealKey(bytes(range(1, 33)))
KEY = HOST.of_seat(GAME, SEAT.public)


def test_host_and_seat_agree_on_a_key_for_one_game() -> None:
    assert SEAT.with_host(GAME, HOST.public) == KEY
    others = {
        HOST.of_seat(GAME[::-1], SEAT.public),
        HOST.of_seat(GAME, SealKey().public),
        SealKey().of_seat(GAME, SEAT.public),
        SEAT.of_seat(GAME, HOST.public),
        SealKey().with_host(GAME, HOST.public),
        SealKey.of_game(GAME, b"another secret").of_seat(GAME, SEAT.public),
        SealKey.of_game(GAME[::-1], b"secret of the host").of_seat(GAME, SEAT.public),
    }
    assert len(others) == 7
    assert KEY not in others


def test_an_envelope_is_made_as_the_pages_say() -> None:
    """The test vector of protocol.md, and the same by nothing but the parts of the standards."""
    assert HOST.public.hex() == VECTOR["host"]
    assert (SEAT.public.hex(), KEY.hex()) == (VECTOR["seat"], VECTOR["key"])
    commitment, ciphertext = seal(b"tavern", KEY, PLACE, HEAD, SALT)
    assert (commitment.hex(), ciphertext.hex()) == (VECTOR["commitment"], VECTOR["ciphertext"])
    shared = X25519PrivateKey.from_private_bytes(bytes(range(1, 33))).exchange(
        X25519PublicKey.from_public_bytes(HOST.public)
    )
    parts = joined("seal-seat", GAME, HOST.public, SEAT.public)
    key = HKDF(SHA256(), 32, None, parts).derive(shared)
    key = HKDFExpand(SHA256(), 32, joined("seal", *PLACE, HEAD, commitment)).derive(key)
    plain = (SALT + b"\x00\x06tavern").ljust(64, b"\0")
    assert ChaCha20Poly1305(key).encrypt(bytes(12), plain, None) == ciphertext


def test_an_envelope_opens_for_its_seat_and_place_only() -> None:
    commitment, ciphertext = seal(b"tavern", KEY, PLACE, HEAD, SALT)
    assert open_sealed(ciphertext, commitment, KEY, PLACE, HEAD) == b"tavern"
    for place, head, key in [
        (PLACE._replace(seq=8), HEAD, KEY),
        (PLACE._replace(event=1), HEAD, KEY),
        (PLACE._replace(seat=2), HEAD, KEY),
        (PLACE._replace(kind="deal"), HEAD, KEY),
        (PLACE._replace(epoch=1), HEAD, KEY),
        (PLACE._replace(game="01ARZ3NDEKTSV4RRFFQ69G5FAW"), HEAD, KEY),
        (PLACE, bytes(32), KEY),
        (PLACE, HEAD, SealKey().with_host(GAME, HOST.public)),
    ]:
        with pytest.raises(NetError) as caught:
            open_sealed(ciphertext, commitment, key, place, head)
        assert caught.value.code == "bad_envelope"


def test_an_envelope_that_differs_from_its_commitment_is_refused() -> None:
    commitment, _ = seal(b"tavern", KEY, PLACE, HEAD, SALT)
    _, ciphertext = seal(b"castle", KEY, PLACE, HEAD, SALT)
    with pytest.raises(NetError, match="entry 7"):
        open_sealed(ciphertext, commitment, KEY, PLACE, HEAD)
    with pytest.raises(NetError):
        open_sealed(b"x" * 100, commitment, KEY, PLACE, HEAD)
    # Made with the key that fits the commitment, but of something else: only the commitment shows it.
    key = HKDFExpand(SHA256(), 32, joined("seal", *PLACE, HEAD, commitment)).derive(KEY)
    false = ChaCha20Poly1305(key).encrypt(bytes(12), (SALT + b"\x00\x06castle").ljust(64, b"\0"), None)
    with pytest.raises(NetError):
        open_sealed(false, commitment, KEY, PLACE, HEAD)


def test_no_key_seals_two_things(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also not when a host that was set back comes to the same place another time, with the same salt."""
    used: dict[bytes, set[bytes]] = {}

    class Watched:
        def __init__(self, key: bytes) -> None:
            self.key = key

        def encrypt(self, nonce: bytes, plain: bytes, data: None) -> bytes:
            assert (nonce, data) == (bytes(12), None)
            used.setdefault(self.key, set()).add(plain)
            return plain

    monkeypatch.setattr(crypto, "ChaCha20Poly1305", Watched)
    places = [PLACE, PLACE._replace(epoch=9), PLACE._replace(seq=9), PLACE._replace(event=9), PLACE._replace(seat=9)]
    for key in (KEY, bytes(32)):
        for place in places:
            for head in (HEAD, bytes(32)):
                for payload in (b"tavern", b"castle", b"tavern"):
                    seal(payload, key, place, head, SALT)
    assert len(used) == 2 * len(places) * 2 * 2
    assert all(len(plains) == 1 for plains in used.values())


def test_a_commitment_hides_and_binds() -> None:
    first, second = (seal(b"tavern", KEY, PLACE, HEAD, bytes([n]) * 16)[0] for n in range(2))
    assert first != second
    assert sealed_commitment(PLACE, bytes(16), b"a") != sealed_commitment(PLACE, bytes(16), b"b")


def test_sizes_are_few() -> None:
    sizes = {len(seal(bytes(n), KEY, PLACE, HEAD, SALT)[1]) for n in range(200)}
    assert sizes == {64 + 16, 128 + 16, 256 + 16}
    assert len(seal(b"", KEY, PLACE, HEAD, SALT, room=100)[1]) == 128 + 16
    assert [padded_size(n) for n in (1, 64, 65, 128, 129)] == [64, 64, 128, 128, 256]


def test_keys_nothing_can_be_sealed_with_are_known() -> None:
    assert can_seal(SealKey().public)
    assert not can_seal(bytes(32))
    assert not can_seal(bytes([1]) + bytes(31))
    with pytest.raises(NetError, match="entry 1"):
        SEAT.with_host(GAME, bytes(32))


def test_secrets_do_not_show() -> None:
    identity, key = Identity.new(), SealKey()
    secret = identity._key.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption()).hex()
    assert secret not in repr(identity) + str(identity.__dict__)
    assert len(repr(key)) < 40


def test_an_identity_is_stored_for_oneself_only(tmp_path: Path) -> None:
    path = tmp_path / "new" / "id_ed25519"
    first = load_identity(path)
    assert load_identity(path).public == first.public
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["id_ed25519"]


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX")
def test_a_key_file_others_can_read_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "id"
    load_identity(path)
    path.chmod(0o644)
    with pytest.raises(NetError, match="chmod 600"):
        load_identity(path)


FIELD = 2**255 - 19
CURVE = -121665 * pow(121666, -1, FIELD) % FIELD
Point = tuple[int, int]


def plus(one: Point, other: Point) -> Point:
    """The sum of two points of Ed25519, as RFC 8032 has it."""
    (x1, y1), (x2, y2) = one, other
    k = CURVE * x1 * x2 * y1 * y2
    return (
        (x1 * y2 + x2 * y1) * pow(1 + k, -1, FIELD) % FIELD,
        (y1 * y2 + x1 * x2) * pow(1 - k, -1, FIELD) % FIELD,
    )


def point(y: int) -> Point:
    """One of the two points with this y."""
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, FIELD) % FIELD
    x = pow(square, (FIELD + 3) // 8, FIELD)
    if x * x % FIELD != square:
        x = x * pow(2, (FIELD - 1) // 4, FIELD) % FIELD
    assert x * x % FIELD == square
    return x, y


EIGHTH = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
SMALL = sorted({0, 1, FIELD - 1, EIGHTH, FIELD - EIGHTH})


@pytest.mark.parametrize("sign", [0, 1])
@pytest.mark.parametrize("y", SMALL)
def test_a_key_of_small_order_is_nobodys(y: int, sign: int) -> None:
    found = point(y)
    for _ in range(3):
        found = plus(found, found)
    assert found == (0, 1)
    assert not sound(encoded(y, sign))
    assert not verified(encoded(y, sign), CONSTANT, "move", b"anything")
    # The other spelling of the same, where there is one.
    if y + FIELD < 1 << 255:
        assert not sound(encoded(y + FIELD, sign))


def test_a_constant_is_no_signature() -> None:
    key = Ed25519PublicKey.from_public_bytes(encoded(1, 0))
    key.verify(CONSTANT, b"the library lets it pass")
    assert not verified(encoded(1, 0), CONSTANT, "client-auth", b"any", 1)


def test_a_key_has_one_encoding() -> None:
    for _ in range(100):
        assert sound(Identity.new().public)
    for y in range(FIELD, 1 << 255):
        for sign in (0, 1):
            assert not sound(encoded(y, sign))
    assert not sound(b"")
    assert not sound(Identity.new().public[:31])
    assert not sound(Identity.new().public + b"\0")


def test_a_damaged_key_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "id"
    path.write_bytes(b"nonsense")
    path.chmod(0o600)
    with pytest.raises(NetError, match="damaged"):
        load_identity(path)
    path.write_bytes(X25519PrivateKey.generate().private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    with pytest.raises(NetError, match="another kind"):
        load_identity(path)
    with pytest.raises(NetError):
        load_identity(tmp_path)
