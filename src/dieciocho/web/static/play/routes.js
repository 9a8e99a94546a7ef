// Running trains: a click on a place requires it, a second one avoids it.
import { always } from "./page.js";

const viewport = document.querySelector("#viewport");
const SVG = "http://www.w3.org/2000/svg";

viewport.addEventListener("board:stop", (event) => {
  const select = document.querySelector(`[data-wish="${CSS.escape(event.detail)}"]`);
  if (!select) return;
  select.selectedIndex = (select.selectedIndex + 1) % select.options.length;
  select.dispatchEvent(new Event("change", { bubbles: true }));
});

// With other things hired the sets of routes are others: forget the one that was picked.
document.addEventListener(
  "change",
  (event) => {
    if (event.target.name !== "hire") return;
    for (const pick of event.target.form.querySelectorAll("[name=pick]")) pick.checked = false;
  },
  true,
);

always(() => {
  const plan = document.querySelector(".plan");
  for (const old of viewport.querySelectorAll(".wish-mark")) old.remove();
  if (!plan) return;
  for (const stop of plan.dataset.through.split(" ").filter(Boolean)) mark(stop, "✓", "wanted");
  for (const stop of plan.dataset.avoid.split(" ").filter(Boolean)) mark(stop, "✕", "avoided");
});

function mark(stop, sign, kind) {
  const group = viewport.querySelector(`[data-stop="${CSS.escape(stop)}"]`);
  if (!group) return;
  const box = group.getBBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const mark = document.createElementNS(SVG, "g");
  mark.setAttribute("class", `wish-mark ${kind}`);
  const disc = document.createElementNS(SVG, "circle");
  const text = document.createElementNS(SVG, "text");
  for (const [key, value] of Object.entries({ cx: x, cy: y, r: 24 })) disc.setAttribute(key, value);
  for (const [key, value] of Object.entries({ x, y: y + 12, "font-size": 34 })) {
    text.setAttribute(key, value);
  }
  text.textContent = sign;
  mark.append(disc, text);
  group.closest("[data-hex]").append(mark);
}
