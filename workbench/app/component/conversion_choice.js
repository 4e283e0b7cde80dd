// @ts-check
// The choice of the program that sends the conversation, in the head of the column, if programs convert it differently.

import { el } from "./dom.js";

/** @typedef {import("./protocol.js").ConversionChoice} ConversionChoice */

/** @param {ConversionChoice | undefined} choice */
export function conversionChoiceNode(choice) {
  if (!choice) return null;
  const options = choice.programs.map(([name, title]) => el("option", { value: name, selected: name === choice.chosen, text: title }));
  return el("span", { class: "wb-choice" },
    el("label", { class: "wb-quiet" }, "as sent by ", el("select", { "data-choose": "as", "aria-label": "as sent by" }, options)),
    el("span", { class: "wb-quiet wb-choice-story", title: choice.story }, choice.story));
}
