"""The page of the web server: whole, of its own origin alone, and in the language of the browser."""

from __future__ import annotations

import json
import random
import re
import shlex
from hashlib import sha256

import pytest

from citadels_tui.cli.parser import understand
from citadels_tui.guests.web_page import FOLDER, VENDORED, language_of, load_files, make_page, parse_origin, policy
from citadels_tui.texts.catalogue import languages
from net.base.proxies import read_proxies
from tests.support.guests.servers import block


def test_the_files_of_others_are_those_that_were_published() -> None:
    """`SHA256SUMS` was made from what the makers of xterm.js 6.0.0 and its addon-fit 0.11.0 have published."""
    sums = (VENDORED / "SHA256SUMS").read_text(encoding="ascii")
    found = {path.name: sha256(path.read_bytes()).hexdigest() for path in VENDORED.iterdir()}
    del found["SHA256SUMS"]
    assert {name: sum for sum, name in (line.split() for line in sums.splitlines())} == found
    assert {"xterm.mjs", "xterm.css", "addon-fit.mjs"} <= set(found)
    for name in ("LICENSE", "LICENSE-addon-fit"):
        assert "Permission is hereby granted, free of charge" in (VENDORED / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("language", languages())
def test_the_page_is_of_its_own_origin_and_has_nothing_inline(language: str) -> None:
    page = make_page(language, "n0nce")
    assert f'<html lang="{language}">' in page
    assert not re.search(r"<script(?![^>]* src=)|<style|\sstyle=|\son\w+=|://|\$\w", page)
    files = load_files()
    assert set(re.findall(r'(?:src|href)="/-/([^"]*)"', page)) <= set(files)
    own = [path.read_text(encoding="utf-8") for path in FOLDER.iterdir() if path.is_file()]
    own = [text.replace('xmlns="http://www.w3.org/2000/svg"', "") for text in own]
    assert not any(re.search(r"https?://|//\w+\.", text) for text in own)
    assert all(f"./{name}" in "".join(own) for name in ("strict.mjs", "xterm.mjs", "addon-fit.mjs"))


def test_the_page_is_small_and_can_be_installed() -> None:
    files = load_files()
    assert sum(len(file.packed) for file in files.values()) < 300_000
    manifest = json.loads(files["citadels.webmanifest"].data)
    assert manifest["display"] == "standalone"
    assert all(icon["src"].removeprefix("/-/") in files for icon in manifest["icons"])


def test_nothing_inline_and_nothing_from_elsewhere_is_allowed() -> None:
    told = policy("n0nce")["Content-Security-Policy"]
    rules = dict(rule.split(" ", 1) for rule in told.split("; "))
    assert rules["default-src"] == rules["frame-ancestors"] == rules["form-action"] == rules["base-uri"] == "'none'"
    assert set(" ".join(rules.values()).split()) == {"'none'", "'self'", "'nonce-n0nce'"}
    assert "nonce" not in policy()["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("accepted", "language"),
    [
        ("", "en"),
        ("nl", "nl"),
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("fr, en;q=0.5, nl;q=0.7", "nl"),
        ("en-GB,nl", "en"),
        ("tlh;q=1, ../../etc", "en"),
        ("de;q=9", "en"),
        ("nl," * 10_000, "nl"),
    ],
)
def test_the_language_is_the_browsers(accepted: str, language: str) -> None:
    assert language_of(accepted) == language


def test_every_accept_language_header_gives_a_language() -> None:
    chance = random.Random(7)
    for _ in range(2000):
        assert language_of("".join(chance.choice("denl-;q=01., *\x00\xff") for _ in range(40))) in languages()


@pytest.mark.parametrize(
    ("said", "origin"),
    [
        ("https://play.example.org", "https://play.example.org"),
        ("HTTPS://Play.Example.org/", "https://play.example.org"),
        ("https://play.example.org:443", "https://play.example.org"),
        ("https://play.example.org:8443", "https://play.example.org:8443"),
        ("https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"),
    ],
)
def test_an_origin_is_read(said: str, origin: str) -> None:
    assert parse_origin(said) == origin


@pytest.mark.parametrize(
    "said",
    [
        *("", "play.example.org", "http://play.example.org", "https://", "https://play.example.org/friday"),
        *("https://ada@play.example.org", "https://*", "https://play.example.org:port", "https://a b"),
        *("https://-", "https://" + "a" * 300, "https://play.example.org\nhttps://evil.example"),
    ],
)
def test_an_unencrypted_origin_is_refused(said: str) -> None:
    with pytest.raises(ValueError, match=rf"^{re.escape(said)}\Z"):
        parse_origin(said)


def test_the_hosting_page_agrees_with_itself() -> None:
    proxies = shlex.split(block("serve-proxies"))
    assert read_proxies(proxies[proxies.index("--proxies") + 1])
    words = shlex.split(block("serve-origin"))
    understand(words[1:])
    port, origin = words[words.index("--web") + 1], words[words.index("--web-origin") + 1]
    assert parse_origin(origin) == origin
    assert block("caddyfile").split() == [origin.partition("//")[2], "{", "reverse_proxy", f"127.0.0.1:{port}", "}"]
    told = dict(re.findall(r"proxy_(?:set_header )?([\w-]+) (.*);", block("nginx")))
    assert told["pass"] == f"http://127.0.0.1:{port}"
    assert told["Host"] == "$host"
    assert told["X-Forwarded-For"] == "$remote_addr"
