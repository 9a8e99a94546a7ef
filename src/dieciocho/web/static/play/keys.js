// Keys for everything; `?` shows them. They are silent while somebody writes.
import { fill } from "./board.js";
import { legend } from "./legend.js";
import { playback, roundBy } from "./time.js";

const overview = document.querySelector("#keys");
const viewport = document.querySelector("#viewport");

function focus(selector) {
  const element = document.querySelector(selector);
  if (!element) return;
  element.scrollIntoView({ block: "nearest" });
  element.focus();
}

function press(selector) {
  document.querySelector(selector)?.click();
}

const KEYS = {
  "?": () => overview.showModal(),
  m: () => fill(),
  g: () => focus("#viewport"),
  l: () => legend(),
  d: () => focus("#panel button, #panel a, #panel summary"),
  p: () => focus("#group-pass .button"),
  u: () => press("#time form[action$='undo/'] button:enabled"),
  y: () => press("#time form[action$='redo/'] button:enabled"),
  k: () => playback(),
  "[": () => roundBy(-1),
  "]": () => roundBy(1),
  n: () => press("#time [data-now]"),
  c: () => {
    press("#tab-log");
    focus("#say-text");
  },
  t: () => {
    document.querySelector("#typed-action")?.setAttribute("open", "");
    focus("#typed");
  },
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
  if (event.target.matches("input:not([type=radio], [type=range]), textarea, select")) return;
  if (overview.open) return;
  if (event.key === "Escape") fill(false);
  const tab = /^[1-9]$/.test(event.key) && document.querySelectorAll("[role=tab]")[event.key - 1];
  if (tab) {
    tab.click();
    focus(`#${tab.id}`);
  } else if (event.key in KEYS) KEYS[event.key]();
  else if (["+", "-", "0"].includes(event.key) && !viewport.contains(event.target)) {
    viewport.dispatchEvent(new KeyboardEvent("keydown", { key: event.key }));
  } else return;
  event.preventDefault();
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-show-keys]")) overview.showModal();
});
