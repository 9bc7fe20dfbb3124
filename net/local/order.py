"""Order: what a client and the host process it starts say to each other, and what came of it."""

from __future__ import annotations

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

from net.host.opening import Opening, Reach
from net.protocol.setup import Setup
from net.protocol.table_options import TableOptions


class Order(BaseModel):
    """An order for a table to be opened."""

    model_config = ConfigDict(
        strict=True,
        extra="forbid",
        frozen=True,
        hide_input_in_errors=True,
        ser_json_bytes="base64",
        val_json_bytes="base64",
    )

    setup: Setup = Setup()
    options: TableOptions = TableOptions()
    opening: Opening = Opening()
    bind: str = "127.0.0.1"
    """Address to listen on; ``"0.0.0.0"``, or ``""`` for IPv6 too, to let others join."""
    port: int | None = 0
    """None: any free one, or where the tables were that are brought back."""
    reach: Reach | None = None
    """How players come from elsewhere; None: not at all, or as they came to the table that is brought back."""
    key: str | None = None
    """File of the host's identity; None: one for this process only, or the usual one for `start_local`."""
    journal: str | None = None
    """File the table is kept in; None: memory only, or a new file for `start_local`."""
    resume: bool = False
    """Whether to bring the journal's tables back instead of opening one."""
    alone: bool = False
    """Whether nobody else plays."""


class Opened(BaseModel):
    """The answer to an order: two invitations, perhaps with something the owner should know, or an error."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, hide_input_in_errors=True)

    owner: Annotated[str, Field(repr=False)] = ""
    guest: Annotated[str, Field(repr=False)] = ""
    code: str = ""
    detail: str = ""
    notices: list[tuple[str, str]] = []
    """Code and detail of each thing the owner should know."""
    people: list[str] = []
    """Public keys, in hex, of those who have a seat at the table."""
