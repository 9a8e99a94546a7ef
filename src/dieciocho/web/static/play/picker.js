// The tile picker: one picture for each tile, turned with buttons or keys, previewed on the map.
import { bringUp, hexOf, inspect } from "./board.js";
import { state } from "./page.js";

const inspector = document.querySelector("#inspector");
let kept = null; // what was chosen in a card that is fetched anew

function preview(picker) {
  clear();
  const chosen = picker?.querySelector("input[name=action]:checked");
  if (!chosen) return;
  const hex = hexOf(picker.dataset.hex);
  const drawing = chosen.closest(".turned").querySelector("template").content.querySelector("g");
  const copy = document.importNode(drawing, true);
  copy.classList.add("preview");
  hex?.append(copy);
  document.querySelector(`#board [data-name="${CSS.escape(picker.dataset.hex)}"]`)?.setAttribute("visibility", "hidden");
}

function clear() {
  for (const old of document.querySelectorAll("#board .preview")) old.remove();
  for (const name of document.querySelectorAll("#board [data-name]")) name.removeAttribute("visibility");
}

/** Show one rotation of each tile: the chosen one, or the first. */
function arrange(picker) {
  for (const fit of picker.querySelectorAll(".fit")) {
    const turns = [...fit.querySelectorAll(".turned")];
    const chosen = turns.find((turn) => turn.querySelector("input").checked);
    const shown = chosen ?? turns.find((turn) => !turn.hidden && turn.dataset.shown) ?? turns[0];
    for (const turn of turns) {
      turn.hidden = turn !== shown;
      if (turn === shown) turn.dataset.shown = "yes";
      else delete turn.dataset.shown;
    }
    fit.classList.toggle("chosen", Boolean(chosen));
  }
  const fit = picker.querySelector(".fit.chosen");
  const buttons = picker.querySelector(".turn-buttons");
  buttons.hidden = !fit || fit.querySelectorAll(".turned").length < 2;
  const confirm = picker.querySelector(".confirm");
  if (confirm) confirm.disabled = !fit;
}

function select(input) {
  input.checked = true;
  input.dispatchEvent(new Event("change", { bubbles: true }));
}

function turn(picker, by) {
  const fit = picker.querySelector(".fit.chosen");
  if (!fit) return;
  const inputs = [...fit.querySelectorAll("input[name=action]")];
  const now = inputs.findIndex((input) => input.checked);
  const next = inputs[(now + by + inputs.length) % inputs.length];
  const focused = document.activeElement === inputs[now];
  select(next);
  if (focused) next.focus();
}

/** Turn the tile; one that lies in one way only gives way to the next tile. */
function another(picker) {
  const fits = [...picker.querySelectorAll(".fit")];
  const now = fits.findIndex((fit) => fit.classList.contains("chosen"));
  if (fits[now].querySelectorAll(".turned").length > 1) turn(picker, 1);
  else select(fits[(now + 1) % fits.length].querySelector("input[name=action]"));
}

inspector.addEventListener("change", (event) => {
  const picker = event.target.closest("#picker");
  if (!picker) return;
  arrange(picker);
  preview(picker);
});

// A click on the tile that is chosen already turns it.
inspector.addEventListener("click", (event) => {
  const button = event.target.closest("[data-turn]");
  const picker = event.target.closest("#picker");
  if (button) turn(picker, Number(button.dataset.turn));
  if (event.target.closest("[data-close-hex]")) close();
  const picture = event.target.closest(".fit.chosen img");
  if (picture) {
    event.preventDefault();
    turn(picker, 1);
  }
});

// So does a click on the hex on the map that is chosen already, or it takes the next tile.
document.querySelector("#viewport").addEventListener("board:again", (event) => {
  const picker = inspector.querySelector("#picker");
  if (picker?.dataset.hex !== event.detail || !picker.querySelector("input:checked")) return;
  event.preventDefault();
  another(picker);
});

document.addEventListener("keydown", (event) => {
  const picker = inspector.querySelector("#picker");
  if (event.key === "Escape" && inspector.childElementCount) close();
  if (!picker || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.target.matches("input:not([type=radio]), textarea, select")) return;
  if (event.key === "r" || event.key === "R") {
    turn(picker, event.key === "R" ? -1 : 1);
    event.preventDefault();
  }
});

function close() {
  const name = inspector.querySelector("[data-hex-card]")?.dataset.hexCard;
  inspector.replaceChildren();
  clear();
  if (name) hexOf(name)?.focus({ preventScroll: true });
}

function opened() {
  const picker = inspector.querySelector("#picker");
  clear();
  const name = inspector.querySelector("[data-hex-card]")?.dataset.hexCard;
  const before = kept;
  kept = null;
  mark(name);
  if (name && !before) bringUp(name);
  if (picker) {
    const inputs = [...picker.querySelectorAll("input[name=action]")];
    const same = before && inputs.find((input) => input.value === before.chosen);
    if (!inputs.some((input) => input.checked)) select(same ?? inputs[0]);
    else arrange(picker);
  }
  if (before && !before.focused) return;
  const chosen = picker?.querySelector("input[name=action]:checked");
  (chosen ?? inspector.querySelector("h3"))?.focus({ preventScroll: true });
}

// Somebody else has moved: the card that is open stays, with what can be done there now.
document.addEventListener("table:refreshed", () => {
  const card = inspector.querySelector("[data-hex-card]");
  if (!card || card.dataset.key === state().key) return;
  kept = {
    chosen: card.querySelector("input[name=action]:checked")?.value,
    focused: inspector.contains(document.activeElement),
  };
  inspect(card.dataset.hexCard);
});

/** Mark the hex that is being looked at. */
function mark(name) {
  for (const old of document.querySelectorAll("#board .looked-at")) old.classList.remove("looked-at");
  if (name) hexOf(name)?.classList.add("looked-at");
}

inspector.addEventListener("htmx:afterSettle", (event) => {
  if (event.detail.target === inspector || event.target === inspector) opened();
});
document.body.addEventListener("htmx:afterSettle", () => {
  if (inspector.childElementCount) return;
  mark(null);
  clear();
});
if (inspector.childElementCount) opened();
