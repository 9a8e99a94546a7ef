// The history: a slider, buttons, arrow keys; the address always tells what is shown.
import { refresh, state, table } from "./page.js";

let waiting = null;

function go(at) {
  const length = Number(state().length);
  const target = Math.min(length, Math.max(0, at));
  const address = target === length ? table.dataset.page : `${table.dataset.page}?at=${target}`;
  history.replaceState(null, "", address);
  return refresh(target === length ? "" : target);
}

/** Follow the slider, but ask only when it has rested a moment. */
function soon(at) {
  document.querySelector(".when-output").textContent = `${at}/${state().length}`;
  clearTimeout(waiting);
  waiting = setTimeout(() => go(at), 90);
}

document.addEventListener("input", (event) => {
  if (event.target.id === "when") soon(Number(event.target.value));
});

document.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  const step = event.target.closest("[data-step-time]");
  const now = event.target.closest("[data-now]");
  const entry = event.target.closest("[data-at]");
  if (step) go(Number(state().at) + Number(step.dataset.stepTime));
  else if (now) go(Infinity);
  else if (entry && entry.matches("a")) go(Number(entry.dataset.at));
  else return;
  event.preventDefault();
});

document.addEventListener("change", (event) => {
  if (event.target.id === "round" && event.target.value) go(Number(event.target.value));
});

/** Go to the beginning of the next round, or of this one and the one before. */
export function roundBy(by) {
  const at = Number(state().at);
  const starts = [...document.querySelectorAll("#round option")].slice(1).map((o) => Number(o.value));
  const next = by > 0 ? starts.find((n) => n > at) : starts.findLast((n) => n < at);
  go(next ?? (by > 0 ? Infinity : 0));
}

// Playing the history: an action after another, each when the one before is shown.
const PACE = 1200;
let playing = null;

export async function playback() {
  if (playing) {
    stop();
    return;
  }
  playing = {};
  const mine = playing;
  if (state().at === state().length) await go(0);
  while (playing === mine && Number(state().at) < Number(state().length)) {
    press();
    await new Promise((done) => setTimeout(done, PACE));
    if (playing === mine) await go(Number(state().at) + 1);
  }
  stop();
}

function stop() {
  playing = null;
  press();
}

/** The button is replaced with every answer. */
function press() {
  const button = document.querySelector("[data-playback]");
  button?.setAttribute("aria-pressed", String(playing !== null));
  if (button) button.textContent = playing ? "❚❚" : "▷▷";
}

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-playback]")) playback();
});
document.body.addEventListener("htmx:afterSettle", press);

// Arrow keys go through the history while nothing else has the focus.
document.addEventListener("keydown", (event) => {
  if (document.activeElement !== document.body) return;
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "ArrowLeft") go(Number(state().at) - 1);
  else if (event.key === "ArrowRight") go(Number(state().at) + 1);
});

// The slider is replaced with every answer: keep the focus on it.
let focused = false;
document.body.addEventListener("htmx:beforeSwap", () => {
  focused = document.activeElement?.id === "when";
});
document.body.addEventListener("htmx:afterSettle", () => {
  if (focused) document.querySelector("#when")?.focus({ preventScroll: true });
});
