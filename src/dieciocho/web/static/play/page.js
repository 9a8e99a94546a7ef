// What the modules share: the elements of the page and its state.

export const table = document.querySelector("#table");

/** The state of the shown position; the element is replaced with every refresh. */
export function state() {
  return document.querySelector("#state").dataset;
}

/** Fetch the parts of the page that have changed; `at` is a position in the history.
    Tell whether they came: a request can be given up, or the connection can be lost. */
export async function refresh(at = "", seen = "") {
  const query = new URLSearchParams();
  if (at !== "") query.set("at", at);
  if (seen) query.set("seen", seen);
  const address = query.size ? `${table.dataset.page}?${query}` : table.dataset.page;
  const sent = window.htmx.ajax("GET", address, { source: "#table", swap: "parts" });
  const done = await sent.then(
    () => true,
    () => false, // answers.js tells of lost connections
  );
  if (done) document.dispatchEvent(new Event("table:refreshed"));
  return done;
}

/** Say that the server does not answer, or that it does again. */
export function lost(away) {
  const note = document.querySelector("#connection");
  if (away) note.textContent = table.dataset.lost;
  note.hidden = !away;
}

/** Call a function now and after every refresh of the page. */
export function always(action) {
  action();
  document.body.addEventListener("htmx:afterSettle", action);
}
