"""Hashes, keys and envelopes."""

from __future__ import annotations

import os
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
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
    padded_size,
    seal,
    sealed_commitment,
    sound,
    verified,
)

PLACE = Place("01ARZ3NDEKTSV4RRFFQ69G5FAV", 0, 7, 2, 3, "draw")
SALT = bytes(range(16))
HEAD = bytes(range(32))


def test_the_suite_opens_the_standard_s_vector() -> None:
    """RFC 9180, A.2.1 (X25519, HKDF-SHA256, ChaCha20-Poly1305); single-shot use has no additional data."""
    secret = bytes.fromhex("8057991eef8f1f1af18f4a9491d16a1ce333f695d4db8e38da75975c4478e0fb")
    enc = bytes.fromhex("1afa08d3dec047a643885163f1180476fa7ddb54c6a8029ea33f95796bf2ac4a")
    key = bytes.fromhex("ad2744de8e17f4ebba575b3f5f5a8fa1f69c2a07f6e7500bc60ca6e3e3ec1c91")
    nonce = bytes.fromhex("5c4d98150661b848853b547f")
    info = bytes.fromhex("4f6465206f6e2061204772656369616e2055726e")
    text = b"Beauty is truth, truth beauty"
    # The vector's own ciphertext, which proves that key and nonce are the standard's.
    assert ChaCha20Poly1305(key).encrypt(nonce, text, b"Count-0").hex() == (
        "1c5250d8034ec2b784ba2cfd69dbdb8af406cfe3ff938e131f0def8c8b60b4db21993c62ce81883d2dd1b51a28"
    )
    box = enc + ChaCha20Poly1305(key).encrypt(nonce, text, b"")
    assert crypto._SUITE.decrypt(box, X25519PrivateKey.from_private_bytes(secret), info=info) == text


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


def test_an_envelope_opens_for_its_seat_and_place_only() -> None:
    key = SealKey()
    commitment, box = seal(b"tavern", key.public, PLACE, HEAD, SALT)
    assert key.open(box, commitment, PLACE, HEAD) == b"tavern"
    for place, head, opener in [
        (replace(PLACE, seq=8), HEAD, key),
        (replace(PLACE, index=1), HEAD, key),
        (replace(PLACE, seat=2), HEAD, key),
        (replace(PLACE, kind="deal"), HEAD, key),
        (replace(PLACE, epoch=1), HEAD, key),
        (replace(PLACE, game="01ARZ3NDEKTSV4RRFFQ69G5FAW"), HEAD, key),
        (PLACE, bytes(32), key),
        (PLACE, HEAD, SealKey()),
    ]:
        with pytest.raises(NetError) as caught:
            opener.open(box, commitment, place, head)
        assert caught.value.code == "bad_envelope"


def test_an_envelope_that_differs_from_its_commitment_is_refused() -> None:
    key = SealKey()
    commitment, _ = seal(b"tavern", key.public, PLACE, HEAD, SALT)
    _, box = seal(b"castle", key.public, PLACE, HEAD, SALT)
    with pytest.raises(NetError, match="entry 7"):
        key.open(box, commitment, PLACE, HEAD)
    with pytest.raises(NetError):
        key.open(b"x" * 100, commitment, PLACE, HEAD)


def test_a_commitment_hides_and_binds() -> None:
    key = SealKey()
    first, second = (seal(b"tavern", key.public, PLACE, HEAD, bytes([n]) * 16)[0] for n in range(2))
    assert first != second
    assert sealed_commitment(PLACE, bytes(16), b"a") != sealed_commitment(PLACE, bytes(16), b"b")


def test_sizes_are_few() -> None:
    key = SealKey()
    sizes = {len(seal(bytes(n), key.public, PLACE, HEAD, SALT)[1]) for n in range(200)}
    assert sizes == {64 + 48, 128 + 48, 256 + 48}
    assert len(seal(b"", key.public, PLACE, HEAD, SALT, room=100)[1]) == 128 + 48
    assert [padded_size(n) for n in (1, 64, 65, 128, 129)] == [64, 64, 128, 128, 256]


def test_keys_nothing_can_be_sealed_with_are_known() -> None:
    assert can_seal(SealKey().public)
    assert not can_seal(bytes(32))
    assert not can_seal(bytes([1]) + bytes(31))


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


def encoded(y: int, sign: int) -> bytes:
    return (y | sign << 255).to_bytes(32, "little")


CONSTANT = encoded(1, 0) + bytes(32)
"""A signature that the neutral point has of every message."""


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
