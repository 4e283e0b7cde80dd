// @ts-check
// Above the messages: what is sent beside them, with the findings about it.

import { cellNode, noteNode } from "./cells.js";
import { el, say, shape } from "./dom.js";

/** @typedef {import("./protocol.js").RequestRow} RequestRow */

export function requestNode(page) {
  /** @type {RequestRow | null} */
  const request = page.data.request;
  if (!request) return null;
  const columns = page.look.view === "chat" ? page.allColumns.slice(0, 1) : page.columns.filter((column) => column.index < request.cells.length);
  const row = { cells: request.cells, notes: [] };
  return el("details", { class: "wb-request" + (request.severity ? " wb-request-" + request.severity : ""), open: page.requestOpen ?? !!request.notes.length },
    el("summary", {}, request.severity ? [shape(request.severity), " "] : null, el("b", {}, "Beside the messages"), " ",
      say(el("span", { class: "wb-quiet" }), request.summary)),
    request.notes.map((note) => noteNode(page, note)),
    el("div", { class: "wb-request-cells", style: `grid-template-columns: repeat(${columns.length}, minmax(0, 1fr))` },
      columns.map((column) => cellNode(page, row, column))));
}
