// @ts-check
// The page: takes what the server sends, draws it, and asks for what is looked at next.

import { keepAddress } from "./address.js";
import { cardsNode } from "./cards.js";
import { recentNode } from "./recent.js";
import { el, replaceChildren } from "./dom.js";
import { listen, openReader } from "./events.js";
import { openDropped, openWithKeys } from "./first_screen.js";
import { focusAgain, focused, keepInput } from "./focus.js";
import { barNode, causesNode, toolsNode, verdictNode } from "./head.js";
import { Hover } from "./hover.js";
import { MappingView } from "./mapping.js";
import { Ordering } from "./ordering.js";
import { panelNode } from "./panel.js";
import { requestNodes } from "./request.js";
import { showWhenDrawn } from "./sections.js";
import { Strip } from "./strip.js";
import { Table } from "./table.js";
import { keepTechnical, keepView, keptTechnical, keptView } from "./view_choice.js";
import { WIDTHS, keepWidths, keptWidths } from "./widths.js";

/** @typedef {import("./protocol.js").StageData} StageData */
/** @typedef {import("./protocol.js").Question} Question */
/** @typedef {import("./protocol.js").Command} Command */

const GUTTER = "100px";
const TITLES = { internal: "Internal", converted: "Converted", response: "API response", back: "Back-converted" };

class Page {
  constructor(root) {
    this.root = root;
    this.root.className = "wb";
    this.ordering = new Ordering();
    /** @type {StageData} */
    this.data = null;
    /** @type {Command | null} */
    this.command = null;
    /** @type {(name: string, value: Question) => void} */
    this.setState = () => {};
    this.stepping = 0;
    this.look = { first: 0, last: 40, filter: { kind: "all", value: "" }, query: "", selected: null, opened: [], panel: "mapping", view: "stages", all: false, why: "" };
    this.hidden = new Set();
    this.more = new Set();
    this.widths = keptWidths();
    this.technical = keptTechnical();
    this.columns = [];
    this.allColumns = [];
    this.parts = {};
    this.sent = {};
    this.wanted = null;
    for (const name of ["bar", "verdict", "causes", "tools"]) this.parts[name] = el("div", { class: "wb-part-" + name });
    this.table = new Table(this);
    this.hover = new Hover(this);
    this.parts.panel = el("div", { class: "wb-part-panel" });
    this.overlay = el("div", { class: "wb-overlay" });
    this.strip = new Strip(this);
    this.root.replaceChildren(this.parts.bar, this.parts.verdict, this.parts.causes, this.parts.tools, this.table.node, this.parts.panel, this.hover.tip, this.strip.node, this.overlay);
    listen(this);
    this.observer = new ResizeObserver(() => this.resized());
    this.observer.observe(this.root);
    this.observer.observe(this.table.scroller);
  }

  resized() {
    const width = this.root.clientWidth;
    if (Math.abs(width - (this.width || 0)) > 40) {
      this.width = width;
      if (this.data) this.table.forgetNodes();
    }
    if (this.data) this.table.draw();
  }

  theme() {
    const style = getComputedStyle(this.root);
    const ground = style.getPropertyValue("--st-background-color").trim() || style.backgroundColor;
    const numbers = ground.startsWith("#") ? [1, 3, 5].map((at) => parseInt(ground.slice(at, at + 2), 16)) : (ground.match(/[\d.]+/g) || [255]).slice(0, 3).map(Number);
    this.root.dataset.theme = numbers.reduce((sum, value) => sum + value, 0) / numbers.length < 128 ? "dark" : "light";
  }

  // What the server sent. It may answer an older question than the last one asked; then only its rows are taken.
  /** @param {StageData} data */
  receive(data) {
    this.theme();
    this.data = data;
    const { opened, sameLayout, freshList, takesLook, goTo, clipboard, reader } = this.ordering.receive(data);
    if (opened) {
      this.look = { ...this.look, ...data.look };
      this.hidden = sameLayout ? this.hidden : this.folded(data.columns);
    } else if (takesLook) {
      const { selected, filter, panel, view, why } = data.look;
      this.look = { ...this.look, selected, filter, panel, view, why };
    }
    this.arrange();
    if (freshList) this.table.reset(data.window.total);
    this.draw();
    this.bringPanel();
    this.table.take(data.window);
    if (freshList && this.look.selected !== null && !data.go_to) this.table.show(0, "near");
    if (goTo) {
      this.table.select(this.look.selected);
      this.table.show(goTo.position, "near");
      if (!freshList) this.table.intoSight(goTo.position);
    }
    if (clipboard) this.copy(clipboard.text);
    if (reader) openReader(this, reader);
    this.takeHabit();
    if (data.scroll && data.scroll !== this.scrolled) showWhenDrawn(".st-key-section");
    this.scrolled = data.scroll;
    keepAddress(data.address);
    document.title = `${data.head.name}: ${data.head.verdict.text}`;
  }

