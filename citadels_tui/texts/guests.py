"""Words for guests, whose client runs on the host's machine."""

from __future__ import annotations

from citadels_tui.texts import N_

NO_TERMINAL = N_("This needs a terminal. With ssh, add -t before the name of the host: ssh -t HOST TABLE")
NOT_DRAWABLE = N_("A terminal of the type {term} cannot be drawn on. Set TERM to what your terminal is, such as xterm.")
BAD_TABLE = N_("The name of a table is 1 to 32 lower-case letters, digits and hyphens, and nothing comes after it.")
NO_TABLE = N_("There is no table called {name}.")
THIS_HOST = N_("this host")
WATCHING = N_("This game has begun, so you watch it. Leaving it leads to the other tables.")
BEGUN = N_("This game has begun. Enter takes the seat of a bot, with its hand and all it has seen; w only watches.")
FULL_TABLE = N_("All seats of this table are taken, so you watch. Leaving it leads to the other tables.")
OVER = N_("The game at this table is over. These are the tables here.")
IDLE = N_("Nobody has touched a key here for {minutes} minutes, so the connection was ended.")
FAULT = N_("Something went wrong in Citadels itself, and a report of it is at the host. Come back to go on.")
BROKEN = N_(
    "Something went wrong in Citadels itself, which has ended this session. Your seat is kept: come back to go on."
)
STOPPED = N_("The host has stopped; the game is kept. Come back to go on.")
ENDED_THERE = N_("The host has ended this session; your seat is kept. Come back to go on.")
COME_BACK = N_("This line leads back to your seat, whoever types it: {line}")
NO_SEAT = N_("That line leads to no seat any more. These are the tables here.")
KNOWN_BY_KEY = N_("You are known here by your SSH key {key}.")
GONE = N_("The host does not answer any more. Come back a little later.")
ELSEWHERE = N_("You have logged in again elsewhere, so this session has ended.")
NO_KEY = N_("the player's SSH key is not known: let sshd pass it on (ExposeAuthInfo yes), or give --key SHA256:...")
BAD_KEY = N_("--key is the fingerprint of an SSH key, as SHA256: and 43 letters or digits")
FULL = N_("This host has no room for another guest. Try again later.")
CROWDED_OUT = N_("The host is full, and your place was given to somebody from elsewhere. A seat in a game is kept.")
TOO_MUCH = N_("This session needed more memory than a guest may use, and was ended. Come back to go on.")
FULL_FOR_ADDRESS = N_("This host takes no more guests from your address. Try again later.")
SSH_OPEN = N_("SSH server: port {port}, key {fingerprint}")
BAD_PER_ADDRESS = N_("--guests-per-address is a number from 1 to {most}, and belongs to --ssh or --web")
BAD_PROXIES = N_("--proxies is up to 16 addresses or networks with commas, such as 10.0.0.2,10.1.0.0/16")
NO_SSH = N_("--ssh needs a package that is not installed: {command}")
SSH_ALONE = N_("--ssh-guests belongs to --ssh")

WEB_OPEN = N_("Web server: {url}")
NO_WEB = N_("--web needs a package that is not installed: {command}")
ORIGIN_ALONE = N_("--web-origin belongs to --web")
BAD_ORIGIN = N_("--web-origin is the page's address without its path, such as https://play.example.org")
WELCOME = N_("A game is waiting for you. What shall the others call you?")
YOUR_NAME = N_("Your name")
PLAY = N_("Play")
LOST = N_("The connection is lost. This page reconnects by itself, and your seat is kept.")
STOPPED_PAGE = N_(
    "The host has stopped; the game and your seat are kept. This page leads you back as soon as the host runs again."
)
OVER = N_("You are at no table now. If you have a seat at one, this leads you back to it.")
NO_COOKIES = N_("Your browser must keep this page's cookie: the host knows your seat by it.")
KEYBOARD = N_("Keyboard")
NO_SCRIPT = N_("This page needs JavaScript.")
