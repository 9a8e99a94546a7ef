// What the modules share: the elements of the page and its state.

export const table = document.querySelector("#table");

/** The state of the shown position; the element is replaced with every refresh. */
export function state() {
  return document.querySelector("#state").dataset;
}

/** Fetch the parts of the page that have changed; `at` is a position in the history. */
export function refresh(at = "", seen = "") {
  const query = new URLSearchParams();
  if (at !== "") query.set("at", at);
  if (seen) query.set("seen", seen);
  const address = query.size ? `${table.dataset.page}?${query}` : table.dataset.page;
  const answered = window.htmx.ajax("GET", address, { source: "#table", swap: "none" });
  return answered.then(() => document.dispatchEvent(new Event("table:refreshed")));
}

/** Call a function now and after every refresh of the page. */
export function always(action) {
  action();
  document.body.addEventListener("htmx:afterSettle", action);
}
