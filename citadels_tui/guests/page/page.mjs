// The browser's end of a guest's session: a terminal, and the line to the host, which is dialled again when it is lost.
//
// To the host go bytes that were typed, and as JSON who comes and the window's size; from it come bytes to draw, and as
// JSON a sign that it is there, or that the session has ended.

import "./strict.mjs";
import { FitAddon } from "./addon-fit.mjs";
import { coarse, listen } from "./touch.mjs";
import { Terminal } from "./xterm.mjs";

const FRAME = 4096; // Bytes; the host takes no more in one.
const WIDE = { columns: 80, lines: coarse ? 20 : 24 }; // What the game wants; the letters become smaller until it fits.
const NARROW = { columns: 40, lines: 20 }; // What it wants in a window of less than so many pixels:
const NARROWEST = 600;
const LARGEST = coarse ? 20 : 16, SMALLEST = 8, STEP = coarse ? 0.5 : 1; // Pixels of a letter.
const SILENCE = 40_000; // Milliseconds without a sign of the host after which the line is given up,
const ASLEEP = 20_000; // and in a page that comes to the front again.
const FIRST_PAUSE = 500, LONGEST_PAUSE = 5_000; // Milliseconds before it is dialled again.
const STOPPED = 1001; // The code with which a host that stops in order closes the line.
const CLIPBOARD = 64 * 1024; // Letters that the host may copy.

const { body } = document;
const words = body.dataset;
const [form, told, name, notice] = ["welcome", "told", "name", "notice"].map((id) => document.getElementById(id));
const encoder = new TextEncoder();

const terminal = new Terminal({
    fontFamily: "'DejaVu Sans Mono', 'Cascadia Mono', Menlo, Consolas, monospace",
    fontSize: LARGEST,
    scrollback: 0,
    theme: { background: "#14171b" },
});
const fit = new FitAddon();
terminal.loadAddon(fit);
terminal.open(document.getElementById("terminal"));

let line = null; // The socket, while there is one.
let heard = 0; // When the host was heard last.
let attempts = 0;
let failures = 0; // Attempts since something was heard.
let timer = 0;
let stopped = false; // Whether the host has stopped in order, and was not heard since.
let frames = 0;

function enter(state) {
    body.dataset.state = state;
}

function fill() {
    const { columns, lines } = coarse && innerWidth < NARROWEST ? NARROW : WIDE;
    for (let size = LARGEST; size >= SMALLEST; size -= STEP) {
        terminal.options.fontSize = size;
        const most = fit.proposeDimensions();
        if (most && most.cols >= columns && most.rows >= lines) break;
    }
    fit.fit();
}

function tell(facts) {
    if (line?.readyState === WebSocket.OPEN) line.send(JSON.stringify(facts));
}

function type(text) {
    if (line?.readyState !== WebSocket.OPEN) return;
    const bytes = encoder.encode(text);
    for (let at = 0; at < bytes.length; at += FRAME) line.send(bytes.subarray(at, at + FRAME));
}

async function dial() {
    clearTimeout(timer);
    const attempt = attempts += 1;
    try {
        // The cookie is asked for by the page itself: it does not come along when a link elsewhere leads here.
        const answer = await fetch("/-/player", { method: "POST", redirect: "error" });
        if (!answer.ok) throw new Error(answer.statusText);
    } catch {
        if (attempt === attempts) lose();
        return;
    }
    if (attempt !== attempts) return;
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/-/play?lang=${document.documentElement.lang}`);
    socket.binaryType = "arraybuffer";
    socket.onopen = () => {
        heard = Date.now();
        terminal.reset();
        tell({ name: name.value, table: location.pathname.slice(1).toLowerCase(), columns: terminal.cols, lines: terminal.rows, touch: coarse });
    };
    socket.onmessage = ({ data }) => {
        heard = Date.now();
        if (typeof data !== "string") draw(new Uint8Array(data));
        else if ("ended" in JSON.parse(data)) end(JSON.parse(data).ended);
    };
    socket.onclose = ({ code }) => {
        if (line !== socket) return;
        stopped ||= code === STOPPED;
        lose();
    };
    line = socket;
}

function draw(bytes) {
    failures = 0;
    stopped = false;
    enter("playing");
    terminal.write(bytes, () => {
        body.dataset.frames = frames += 1;
    });
}

function lose() {
    hangUp();
    enter("lost");
    notice.textContent = stopped ? words.stopped : words.lost;
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** failures) * (0.5 + Math.random());
    failures += 1;
    timer = setTimeout(dial, pause);
}

function end(why) {
    hangUp();
    told.textContent = why || words.ended;
    enter("ended");
    form.querySelector("button").focus();
}

function hangUp() {
    const socket = line;
    line = null;
    socket?.close();
}

function begin() {
    enter("dialling");
    failures = 0;
    fill();
    terminal.focus();
    dial();
}

const call = coarse
    ? listen(terminal, document.getElementById("terminal"), document.getElementById("keys"), () => terminal.rows, type)
    : () => {};
for (const [final, wanted] of [["h", true], ["l", false]]) {
    // The game shows the cursor for a line that is to be typed, and draws one of its own.
    terminal.parser.registerCsiHandler({ prefix: "?", final }, (modes) => {
        if (modes.length !== 1 || modes[0] !== 25) return false;
        call(wanted);
        return wanted;
    });
}
terminal.onData(type);
terminal.onResize(({ cols, rows }) => tell({ columns: cols, lines: rows }));
terminal.onTitleChange((title) => {
    document.title = title;
});
terminal.parser.registerOscHandler(52, (said) => {
    // What the game copies. What the clipboard holds is told to nobody.
    const text = said.slice(said.indexOf(";") + 1);
    if (text !== "?" && text.length <= CLIPBOARD) {
        try {
            const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
            navigator.clipboard?.writeText(new TextDecoder().decode(bytes)).catch(() => {});
        } catch {
            // Not what it should be: nothing is copied.
        }
    }
    return true;
});

form.addEventListener("submit", (event) => {
    event.preventDefault();
    try {
        localStorage.setItem("name", name.value);
    } catch {
        // It is asked for again the next time.
    }
    begin();
});
addEventListener("resize", () => {
    if (body.dataset.state === "playing") fill();
});
addEventListener("online", () => {
    if (body.dataset.state === "lost") dial();
});
document.addEventListener("visibilitychange", () => {
    // A phone that was locked has lost its line without a word.
    if (document.hidden) return;
    if (body.dataset.state === "lost") dial();
    else if (line?.readyState === WebSocket.OPEN && Date.now() - heard > ASLEEP) {
        lose();
        dial();
    }
});
setInterval(() => {
    if (line?.readyState === WebSocket.OPEN && Date.now() - heard > SILENCE) lose();
}, 5_000);

let known = null;
try {
    known = localStorage.getItem("name");
} catch {
    // A browser that keeps nothing.
}
name.value = known ?? "";
if (known === null) name.focus();
else begin();
