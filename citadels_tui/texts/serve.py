"""Words of the headless host."""

from __future__ import annotations

from citadels_tui.texts import N_

LISTENING = N_("Listening at {where}.\nThe host's key: {words}.")
ONLY_HERE = N_("Only players on this machine can join: it is in no network, or the host listens to this machine only.")
PLACES = N_("Unix socket: {socket}. Log: {log}. Ctrl+C or SIGTERM ends it.")
FOR_PLAYERS = N_("This text tells players how to join:")
COME_TO = N_("Citadels at {name}")
COME = N_("Citadels")
BY_BROWSER = N_("in a browser: {line}")
BY_SSH = N_("by SSH: {line}")
BY_CLIENT = N_("with Citadels installed: {line}")
KEY = N_("the host's key, to compare: {words}")
RELAYED = N_("Players can join by the relay at {relay}, too; invitations say so.")
RELAYING = N_("Listening at {where}. Hosts name it with --relay {where}. Ctrl+C or SIGTERM ends it.")
FOR_ALL = N_("It serves all hosts.")
FOR_SOME = (N_("It serves {amount} host, by its pin."), N_("It serves {amount} hosts, by their pins."))
METRICS = N_("Figures for monitoring: {place}")
NO_METRICS = N_("--metrics needs a package that is not installed: {command}")
UNREAD = N_("A stored table could not be brought back, and stays as it is: {id} ({why})")
NOT_RUNNING = N_("no host is running on {folder}")
BAD_PORT = N_("a port is a number from 1 to 65535, not {port}")
JSON_ALONE = N_("--json belongs to --status")
BAD_ADDRESS = N_("--address is HOST or HOST:PORT")
BAD_STORE = N_("--store is a database like postgresql://USER@HOST/NAME")
STORE_SECRET = N_(
    "everybody on this machine can read a password that stands in a command: put it into ~/.pgpass, or a file that "
    "PGPASSFILE names"
)
RELAY_UP = N_("Relay: connected.")
RELAY_NOT = N_("Relay: not connected ({code}); the host keeps trying.")
STATUS = N_(
    "Version {version} (protocol {protocol}), up for {uptime}.\n"
    "Tables: {tables}, with a game in progress: {games}.\n"
    "Connections: {connections}, of visitors: {visitors}, this one included."
)
