// @ts-check
// Records of the file that are not sent: one line, which unfolds into a row for each record.

import { lineNode } from "./cells.js";
import { el, say } from "./dom.js";

/** @typedef {import("./protocol.js").UnsentRecords} UnsentRecords */
/** @typedef {import("./protocol.js").Row} Row */
/** @typedef {import("./protocol.js").UnsentRecord} UnsentRecord */

// Add the unsent records before and after a row, if there are any.
/** @param {Row} row @param {HTMLElement} node */
export function withUnsentRecords(page, row, node) {
  if (!row.gap && !row.end) return node;
  return el("div", { class: "wb-entry" }, unsentNodes(page, row.gap), node, unsentNodes(page, row.end));
}

/** Return the row of a message inside its entry. @param {HTMLElement} node @returns {HTMLElement} */
export function rowIn(node) {
  return node.dataset.i === undefined ? node.querySelector(":scope > [data-i]") || node : node;
}

/** @param {UnsentRecords | undefined} gap */
function unsentNodes(page, gap) {
  if (!gap) return [];
  return [
    el("div", { class: "wb-row wb-gap", role: "row" }, el("div", { class: "wb-gutter", role: "rowheader" }, el("span", { class: "wb-quiet", "aria-hidden": "true" }, "⋯")),
      el("div", { class: "wb-cell wb-across", role: "cell" }, foldNode(gap.place, gap.opened, gap.text))),
    gap.records.map((record) => recordNode(page, record)),
    gap.opened && gap.rest ? el("div", { class: "wb-row wb-gap", role: "row" }, el("div", { class: "wb-gutter", role: "rowheader" }),
      el("div", { class: "wb-cell wb-across", role: "cell" }, foldNode(gap.more, false, `Show more (${gap.rest.toLocaleString("en")} left)`))) : null,
  ];
}

function foldNode(place, opened, text) {
  return el("button", { class: "wb-gap-fold", type: "button", "data-fold": place, "aria-expanded": opened ? "true" : "false" },
    el("span", { "aria-hidden": "true" }, opened ? "▾ " : "▸ "), say(el("span", {}), text));
}

// The record in the file column, and the reason why it is not sent.
/** @param {UnsentRecord} record */
function recordNode(page, record) {
  const { file } = page.columns;
  const hasFileColumn = file && !file.folded && page.look.view !== "chat";
  const where = `${page.data.file.column}:${record.position}:`;
  const lines = record.lines.map((line) => lineNode(page, line, where));
  const why = el("div", { class: "wb-absent" }, record.why ? ["not sent: ", say(el("span", {}), record.why)] : "not sent");
  return el("div", { class: "wb-row wb-unsent-record", role: "row" },
    el("div", { class: "wb-gutter", role: "rowheader" }, say(el("span", { class: "wb-quiet wb-record-name", title: record.name }), record.name)),
    hasFileColumn ? [el("div", { class: "wb-cell" + (file.folded ? " wb-folded" : ""), role: "cell" }, lines), el("div", { class: "wb-cell wb-after-file", role: "cell" }, why)]
      : el("div", { class: "wb-cell wb-across", role: "cell" }, lines, why));
}
