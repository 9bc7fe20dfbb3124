"""Schema: the fields and the base class that messages and log entries are made of; both validate all that arrives.

A message is one msgpack map; ``t`` says which. A field that is unknown, missing, of another type or out
of bounds makes the whole message invalid.

Where there are models, annotations are no strings: pydantic would compile each of 366 once more, at every start.
"""

from typing import Annotated, Any, Generic, Literal, TypeVar, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from net.base.errors import ProtocolError
from net.base.text import VERSION_FORM
from net.protocol.frames import encode, pack

U31 = Annotated[int, Field(ge=0, le=2**31 - 1)]
Count = Annotated[int, Field(ge=0, le=2**53 - 1)]
"""A count that may grow large: at most what the numbers of every language hold exactly."""
Cid = Annotated[int, Field(ge=1, le=2**31 - 1)]
"""A client's own number for a request, rising: repeated, it gets the first answer again."""
Seat = Annotated[int, Field(ge=0, le=7)]
Bytes16 = Annotated[bytes, Field(min_length=16, max_length=16)]
Bytes32 = Annotated[bytes, Field(min_length=32, max_length=32)]
Signature = Annotated[bytes, Field(min_length=64, max_length=64)]
TableId = Annotated[str, Field(pattern=r"^([0-9A-HJKMNP-TV-Z]{26})?$")]
ProgramVersion = Annotated[str, Field(pattern=rf"^{VERSION_FORM}$")]
ProgramVersionOrNone = Annotated[str, Field(pattern=rf"^({VERSION_FORM})?$")]
Level = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_]{0,15}$")]
LevelOrNone = Annotated[str, Field(pattern=r"^([a-z][a-z0-9_]{0,15})?$")]
Name = Annotated[str, Field(min_length=1, max_length=100)]
MoveText = Annotated[str, Field(min_length=2, max_length=100)]
Word = Annotated[str, Field(pattern=r"^[a-z_]{0,40}\+?$")]
Number = Annotated[int, Field(ge=-(2**31), le=2**31 - 1)]
Milliseconds = Annotated[int, Field(ge=0, le=60_000)]
IdOrNone = Annotated[str, Field(pattern=r"^([a-z][a-z_]{0,31})?$")]
PlaceOrNone = Annotated[str, Field(pattern=r"^([0-9a-z\[][0-9a-z.:\[\]-]{0,268})?$")]
"""Host and port, ``play.example.org:2222``; an IPv6 host in brackets. Nothing in it means anything to a shell."""
TablePhase = Literal["open", "private", "running", "ended"]
"""Phase of a table in the list: a lobby for everybody, or for those with an invitation; a game, or the end of one."""
PhraseCode = Literal["hello", "luck", "well", "ouch", "sorry", "thanks"]
"""A phrase that everybody reads in their own language."""
Via = Literal["", "ssh", "web"]
"""How somebody plays: empty: with a client of their own; else by SSH or in a browser. The client, and with it the
player's key, is then on the host's machine."""


class Message(BaseModel):
    """One message, or a part of one. What others must not know has no part in its ``repr``, which may reach a log."""

    # The validator of a kind is built for its first message: neither side ever needs all of them.
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True, defer_build=True)

    def frame(self) -> bytes:
        """The message as it is sent."""
        return encode(pack(self.model_dump(exclude_none=True)))


M = TypeVar("M")


class Kinds(Generic[M]):
    """Messages of several kinds, told apart by their ``t``.

    Args:
        union: All kinds, as ``Join | Ping``.
    """

    def __init__(self, union: object) -> None:
        self._kinds: dict[object, Any] = {kind.model_fields["t"].default: kind for kind in get_args(union)}

    def validate(self, value: object) -> M:
        """Make a message of what was unpacked.

        Raises:
            ProtocolError: ``bad_schema``, when it is none of these kinds, or not as it must be.
        """
        t = value.get("t") if isinstance(value, dict) else None
        if not isinstance(t, str) or t not in self._kinds:
            raise ProtocolError("bad_schema")
        try:
            message: M = self._kinds[t].model_validate(value)
        except ValidationError:
            # The error quotes field names only, but those come from outside as well.
            raise ProtocolError("bad_schema") from None
        return message
