// How answers of the server reach the page: refusals are shown, lost requests are told.
import { lost, state } from "./page.js";

const REFUSED = new Set([403, 404, 409, 422]);

document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (REFUSED.has(event.detail.xhr.status)) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
});

// After a move one goes on at the top of the panel: it is seen, and the keyboard is there.
let moved = "";
document.body.addEventListener("htmx:beforeRequest", (event) => {
  const move = event.detail.requestConfig.verb === "post" && event.target.closest(".decision");
  moved = move ? state().key : "";
});
document.body.addEventListener("htmx:afterSettle", () => {
  if (!moved || moved === state().key) return;
  moved = "";
  document.querySelector("#turn").scrollIntoView({ block: "nearest" });
  if (document.activeElement === document.body) {
    document.querySelector("#turn-title")?.focus({ preventScroll: true });
  }
});

const tries = new WeakMap();
document.body.addEventListener("htmx:sendError", (event) => {
  lost(true);
  // An action carries the name of its request: sent twice it is still played once.
  const form = event.detail.elt;
  const count = (tries.get(form) ?? 0) + 1;
  if (!form.matches("form:has(input[name=request])") || count > 8) return;
  tries.set(form, count);
  setTimeout(() => form.isConnected && form.requestSubmit(), 500 * count);
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) lost(false);
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close]")) document.querySelector("#message").replaceChildren();
});
