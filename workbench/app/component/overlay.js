// @ts-check
// Overlays: the reader of one value, and the help.

import { helpNode } from "./help.js";
import { formsOf, readerNode } from "./reader.js";

// Request a value in full from the server, because the page may only have a shortened one.
export function readValue(page, value) {
  const [column, message, ...rest] = value.dataset.at.split(":");
  page.chosen = value.dataset.at;
  page.chosenThread = value.dataset.thread;
  const row = value.closest("[data-i]");
  if (row) {
    page.look.selected = Number(row.dataset.i);
    page.table.select(page.look.selected);
  }
  page.run("read", { column: Number(column), message: Number(message), pointer: rest.join(":"), other: value.dataset.at.startsWith("+") });
}

export function openReader(page, reader, form) {
  const held = page.reader ? page.returnTo : page.active();
  closeOverlay(page);
  page.reader = reader;
  page.returnTo = held;
  page.overlay.replaceChildren(readerNode(page, reader, form || formsOf(reader)[0][0], page.chosenThread));
  page.overlay.querySelector("[data-key]").focus();
}

export function openHelp(page) {
  closeOverlay(page);
  page.overlay.replaceChildren(helpNode());
  page.overlay.querySelector("button").focus();
}

export function closeOverlay(page) {
  page.reader = null;
  page.overlay.replaceChildren();
}
