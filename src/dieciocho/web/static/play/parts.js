// The parts of the page: each has an id and a digest of what it shows. The server is told which
// ones are here and sends the others; web/play/parts.py is the other end. The card of a hex is a
// part without a digest: what is sent for it is always shown.
import { table } from "./page.js";

let shown = 0; // how many parts have been exchanged
let late = false; // the answer was made for a page that has changed meanwhile

document.body.addEventListener("htmx:configRequest", (event) => {
  const { elt, headers } = event.detail;
  if (elt !== table && elt.getAttribute("hx-swap") !== "parts") return;
  headers["X-Page"] = table.dataset.version;
  headers["X-Have"] = [...table.querySelectorAll("[data-digest]")]
    .map((part) => part.dataset.digest)
    .join("");
  event.detail.shown = shown;
});

document.body.addEventListener("htmx:beforeSwap", (event) => {
  late = event.detail.requestConfig.shown !== shown;
});

// Something else than its parts was put into a part: the server must not take it for the part.
document.body.addEventListener("htmx:afterSwap", (event) => {
  delete event.detail.target.dataset.digest;
});

// What somebody has opened stays open until they close it: details with an id.
const opened = new Set();
document.addEventListener(
  "toggle",
  ({ target }) => {
    if (!target.id || !target.matches("details")) return;
    if (target.open) opened.add(target.id);
    else if (target.isConnected) opened.delete(target.id);
  },
  true,
);

/** Put changed parts into the page; what a part keeps is moved into it. Return what is new. */
function exchange(fragment) {
  const here = new Map(
    [...table.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]),
  );
  const fresh = [];
  const sent = [...fragment.querySelectorAll("[data-part]")];
  for (const part of sent.filter((each) => !each.parentElement?.closest("[data-part]"))) {
    const old = here.get(part.dataset.part);
    if (!old) continue;
    for (const kept of part.querySelectorAll("[data-keep]")) {
      kept.replaceWith(here.get(kept.dataset.part));
    }
    old.replaceChildren(...part.childNodes);
    for (const id of opened) {
      const again = document.getElementById(id);
      if (again) again.open = true;
    }
    if ("digest" in part.dataset) old.dataset.digest = part.dataset.digest;
    // At once, not when htmx has settled: whoever is quick must not act on forms that are deaf.
    for (const child of old.children) window.htmx.process(child);
    fresh.push(...old.children);
    shown += 1;
  }
  return fresh;
}

window.htmx.defineExtension("parts", {
  handleSwap(style, target, fragment) {
    if (style !== "parts") return false;
    if (!late) return exchange(fragment);
    document.dispatchEvent(new Event("table:late"));
    return [];
  },
});