  // Of a route with several hops the last is shown, which is the one that a refusal speaks of; all where there is room.
  folded(columns) {
    const hops = columns.map(([kind], index) => [kind, index]).filter(([kind]) => kind === "converted").map(([, index]) => index);
    return new Set(this.root.clientWidth >= 1700 ? [] : hops.slice(0, -1));
  }

  // What was chosen last time holds from the first conversation on.
  takeHabit() {
    const kept = this.habitTaken ? null : keptView();
    this.habitTaken = true;
    if (kept && kept !== this.look.view) this.setView(kept);
  }

  // Plain words or technical ones, in the findings and at their places.
  setTechnical(technical) {
    this.technical = technical;
    keepTechnical(technical);
    this.table.forgetNodes();
    this.draw();
    this.table.draw();
  }

  setView(view) {
    keepView(view);
    if (this.look.selected === null) this.send({ view, first: 0, last: 40 });
    else this.run("goto", { index: this.look.selected }, { view });
  }

  arrange() {
    const kinds = this.data.columns.map(([kind]) => kind);
    // A history that the target takes as it is: the file is the request.
    this.sentAsIs = !kinds.includes("converted");
    this.allColumns = this.data.columns.map(([kind, format], index) => ({ kind, format, index, title: kind === "internal" && this.sentAsIs ? "Request" : TITLES[kind] }));
    this.columns = this.allColumns.filter((column) => !this.hidden.has(column.index));
    const seen = new Set();
    for (const column of this.columns) {
      column.first = !seen.has(column.kind);
      seen.add(column.kind);
    }
    const hasConverted = this.columns.some((column) => column.kind === "converted");
    if (!hasConverted && this.columns[0]) this.columns[0].takes = "converted";
    const widths = this.columns.map((column) => `minmax(120px, ${this.share(column)}fr)`);
    this.table.grid.style.setProperty("--wb-columns", this.look.view === "chat" ? `${GUTTER} minmax(0, 1fr)` : `${GUTTER} ${widths.join(" ")}`);
    this.table.grid.dataset.view = this.look.view;
  }

  share(column) {
    return this.widths[`${column.kind} ${column.format}`] || WIDTHS[column.kind];
  }

  resize(column, share) {
    this.widths[`${column.kind} ${column.format}`] = Math.max(0.4, Math.min(4, share));
    this.arrange();
    keepWidths(this.widths);
  }

  // Each part is made anew only if what it shows is not what it showed.
  draw() {
    const held = focused(this);
    const { data, look } = this;
    const marked = data.head.causes.flatMap((row) => [row, ...row.others]).some((row) => row.index === look.selected);
    this.part("bar", [data.bar], () => replaceChildren(this.parts.bar, barNode(this)));
    this.part("verdict", [data.head, data.versions, data.group, data.key, data.refusing], () => replaceChildren(this.parts.verdict, verdictNode(this)));
    this.part("causes", [data.head, data.located, [...this.more], this.technical, marked && look.selected], () => keepInput(this, this.parts.causes, () => replaceChildren(this.parts.causes, causesNode(this))));
    this.part("tools", [data.window.threads, data.window.roles, data.window.count, data.window.problems, data.window.total, look.query, look.filter, look.view, [...this.hidden], data.columns, data.window.changes, data.versions], () => keepInput(this, this.parts.tools, () => replaceChildren(this.parts.tools, toolsNode(this))));
    this.part("request", [data.request, data.head.causes, this.technical, look.view, look.filter, look.query, data.columns, [...this.hidden]], () => replaceChildren(this.table.request, requestNodes(this)));
    this.part("strip", [data.head, this.technical], () => this.strip.draw());
    this.part("head", [data.columns, [...this.hidden], this.origins()], () => replaceChildren(this.table.head, this.headNode()));
    this.part("panel", [data.panel, look.panel, look.selected, data.head.target], () => replaceChildren(this.parts.panel, panelNode(this)));
    focusAgain(this, held);
  }

  part(name, shows, redraw) {
    const shown = JSON.stringify(shows);
    if (this.sent[name] === shown) return;
    this.sent[name] = shown;
    redraw();
  }

  active() {
    return this.root.getRootNode().activeElement;
  }

  // How the responses on the screen came about; while no rows travel, as it was.
  origins() {
    const found = new Set(this.data.window.rows.map((row) => row.cells.find((cell) => cell.origin)?.origin).filter(Boolean));
    if (this.data.window.rows.length) this.known = [...found].sort();
    return this.known || [];
  }

