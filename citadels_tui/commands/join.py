"""`citadels join`: a seat at somebody else's table."""

from __future__ import annotations

from citadels_tui.commands.options import launch, player_name, profile_name
from citadels_tui.commands.parameters import Ascii, Name, Profile
from citadels_tui.errors import UsageError
from citadels_tui.start import Join
from net.errors import NetError
from net.invite import parse_target


def join(target: str, /, *, watch: bool = False, name: Name = "", profile: Profile = "", ascii: Ascii = False) -> int:
    """Join a table by its address or invitation.

    Args:
        target: An invitation (citadels://...), or the host's address, with a port if it is not the usual one.
        watch: Watch instead of playing.
        name: Your name at the table.
        profile: Which of your identities to use, when several people play from one account.
        ascii: Draw with plain characters only.

    Returns:
        0.
    """
    try:
        parse_target(target)
    except NetError as error:
        raise UsageError(str(error)) from None
    start = Join(player_name(name), target, watch=watch, profile=profile_name(profile))
    return launch(start, ascii)
