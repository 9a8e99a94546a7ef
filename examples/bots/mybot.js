// A computer player that is a program: lines in, lines out (docs/protocol.md). It knows no rules:
// `id wants legal` asks for the list of what is legal before every question.
//
//     dieciocho arena 1888n --bots "exec:node mybot.js,quick" --games 20
"use strict";

const say = (line) => process.stdout.write(line + "\n");

// What it likes, best first; what is not named here comes last.
const LIKES = ["run", "dividend", "buy_train", "start", "buy_share", "lay", "station", "bid", "pass"];
const AGAINST = ["bankrupt", "sell"];

let legal = [];

function worth({ action }) {
  if (AGAINST.includes(action.do)) return -2;
  if (action.kind === "keep") return -1;
  const place = LIKES.indexOf(action.do);
  return place < 0 ? 0 : LIKES.length - place;
}

// A small source of chance: the same seed, position and program always answer the same.
function dice(seed) {
  let state = (seed * 2654435761 + legal.length * 40503 + 1) >>> 0;
  return (sides) => {
    state = (state * 1664525 + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

function answer(words) {
  const at = words.indexOf("seed");
  const best = Math.max(...legal.map(worth));
  const liked = legal.filter((choice) => worth(choice) === best);
  const { action } = liked[dice(at < 0 ? 0 : Number(words[at + 1]))(liked.length)];
  say("best " + JSON.stringify(action)); // where `low` is set, `price` may be up to `high`
}

const COMMANDS = {
  dieciocho: () => ["id name mybot.js", "id protocol 1", "id wants legal", "ready"].forEach(say),
  legal: (rest) => (legal = JSON.parse(rest)),
  go: (rest) => answer(rest.split(" ")),
  quit: () => process.exit(),
  new: () => {}, // a bot that follows the game reads these three
  play: () => {},
  position: () => {},
};

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [, word, rest] = line.trim().match(/^(\S*)\s*(.*)$/);
  if (word in COMMANDS) COMMANDS[word](rest);
  else say("error unknown line " + word);
});
