// What the signs on the map mean: beside the map, which stays in use. It is asked for when it is opened.
import { state } from "./page.js";

const card = document.querySelector("#legend");
const link = document.querySelector("[data-show-legend]");

export function legend() {
  if (card.open) {
    card.close();
    return;
  }
  const past = "past" in state() ? `?at=${state().at}` : "";
  window.htmx.ajax("GET", link.href + past, { target: "#legend-signs", swap: "innerHTML" });
  card.show();
}

card.addEventListener("close", () => link.focus({ preventScroll: true }));
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && card.open) card.close();
});
link.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  legend();
});
