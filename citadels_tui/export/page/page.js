"use strict";
// Draws a game from the figures and sentences beside this script: it knows no rules. All text goes in as text.

const game = JSON.parse(document.getElementById("game").textContent);
const codes = game.languages.map(([code]) => code);
const last = game.changes.length - 1;
const SPEED = 1100; // milliseconds for a moment that plays
const MOST = 10; // letters of a character's name where there is little room

/* What each moment was like */

const states = unfold(game.changes, []);
const guesses = game.guesses.map((told) => unfold(told, game.names.map(() => [])));
const rounds = states.flatMap((_, moment) => (moment === 0 || get(moment, "round") !== get(moment - 1, "round") ? [moment] : []));

function unfold(changes, now) {
  return changes.map((change) => {
    now = now.slice();
    for (let at = 0; at < change.length; at += 2) now[change[at]] = change[at + 1];
    return now;
  });
}

function get(moment, field) {
  return states[moment][game.table.indexOf(field)];
}

function of(moment, seat, field) {
  return states[moment][game.table.length + seat * game.seat.length + game.seat.indexOf(field)];
}

/* What is shown: a moment, through somebody's eyes (0: all hands are open), in a language */

let moment = 0;
let eyes = 0;
let language = 0;
let timer = 0;
const parts = {};

const said = (name, values = {}) => filled(game.words[name][language], values);
const filled = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
const sees = (seat) => eyes === 0 || eyes === seat + 1;

function address(move) {
  const more = (eyes ? `&eyes=${eyes}` : "") + (language !== preferred() ? `&lang=${codes[language]}` : "");
  return `#move-${move}${more}`;
}

function preferred() {
  const wanted = navigator.languages.map((each) => codes.indexOf(each.slice(0, 2))).find((place) => place >= 0);
  return wanted ?? 0;
}

function follow() {
  const move = /^#move-(\d{1,6})/.exec(location.hash);
  const seat = /&eyes=(\d{1,2})/.exec(location.hash);
  const code = /&lang=(\w{2})/.exec(location.hash);
  moment = Math.min(move ? Number(move[1]) : moment, last);
  eyes = seat && Number(seat[1]) <= game.names.length ? Number(seat[1]) : 0;
  language = code && codes.includes(code[1]) ? codes.indexOf(code[1]) : preferred();
}

/* Elements */