  headNode() {
    const hops = this.allColumns.filter((column) => column.kind === "converted");
    return el("div", { class: "wb-row wb-headrow", role: "row", "aria-rowindex": "1" }, el("div", { class: "wb-gutter", role: "columnheader" }, "#"),
      this.columns.map((column, place) => el("div", { class: "wb-cell", role: "columnheader" },
        el("b", {}, column.title), " ",
        column.kind === "converted" && hops.length > 1
          ? hops.filter((hop) => hop.index === column.index || (column.first && this.hidden.has(hop.index))).map((hop, number) => [number ? " ▸ " : "", el("button", { class: "wb-hop", type: "button", "data-hop": hop.index, "aria-pressed": this.hidden.has(hop.index) ? "false" : "true", title: this.hidden.has(hop.index) ? "show this hop" : "fold this hop" }, hop.format)])
          : el("code", {}, column.kind === "response" ? this.origins().join(", ") || column.format : column.format),
        place < this.columns.length - 1 ? el("span", { class: "wb-grip", role: "separator", tabindex: "0", "aria-orientation": "vertical", "aria-label": `Width of ${column.title}`, "aria-valuenow": Math.round(this.share(column) * 100), "aria-valuemin": "40", "aria-valuemax": "400", "data-grip": column.index }) : null)));
  }

  // A place as a person reads it: the pointer into its message.
  place(name) {
    const [column, message, ...rest] = name.split(":");
    const at = this.allColumns[Number(column)];
    return `/${message}${rest.join(":")}` + (at && at.kind !== "internal" ? ` (${at.kind === "converted" ? at.format : at.title})` : "");
  }

  // Rows travel only when they are asked for: the table keeps those it has.
  send(change) {
    clearTimeout(this.stepping);
    Object.assign(this.look, { first: 0, last: 0 }, change);
    const { first, last, filter, query, selected, opened, panel, view, all, why } = this.look;
    /** @type {Question} */
    const question = {
      sequence: this.ordering.ask(),
      document: this.ordering.document,
      commands_done: this.data.commands_done,
      first, last, filter, query, selected, opened, panel, view, all, why,
      command: this.command,
    };
    this.setState("ask", question);
  }

  // Something to be done once: the number tells the server that it has not done it yet.
  run(name, more, change) {
    this.command = { number: this.ordering.command(this.data.commands_done), name, ...more };
    this.send(change || {});
  }

  select(index, change) {
    this.look.selected = index;
    this.table.select(index);
    this.send(change || {});
  }

  // The tab changes at once, what it shows follows. A button far above it brings it into sight.
  showPanel(name, fromAfar) {
    this.wanted = fromAfar ? name : null;
    this.send({ panel: name });
    this.draw();
    this.bringPanel();
  }

  bringPanel() {
    if (this.wanted === null || this.data.panel.kind !== this.wanted) return;
    this.wanted = null;
    this.parts.panel.scrollIntoView({ block: "end" });
  }

  goto(index, change) {
    if (index < 0 || index >= this.data.window.count) return this.showRequest();
    const position = this.table.position(index);
    this.look.selected = index;
    this.table.select(index);
    if (position >= 0 && !change) {
      this.table.show(position, "near");
      this.table.intoSight(position);
      this.send({});
    } else this.run("goto", { index }, change);
  }

  // What a finding about no message speaks of is in the first rows.
  showRequest() {
    this.table.scroller.scrollTop = 0;
    const row = this.table.request.querySelector("[data-request]:has(.wb-note)") || this.table.request.querySelector("[data-request]");
    if (!row) return;
    row.setAttribute("tabindex", "-1");
    row.focus({ preventScroll: true });
    row.scrollIntoView({ block: "nearest" });
  }

  fold(at) {
    const opened = new Set(this.look.opened);
    if (!opened.delete(at)) opened.add(at);
    const [first, last] = this.table.range();
    this.send({ opened: [...opened], first, last });
  }

  copy(text) {
    navigator.clipboard.writeText(text).then(() => this.toast("Copied"), () => this.toast("The browser does not allow copying"));
  }

  toast(words) {
    const node = el("div", { class: "wb-toast", role: "status" }, words);
    this.root.append(node);
    setTimeout(() => node.remove(), 1200 + 40 * words.length);
  }
}

const PAGES = new WeakMap();

export default function (component) {
  const { data, parentElement, setStateValue, setTriggerValue } = component;
  const message = JSON.parse(new TextDecoder().decode(data));
  let page = PAGES.get(parentElement);
  if (!page) {
    const root = el("div", { class: "wb" });
    parentElement.append(root);
    page = message.part === "stage" ? new Page(root) : message.part === "mapping" ? new MappingView(root) : { root };
    PAGES.set(parentElement, page);
  }
  if (message.part === "mapping") {
    page.setState = setStateValue;
    Page.prototype.theme.call(page);
    page.receive(message);
    return;
  }
  if (message.part !== "stage") {
    const node = message.part === "bar" ? el("div", {}, barNode({ data: message })) : message.part === "recent" ? recentNode(message, setTriggerValue) : cardsNode(message, setTriggerValue);
    page.root.replaceChildren(...node.childNodes);
    if (message.part === "bar") document.title = "Conversation workbench";
    else if (message.part === "cards") {
      openWithKeys();
      openDropped(() => {});
    }
    for (const link of page.root.querySelectorAll("[data-page]")) link.onclick = () => setTriggerValue("page", link.dataset.page);
    Page.prototype.theme.call(page);
    return;
  }
  page.setState = setStateValue;
  page.receive(message);
  openDropped(() => page.run("home"));
}
