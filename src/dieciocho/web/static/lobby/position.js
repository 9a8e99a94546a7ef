// The text of a position: its line numbers follow what is typed, errors lead to their lines.

const field = () => document.getElementById("position-field");

function number() {
  const lines = field().value.split("\n").length;
  const list = document.querySelector(".editor-numbers");
  while (list.children.length < lines) {
    list.append(document.createElement("li"));
    list.lastChild.textContent = list.children.length;
  }
  while (list.children.length > lines) list.lastChild.remove();
  field().rows = lines + 2;
}

function go(line) {
  const text = field();
  const lines = text.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
  text.focus({ preventScroll: true });
  text.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  document.querySelector(`.editor-numbers li:nth-child(${line})`)?.scrollIntoView({ block: "center" });
}

document.addEventListener("input", (event) => {
  if (event.target === field()) number();
});
document.addEventListener("click", (event) => {
  const link = event.target.closest("[data-go]");
  if (!link) return;
  event.preventDefault();
  go(Number(link.dataset.go));
});
document.addEventListener("htmx:afterSettle", () => {
  const line = Number(document.getElementById("position").dataset.line);
  if (line) go(line);
});
number(); // a browser that goes back brings the text along
