// Moves of others: the server tells of every change, the page fetches what is new.
import { always, refresh, state, table } from "./page.js";

const POLL = 3000; // while there are no server-sent events
const title = table.dataset.title;
let source = null;
let retry = null;
let failures = 0;
let poll = null;
let sending = 0; // requests that change something and are not answered yet
let heard = 0; // news that came meanwhile

const changes = (event) => event.detail.requestConfig?.verb === "post";
document.body.addEventListener("htmx:beforeSend", (event) => {
  if (changes(event)) sending += 1;
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (!changes(event)) return;
  sending = Math.max(0, sending - 1);
  if (!sending) catchUp(heard);
});

function catchUp(news) {
  if (!(news > Number(state().news))) return;
  // The answer to what was just sent shows the same: its form must still be there to receive it.
  if (sending) {
    heard = news;
    return;
  }
  refresh("past" in state() ? state().at : "", state().key);
}

function connect() {
  clearTimeout(retry);
  source?.close();
  source = new EventSource(table.dataset.live);
  source.addEventListener("table", (event) => {
    failures = 0;
    stopPolling();
    catchUp(Number(event.data));
  });
  source.addEventListener("open", () => {
    failures = 0;
    stopPolling();
    ask();
  });
  source.addEventListener("error", () => {
    failures += 1;
    if (failures > 2) startPolling();
    // The browser tries again by itself unless the server has refused.
    if (source.readyState === EventSource.CLOSED) {
      startPolling();
      retry = setTimeout(connect, Math.min(30000, 1000 * 2 ** failures));
    }
  });
}

async function ask() {
  try {
    const answer = await fetch(table.dataset.newsUrl);
    if (answer.ok) catchUp((await answer.json()).news);
  } catch {
    // no connection now; the next try will tell
  }
}

function startPolling() {
  poll ??= setInterval(ask, POLL);
}

function stopPolling() {
  clearInterval(poll);
  poll = null;
}

connect();

// After sleep a connection may look alive though it is not.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  ask();
  if (source.readyState !== EventSource.OPEN) connect();
});
window.addEventListener("online", connect);
window.addEventListener("pagehide", () => source.close());
window.addEventListener("pageshow", (event) => {
  if (event.persisted) connect();
});

// --- whose turn ------------------------------------------------------------------------

let turn = null;
let key = null;

always(() => {
  const now = state();
  const mine = "mine" in now;
  document.title = mine && !("alone" in now) ? `● ${table.dataset.yourTurn} · ${title}` : title;
  if (mine && key !== null && now.key !== key && !(turn === now.actor)) announce();
  turn = mine ? now.actor : null;
  key = now.key;
  // Forms that were not replaced still act on the table as it is now.
  for (const field of document.querySelectorAll("input[name=revision]")) {
    field.value = now.revision;
  }
});

function announce() {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  if (document.visibilityState === "visible") return;
  const note = new Notification(table.dataset.yourTurn, { body: title, tag: table.dataset.page });
  note.addEventListener("click", () => {
    window.focus();
    note.close();
  });
}

const bell = document.querySelector("#bell");
if (bell && "Notification" in window && Notification.permission === "default") {
  bell.hidden = false;
  bell.addEventListener("click", async () => {
    await Notification.requestPermission();
    bell.hidden = true;
  });
}