function make(kind, values = {}, ...children) {
  const made = document.createElement(kind);
  for (const [name, value] of Object.entries(values)) {
    if (name in made && name !== "list") made[name] = value;
    else made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

function svg(kind, values, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", kind);
  for (const [name, value] of Object.entries(values)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

function mark(element, current) {
  if (current) element.setAttribute("aria-current", "step");
  else element.removeAttribute("aria-current");
}

// How wide its longest word is: what stands on a small card is written so that no word is broken.
const longest = (text) => Math.max(...text.split(/[ -]/).map((word) => word.length));

const spoken = (text) => make("span", { className: "spoken" }, text);
const drawn = (text, kind = "") => make("span", { className: kind, "aria-hidden": "true" }, text);

function sentence(number) {
  return game.lines[number][2 + language].map((part) => {
    const found = game.parts[part];
    return typeof found === "string" ? found : make("span", { className: found[1] }, found[0]);
  });
}

/* Cards */

function explain(title, text) {
  parts.card.replaceChildren(
    make("h2", {}, title),
    make("p", {}, text),
    make("button", { onclick: () => parts.card.close() }, said("close")),
  );
  parts.card.showModal();
}

function district(number, fresh) {
  const card = game.cards[number];
  const name = card.name[language];
  const kind = card.type ? game.types[card.type][language] : said("action");
  const inside = [
    drawn(card.type ? `${game.signs[card.type]}\u{fe0e}${card.cost}` : "❖", "cost"),
    make("span", { className: "name" }, name),
    spoken(`, ${kind}, ${said("costs", { n: card.cost })}`),
  ];
  const house = card.text
    ? make("button", { className: "house", title: card.text[language], onclick: () => explain(name, card.text[language]) }, ...inside)
    : make("div", { className: "house", title: kind }, ...inside);
  house.style.setProperty("--cost", Math.min(card.cost, 8));
  house.style.setProperty("--long", longest(name));
  return make("li", { className: `district ${card.type || "action"}${fresh ? " fresh" : ""}` }, house);
}

function character(rank, kind, name = game.characters[rank - 1].name[language]) {
  const card = game.characters[rank - 1];
  const act = () => explain(`${rank} ${card.name[language]}`, card.text[language]);
  const made = make("button", { className: `role ${kind} ${card.type}`, onclick: act }, `${rank} ${name}`);
  made.style.setProperty("--long", longest(name));
  return made;
}

/* The board */

function holder(rank) {
  const seats = game.names.map((_, seat) => seat);
  return seats.find((seat) => of(moment, seat, sees(seat) ? "roles" : "shown").includes(rank)) ?? -1;
}

function ranks() {
  return game.characters.map((card, place) => {
    const rank = place + 1;
    const seat = holder(rank);
    const seen = seat >= 0 && of(moment, seat, "shown").includes(rank);
    const out = get(moment, "faceup").includes(rank);
    const silent = get(moment, "silent").includes(rank);
    const marks = get(moment, "marks").filter(([each]) => each === rank).map(([, mark]) => game.aimed[mark][language]);
    const notes = [
      ...marks.map((mark) => make("span", { className: "mark" }, mark)),
      seat >= 0 ? make("span", { className: seen ? "holder" : "holder secret" }, game.names[seat]) : null,
      out ? make("span", {}, said("out")) : silent ? make("span", {}, said("unanswered")) : null,
    ];
    const state = get(moment, "rank") === rank ? "now" : out ? "out" : silent || seen ? "done" : "";
    const named = character(rank, "", card.name[language].length > MOST ? card.short[language] : card.name[language]);
    return make("li", { className: `rank ${state} ${card.type}${marks.length ? " marked" : ""}` }, named, ...notes);
  });
}

function figure(name, sign, amount, values = { n: amount }) {
  return make("li", { className: name, title: said(name, values) }, drawn(sign, "sign"), drawn(String(amount)), spoken(said(name, values)));
}

function roles(seat) {
  const shown = of(moment, seat, "shown");
  const hidden = of(moment, seat, "roles").filter((rank) => !shown.includes(rank));
  const found = shown.map((rank) => character(rank, "shown"));
  if (sees(seat)) return [...found, ...hidden.map((rank) => character(rank, "secret"))];
  const maybe = guesses[eyes][moment][seat].join("/");
  if (hidden.length && maybe) found.push(make("span", { className: "role guess" }, said("maybe", { characters: maybe })));
  else found.push(...hidden.map(() => make("span", { className: "role guess" }, drawn("?"), spoken(said("hidden")))));
  return found;
}

function player(seat) {
  const city = of(moment, seat, "city");
  const old = moment ? of(moment - 1, seat, "city") : [];
  const cards = of(moment, seat, "hand");
  const built = of(moment, seat, "built");
  const target = get(moment, "target");
  const acting = get(moment, "acting") === seat || (get(moment, "acting") < 0 && get(moment, "asked") === seat);
  const head = make("h3", {}, game.names[seat]);
  if (get(moment, "crown") === seat) head.append(drawn("♛\u{fe0e}", "crown"), spoken(`, ${said("crown")}`));
  if (acting) head.append(spoken(`, ${said("acting")}`));
  const plots = Array.from({ length: Math.max(target - built, 0) }, () => make("li", { className: "plot", "aria-hidden": "true" }));
  const done = get(moment, "complete").includes(seat) ? make("span", { className: "complete" }, said("complete")) : null;
  const hand = !sees(seat) ? null : make("div", { className: "hand" },
    make("span", { className: "label" }, said("hand")),
    cards.length ? make("ul", {}, ...cards.map((card) => district(card, false))) : said("no_cards"));
  return make("section", { className: `player${acting ? " acting" : ""}`, "aria-label": game.names[seat] },
    make("header", {},
      make("div", { className: "who" }, head, ...roles(seat), done),
      make("ul", { className: "figures" },
        figure("gold", "", of(moment, seat, "gold")),
        figure("cards", "", cards.length),
        figure("points", "★", of(moment, seat, "points")),
        figure("city", "", `${built}/${target}`, { n: built, of: target }))),
    city.length ? null : spoken(said("no_city")),
    make("ul", { className: "city" }, ...city.map((card) => district(card, !old.includes(card))), ...plots),
    hand);
}

/* How it ended */

function curve() {
  const [width, height, left, foot] = [640, 240, 34, 24];
  const told = game.end.curve;
  const most = Math.max(...told.flatMap(([, ...points]) => points), 1);
  const x = (place) => left + 8 + (width - left - 16) * (told.length > 1 ? place / (told.length - 1) : 0.5);
  const y = (points) => height - foot - (height - foot - 12) * Math.max(points, 0) / most;
  const step = Math.ceil(most / 5 / 5) * 5;
  const lines = [];
  for (let points = 0; points <= most; points += step) {
    lines.push(svg("line", { x1: left, x2: width, y1: y(points), y2: y(points), class: "grid" }));
    lines.push(svg("text", { x: left - 6, y: y(points) + 4, class: "scale end" }, String(points)));
  }
  told.forEach(([round], place) => {
    if (told.length < 16 || place % 2 === 0) lines.push(svg("text", { x: x(place), y: height - 6, class: "scale middle" }, String(round)));
  });
  for (const seat of [...game.end.order].reverse()) {
    const dots = told.map((points, place) => `${x(place)},${y(points[seat + 1])}`);
    lines.push(svg("polyline", { points: dots.join(" "), class: `curve seat${seat}${game.end.winners.includes(seat) ? " best" : ""}` }));
  }
  const names = game.end.order.map((seat) => make("li", { className: `seat${seat}` }, game.names[seat]));
  return make("figure", {},
    make("figcaption", {}, said("curve")),
    svg("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, ...lines),
    make("ul", { className: "legend" }, ...names));
}

function ending() {
  const { order, winners, totals, headline, deeds, sources } = game.end;
  const row = (kind, name, worth, style = "") => make("tr", { className: style },
    make("th", { scope: "row" }, name), ...worth.map((each) => make(kind, {}, String(each ?? "-"))));
  const head = make("tr", {}, make("td"), ...order.map((seat) => make("th", { scope: "col", className: winners.includes(seat) ? "best" : "" }, game.names[seat])));
  const body = sources.map(([names, points]) => row("td", names[language], order.map((seat) => points[seat])));
  const total = row("td", said("total"), order.map((seat) => totals[seat]), "total");
  return [
    make("div", { className: "headline" }, ...headline.map((number) => make("p", {}, ...sentence(number)))),
    make("div", { className: "scores", tabIndex: 0, role: "region", "aria-label": said("end") }, make("table", {}, make("thead", {}, head), make("tbody", {}, ...body, total))),
    curve(),
    make("h3", {}, said("deeds")),
    make("ul", { className: "deeds" }, ...deeds.map((number) => make("li", {}, ...sentence(number)))),
  ];
}

function proof() {
  const [before, after] = said("retold").split("{command}");
  const checked = make("p", { className: "checked" }, ...sentence(game.checked));
  if (!game.proof) return [checked, make("p", {}, said("unproved"))];
  const words = make("ol", { className: "words" }, ...game.proof.split(" ").map((word) => make("li", {}, word)));
  return [checked, make("p", {}, before, make("code", {}, game.command), after), words];
}

/* The story */

function story() {
  const told = [];
  for (let at = 0; at < game.stories[eyes].length; at += 2) {
    const [number, move] = game.stories[eyes].slice(at, at + 2);
    const [kind, indent] = game.lines[number];
    const line = make("li", { className: `line ${kind} deep${indent}` }, make("a", { href: address(move) }, ...sentence(number)));
    told.push(Object.assign(line, { move, kind, deep: indent, said: () => sentence(number) }));
  }
  return told;
}

/* Drawing */

function begin() {
  document.documentElement.lang = codes[language];
  document.title = said("title", { players: game.names.join(", ") });
  const option = (value, text, chosen) => make("option", { value, selected: value === chosen }, text);
  const seats = [said("open"), ...game.names].map((name, value) => option(value, name, eyes));
  const spoken = game.languages.map(([, name], value) => option(value, name, language));
  const button = (name, text, act) => make("button", { className: name, title: said(name), "aria-label": said(name), onclick: act }, text);
  const length = (place) => (rounds[place + 1] ?? last + 1) - rounds[place];
  Object.assign(parts, {
    when: make("p", { className: "when" }),
    now: make("div", { className: "now", "aria-live": "polite" }),
    ranks: make("ol", { className: "ranks", "aria-label": said("characters") }),
    players: make("div", { className: `players of${game.names.length}` }),
    story: make("ol", { className: "lines" }, ...story()),
    card: make("dialog", { className: "card", onclick: (event) => event.target === parts.card && parts.card.close() }),
    play: button("play", "▶\u{fe0e}", play),
    slider: make("input", { type: "range", min: 0, max: last, "aria-label": said("slider"), oninput: () => go(Number(parts.slider.value)) }),
    rounds: make("ol", { className: "rounds" }, ...rounds.map((start, place) => {
      const item = make("li", {}, make("a", { href: address(start) }, String(place + 1)));
      item.style.flexGrow = length(place);
      return item;
    })),
    end: game.end && make("details", { className: "ending", open: parts.end?.open ?? false }, make("summary", {}, make("h2", {}, said("end")), " ", said("spoiler")), ...ending()),
  });
  parts.ranks.style.setProperty("--half", Math.ceil(game.characters.length / 2));
  document.getElementById("page").replaceChildren(
    make("header", { className: "top" },
      make("h1", {}, make("span", {}, drawn("♛\u{fe0e} ", "crown"), "Citadels"), make("small", {}, game.edition[language])),
      make("div", { className: "settings" },
        make("label", {}, make("span", {}, said("eyes")), make("select", { onchange: (event) => look(Number(event.target.value), language) }, ...seats)),
        make("label", {}, make("span", {}, said("language")), make("select", { onchange: (event) => look(eyes, Number(event.target.value)) }, ...spoken)))),
    make("main", {},
      make("div", { className: "board" },
        make("div", { className: "moment" }, parts.when, parts.now),
        parts.ranks,
        make("h2", { className: "spoken" }, said("players")),
        parts.players),
      make("section", { className: "story" }, make("h2", {}, said("story")), parts.story),
      make("div", { className: "after" },
        parts.end,
        make("section", { className: "proof" }, make("h2", {}, said("proof")), ...proof(), make("p", { className: "hint" }, said("keys"), make("br"), said("link"))))),
    make("nav", { "aria-label": said("controls") },
      make("div", { className: "buttons" },
        button("round_back", "«", () => turn(-1)), button("back", "‹", () => step(-1)), parts.play,
        button("on", "›", () => step(1)), button("round_on", "»", () => turn(1))),
      make("div", { className: "track" }, parts.rounds, parts.slider)),
    parts.card);
  show();
}

function show() {
  const round = get(moment, "round");
  const lines = [...parts.story.children];
  const fresh = lines.filter((line) => line.move === moment);
  for (const line of lines) {
    line.hidden = line.move > moment;
    mark(line, line.move === moment);
  }
  parts.when.replaceChildren(said("moment", { round, rounds: rounds.length, move: moment, moves: last }));
  // What caused them stands above: the first of them begins at the margin.
  const least = Math.min(...fresh.map((line) => line.deep));
  parts.now.replaceChildren(...(fresh.length
    ? fresh.map((line) => make("p", { className: `line ${line.kind} deep${line.deep - least}` }, ...line.said()))
    : [make("p", { className: "line silence" }, said("nothing"))]));
  parts.ranks.replaceChildren(...ranks());
  parts.players.replaceChildren(...game.names.map((_, seat) => player(seat)));
  parts.slider.value = moment;
  [...parts.rounds.children].forEach((item, place) => mark(item.firstChild, place + 1 === round));
  parts.play.textContent = timer ? "❚❚" : "▶\u{fe0e}";
  parts.play.title = said(timer ? "pause" : "play");
  parts.play.setAttribute("aria-label", parts.play.title);
  parts.story.scrollTop = parts.story.scrollHeight;
  if (parts.end && moment === last && !timer) parts.end.open = true;
}

/* Moving */

function stop() {
  clearTimeout(timer);
  timer = 0;
}

function go(move) {
  moment = Math.min(Math.max(move, 0), last);
  history.replaceState(null, "", address(moment));
  show();
}

function step(by) {
  stop();
  go(moment + by);
}

function turn(by) {
  stop();
  const further = rounds.filter((start) => (by > 0 ? start > moment : start < moment));
  go(further.length ? further.at(by > 0 ? 0 : -1) : by > 0 ? last : 0);
}

function play() {
  if (timer) stop();
  else tick(moment === last ? 0 : next());
  show();
}

function tick(move) {
  timer = move < last ? setTimeout(() => tick(next()), SPEED) : 0;
  go(move);
}

// The next moment of which anything is told.
function next() {
  return [...parts.story.children].find((line) => line.move > moment)?.move ?? last;
}

function look(seat, spoken) {
  [eyes, language] = [seat, spoken];
  history.replaceState(null, "", address(moment));
  begin();
}

document.addEventListener("keydown", (event) => {
  const at = event.target.closest("select, input, button, a, summary, dialog");
  if (event.ctrlKey || event.metaKey || event.altKey || at?.matches("select, dialog, dialog *")) return;
  if (at && (event.key === " " || (at.matches("input") && event.key.length > 1))) return;
  const around = (by) => look((eyes + by + game.names.length + 1) % (game.names.length + 1), language);
  const acts = {
    ArrowLeft: () => step(-1), ArrowRight: () => step(1), "[": () => turn(-1), "]": () => turn(1),
    Home: () => step(-last), End: () => step(last), " ": play, v: () => around(1), V: () => around(-1),
  };
  if (!Object.hasOwn(acts, event.key)) return;
  event.preventDefault();
  acts[event.key]();
});

window.addEventListener("hashchange", () => {
  stop();
  follow();
  begin();
});

follow();
begin();
