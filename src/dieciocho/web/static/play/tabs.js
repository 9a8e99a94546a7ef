// Tabs; without this module all sheets are shown one below the other.

const list = document.querySelector("[role=tablist]");
const tabs = [...list.querySelectorAll("[role=tab]")];
const KEY = "dieciocho-tab";

function show(tab, focus = false) {
  for (const other of tabs) {
    const chosen = other === tab;
    other.setAttribute("aria-selected", String(chosen));
    other.tabIndex = chosen ? 0 : -1;
    document.getElementById(other.getAttribute("aria-controls")).hidden = !chosen;
  }
  if (tab.id === "tab-log") tab.querySelector(".unread").hidden = true;
  if (focus) tab.focus();
  try {
    sessionStorage.setItem(KEY, tab.id);
  } catch {
    // a browser that stores nothing
  }
}

for (const tab of tabs) {
  const sheet = document.getElementById(tab.getAttribute("aria-controls"));
  sheet.setAttribute("role", "tabpanel");
  sheet.setAttribute("aria-labelledby", tab.id);
  tab.addEventListener("click", () => show(tab));
}

list.addEventListener("keydown", (event) => {
  const now = tabs.indexOf(document.activeElement);
  const moves = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: tabs.length - 1 };
  if (!(event.key in moves) || now < 0) return;
  show(tabs[(moves[event.key] + tabs.length) % tabs.length], true);
  event.preventDefault();
});

let stored = null;
try {
  stored = sessionStorage.getItem(KEY);
} catch {
  // a browser that stores nothing
}
list.hidden = false;
show(tabs.find((tab) => tab.id === stored) ?? tabs[0]);

// Something new was said while another tab is open.
const said = () => document.querySelectorAll('#log [data-kind="chat"]').length;
let lines = said();
document.body.addEventListener("htmx:afterSettle", () => {
  const tab = document.querySelector("#tab-log");
  if (said() > lines && tab.getAttribute("aria-selected") !== "true") {
    tab.querySelector(".unread").hidden = false;
  }
  lines = said();
});
