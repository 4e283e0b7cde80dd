// @ts-check
// The reader: one value in full, as text, as indented JSON or as a picture.

import { drawable } from "./cells.js";
import { el, say } from "./dom.js";

/** @typedef {import("./protocol.js").Reader} Reader */

/** Which forms of a value there are to choose from. @param {Reader} reader @returns {["pretty" | "text", string][]} */
export function formsOf(reader) {
  /** @type {["pretty" | "text", string][]} */
  const forms = [];
  if (reader.pretty) forms.push(["pretty", "JSON"]);
  if (reader.text || !reader.pretty) forms.push(["text", "Text"]);
  return forms;
}

/** @param {Reader} reader @param {string} form @param {string | undefined} thread */
export function readerNode(page, reader, form, thread) {
  const forms = formsOf(reader);
  const copy = (what, label) => el("button", { class: "wb-button wb-small", type: "button", "data-copywhat": what }, label);
  return el("div", { class: "wb-help wb-reader", role: "dialog", "aria-modal": "true", "aria-label": "Value", tabindex: "-1" },
    el("div", { class: "wb-help-box" },
      el("div", { class: "wb-reader-head" }, el("code", { class: "wb-quiet", text: page.readablePlace(reader.place) }), el("span", { class: "wb-grow" }),
        forms.length > 1 ? el("span", { class: "wb-segments" }, forms.map(([name, label]) =>
          el("button", { type: "button", "data-form": name, "aria-pressed": name === form ? "true" : "false" }, label))) : null,
        copy("value", "Copy value"), copy("pointer", "Copy pointer"), copy("message", "Copy message"),
        thread === undefined ? null : el("button", { class: "wb-button wb-small", type: "button", "data-only": thread }, "Only this thread"),
        el("button", { class: "wb-button wb-small", type: "button", "data-key": "Escape" }, "Close")),
      drawable(reader.url) ? el("img", { class: "wb-large", src: reader.url, alt: reader.text })
        : el("pre", { class: form === "text" ? "wb-wrapped" : "", tabindex: "0" }, say(el("code", {}), form === "text" ? reader.text : reader.pretty, true)),
      reader.cut ? el("p", { class: "wb-quiet" }, reader.cut) : null));
}
