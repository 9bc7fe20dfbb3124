"""Words of the check of this machine: what was found, and what to do."""

from __future__ import annotations

from citadels_tui.texts import N_

STATES = {"good": N_("good"), "limited": N_("limited"), "bad": N_("bad")}
NAMES = {
    "python": N_("Python"),
    "terminal": N_("terminal"),
    "colours": N_("colours"),
    "clock": N_("clock"),
    "port": N_("port"),
    "ipv6": N_("IPv6"),
    "mdns": N_("local network"),
    "store": N_("store"),
    "keys": N_("keys"),
    "game": N_("game"),
}
LINE = N_("{state}: {name}: {found}")
ALL_GOOD = N_("Everything works.")
LIMITED = N_("The game works, with the limits above.")
BAD = N_("Something does not work; see above how to mend it.")

PYTHON = N_("Python {version}, Citadels {citadels}")
NO_MODULE_TO_DO = N_(
    "Choose another Python: this one was made without a part of its standard library, or packages are missing."
)
TERMINAL = N_("{term}, {columns} columns and {rows} rows")
NO_TERMINAL = N_("this is not a terminal")
NO_TERMINAL_TO_DO = N_("Start it in a terminal, or play line by line: citadels play --plain.")
NO_SCREEN_TO_DO = N_("Play line by line (citadels play --plain), or choose another Python.")
DUMB_TO_DO = N_("This terminal cannot position the cursor: play line by line (citadels play --plain).")
SMALL_TO_DO = N_("Make the window at least {columns} columns wide and {rows} rows high.")
COLOURS = N_("{colours}, Unicode")
COLOURS_ASCII = N_("{colours}, ASCII only")
TRUECOLOUR = N_("16 million colours")
COLOURS_256 = N_("256 colours")
COLOURS_16 = N_("16 colours")
NO_COLOUR = N_("no colours (NO_COLOR is set)")
ASCII_TO_DO = N_("For symbols instead of letters, choose a locale with UTF-8, such as LANG=C.UTF-8.")
WIDE_TO_DO = N_(
    "This terminal draws symbols of ambiguous width in two cells, so letters stand for them. To see the symbols, set "
    "it to one cell."
)
CLOCK_TO_DO = N_("The clock is behind the date of this program: set it, or invitations expire at the wrong time.")
PORT_FREE = N_("TCP port {port} is free")
PORT_USED = N_("TCP port {port} is in use")
PORT_USED_TO_DO = N_("If that is not a host of yours, host on another one: {command} host --port {other}")
PORT_REFUSED = N_("TCP port {port} cannot be used: {reason}")
PORT_REFUSED_TO_DO = N_("Choose a port from 1024 on with --port.")
IPV6 = N_("there")
NO_IPV6 = N_("not there")
NO_IPV6_TO_DO = N_("Nothing to mend: hosts and clients meet over IPv4.")
MDNS = N_("hosts can be found by name")
MDNS_TO_DO = N_("Hosts are joined by their address or an invitation.")
STORE = N_("{folder}, {free} MB free")
STORE_FULL_TO_DO = N_("Make room: a host needs some megabytes.")
KEYS = (N_("{amount} key in {folder}"), N_("{amount} keys in {folder}"))
NO_KEYS = N_("none yet; the first game makes one in {folder}")
GAME = N_("one was started in these folders, and left")
NO_GAME = N_("none could be started: {reason}")
NO_DECISION = N_("the host asked nothing in {seconds} seconds")
