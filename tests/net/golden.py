"""Golden bytes: one of every message and of every entry of the log, as it is sent, to be read in a diff.

Keys are fixed, so signatures and envelopes are part of it. A run of
``python -m tests.net.golden --write`` rewrites the files; without ``--write`` it only says which would change.
Whatever changes here is another version of the protocol.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from engine import Rules
from net.gamelog import entries as e
from net.gamelog.chain import GENESIS, next_head
from net.gamelog.proof import VERSION, ProofNote
from net.identity.commitments import (
    commit_parts,
    end_parts,
    move_commitment,
    move_parts,
    salt_at,
    secret_commitment,
    share_commitment,
)
from net.identity.crypto import Identity, Place, SealKey, seal
from net.identity.tls import delegate
from net.protocol import client_messages as c
from net.protocol import host_messages as h
from net.protocol import visitor_notes as v
from net.protocol.frames import pack
from net.protocol.setup import Setup
from net.protocol.table_options import USUAL, TableOptions
from net.protocol.version import PROTO

FOLDER = Path(__file__).parent / "golden"

HOST = Identity(Ed25519PrivateKey.from_private_bytes(bytes(range(32))))
PLAYER = Identity(Ed25519PrivateKey.from_private_bytes(bytes(range(32, 64))))
SEAL = SealKey(bytes(range(64, 96)))
TABLE, GAME = "01K5XW3T9GQ3JY8M2N0B7R4FHD", "01K5XW4A2C8D7E6F5G4H3J2K1M"
CERTIFICATE, NONCE, RULES, SECRET = (
    bytes(range(96, 128)),
    bytes(range(16)),
    bytes(range(16, 32)),
    bytes(range(128, 160)),
)
PAYLOAD = pack({"rank": 4})
PLACE = Place(GAME, 0, 4, 0, 1, "pick")
SEALS = SealKey.of_game(GAME, SECRET)


WIDTH = 24
"""Bytes in a line of a file."""


def head(seq: int) -> bytes:
    """A head of the log, as if every entry were empty."""
    found = GENESIS
    for _ in range(seq):
        found = next_head(found, b"\x80")
    return found


def join(**fields: Any) -> c.Join:
    """A join that is signed."""
    unsigned = c.Join(
        proto=PROTO,
        rules=RULES,
        **({"table": TABLE, "role": "player", "name": "Ada"} | fields),
        pub=PLAYER.public,
        seal=SEAL.public,
        nonce=NONCE,
        sig=bytes(64),
    )
    parts = c.join_signature_parts(CERTIFICATE, HOST.public, NONCE[::-1], unsigned)
    return unsigned.model_copy(update={"sig": PLAYER.sign("client-auth", *parts)})


def act() -> c.Act:
    """A move that is signed."""
    commitment = move_commitment(head(3), 1, 3, NONCE, "pick king")
    sig = PLAYER.sign("move", *move_parts(head(3), 1, 3, 7, commitment))
    return c.Act(cid=7, did=3, head=head(3), move="pick king", salt=NONCE, sig=sig)


COMMIT = share_commitment(GAME, 1, CERTIFICATE)
COMMITTED = PLAYER.sign("commit", *commit_parts(head(1), 1, COMMIT))

OPTIONS = TableOptions(
    title="Friday",
    private=False,
    listed=False,
    start_when=2,
    turn_time=90.0,
    reserve=120.0,
    spectator_delay=300.0,
    bot_pause=0.3,
)
CLIENT: Mapping[str, c.ClientMessage] = {
    "join": join(),
    "join again": join(token=b"01234567", have_game=GAME, have_seq=2, have_head=head(2)),
    "join to watch": join(role="spectator", name="Zoë"),
    "join as a visitor": join(table="", role="visitor"),
    "join by ssh": join(via="ssh"),
    "join by ssh at another host": join(via="ssh", vouch=SECRET, origin=bytes(8)),
    "ping": c.Ping(),
    "commit": c.Commit(cid=3, commitment=COMMIT, sig=COMMITTED),
    "reveal": c.Reveal(cid=4, share=CERTIFICATE),
    "act": act(),
    "configure": c.Configure(cid=2, setup=Setup(players=5, edition="dark_city", uniques=["keep"], options={"nine": 1})),
    "add_bot": c.AddBot(cid=8, level="steward"),
    "add_bot on a seat": c.AddBot(cid=8, level="steward", seat=3),
    "remove_bot": c.RemoveBot(cid=9, seat=3),
    "start": c.Start(cid=10),
    "set_options": c.SetOptions(cid=11, options=OPTIONS),
    "hold": c.Hold(cid=12, on=True),
    "admit": c.Admit(cid=28, pub=bytes(range(32))),
    "hand_over": c.HandOver(cid=13, seat=2, open=True),
    "invitation": c.Invitation(cid=18, uses=1, seconds=86_400, note="for Bo"),
    "revoke": c.Revoke(cid=19, number=2),
    "ask_hint": c.AskHint(cid=20, did=9),
    "vote": c.Vote(cid=14, end=True),
    "attest": c.Attest(cid=15, sig=PLAYER.sign("end", *end_parts(GAME, head(9)))),
    "again": c.Again(cid=16, on=True),
    "ready": c.Ready(cid=17, on=True),
    "wake": c.Wake(cid=21),
    "nudge": c.Nudge(cid=22),
    "phrase": c.SayPhrase(cid=23, phrase="well"),
    "open_table": c.OpenTable(
        cid=1,
        setup=Setup(players=3),
        bots=["steward"],
        options=OPTIONS,
    ),
    "ask_status": c.AskStatus(cid=2),
    "say": c.Say(cid=2**31 - 1, text="well played 🏰"),
    "leave": c.Leave(),
}
SEATS = [
    h.SeatNote(kind="human", name="Ada", via="web"),
    h.SeatNote(kind="bot", name="Bertram", level="steward"),
    h.SeatNote(kind="open"),
]
LISTED = v.ListedTable(
    table=TABLE,
    title="Friday",
    owner="Ada",
    edition="deluxe",
    preset="first_game",
    phase="open",
    seats=3,
    people=1,
    bots=1,
    spectators=2,
    turn_time=90.0,
    reserve=120.0,
)
ANSWERS: Mapping[str, h.HostMessage] = {
    "hello": h.Hello(
        proto=[PROTO, PROTO],
        version="1.0.0",
        rules=RULES,
        host=HOST.public,
        nonce=NONCE,
        deleg=delegate(HOST, CERTIFICATE, NONCE),
    ),
    "welcome": h.Welcome(table=TABLE, seat=1, seq=3, game=GAME, cid=6),
    "welcome to watch": h.Welcome(table=TABLE, seq=0),
    "welcome a visitor": h.Welcome(table="", seq=0),
    "tables": v.TablesNote(host="The Green Dragon", tables=[LISTED], more=True),
    "table_note": v.TableNote(table=LISTED.model_copy(update={"phase": "running", "you": 1, "asked": 0})),
    "table_gone": v.TableGone(table=TABLE),
    "opened": v.OpenedNote(cid=1, table=TABLE, token=b"01234567"),
    "status": v.StatusNote(
        cid=2,
        version="1.2.3",
        uptime=86_400,
        tables=7,
        unread=1,
        games=3,
        finished=40,
        decisions=12_345,
        connections=12,
        players=8,
        spectators=1,
        visitors=2,
        ssh=3,
        web=2,
        turned=5,
        refused=70_000,
        waiting=1,
        requests=4,
        saving=1,
        saves=23_456,
        save_time=98_765_432,
        received=7_000_000_000,
        sent=9_007_199_254_740_991,
        memory=150_000_000,
        relay="relay_up",
    ),
    "invitations": h.InvitationsNote(
        invitations=[
            h.InvitationNote(number=1, token=b"01234567", seated=2),
            h.InvitationNote(
                number=2, token=b"76543210", uses=1, expires=1_800_000_000, note="for Bo", fault="invite_expired"
            ),
        ]
    ),
    "lobby": h.LobbyNote(seats=SEATS, setup=Setup(players=3), you=0, owner=0, options=TableOptions()),
    "lobby of a table that begins by itself": h.LobbyNote(
        seats=SEATS, setup=Setup(players=3), options=TableOptions(title="Friday", start_when=2), ready=[0]
    ),
    "lobby of a table to which guests can come": h.LobbyNote(
        seats=SEATS[:2], setup=Setup(players=2), options=USUAL, ssh="play.example.org:2222", web="play.example.org:443"
    ),
    "lobby before another game": h.LobbyNote(
        seats=SEATS[:2], setup=Setup(players=2), you=0, options=USUAL, playing=True
    ),
    "entry": h.EntryNote(seq=5, body=b"\x80", sig=HOST.sign("entry", GAME, 5, head(5))),
    "attested": h.AttestedNote(seat=1, sig=PLAYER.sign("end", *end_parts(GAME, head(9)))),
    "decision": h.DecisionNote(
        did=3,
        moves=["gold", "draw"],
        refusals=[
            h.RefusalNote(move="build castle", code="gold", amount=2),
            h.RefusalNote(move="end", code="income"),
        ],
        prices=[h.PriceNote(move="destroy p2.keep", gold=3, card="great_wall")],
        outcomes=[h.OutcomeNote(move="gold", gold=3), h.OutcomeNote(move="draw", cards=1)],
        undo="hidden",
    ),
    "decision without a choice": h.DecisionNote(did=9, moves=["done"], auto=1400, undo="turn"),
    "decision after a move that can be taken back": h.DecisionNote(did=10, moves=["end"], undo=""),
    "hint": h.HintNote(did=9, move="gold", usual="draw", gain=31, reason="rival", seat=2, amount=15),
    "hint of what is usual": h.HintNote(did=9, move="gold", usual="gold"),
    "clock": h.ClockNote(seat=1, ms=90_000, reserve=120_000),
    "ack": h.Ack(cid=7, seq=4),
    "err": h.Err(code="illegal", cid=7, detail="build castle"),
    "err before joining": h.Err(code="proto_version", detail="The host has citadels 2.0."),
    "presence": h.PresenceNote(seat=2, connected=False),
    "chat": h.ChatNote(seat=1, name="Ada", text="hello"),
    "chat of a phrase": h.ChatNote(seat=1, name="Ada", phrase="luck"),
    "knock": h.KnockNote(name="Cleo", pub=bytes(range(32))),
    "nudged": h.NudgeNote(seat=1, asked=2),
    "notice": h.NoticeNote(code="disk_full"),
    "options": h.OptionsNote(options=OPTIONS),
    "wishes": h.WishesNote(seats=[0, 2]),
    "evening": h.EveningNote(
        games=3,
        players=["Ada", "Bertram"],
        played=[h.GameScores(scores=[h.GameScore(player=0, points=31, won=True), h.GameScore(player=1, points=24)])],
    ),
    "evening without a game": h.EveningNote(games=0, players=[], played=[]),
    "hosts": h.HostsNote(hosts=["play.example.org:7447", "[2001:db8::7]:7448"]),
    "pong": h.Pong(),
    "bye": h.Bye(code="host_shutdown"),
}
ADA = e.SeatEntry(name="Ada", pub=PLAYER.public, seal=SEAL.public)
BOT = e.SeatEntry(name="Bertram", level="steward", seal=SEAL.public)
COMMITMENT, CIPHERTEXT = seal(PAYLOAD, SEALS.of_seat(GAME, SEAL.public), PLACE, head(3), salt_at(SECRET, PLACE))
SEALED = e.SealedNote(seat=1, commitment=COMMITMENT, ciphertext=CIPHERTEXT)
ENTRIES: Mapping[str, e.Entry] = {
    "game": e.GameEntry(
        game=GAME,
        version=RULES,
        rules=Rules.make(2, "classic").to_plain(),
        commitment=secret_commitment(GAME, HOST.public, SECRET),
        seal=SEALS.public,
        turn_time=90_000,
        reserve=120_000,
        bots=1,
        program="1.0.0",
        seats=(BOT, ADA),
    ),
    "commit": e.CommitEntry(seat=1, commitment=COMMIT, sig=COMMITTED),
    "reveal": e.RevealEntry(seat=1, share=CERTIFICATE),
    "play the deal": e.PlayEntry(cause="start", events=(e.EventNote(kind="purse", seat=0, amount=2),)),
    "play a signed move": e.PlayEntry(
        seat=1,
        cause="player",
        signed=e.SignedMove(
            did=3, cid=7, head=head(3), commitment=move_commitment(head(3), 1, 3, NONCE, "pick king"), sig=act().sig
        ),
        events=(
            e.EventNote(kind="pick", seat=1, sealed=(SEALED,)),
            e.EventNote(kind="ask", seat=0, note="draft"),
        ),
    ),
    "play a bot's move": e.PlayEntry(
        seat=0,
        cause="bot",
        events=(e.EventNote(kind="enter", seat=0, other=1, card="castle+", cards=("keep",), ranks=(4, 8), rank=4),),
    ),
    "restart": e.RestartEntry(epoch=1, bots=1, program="1.0.1.dev0+g12345678"),
    "hold": e.HoldEntry(on=True),
    "vote": e.VoteEntry(seat=1, end=True),
    "wake": e.WakeEntry(seat=1),
    "seat": e.ChangeEntry(seat=1, who=BOT, reason="open"),
    "seat taken": e.ChangeEntry(
        seat=1, who=ADA, reason="taken", past=e.PastNote(commitment=SEALED.commitment, ciphertext=CIPHERTEXT)
    ),
    "seat taken by ssh": e.ChangeEntry(
        seat=1,
        who=ADA.model_copy(update={"via": "ssh"}),
        reason="taken",
        past=e.PastNote(commitment=SEALED.commitment, ciphertext=CIPHERTEXT),
    ),
    "open": e.OpenEntry(moves=(e.OpenedMove(seq=4, move="pick king", salt=NONCE), e.OpenedMove(seq=5, move="gold"))),
    "end": e.EndEntry(reason="finished", secret=SECRET),
}

PROOF = ProofNote(v=VERSION, host=HOST.public)

FILES: Mapping[str, Mapping[str, bytes]] = {
    "client": {name: message.frame() for name, message in CLIENT.items()},
    "host": {name: message.frame() for name, message in ANSWERS.items()},
    "log": {name: e.packed(entry) for name, entry in ENTRIES.items()},
    "proof": {"proof": PROOF.frame()},
}
"""What is in each file, by name: frames, but of the log's entries the bodies."""


