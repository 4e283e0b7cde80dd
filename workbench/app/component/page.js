// @ts-check
// The page of a conversation: receives data from the server, draws it, and requests more.

import { updateAddress } from "./address.js";
import { topBarNode } from "./top_bar.js";
import { Columns } from "./columns.js";
import { el, replaceChildren } from "./dom.js";
import { listen } from "./events.js";
import { causesNode } from "./findings.js";
import { focusAgain, focused, keepInput } from "./focus.js";
import { Hover } from "./hover.js";
import { Ordering } from "./ordering.js";
import { openReader } from "./overlay.js";
import { panelNode } from "./panel.js";
import { requestNodes } from "./request.js";
import { showWhenDrawn } from "./sections.js";
import { StickyVerdict } from "./sticky_verdict.js";
import { Table } from "./table.js";
import { tableHeadNode } from "./table_head.js";
import { toolbarNode } from "./toolbar.js";
import { verdictNode } from "./verdict.js";
import { saveTechnical, saveView, savedTechnical, savedView } from "./view_choice.js";

/** @typedef {import("./protocol.js").StageData} StageData */
/** @typedef {import("./protocol.js").Question} Question */
/** @typedef {import("./protocol.js").Command} Command */

export class Page {
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
    this.more = new Set();
    this.technical = savedTechnical();
    this.columns = new Columns();
    /** @type {string[]} */
    this.knownOrigins = [];
    this.parts = {};
    this.sent = {};
    this.wanted = null;
    for (const name of ["bar", "verdict", "causes", "tools"]) this.parts[name] = el("div", { class: "wb-part-" + name });
    this.table = new Table(this);
    this.hover = new Hover(this);
    this.parts.panel = el("div", { class: "wb-part-panel" });
    this.overlay = el("div", { class: "wb-overlay" });
    this.strip = new StickyVerdict(this);
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

  // Handle data from the server. If it answers an older request, only its rows are used.
  /** @param {StageData} data */
  receive(data) {
    this.data = data;
    const { opened, sameLayout, freshList, takesLook, goTo, clipboard, reader } = this.ordering.receive(data);
    if (opened) {
      this.look = { ...this.look, ...data.look };
      if (!sameLayout) this.columns.foldHops(data.columns, this.root.clientWidth);
      if (!sameLayout) this.columns.foldFile(data.file);
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
      this.table.show(goTo.position, opened ? "start" : "near");
      if (!freshList || this.table.scroller.scrollTop > 0) this.table.intoSight(goTo.position, opened);
    }
    if (clipboard) this.copy(clipboard.text);
    if (reader) openReader(this, reader);
    this.applySavedView();
    if (data.scroll && data.scroll !== this.scrolled) showWhenDrawn(".st-key-section");
    this.scrolled = data.scroll;
    updateAddress(data.address);
    document.title = `${data.head.name}: ${data.head.verdict.text}`;
  }

  // Apply the view that the user chose last time.
  applySavedView() {
    const kept = this.savedViewApplied ? null : savedView();
    this.savedViewApplied = true;
    if (kept && kept !== this.look.view) this.setView(kept);
  }

  // Switch between plain and technical texts of findings.
  setTechnical(technical) {
    this.technical = technical;
    saveTechnical(technical);
    this.table.forgetNodes();
    this.draw();
    this.table.draw();
  }

  setView(view) {
    saveView(view);
    if (this.look.selected === null) this.send({ view, first: 0, last: 40 });
    else this.run("goto", { index: this.look.selected }, { view });
  }

  arrange() {
    const { grid } = this.table;
    this.columns.arrange(this.data.columns);
    grid.style.setProperty("--wb-columns", this.columns.template(this.look.view));
    grid.dataset.view = this.look.view;
  }

  resizeColumn(column, share) {
    this.columns.resize(column, share);
    this.arrange();
  }

  toggleColumn(index) {
    this.columns.toggle(index);
    this.arrange();
    this.table.forgetNodes();
    this.draw();
    this.table.draw();
  }

  toggleFile() {
    this.columns.isFileFolded = !this.columns.isFileFolded;
    this.arrange();
    this.table.forgetNodes();
    this.draw();
    this.table.draw();
  }

  // Redraw only the parts whose data changed.
  draw() {
    const held = focused(this);
    const { data, look } = this;
    const marked = data.head.causes.flatMap((row) => [row, ...row.others]).some((row) => row.index === look.selected);
    this.part("bar", [data.bar], () => replaceChildren(this.parts.bar, topBarNode(this)));
    this.part("verdict", [data.head, data.versions, data.group, data.key, data.refusing, data.started_by, this.technical], () => replaceChildren(this.parts.verdict, verdictNode(this)));
    this.part("causes", [data.head, data.located, data.failure, [...this.more], this.technical, marked && look.selected], () => keepInput(this, this.parts.causes, () => replaceChildren(this.parts.causes, causesNode(this))));
    this.part("tools", [data.window.threads, data.window.roles, data.window.count, data.window.problems, data.window.total, look.query, look.filter, look.view, [...this.columns.hidden], data.columns, data.window.changes, data.versions], () => keepInput(this, this.parts.tools, () => replaceChildren(this.parts.tools, toolbarNode(this))));
    this.part("request", [data.request, data.head.causes, this.technical, look.view, look.filter, look.query, data.columns, [...this.columns.hidden], this.columns.isFileFolded], () => replaceChildren(this.table.request, requestNodes(this)));
    this.part("strip", [data.head, this.technical], () => this.strip.draw());
    this.part("head", [data.columns, data.conversion_choices, [...this.columns.hidden], this.columns.isFileFolded, this.origins()], () => replaceChildren(this.table.head, tableHeadNode(this)));
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

  // Return the origins of the visible responses. Without new rows, they stay the same.
  origins() {
    const found = new Set(this.data.window.rows.map((row) => row.cells.find((cell) => cell.origin)?.origin).filter(Boolean));
    if (this.data.window.rows.length) this.knownOrigins = [...found].sort();
    return this.knownOrigins;
  }

  readablePlace(name) {
    return this.columns.readablePlace(name);
  }

  // Whether a place is in the source file.
  isInFile(name) {
    return this.data.file !== null && Number(name.split(":")[0]) === this.data.file.column;
  }

  // Send a request. Rows are only requested if the change includes a range.
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

  // Send a command. Its number makes sure that the server executes it once.
  run(name, more, change) {
    this.command = { number: this.ordering.command(this.data.commands_done), name, ...more };
    this.send(change || {});
  }

  select(index, change) {
    this.look.selected = index;
    this.table.select(index);
    this.send(change || {});
  }

  // Switch to a tab; its content follows. If the click was elsewhere on the page, scroll to the tab.
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

  // Show the request-level rows, for a finding that belongs to no message.
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
    navigator.clipboard.writeText(text).then(() => this.toast("Copied"), () => this.toast("Your browser does not allow copying"));
  }

  toast(words) {
    const node = el("div", { class: "wb-toast", role: "status" }, words);
    this.root.append(node);
    setTimeout(() => node.remove(), 1200 + 40 * words.length);
  }
}
