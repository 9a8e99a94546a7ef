// What a choice is on the map: drawn there while one looks at the choice.
import { always } from "./page.js";

const viewport = document.querySelector("#viewport");

for (const event of ["pointerover", "focusin"]) {
  document.addEventListener(event, ({ target }) => {
    const offer = target.closest?.("form.offer");
    const drawing = offer?.querySelector("template.on-map");
    if (drawing) show(drawing);
  });
}

always(clear);

function show(drawing) {
  clear();
  const mark = drawing.content.querySelector("g").cloneNode(true);
  mark.setAttribute("class", "way-mark");
  mark.setAttribute("pointer-events", "none");
  viewport.querySelector("svg").append(mark);
}

function clear() {
  for (const old of viewport.querySelectorAll(".way-mark")) old.remove();
}