def written(content: Mapping[str, bytes]) -> str:
    """A file: every name with its bytes, and what can be read in them."""
    return "\n".join(line for name, raw in content.items() for line in (name, *_dump(raw), "")).rstrip("\n") + "\n"


def _dump(raw: bytes) -> Iterator[str]:
    for start in range(0, len(raw), WIDTH):
        row = raw[start : start + WIDTH]
        text = "".join(chr(byte) if 32 <= byte < 127 else "." for byte in row)
        yield f"  {row.hex(' '):<{3 * WIDTH - 1}}  {text}"


def read(text: str) -> dict[str, bytes]:
    """What a file says."""
    found: dict[str, bytes] = {}
    name = ""
    for line in text.splitlines():
        if line.startswith("  "):
            found[name] += bytes.fromhex(line[2 : 3 * WIDTH + 1])
        elif line:
            name = line
            found[name] = b""
    return found


def main(arguments: list[str]) -> int:
    """Rewrite the files, or say which would change; the exit code."""
    write = arguments == ["--write"]
    changed = 0
    for name, content in FILES.items():
        path = FOLDER / f"{name}.txt"
        if path.exists() and path.read_text(encoding="utf-8") == written(content):
            continue
        changed += 1
        if write:
            path.write_text(written(content), encoding="utf-8")
        print(name, "written" if write else "would change")
    return 0 if write else int(changed > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
