"""`citadels doctor`: what works on this machine, and what to do where something does not."""

from __future__ import annotations

import json
from dataclasses import asdict

from citadels_tui.commands.parameters import Json
from citadels_tui.texts import _
from citadels_tui.texts import doctor as texts
from citadels_tui.wording.errors import UsageError
from net.base.limits import PORT


def doctor(*, port: int = PORT, json_: Json = False) -> int:
    """Check what the game needs of this machine, and show how to mend problems.

    Args:
        port: TCP port that a host would listen on.
        json_: Print one JSON object.

    Returns:
        0 when nothing is bad, 1 otherwise.
    """
    from citadels_tui.commands.checkup import findings

    if not 1 <= port <= 65535:
        raise UsageError("a port is a number from 1 to 65535, not {port}", port=port)
    found = list(findings(port))
    states = {finding.state for finding in found}
    if json_:
        print(json.dumps({"good": "bad" not in states, "checks": [asdict(finding) for finding in found]}))
        return 1 if "bad" in states else 0
    for finding in found:
        name, state = _(texts.NAMES[finding.name]), _(texts.STATES[finding.state])
        print(_(texts.LINE).format(state=state, name=name, found=finding.found))
        if finding.advice:
            print(f"    {finding.advice}")
    print(_(texts.BAD if "bad" in states else texts.LIMITED if "limited" in states else texts.ALL_GOOD))
    return 1 if "bad" in states else 0
