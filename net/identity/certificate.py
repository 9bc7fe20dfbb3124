"""The certificate of a host for one run. Clients trust it by signature: the host's key signs its hash."""

from __future__ import annotations

import secrets
import ssl
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import BestAvailableEncryption, Encoding, PrivateFormat
from cryptography.x509.oid import NameOID

from net.identity.tls import tls_context


@dataclass(frozen=True, slots=True)
class Certificate:
    """A host's certificate of this run."""

    context: ssl.SSLContext
    """For accepting connections."""
    hash: bytes
    """SHA-256 of the certificate: what signatures are bound to."""


def make_certificate() -> Certificate:
    """A new self-signed certificate and the server context that uses it."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "citadels")])
    # Clients check the pin, not the dates; these only have to be well-formed, also for a wrong clock.
    start = datetime(2020, 1, 1, tzinfo=UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(start)
        .not_valid_after(start + timedelta(days=365 * 100))
        .sign(key, hashes.SHA256())
    )
    context = tls_context(ssl.PROTOCOL_TLS_SERVER)
    context.num_tickets = 0
    # The ssl module reads keys from files only: an encrypted one, gone before the first connection.
    password = secrets.token_bytes(24).hex().encode()
    with tempfile.TemporaryDirectory(prefix="citadels-") as folder:
        file = Path(folder) / "certificate.pem"
        file.write_bytes(
            key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, BestAvailableEncryption(password))
            + certificate.public_bytes(Encoding.PEM)
        )
        context.load_cert_chain(file, password=password)
    return Certificate(context, sha256(certificate.public_bytes(Encoding.DER)).digest())
