// @ts-check
// Who sends the conversation, where programs convert it differently: a choice in the head of the column.

import { el } from "./dom.js";

/** @typedef {import("./protocol.js").Way} Way */

/** @param {Way | undefined} way */
export function wayNode(way) {
  if (!way) return null;
  const options = way.programs.map(([name, title]) => el("option", { value: name, selected: name === way.chosen, text: title }));
  return el("span", { class: "wb-way" },
    el("label", { class: "wb-quiet" }, "as sent by ", el("select", { "data-choose": "as", "aria-label": "as sent by" }, options)),
    el("span", { class: "wb-quiet wb-way-story", title: way.story }, way.story));
}
