// Moves of others: the server tells of every change, the page fetches what is new.
import { always, lost, refresh, state, table } from "./page.js";

const POLL = 3000; // while there are no server-sent events
const LOOKING = 20000; // how often a page that is looked at says so
const title = table.dataset.title;
let source = null;
let retry = null;
let failures = 0;
let unanswered = 0; // questions in a row
let leaving = false; // the page: then nothing is answered any more
let poll = null;
let sending = 0; // requests that change something and are not answered yet
let fetching = false;
let outdated = false; // what is being fetched
let missed = false; // an answer that came too late for the page as it is
let heard = 0; // the latest news

// An answer finds the page through the form that asked for it, so nothing else may replace that
// form meanwhile: what is being fetched is not shown, and more is fetched afterwards.
document.body.addEventListener("htmx:beforeSend", (event) => {
  const { requestConfig, xhr } = event.detail;
  if (requestConfig.verb !== "post") return;
  sending += 1;
  outdated = fetching;
  xhr.addEventListener("loadend", () => {
    sending -= 1;
    catchUp(heard);
  });
});
document.body.addEventListener("htmx:beforeSwap", (event) => {
  if (outdated && event.detail.elt === table) event.detail.shouldSwap = false;
});

document.addEventListener("table:late", () => {
  missed = true;
  catchUp(heard);
});

async function catchUp(news) {
  heard = Math.max(heard, news);
  const known = state().news;
  if (sending || fetching || (heard <= Number(known) && !missed)) return;
  fetching = true;
  const seen = missed ? "" : state().key;
  missed = false;
  const done = await refresh("past" in state() ? state().at : "", seen);
  const again = outdated || missed || state().news !== known; // more may have happened meanwhile
  fetching = outdated = false;
  if (done && again) catchUp(heard);
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
    else ask();
    // The browser tries again by itself unless the server has refused.
    if (source.readyState === EventSource.CLOSED) {
      startPolling();
      retry = setTimeout(connect, Math.min(30000, 1000 * 2 ** failures));
    }
  });
}

async function ask() {
  try {
    // Who has a seat and looks is not told by mail what is to be seen here.
    const looking = "seated" in table.dataset && document.visibilityState === "visible";
    const answer = await fetch(table.dataset.newsUrl + (looking ? "?looking" : ""));
    answered(answer.status < 500);
    if (answer.ok) catchUp((await answer.json()).news);
  } catch {
    answered(false);
  }
}

// Who only waits is told, too, that the server is away: not at once, it may have been a moment.
function answered(yes) {
  unanswered = yes ? 0 : unanswered + 1;
  if (leaving) return;
  if (unanswered) startPolling();
  if (unanswered !== 1) lost(!yes);
}

function startPolling() {
  poll ??= setInterval(ask, POLL);
}

function stopPolling() {
  clearInterval(poll);
  poll = null;
}

connect();
if ("seated" in table.dataset) {
  setInterval(() => {
    if (document.visibilityState === "visible") ask();
  }, LOOKING);
}

// After sleep a connection may look alive though it is not.
document.addEventListener("visibilitychange", () => {
  if (document.visibilityState !== "visible") return;
  ask();
  if (source.readyState !== EventSource.OPEN) connect();
});
window.addEventListener("online", connect);
window.addEventListener("pagehide", () => {
  leaving = true;
  source.close();
});
window.addEventListener("pageshow", (event) => {
  leaving = false;
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
  chime();
  const note = new Notification(table.dataset.yourTurn, { body: title, tag: table.dataset.page });
  note.addEventListener("click", () => {
    window.focus();
    note.close();
  });
}

// Two short tones, made here: nothing is fetched for them.
function chime() {
  const audio = new AudioContext();
  for (const [start, pitch] of [[0, 660], [0.18, 880]]) {
    const tone = new OscillatorNode(audio, { frequency: pitch });
    const volume = new GainNode(audio, { gain: 0.12 });
    volume.gain.setTargetAtTime(0, audio.currentTime + start + 0.08, 0.05);
    tone.connect(volume).connect(audio.destination);
    tone.start(audio.currentTime + start);
    tone.stop(audio.currentTime + start + 0.4);
    if (start) tone.addEventListener("ended", () => audio.close());
  }
}

const bell = document.querySelector("#bell");
if (bell && "Notification" in window && Notification.permission === "default") {
  bell.hidden = false;
  bell.addEventListener("click", async () => {
    await Notification.requestPermission();
    bell.hidden = true;
  });
}
