// @ts-check
// What a person does: clicks, keys, typing, pointing.

import { helpNode } from "./head.js";
import { formsOf, readerNode } from "./reader.js";

export function listen(page) {
  const { root } = page;
  root.addEventListener("click", (event) => clicked(page, event));
  root.addEventListener("change", (event) => changed(page, event));
  root.addEventListener("input", (event) => typed(page, event));
  root.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = event.target.querySelector("input").value.trim();
    if (text) page.run("locate", { text });
  });
  root.addEventListener("mouseover", (event) => {
    const node = event.target.closest?.("[data-at]");
    if (node && page.table.body.contains(node)) page.hover.show(node);
    else page.hover.clear();
  });
  root.addEventListener("toggle", () => page.data && page.table.draw(), true);
  root.addEventListener("mouseleave", () => page.hover.clear());
  root.addEventListener("focusin", (event) => {
    const node = event.target.closest?.("[data-at]");
    if (node) page.hover.show(node);
  });
  root.addEventListener("focusout", () => page.hover.clear());
  root.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest?.("[data-grip]");
    if (grip) drag(page, grip, event);
  });
  root.addEventListener("keydown", (event) => keyed(page, event));
  // Keys work wherever the focus is on the page, unless something is being typed.
  const everywhere = (event) => {
    const target = event.composedPath()[0];
    if (!root.isConnected) return document.removeEventListener("keydown", everywhere);
    if (root.contains(target) || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable) return undefined;
    if (target === document.body || target.closest?.(".stApp")) keyed(page, event);
    return undefined;
  };
  document.addEventListener("keydown", everywhere);
}

function clicked(page, event) {
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
  if (data.hop !== undefined) return toggleColumn(page, Number(data.hop));
  if (data.key) return pressed(page, data.key);
  const row = event.target.closest("[data-i]");
  const value = event.target.closest("[data-at]");
  if (event.target.classList?.contains("wb-help")) return pressed(page, "Escape");
  if (row && marking(page)) return undefined;
  if (value && page.root.contains(value)) return readValue(page, value);
  if (row) page.select(Number(row.dataset.i));
  return undefined;
}

// Past what comes before it, for those who do not point.
function skip(page, name) {
  if (name === "section") {
    const first = document.querySelector(".st-key-section :is(input, button, [tabindex='0'])");
    return first instanceof HTMLElement ? first.focus() : undefined;
  }
  if (name === "causes") return page.parts.causes.querySelector("button")?.focus();
  return page.table.scroller.focus();
}

function changed(page, event) {
  const node = event.target;
  const data = node.dataset;
  if (data.choose) return page.run(data.choose, { value: node.value });
  if (data.filterby) {
    const filter = node.value === "" ? { kind: "all", value: "" } : { kind: data.filterby, value: node.value };
    return page.send({ filter, first: 0, last: 40 });
  }
  if (data.technical) return page.setTechnical(node.checked);
  if (data.column !== undefined) {
    page.columnsOpen = true;
    return toggleColumn(page, Number(data.column));
  }
  return undefined;
}

function typed(page, event) {
  if (!event.target.dataset.search) return;
  const query = event.target.value;
  clearTimeout(page.typing);
  page.typing = setTimeout(() => page.send({ query, first: 0, last: 40 }), 220);
}

function toggleColumn(page, index) {
  if (!page.hidden.delete(index) && page.columns.length > 1) page.hidden.add(index);
  page.arrange();
  page.table.forgetNodes();
  page.draw();
  page.table.draw();
}

function filterThread(page, number) {
  closeOverlay(page);
  page.send({ filter: { kind: "thread", value: String(number) }, first: 0, last: 40 });
}

function drag(page, grip, event) {
  event.preventDefault();
  const column = page.columns.find((each) => each.index === Number(grip.dataset.grip));
  const cell = grip.parentElement;
  const start = event.clientX;
  const width = cell.offsetWidth;
  const share = page.share(column);
  const move = (step) => page.resize(column, (share * (width + step.clientX - start)) / width);
  const stop = () => {
    window.removeEventListener("pointermove", move);
    window.removeEventListener("pointerup", stop);
    page.table.draw();
  };
  window.addEventListener("pointermove", move);
  window.addEventListener("pointerup", stop);
}

// A value in full. The server has it; what the page shows may be cut.
function readValue(page, value) {
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

// Whoever marks text with the mouse wants to copy it, not to open it.
function marking(page) {
  const root = page.root.getRootNode();
  const selection = root.getSelection ? root.getSelection() : document.getSelection();
  return !!selection && !selection.isCollapsed;
}

function copyWhat(page, what) {
  const [column, message, ...rest] = page.chosen.split(":");
  if (what === "pointer") return page.copy(`/${message}${rest.join(":")}`);
  return page.run("copy", { column: Number(column), message: Number(message), pointer: what === "value" ? rest.join(":") : "", other: page.chosen.startsWith("+") });
}

function closeOverlay(page) {
  page.reader = null;
  page.overlay.replaceChildren();
}

function keyed(page, event) {
  const target = event.composedPath()[0];
  const grip = target.dataset?.grip;
  if (grip !== undefined && /^Arrow(Left|Right)$/.test(event.key)) {
    const column = page.columns.find((each) => each.index === Number(grip));
    page.resize(column, page.share(column) * (event.key === "ArrowRight" ? 1.1 : 0.9));
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

function pressed(page, key) {
  switch (key) {
    case "j": case "k": return step(page, key === "j" ? 1 : -1);
    case "n": case "p": page.run(key === "n" ? "next" : "previous", { from: page.look.selected ?? -1 }); return true;
    case "/": page.root.querySelector("[data-search]").focus(); return true;
    case "g": page.root.querySelector("[data-jump]").focus(); return true;
    case "?": {
      closeOverlay(page);
      page.overlay.replaceChildren(helpNode());
      page.overlay.querySelector("button").focus();
      return true;
    }
    case "Escape": {
      return escape(page);
    }
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

// Back, one step at a time: out of the reader, out of a search, out of a field.
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

// From value to value inside the selected row, for those who do not point.
function walk(page, by) {
  const row = [...page.table.nodes.values()].find((node) => Number(node.dataset.i) === page.look.selected);
  if (!row) return false;
  const values = [...row.querySelectorAll("[data-at]")];
  if (!values.length) return false;
  const here = values.indexOf(page.cursor);
  const next = values[Math.max(0, Math.min(values.length - 1, here < 0 ? 0 : here + by))];
  page.cursor = next;
  if (next.tagName !== "BUTTON") next.setAttribute("tabindex", "-1");
  next.focus({ preventScroll: false });
  return true;
}
