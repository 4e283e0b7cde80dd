// @ts-check
// The help: keys, marks and terms.

import { el } from "./dom.js";

const HELP = [["j / k", "next, previous message"], ["n / p", "next, previous problem"], ["/", "search"], ["g", "go to a message"],
  ["→ / ←", "next, previous value in the selected message"], ["Enter", "show the value in full"], ["t", "show only the thread of the value"],
  ["Esc", "back"], ["?", "this help"]];

const WORDS = [["format", "the JSON format of the conversation"], ["target", "the API or program that receives it; each has its own rules"],
  ["Internal", "the conversation as it is in your file"], ["Request", "the same, if the target accepts it without a conversion"], ["Converted", "the conversation as the target receives it"],
  ["API response", "the target's answer: from a replay or a recording, or reconstructed from your file"],
  ["Back-converted", "that answer, as your program would store it"], ["thread", "a tool call and its result, linked by their id"]];

export function helpNode() {
  return el("div", { class: "wb-help", role: "dialog", "aria-modal": "true", "aria-label": "Help", tabindex: "-1" },
    el("div", { class: "wb-help-box" }, el("h2", {}, "Keyboard"),
      el("dl", {}, HELP.map(([key, what]) => [el("dt", {}, key.split(" ").map((part) => (part === "/" && key !== "/" ? " / " : el("kbd", {}, part)))), el("dd", {}, what)])),
      el("h2", {}, "Reading the table"),
      el("p", {}, el("span", { class: "wb-lost" }, "struck through"), " is lost in the conversion, ", el("span", { class: "wb-invented" }, "dotted"), " was added by the conversion, ", el("span", { class: "wb-changed" }, "marked"), " was changed. Ids with the same colour belong to one thread. A dashed border and ▲ mark a broken thread."),
      el("h2", {}, "Terms"),
      el("dl", {}, WORDS.map(([word, what]) => [el("dt", {}, word), el("dd", {}, what)])),
      el("button", { class: "wb-button", type: "button", "data-key": "Escape" }, "Close")));
}
