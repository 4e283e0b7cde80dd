// @ts-check
// The help: keys, marks and words.

import { el } from "./dom.js";

const HELP = [["j / k", "next, previous message"], ["n / p", "next, previous problem"], ["/", "search"], ["g", "go to a message"],
  ["→ / ←", "from value to value in the selected message"], ["Enter", "read that value in full"], ["t", "only the thread of the value"],
  ["Esc", "back"], ["?", "this help"]];

const WORDS = [["format", "the shape in which the conversation was stored"], ["target", "who receives it; each refuses different things"],
  ["Internal", "the conversation as your file has it"], ["Request", "the same, where the target takes it as it is"], ["Converted", "the same, as the target receives it"],
  ["API response", "what the target answered, reconstructed from your file unless a replay or a recording has it"],
  ["Back-converted", "that answer, as your program would store it"], ["thread", "a tool call and its result, joined by their id"]];

export function helpNode() {
  return el("div", { class: "wb-help", role: "dialog", "aria-modal": "true", "aria-label": "Help", tabindex: "-1" },
    el("div", { class: "wb-help-box" }, el("h2", {}, "Keyboard"),
      el("dl", {}, HELP.map(([key, what]) => [el("dt", {}, key.split(" ").map((part) => (part === "/" && key !== "/" ? " / " : el("kbd", {}, part)))), el("dd", {}, what)])),
      el("h2", {}, "Reading the table"),
      el("p", {}, el("span", { class: "wb-lost" }, "struck through"), " is lost in the conversion, ", el("span", { class: "wb-invented" }, "dotted"), " was made up by the conversion, ", el("span", { class: "wb-changed" }, "marked"), " was changed. Ids of one colour belong to one thread; dashed and ▲ means that the thread is broken."),
      el("h2", {}, "Words"),
      el("dl", {}, WORDS.map(([word, what]) => [el("dt", {}, word), el("dd", {}, what)])),
      el("button", { class: "wb-button", type: "button", "data-key": "Escape" }, "Close")));
}
