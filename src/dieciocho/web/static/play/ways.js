// What a choice is on the map: drawn there while one looks at the choice, or when one asks for it.
import { always } from "./page.js";

const viewport = document.querySelector("#viewport");

for (const event of ["pointerover", "focusin"]) {
  document.addEventListener(event, ({ target }) => {
    const drawing = drawingOf(target);
    if (drawing) show(drawing);
  });
}

// A high map may have it out of sight, and a finger does not hover.
document.addEventListener("click", ({ target }) => {
  if (!target.closest?.("[data-show-way]")) return;
  if (viewport.matches(".zoomed")) document.querySelector('[data-zoom="all"]').click();
  show(drawingOf(target)).scrollIntoView({ block: "center" });
});

always(() => {
  clear();
  const opened = document.querySelector("#inspector template.on-map");
  if (opened) show(opened);
});

function drawingOf(target) {
  return target.closest?.("form.offer")?.querySelector("template.on-map");
}

function show(drawing) {
  clear();
  const mark = drawing.content.querySelector("g").cloneNode(true);
  mark.setAttribute("class", "way-mark");
  mark.setAttribute("pointer-events", "none");
  viewport.querySelector("svg").append(mark);
  return mark;
}

function clear() {
  for (const old of viewport.querySelectorAll(".way-mark")) old.remove();
}
