// Tables that are sorted by a click on a heading; what was chosen stays when the table is exchanged.
import { always } from "./page.js";

const chosen = new Map(); // which table -> column and direction

const tables = () => [...document.querySelectorAll("table[data-sorted]")];

/** Compare cells: numbers by size, words by letters, nothing last in both directions. */
function compare(one, other, up) {
  if (one === "" || other === "") return (one === "") - (other === "");
  const [a, b] = [Number(one), Number(other)];
  const order = Number.isNaN(a) || Number.isNaN(b) ? one.localeCompare(other) : a - b;
  return up ? order : -order;
}

function sort(table, { column, up }) {
  const body = table.tBodies[0];
  const value = (row) => row.cells[column].dataset.value;
  const rows = [...body.rows].sort((one, other) => compare(value(one), value(other), up));
  if (rows.some((row, n) => row !== body.rows[n])) body.append(...rows);
  [...table.tHead.rows[0].cells].forEach((head, n) => {
    if (n === column) head.setAttribute("aria-sort", up ? "ascending" : "descending");
    else head.removeAttribute("aria-sort");
  });
}

document.addEventListener("click", (event) => {
  const head = event.target.closest("[data-sort]")?.closest("th");
  if (!head) return;
  const table = head.closest("table");
  const place = tables().indexOf(table);
  const column = head.cellIndex;
  const before = chosen.get(place);
  // Names from A to Z, figures from the largest; the same heading again turns the order round.
  const up = before?.column === column ? !before.up : column === 0;
  chosen.set(place, { column, up });
  sort(table, chosen.get(place));
});

always(() => {
  tables().forEach((table, place) => {
    if (chosen.has(place)) sort(table, chosen.get(place));
  });
});
