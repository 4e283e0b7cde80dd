// @ts-check
// Records of the file that are not sent: a line in their place, which unfolds into a row for each.

import { lineNode } from "./cells.js";
import { el, say } from "./dom.js";

/** @typedef {import("./protocol.js").Gap} Gap */
/** @typedef {import("./protocol.js").Row} Row */
/** @typedef {import("./protocol.js").LeftOutRecord} LeftOutRecord */

// A row with what is left out before and after it. Without any it is the row alone.
/** @param {Row} row @param {HTMLElement} node */
export function withGaps(page, row, node) {
  if (!row.gap && !row.end) return node;
  return el("div", { class: "wb-entry" }, gapNodes(page, row.gap), node, gapNodes(page, row.end));
}

/** The row of a message, which may have others around it. @param {HTMLElement} node @returns {HTMLElement} */
export function rowIn(node) {
  return node.dataset.i === undefined ? node.querySelector(":scope > [data-i]") || node : node;
}

/** @param {Gap | undefined} gap */
function gapNodes(page, gap) {
  if (!gap) return [];
  return [
    el("div", { class: "wb-row wb-gap", role: "row" }, el("div", { class: "wb-gutter", role: "rowheader" }, el("span", { class: "wb-quiet", "aria-hidden": "true" }, "⋯")),
      el("div", { class: "wb-cell wb-across", role: "cell" }, foldNode(gap.place, gap.opened, gap.text))),
    gap.records.map((record) => recordNode(page, record)),
    gap.opened && gap.rest ? el("div", { class: "wb-row wb-gap", role: "row" }, el("div", { class: "wb-gutter", role: "rowheader" }),
      el("div", { class: "wb-cell wb-across", role: "cell" }, foldNode(gap.more, false, `Show more of the other ${gap.rest.toLocaleString("en")}`))) : null,
  ];
}

function foldNode(place, opened, text) {
  return el("button", { class: "wb-gap-fold", type: "button", "data-fold": place, "aria-expanded": opened ? "true" : "false" },
    el("span", { "aria-hidden": "true" }, opened ? "▾ " : "▸ "), say(el("span", {}), text));
}

// The record under the file, and the reason in the place of what would be sent.
/** @param {LeftOutRecord} record */
function recordNode(page, record) {
  const { file } = page.columns;
  const beside = file && !file.folded && page.look.view !== "chat";
  const where = `${page.data.file.column}:${record.position}:`;
  const lines = record.lines.map((line) => lineNode(page, line, where));
  const why = el("div", { class: "wb-absent" }, record.why ? ["not sent: ", say(el("span", {}), record.why)] : "not sent");
  return el("div", { class: "wb-row wb-left-out", role: "row" },
    el("div", { class: "wb-gutter", role: "rowheader" }, say(el("span", { class: "wb-quiet wb-record-name", title: record.name }), record.name)),
    beside ? [el("div", { class: "wb-cell" + (file.folded ? " wb-folded" : ""), role: "cell" }, lines), el("div", { class: "wb-cell wb-after-file", role: "cell" }, why)]
      : el("div", { class: "wb-cell wb-across", role: "cell" }, lines, why));
}
