// @ts-check
// Keyboard shortcuts.

import { rowIn } from "./unsent_records.js";
import { closeOverlay, openHelp, readValue } from "./overlay.js";

export function keyed(page, event) {
  const target = event.composedPath()[0];
  const grip = target.dataset?.grip;
  if (grip !== undefined && /^Arrow(Left|Right)$/.test(event.key)) {
    const column = page.columns.shown.find((each) => each.index === Number(grip));
    page.resizeColumn(column, page.columns.share(column) * (event.key === "ArrowRight" ? 1.1 : 0.9));
    return event.preventDefault();
  }
  if (target.getAttribute?.("role") === "tab" && /^Arrow(Left|Right)$/.test(event.key)) {
    const tabs = [...target.parentElement.children];
    const next = tabs[(tabs.indexOf(target) + (event.key === "ArrowRight" ? 1 : tabs.length - 1)) % tabs.length];
    next.focus();
    page.showPanel(next.dataset.panel);
    return event.preventDefault();
  }
  if (target.dataset?.jump && event.key === "Enter") {
    jump(page, target.value.trim());
    return event.preventDefault();
  }
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) && event.key !== "Escape") return undefined;
  if (pressed(page, event.key)) event.preventDefault();
  return undefined;
}

function jump(page, text) {
  const { count } = page.data.window;
  if (!/^\d+$/.test(text)) return page.toast("Type the number of a message.");
  if (Number(text) >= count) return page.toast(count ? `There is no message ${text}. The last one is ${count - 1}.` : "There are no messages.");
  page.goto(Number(text));
  return page.table.scroller.focus({ preventScroll: true });
}

export function pressed(page, key) {
  switch (key) {
    case "j": case "k": return step(page, key === "j" ? 1 : -1);
    case "n": case "p": page.run(key === "n" ? "next" : "previous", { from: page.look.selected ?? -1 }); return true;
    case "/": page.root.querySelector("[data-search]").focus(); return true;
    case "g": page.root.querySelector("[data-jump]").focus(); return true;
    case "?": openHelp(page); return true;
    case "Escape": return escape(page);
    case "ArrowRight": case "ArrowLeft": return walk(page, key === "ArrowRight" ? 1 : -1);
    case "Enter": {
      if (!page.cursor || !page.cursor.isConnected || page.active() !== page.cursor || page.cursor.tagName === "BUTTON") return false;
      readValue(page, page.cursor);
      return true;
    }
    case "t": {
      const thread = page.active()?.dataset?.thread;
      if (thread !== undefined) filterThread(page, thread);
      return thread !== undefined;
    }
    default: return false;
  }
}

// Go back one step: close the reader, clear the search, leave the field.
function escape(page) {
  const field = page.active();
  const returnTo = page.reader ? page.returnTo : null;
  const open = page.overlay.childElementCount > 0;
  page.parts.bar.querySelector("details[open]")?.removeAttribute("open");
  closeOverlay(page);
  page.hover.clear();
  if (!open && page.look.query) {
    page.root.querySelector("[data-search]").value = "";
    page.send({ query: "", first: 0, last: 40 });
  }
  if (field && field.tagName === "INPUT") field.blur();
  if (returnTo?.isConnected) returnTo.focus({ preventScroll: true });
  else page.table.scroller.focus({ preventScroll: true });
  return true;
}

function step(page, by) {
  const here = page.look.selected === null ? -1 : page.table.position(page.look.selected);
  const position = here < 0 && page.look.selected !== null ? page.table.range()[0] : here + by;
  const row = page.table.rows.get(Math.max(0, Math.min(page.table.total - 1, position)));
  if (!row) return true;
  page.look.selected = row.index;
  page.table.select(row.index);
  page.table.show(page.table.position(row.index), "near");
  page.table.intoSight(page.table.position(row.index));
  clearTimeout(page.stepping);
  page.stepping = setTimeout(() => page.send({}), 120);
  return true;
}

// Move between the values of the selected row, for keyboard users.
function walk(page, by) {
  const row = [...page.table.nodes.values()].map(rowIn).find((node) => Number(node.dataset.i) === page.look.selected);
  if (!row) return false;
  const values = [.../** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll("[data-at]"))];
  if (!values.length) return false;
  const here = values.indexOf(page.cursor);
  const next = values[Math.max(0, Math.min(values.length - 1, here < 0 ? 0 : here + by))];
  page.cursor = next;
  if (next.tagName !== "BUTTON") next.setAttribute("tabindex", "-1");
  next.focus({ preventScroll: false });
  return true;
}

export function filterThread(page, number) {
  closeOverlay(page);
  page.send({ filter: { kind: "thread", value: String(number) }, first: 0, last: 40 });
}
