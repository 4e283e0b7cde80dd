// @ts-check
// The virtual table: only visible rows are elements, and only rows near them are fetched.

import { emptyRow, rowNode } from "./cells.js";
import { chatRowNode } from "./chat.js";
import { el, replaceChildren } from "./dom.js";
import { rowIn, withUnsentRecords } from "./unsent_records.js";
import { RowHeights } from "./row_heights.js";
import { highlight } from "./search.js";

const GUESS = 58;
const AHEAD = 200;
const MARGIN = 20;
const SCROLL_PAUSE = 350;
const BEGINNING = 100; // pixels of a row that are enough to see what it is

export class Table {
  constructor(page) {
    this.page = page;
    this.rows = new Map();
    this.nodes = new Map();
    this.stale = new Set();
    this.heights = new RowHeights(0, GUESS);
    this.total = 0;
    this.top = el("div", { class: "wb-space" });
    this.bottom = el("div", { class: "wb-space" });
    this.body = el("div", { role: "rowgroup", class: "wb-body" }, this.top, this.bottom);
    this.empty = el("p", { class: "wb-empty", hidden: true }, "");
    this.head = el("div", { role: "rowgroup", class: "wb-head" });
    this.request = el("div", { role: "rowgroup", class: "wb-request-rows" });
    this.grid = el("div", { class: "wb-grid", role: "table", "aria-label": "Stages of the conversation" }, this.head, this.request, this.body);
    this.scroller = el("div", { class: "wb-scroller", tabindex: "0", role: "region", "aria-label": "Messages; j and k move, question mark for help" }, this.grid, this.empty);
    this.map = el("div", { class: "wb-map", "aria-hidden": "true" });
    this.node = el("div", { class: "wb-table" }, this.scroller, this.map);
    this.scroller.addEventListener("scroll", () => this.draw(), { passive: true });
    this.map.addEventListener("click", (event) => {
      const share = event.offsetY / Math.max(1, this.map.clientHeight);
      this.show(Math.floor(share * this.total), "start");
    });
  }

  // Discard all rows for a new list (another conversation, filter or search).
  reset(total) {
    this.rows.clear();
    this.total = total;
    this.heights = new RowHeights(total, GUESS);
    this.forgetNodes();
    this.scroller.scrollTop = 0;
  }

  forgetNodes() {
    for (const node of this.nodes.values()) node.remove();
    this.nodes.clear();
    this.stale.clear();
    // keep the total height, so that the scroll position stays valid
    this.top.style.height = "0px";
    this.bottom.style.height = this.heights.total + "px";
  }

  take(window) {
    this.page.columns.nameRecords(window.rows);
    window.rows.forEach((row, offset) => {
      const position = window.first + offset;
      this.rows.set(position, row);
      this.stale.add(position);
    });
    this.page.part("map", [this.total, window.map], () => {
      this.grid.setAttribute("aria-rowcount", String(this.total + 1));
      replaceChildren(this.map, window.map.map(([share, severity]) =>
        el("i", { class: "wb-" + severity, style: `top:${(share * 100).toFixed(2)}%` })));
    });
    if (window.rows.length || !this.nodes.size) this.draw();
    this.select(this.page.look.selected);
  }

  // The scroll position of the messages, without the request-level rows above them.
  get scrolled() {
    return Math.max(0, this.scroller.scrollTop - this.request.offsetHeight);
  }

  set scrolled(top) {
    this.scroller.scrollTop = top + (top > 0 ? this.request.offsetHeight : 0);
  }

  range() {
    const top = Math.max(0, this.scrolled - AHEAD);
    const end = this.scrolled + this.scroller.clientHeight + AHEAD;
    return [this.heights.at(top), Math.min(this.total, this.heights.at(end) + 1)];
  }

