// @ts-check
// The first rows of the table: the request-level settings, with their findings.

import { cellNode } from "./cells.js";
import { el, shape } from "./dom.js";

/** @typedef {import("./protocol.js").RequestRow} RequestRow */

/** Return the rows for a filter: all of them, those with problems, or none for a search. */
export function requestRows(/** @type {RequestRow[]} */ rows, /** @type {string} */ filter, /** @type {string} */ query) {
  if (query.trim()) return [];
  return filter === "all" ? rows : filter === "problems" ? rows.filter((row) => row.severity) : [];
}

export function requestNodes(page) {
  const columns = page.look.view === "chat" ? page.columns.all.filter((column) => column.kind === "internal") : page.columns.shown;
  return requestRows(page.data.request, page.look.filter.kind, page.look.query).map((request) => {
    const row = { cells: page.data.columns.map((_, index) => request.cells[index] || { messages: [] }), notes: request.notes };
    return el("div", { class: "wb-row wb-request", role: "row", "data-request": request.title },
      el("div", { class: "wb-gutter", role: "rowheader", title: "Sent outside the messages" },
        el("span", { class: "wb-quiet" }, request.title), request.severity ? shape(request.severity) : null),
      columns.map((column) => cellNode(page, row, page.look.view === "chat" ? { ...column, first: true, takes: "converted" } : column)));
  });
}
