// The map: moving it with mouse, touch and keyboard; choosing hexes.
import { always, state, table } from "./page.js";
import { View } from "./view.js";

const viewport = document.querySelector("#viewport");
const view = new View(viewport);
const pointers = new Map();
let dragged = false;

always(() => {
  view.adopt();
  prepare();
});

/** Make hexes reachable by keyboard; those where something can be done come with Tab. */
function prepare() {
  const svg = view.svg;
  if (!svg) return;
  svg.dataset.ready = "yes";
  svg.setAttribute("role", "group");
  const marked = new Set(
    [...svg.querySelectorAll("[data-highlight]")].map((mark) => mark.dataset.highlight),
  );
  for (const hex of svg.querySelectorAll("[data-hex]")) {
    hex.setAttribute("tabindex", marked.has(hex.dataset.hex) ? "0" : "-1");
    if (hex.hasAttribute("role")) continue; // it has not been exchanged
    hex.setAttribute("role", "button");
    hex.setAttribute("aria-label", hex.querySelector("title")?.textContent ?? hex.dataset.hex);
  }
}

// --- hexes -----------------------------------------------------------------------------

export function hexOf(name) {
  return view.svg.querySelector(`[data-hex="${CSS.escape(name)}"]`);
}

export function centreOf(hex) {
  const matrix = hex.transform.baseVal.consolidate().matrix;
  return { x: matrix.e, y: matrix.f };
}

/** On a narrow screen what is shown of a hex covers the lower half: bring the hex above it. */
export function bringUp(name) {
  if (!window.matchMedia("(max-width: 60rem)").matches) return;
  const hex = hexOf(name);
  if (!hex) return;
  view.centre(centreOf(hex), view.whole.width / 2.2);
  viewport.scrollIntoView({ block: "start", behavior: "instant" });
}

export function inspect(name) {
  const past = "past" in state() ? `?at=${state().at}` : "";
  const address = `${table.dataset.page}hex/${encodeURIComponent(name)}/${past}`;
  window.htmx.ajax("GET", address, { target: "#inspector", swap: "innerHTML" });
}

function choose(target) {
  const hex = target.closest("[data-hex]");
  if (!hex) return;
  const stop = target.closest("[data-stop]");
  if (stop && "routes" in state()) {
    viewport.dispatchEvent(new CustomEvent("board:stop", { detail: stop.dataset.stop }));
    return;
  }
  // The hex whose tile is being chosen already: turn it.
  const name = hex.dataset.hex;
  const again = new CustomEvent("board:again", { detail: name, cancelable: true });
  if (viewport.dispatchEvent(again)) inspect(name);
}

/** Return the hex nearest to another in a direction, or null. */
function neighbour(hex, dx, dy) {
  const from = centreOf(hex);
  let best = null;
  let least = Infinity;
  for (const other of view.svg.querySelectorAll("[data-hex]")) {
    if (other === hex) continue;
    const to = centreOf(other);
    const along = (to.x - from.x) * dx + (to.y - from.y) * dy;
    const aside = Math.abs((to.x - from.x) * dy) + Math.abs((to.y - from.y) * dx);
    if (along < 40 || aside > along * 1.2) continue;
    const distance = along + aside * 1.5;
    if (distance < least) [best, least] = [other, distance];
  }
  return best;
}

function focusHex(hex) {
  if (!hex) return;
  const { x, y } = centreOf(hex);
  view.reveal(x, y);
  hex.focus({ preventScroll: true });
}

// --- keyboard --------------------------------------------------------------------------

const ARROWS = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

viewport.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const hex = event.target.closest("[data-hex]");
  const arrow = ARROWS[event.key];
  if (arrow && hex && !event.shiftKey) focusHex(neighbour(hex, ...arrow));
  else if (arrow) view.pan(arrow[0] * 60 * view.unit, arrow[1] * 60 * view.unit);
  else if (event.key === "+" || event.key === "=") view.zoom(1.25);
  else if (event.key === "-") view.zoom(0.8);
  else if (event.key === "0") view.showAll();
  else if (event.key === "Escape" && hex) viewport.focus();
  else if ((event.key === "Enter" || event.key === " ") && hex) act(event, hex);
  else if (event.key === "Enter") enter();
  else return;
  event.preventDefault();
});

function act(event, hex) {
  const stop = hex.querySelector("[data-stop]");
  choose(stop && "routes" in state() ? stop : hex);
}

function enter() {
  const svg = view.svg;
  focusHex(svg.querySelector('[data-hex][tabindex="0"]') ?? svg.querySelector("[data-hex]"));
}

// --- mouse and touch -------------------------------------------------------------------

viewport.addEventListener(
  "wheel",
  (event) => {
    // Turning the wheel moves the page; with Ctrl, as by a pinch on a touchpad, it zooms.
    if (!event.ctrlKey && !event.metaKey && !table.classList.contains("filled")) return;
    event.preventDefault();
    view.zoom(Math.exp(-event.deltaY * 0.0015), view.point(event.clientX, event.clientY));
  },
  { passive: false },
);

viewport.addEventListener("pointerdown", (event) => {
  if (event.button !== 0) return;
  pointers.set(event.pointerId, { x: event.clientX, y: event.clientY });
  if (pointers.size === 1) dragged = false;
});

viewport.addEventListener("pointermove", (event) => {
  const before = pointers.get(event.pointerId);
  if (!before) return;
  const now = { x: event.clientX, y: event.clientY };
  if (!dragged && Math.hypot(now.x - before.x, now.y - before.y) < 6 && pointers.size === 1) return;
  if (!dragged) viewport.setPointerCapture(event.pointerId);
  dragged = true;
  viewport.classList.add("dragging");
  if (pointers.size === 1) {
    view.pan((before.x - now.x) * view.unit, (before.y - now.y) * view.unit);
  } else {
    pinch(event.pointerId, before, now);
  }
  pointers.set(event.pointerId, now);
});

function pinch(id, before, now) {
  const [, other] = [...pointers].find(([key]) => key !== id);
  const old = Math.hypot(before.x - other.x, before.y - other.y);
  const distance = Math.hypot(now.x - other.x, now.y - other.y);
  const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
  if (old > 0) view.zoom(distance / old, view.point(middle.x, middle.y));
  view.pan(((before.x - now.x) / 2) * view.unit, ((before.y - now.y) / 2) * view.unit);
}

function release(event) {
  pointers.delete(event.pointerId);
  if (!pointers.size) viewport.classList.remove("dragging");
}
viewport.addEventListener("pointerup", release);
viewport.addEventListener("pointercancel", release);

viewport.addEventListener("click", (event) => {
  if (dragged) {
    dragged = false;
    return;
  }
  choose(event.target);
});

document.querySelector(".zoom").addEventListener("click", (event) => {
  const how = event.target.closest("[data-zoom]")?.dataset.zoom;
  if (how === "in") view.zoom(1.4);
  else if (how === "out") view.zoom(1 / 1.4);
  else if (how === "all") view.showAll();
  else if (how === "full") fill();
});

/** Let the map fill the window, or give it its place back; the decision stays in sight. */
export function fill(on = !table.classList.contains("filled")) {
  table.classList.toggle("filled", on);
  document.querySelector('[data-zoom="full"]').setAttribute("aria-pressed", String(on));
  view.showAll();
}
