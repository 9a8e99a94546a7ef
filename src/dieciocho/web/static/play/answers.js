// How answers of the server reach the page: refusals are shown, lost requests are told.
import { table } from "./page.js";

const REFUSED = new Set([403, 404, 409, 422]);
let focusLost = false;

document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (REFUSED.has(event.detail.xhr.status)) {
    event.detail.shouldSwap = true;
    event.detail.isError = false;
  }
});

// Somebody who plays with the keyboard goes on at the top of the panel after a move.
document.body.addEventListener("htmx:beforeRequest", (event) => {
  focusLost = event.detail.requestConfig.verb === "post" && event.target.closest(".decision") !== null;
});
document.body.addEventListener("htmx:afterSettle", () => {
  if (focusLost && document.activeElement === document.body) {
    document.querySelector("#turn-title")?.focus({ preventScroll: true });
    focusLost = false;
  }
});

const connection = document.querySelector("#connection");
document.body.addEventListener("htmx:sendError", () => {
  connection.textContent = table.dataset.lost;
  connection.hidden = false;
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) connection.hidden = true;
});

document.addEventListener("click", (event) => {
  if (event.target.closest("[data-close]")) document.querySelector("#message").replaceChildren();
});
