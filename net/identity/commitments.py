"""Commitments of a fair deal: the hashes that host and players publish, the seed, and the signed parts.

The host commits to a secret before it knows anything of the players; each player commits to a share of the seed
before any share is known; the seed of the game is derived from all of them. So neither the host nor any player,
nor all of them but one, can choose it. Pure functions of bytes.
"""

from __future__ import annotations

from collections.abc import Mapping

from net.identity.crypto import SALT, Part, Place, digest


def secret_commitment(game: str, host: bytes, secret: bytes) -> bytes:
    """The host's commitment to its secret.

    It covers the host's key, so that nobody else can sign the same log and pass it off as theirs.
    """
    return digest("secret-commitment", game, host, secret)


def share_commitment(game: str, seat: int, share: bytes) -> bytes:
    """A player's commitment to a share of the seed."""
    return digest("share-commitment", game, seat, share)


def commit_parts(head: bytes, seat: int, commitment: bytes) -> tuple[Part, ...]:
    """The parts a player signs to commit: the head of entry 1 (so names, rules, the host) and the commitment."""
    return (head, seat, commitment)


def game_seed(game: str, secret: bytes, shares: Mapping[int, bytes]) -> bytes:
    """The seed of the engine's randomness.

    Args:
        game: Id of the game.
        secret: The host's.
        shares: The share of each person's seat.
    """
    parts = [part for seat in sorted(shares) for part in (seat, shares[seat])]
    return digest("seed", game, secret, *parts)


def seating(seed: bytes, seats: int) -> list[int]:
    """The seats of a game in the order in which their players sit in the next one.

    Args:
        seed: Of the game: nothing that its host adds to the log later can vary it.
        seats: How many there are.
    """
    return sorted(range(seats), key=lambda seat: digest("seating", seed, seat))


def bot_seed(seed: bytes, seat: int, made: int) -> int:
    """The seed of a bot's random numbers for one move: nobody alone could choose it, and players cannot know it yet.

    Args:
        seed: Of the game.
        seat: Of the bot, or of somebody for whom it answers.
        made: How many moves nobody signed were made in this seat before. What others add to the log changes nothing.
    """
    return int.from_bytes(digest("bot", seed, seat, made)[:6], "big")


def salt_at(secret: bytes, place: Place) -> bytes:
    """The salt of the commitment at a place of the log: unknown before the host's secret is, computable after."""
    return digest("salt", secret, place)[:SALT]


def move_commitment(head: bytes, seat: int, did: int, salt: bytes, move: str) -> bytes:
    """A player's commitment to a move."""
    return digest("move", head, seat, did, salt, move)


def move_parts(head: bytes, seat: int, did: int, cid: int, commitment: bytes) -> tuple[Part, ...]:
    """The parts a player signs with a move. The head stands for everything that has happened in the game so far."""
    return (head, seat, did, cid, commitment)


def end_parts(game: str, head: bytes) -> tuple[Part, ...]:
    """The parts a player signs when the game has ended: the head of the whole log."""
    return (game, head)
