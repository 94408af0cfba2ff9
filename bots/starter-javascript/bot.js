// A bot to start from: it plays any move of any game. The place to think is `choose`.
"use strict";

// The place in `legal` of the move to make; `ms` is the time there is for it.
//
// `view` is all that this seat may know: try console.error(view), never console.log(view), since stdout
// is for answers. In Hielenlikkers the own hand is view.hands[view.seat], a list of cards such as
// [17, "hare", "noble"], and a move looks like { card: 17, where: "above" }.
function choose(view, legal, ms, luck) {
  return luck(legal.length);
}

// A source of numbers below `count`, always the same for the same words.
function luckFrom(words) {
  let state = 2166136261;
  for (const letter of words) state = Math.imul(state ^ letter.charCodeAt(0), 16777619) >>> 0;
  return (count) => {
    state = (state + 0x9e3779b9) >>> 0; // splitmix32
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return ((mixed ^ (mixed >>> 15)) >>> 0) % count;
  };
}

function say(answer) {
  process.stdout.write(JSON.stringify(answer) + "\n");
}

let seat = 0;
let luck = luckFrom("");

function hear(message) {
  switch (message.type) {
    case "hello": // what is played, where we sit, the clock: once for all matches of this program
      seat = message.seat;
      say({ type: "ready" });
      break;
    case "start": // a fresh match; luck that hangs on it and the seat alone lets a season repeat exactly
      luck = luckFrom(`${message.match} ${seat}`);
      break;
    case "act":
      say({ id: message.id, choice: choose(message.view, message.legal, message.ms, luck) });
      break;
  }
}

// When stdin is closed, after `bye`, nothing is left to wait for and the program ends.
require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => hear(JSON.parse(line)));
