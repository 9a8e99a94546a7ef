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
