// @ts-check
// The sample cards of the first screen.

import { el, shape } from "./dom.js";

export function sampleCardsNode(data, setState) {
  return el("div", { class: "wb" }, el("h2", { class: "wb-story-title" }, "Or open an example"),
    el("div", { class: "wb-cards" }, data.cards.map((card) => el("button", { class: "wb-card", type: "button", onclick: () => setState("open", card.name) },
      el("b", {}, card.title), el("span", { class: "wb-quiet" }, card.story), el("span", { class: "wb-card-verdict" }, shape(card.severity), " ", el("span", { class: "wb-" + card.severity }, card.verdict))))));
}
