"""Words of the hosts that are found on the local network, and of why there are none."""

from __future__ import annotations

from citadels_tui.texts import N_

LOOKING = N_("Looking for hosts on this network...")
TITLE = N_("On this network")
HOST = N_("{tables}, version {version}")
OTHER_VERSION = N_("{tables}, another version: {version}")
TABLES = (N_("{amount} table, {free} open"), N_("{amount} tables, {free} open"))
ASK = N_("Number, invitation or address: ")
NO_NUMBER = N_("There is no host with that number.")
SILENCE = {
    "port": N_("Hosts on this network cannot be found: UDP port 5353 cannot be used here."),
    "multicast": N_("Hosts on this network cannot be found: no network of this machine takes multicast."),
    "quiet": N_(
        "No host has answered on this network. Perhaps there is none, or a firewall or a guest Wi-Fi keeps it silent."
    ),
}
"""Why nothing was found, by `net.client.discovery.Silence`."""
BY_HAND = N_("An address is written like this: 192.168.1.20, or 192.168.1.20:7447")
