// @ts-check
// Handle clicks. The data attributes of the clicked node define the action.

import { filterThread, pressed } from "./keys.js";
import { openReader, readValue } from "./overlay.js";

export function clicked(page, event) {
  const menu = event.target.closest?.(".wb-bar details");
  for (const open of page.parts.bar.querySelectorAll("details[open]")) if (open !== menu) open.removeAttribute("open");
  const node = event.target.closest?.("button, a, [data-i], [data-request], summary, .wb-overlay");
  if (!node) return;
  const data = node.dataset;
  if (data.why !== undefined) return page.send({ why: page.look.why === data.why ? "" : data.why });
  if (node.tagName === "BUTTON") node.closest(".wb-bar details")?.removeAttribute("open");
  if (data.do === "link") return page.copy(window.location.href);
  if (data.do) {
    event.preventDefault();
    return page.run(data.do);
  }
  if (data.skip) return skip(page, data.skip);
  if (data.leave !== undefined) return page.run("leave-out", { value: data.leave });
  if (data.version) return page.run("versions", { value: data.version });
  if (data.fix !== undefined) return page.run("fix", { value: Number(data.fix) });
  if (data.top) return page.parts.bar.scrollIntoView();
  if (data.page !== undefined) return page.run("page", { value: data.page });
  if (data.fold) return page.fold(data.fold);
  if (data.copy !== undefined) return page.copy(data.copy);
  if (data.copywhat) return copyWhat(page, data.copywhat);
  if (data.only !== undefined) return filterThread(page, data.only);
  if (data.form && page.reader) return openReader(page, page.reader, data.form);
  if (data.view) return page.setView(data.view);
  if (data.goto !== undefined) return page.goto(Number(data.goto));
  if (data.panel) return page.showPanel(data.panel, node.getAttribute("role") !== "tab");
  if (data.target) return page.run("target", { value: data.target });
  if (data.filter) return page.send({ filter: { kind: data.filter, value: "" }, first: 0, last: 40 });
  if (data.more) {
    if (!page.more.delete(data.more)) page.more.add(data.more);
    return page.draw();
  }
  if (data.all) return page.send({ all: true });
  if (data.conversation) return page.run("conversation", { value: data.conversation });
  if (data.starter) return page.run("starter");
  if (data.filefold) return page.toggleFile();
  if (data.hop !== undefined) return page.toggleColumn(Number(data.hop));
  if (data.key) return pressed(page, data.key);
  const row = event.target.closest("[data-i]");
  const value = event.target.closest("[data-at]");
  if (event.target.classList?.contains("wb-help")) return pressed(page, "Escape");
  if (row && marking(page)) return undefined;
  if (value && page.root.contains(value)) return readValue(page, value);
  if (row) page.select(Number(row.dataset.i));
  return undefined;
}

// Skip links, for keyboard users.
function skip(page, name) {
  if (name === "section") {
    const first = document.querySelector(".st-key-section :is(input, button, [tabindex='0'])");
    return first instanceof HTMLElement ? first.focus() : undefined;
  }
  if (name === "causes") return page.parts.causes.querySelector("button")?.focus();
  return page.table.scroller.focus();
}

function copyWhat(page, what) {
  const [column, message, ...rest] = page.chosen.split(":");
  if (what === "pointer") return page.copy(page.isInFile(page.chosen) ? page.readablePlace(page.chosen) : `/${message}${rest.join(":")}`);
  return page.run("copy", { column: Number(column), message: Number(message), pointer: what === "value" ? rest.join(":") : "", other: page.chosen.startsWith("+") });
}

// A user who selects text with the mouse wants to copy it, not to open it.
function marking(page) {
  const root = page.root.getRootNode();
  const selection = root.getSelection ? root.getSelection() : document.getSelection();
  return !!selection && !selection.isCollapsed;
}