  draw() {
    if (!this.scroller.clientHeight) {
      // not laid out yet, or hidden: the visible range is unknown
      cancelAnimationFrame(this.later);
      this.later = requestAnimationFrame(() => this.draw());
      return;
    }
    this.empty.hidden = this.total > 0;
    this.empty.textContent = this.page.data.window.count ? "No message matches." : "This conversation has no messages.";
    if (!this.total) {
      this.forgetNodes();
      return;
    }
    const anchor = this.heights.at(this.scrolled);
    const offset = this.scrolled - this.heights.before(anchor);
    let [first, last] = this.range();
    this.place(first, last);
    let changed = 0;
    for (const [position, node] of this.nodes) {
      if (this.rows.has(position)) changed += Math.abs(this.heights.set(position, node.offsetHeight));
    }
    if (changed > 0.5) {
      const wanted = this.heights.before(anchor) + offset;
      [first, last] = this.range();
      this.place(first, last);
      if (Math.abs(this.scrolled - wanted) > 1) this.scrolled = wanted;
    }
    highlight(this.body, this.page.look.query);
    this.ask(first, last);
  }

  place(first, last) {
    for (const [position, node] of this.nodes) {
      if (position < first || position >= last) {
        node.remove();
        this.nodes.delete(position);
      }
    }
    let before = this.top;
    for (let position = first; position < last; position++) {
      let node = this.nodes.get(position);
      const row = this.rows.get(position);
      if (!node || this.stale.has(position)) {
        const draw = row && row.chat ? chatRowNode : rowNode;
        const fresh = row ? withUnsentRecords(this.page, row, draw(this.page, row, position)) : emptyRow(this.page, position);
        if (node) node.replaceWith(fresh);
        node = fresh;
        this.nodes.set(position, node);
        this.stale.delete(position);
      }
      if (before.nextSibling !== node) before.after(node);
      before = node;
    }
    this.top.style.height = this.heights.before(first) + "px";
    this.bottom.style.height = Math.max(0, this.heights.total - this.heights.before(last)) + "px";
  }

  // Request missing visible rows immediately, and rows around them when scrolling stops.
  ask(first, last) {
    clearTimeout(this.waiting);
    const now = performance.now();
    if (this.lacks(first, last)) {
      this.waiting = setTimeout(() => this.page.send({ first, last }), now - (this.asked || 0) > 120 ? 0 : 50);
      this.asked = now;
      return;
    }
    const [from, to] = [Math.max(0, first - MARGIN), Math.min(this.total, last + MARGIN)];
    if (!this.lacks(from, to)) return;
    this.waiting = setTimeout(() => {
      const [start, end] = this.lacks(last, to) ? [last, to] : [from, first];
      this.page.send({ first: start, last: end });
    }, SCROLL_PAUSE);
  }

  lacks(first, last) {
    for (let position = first; position < last; position++) if (!this.rows.has(position)) return true;
    return false;
  }

  // Scroll to a row. RowHeights change while rows are drawn, so repeat until the position is stable.
  show(position, where) {
    const go = () => {
      const top = this.heights.before(position);
      const height = this.heights.values[position] || GUESS;
      const view = this.scroller;
      const headHeight = this.head.offsetHeight;
      const space = view.clientHeight - headHeight;
      const above = this.request.offsetHeight - view.scrollTop; // of the first message, below the head
      if (where === "start") this.scrolled = Math.max(0, top - 40);
      else if (above + top < 0) this.scrolled = Math.max(0, top - 8);
      else if (above + top + height > space) view.scrollTop = this.request.offsetHeight + Math.min(top, top + height - space + 8);
      this.draw();
    };
    for (let tries = 0; tries < 8; tries++) {
      const before = this.scroller.scrollTop;
      go();
      if (tries && Math.abs(this.scroller.scrollTop - before) < 1) break;
    }
  }

  // Scroll the page to a row. The sticky verdict is visible while the page is scrolled. A conversation that was just
  // opened keeps its verdict in sight if the beginning of the row is visible.
  intoSight(position, opened = false) {
    const node = this.nodes.get(position);
    if (!node) return;
    const row = rowIn(node);
    if (opened && row.getBoundingClientRect().top + BEGINNING <= window.innerHeight) return;
    row.scrollIntoView({ block: "nearest" });
  }

  position(index) {
    for (const [position, row] of this.rows) if (row.index === index) return position;
    return -1;
  }

  select(index) {
    for (const node of [...this.nodes.values()].map(rowIn)) {
      const chosen = Number(node.dataset.i) === index && node.dataset.i !== undefined;
      node.classList.toggle("wb-selected", chosen);
      if (chosen) node.setAttribute("aria-selected", "true");
      else node.removeAttribute("aria-selected");
    }
  }
}
