// @ts-check
// The head of the table: title, format or origin of each column, and a grip to change its width.

import { el } from "./dom.js";
import { conversionChoiceNode } from "./conversion_choice.js";

export function tableHeadNode(page) {
  const { columns } = page;
  return el("div", { class: "wb-row wb-headrow", role: "row", "aria-rowindex": "1" }, el("div", { class: "wb-gutter", role: "columnheader", title: "Messages are counted from 0, as in the file" }, "#"),
    columns.shown.map((column, place) => column.kind === "file" ? fileHeadNode(column, columns.share(column)) : el("div", { class: "wb-cell", role: "columnheader" },
      el("b", {}, column.title), " ",
      formatNodes(page, column),
      conversionChoiceNode(page.data.conversion_choices.find((choice) => choice.column === column.index)),
      place < columns.shown.length - 1 ? gripNode(column, columns.share(column)) : null)));
}

// The hops of a route: hidden hops are listed next to the visible one.
function formatNodes(page, column) {
  const { all, hidden } = page.columns;
  const hops = all.filter((each) => each.kind === "converted");
  if (column.kind !== "converted" || hops.length < 2) {
    return el("code", {}, column.kind === "response" ? page.origins().join(", ") || column.format : column.format);
  }
  const shown = hops.filter((hop) => hop.index === column.index || (column.first && hidden.has(hop.index)));
  return shown.map((hop, number) => [number ? " ▸ " : "", el("button", { class: "wb-hop", type: "button", "data-hop": hop.index,
    "aria-pressed": hidden.has(hop.index) ? "false" : "true", title: hidden.has(hop.index) ? "Show this hop" : "Hide this hop" }, hop.format)]);
}

// The file column can be folded to a narrow one.
function fileHeadNode(column, share) {
  const hint = column.folded ? `Show the file: ${column.format}` : "Fold the file";
  const title = el("button", { class: "wb-file-fold", type: "button", "data-filefold": "1", "aria-expanded": column.folded ? "false" : "true", title: hint, "aria-label": hint },
    el("b", {}, column.title), el("span", { class: "wb-quiet", "aria-hidden": "true" }, column.folded ? " ▸" : " ◂"));
  return el("div", { class: "wb-cell" + (column.folded ? " wb-folded" : ""), role: "columnheader" }, title,
    column.folded ? null : [" ", el("code", { text: column.format }), gripNode(column, share)]);
}

function gripNode(column, share) {
  return el("span", { class: "wb-grip", role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": `Width of ${column.title}`,
    "aria-valuenow": Math.round(share * 100), "aria-valuemin": "40", "aria-valuemax": "400", "data-grip": column.index });
}
