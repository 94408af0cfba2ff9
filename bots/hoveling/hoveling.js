// Looks one card ahead: its own points less the mean of its opponents' points, as the table lies now.
"use strict";

const FAMILIES = ["butterfly", "toad", "nightingale", "hare", "stag", "carp"];
const SIGNS = { above: 1, below: -1 };

class Court {
  // `balance` of each family at the table, `domains[seat]` the weight of each family there.
  constructor(view) {
    this.seat = view.seat;
    this.opponents = view.sides.map((_, seat) => seat).filter((seat) => view.sides[seat] !== view.sides[view.seat]);
    this.balance = FAMILIES.map(() => 0);
    this.domains = view.domains.map(() => FAMILIES.map(() => 0));
    this.faces = new Map(view.hands[view.seat].map((card) => [card[0], card]));
    this.place = new Map();
    const places = [["above", view.above], ["below", view.below], ...view.domains.entries()];
    for (const [where, cards] of places) {
      for (const card of cards) {
        this.faces.set(card[0], card);
        this.place.set(card[0], where);
        this.shift(card[0], where, 1);
      }
    }
  }

  // Put a card down (times 1) or take it away again (times -1).
  shift(number, where, times) {
    const [, family, role] = this.faces.get(number);
    if (family === undefined) return; // a spy that it never held
    const index = FAMILIES.indexOf(family);
    const weight = times * (role === "noble" ? 2 : 1);
    if (where in SIGNS) this.balance[index] += SIGNS[where] * weight;
    else this.domains[where][index] += weight;
  }

  // Make a move (times 1) or take it back (times -1).
  make(move, times) {
    this.shift(move.card, move.where, times);
    const gone = move.victim ?? move.fetched;
    if (gone !== undefined) this.shift(gone, this.place.get(gone), -times);
    if (move.fetched !== undefined) this.shift(gone, this.seat, times);
  }

  points(seat) {
    return this.domains[seat].reduce((sum, weight, index) => sum + weight * Math.sign(this.balance[index]), 0);
  }

  worth() {
    const theirs = this.opponents.reduce((sum, seat) => sum + this.points(seat), 0);
    return this.points(this.seat) - theirs / this.opponents.length;
  }
}

// The place in `legal` of the move with the best outlook; of equals the first.
function choose(view, legal) {
  const court = new Court(view);
  const worths = legal.map((move) => {
    court.make(move, 1);
    const worth = court.worth();
    court.make(move, -1);
    return worth;
  });
  return worths.indexOf(Math.max(...worths));
}

function answer(message) {
  if (message.type === "hello") process.stdout.write('{"type":"ready"}\n');
  if (message.type === "act") {
    const choice = choose(message.view, message.legal);
    process.stdout.write(JSON.stringify({ id: message.id, choice }) + "\n");
  }
}

require("node:readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => answer(JSON.parse(line)));
