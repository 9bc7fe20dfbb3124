"""Why no host is found on the network."""

from __future__ import annotations

from citadels_tui.table_list.nearby import why_none
from net.base.extras import how_to_install


def test_a_missing_package_is_told_with_the_command_that_installs_it() -> None:
    assert why_none("package").endswith(f"zeroconf is not installed: {how_to_install('lan')}")
    assert "{" not in why_none("quiet")
