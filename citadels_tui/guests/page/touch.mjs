// Fingers on the terminal: a tap is a click, a swipe turns the wheel, and a long press points at something, which the
// game explains. The phone's keyboard comes with a line that is to be typed, when the game shows the cursor for it, or
// when its key is pressed, and goes with the line. The key only ever brings it: phones have a way of their own to put it
// away, of which a page is not told.

const LONG = 500; // Milliseconds after which a press only points.
const STRAY = 10; // Pixels that a finger may stray while it presses.
const TEXT_KEYS = { escape: "\x1b", up: "\x1b[A", down: "\x1b[B", enter: "\r" };

export const coarse = matchMedia("(pointer: coarse)").matches;

// `lines` tells how many the terminal has, and `type` sends what is typed. Returned is what calls the keyboard, or not.
export function listen(terminal, place, bar, lines, type) {
    let from = null; // Where the finger was when the wheel was last turned.
    let timer = 0;
    let pressing = false; // Whether it may still become a tap.

    function point(kind, touch, pressed = {}) {
        const { clientX, clientY } = touch;
        const told = { bubbles: true, cancelable: true, view: window, clientX, clientY, ...pressed };
        place.querySelector(".xterm-screen").dispatchEvent(new MouseEvent(kind, told));
    }

    function turn(touch) {
        const step = place.clientHeight / lines();
        const { clientX, clientY } = touch;
        while (Math.abs(from.clientY - clientY) >= step) {
            const down = Math.sign(from.clientY - clientY);
            from = { clientX, clientY: from.clientY - down * step };
            const told = { bubbles: true, cancelable: true, clientX, clientY, deltaMode: 1, deltaY: down };
            place.querySelector(".xterm-screen").dispatchEvent(new WheelEvent("wheel", told));
        }
    }

    function release() {
        clearTimeout(timer);
        from = null;
        pressing = false;
    }

    place.addEventListener("touchstart", (event) => {
        release();
        if (event.touches.length !== 1) return;
        const [{ clientX, clientY }] = event.touches;
        from = { clientX, clientY };
        pressing = true;
        timer = setTimeout(() => {
            pressing = false;
            point("mousemove", from);
        }, LONG);
    }, { passive: true });
    place.addEventListener("touchmove", (event) => {
        if (from === null) return;
        const [touch] = event.touches;
        if (pressing && Math.hypot(touch.clientX - from.clientX, touch.clientY - from.clientY) < STRAY) return;
        clearTimeout(timer);
        pressing = false;
        turn(touch);
    }, { passive: true });
    place.addEventListener("touchend", (event) => {
        // The browser makes no click of its own out of it, which would bring the keyboard.
        event.preventDefault();
        if (pressing) {
            const [touch] = event.changedTouches;
            point("mousemove", touch);
            point("mousedown", touch, { button: 0, buttons: 1 });
            point("mouseup", touch, { button: 0 });
        }
        release();
    });
    place.addEventListener("touchcancel", release);

    function show(wanted) {
        textarea.blur();
        textarea.inputMode = wanted ? "text" : "none";
        if (wanted) textarea.focus();
    }

    function call(wanted) {
        if ((textarea.inputMode === "text") !== wanted) show(wanted);
    }

    const { textarea } = terminal;
    textarea.inputMode = "none";
    bar.hidden = false;
    bar.addEventListener("click", ({ target }) => {
        const { key } = target.dataset;
        if (key in TEXT_KEYS) type(TEXT_KEYS[key]);
        if (key === "keyboard") show(true);
    });
    terminal.onKey(({ key }) => {
        if (key === "\r") call(false);
    });
    return call;
}
