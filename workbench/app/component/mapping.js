// @ts-check
// A mapping: an editable example in two formats, and a table that explains every field.

import { lineNode } from "./cells.js";
import { el, replaceChildren, say } from "./dom.js";
import { Hover, ticks } from "./hover.js";

/** @typedef {import("./protocol.js").MappingData} MappingData */

const PAUSE = 250;

export class MappingView {
  constructor(root) {
    this.root = root;
    /** @type {MappingData & {broken: Object<string, string>}} */
    this.data = null;
    /** @type {(name: string, value: string) => void} */
    this.setState = () => {};
    this.editing = false;
    this.timer = 0;
    this.parts = { left: el("div", { class: "wb-pane" }), right: el("div", { class: "wb-pane" }), fields: el("div", { class: "wb-fields" }) };
    this.editor = el("textarea", { class: "wb-editor", spellcheck: "false", "aria-label": "The example as JSON" });
    this.problem = el("p", { class: "wb-problem", role: "status" });
    const panes = el("div", { class: "wb-panes" }, this.parts.left, this.parts.right);
    // The part of the table's interface that Hover needs.
    this.table = { body: panes, nodes: new Map([[0, null]]), rows: new Map() };
    this.hover = new Hover(this);
    root.replaceChildren(panes, this.parts.fields, this.hover.tip);
    panes.addEventListener("mouseover", (event) => this.point(event.target));
    panes.addEventListener("focusin", (event) => this.point(event.target));
    this.parts.fields.addEventListener("mouseover", (event) => this.pointRow(event.target));
    this.parts.fields.addEventListener("focusin", (event) => this.pointRow(event.target));
    root.addEventListener("mouseleave", () => this.dim());
    this.editor.addEventListener("input", () => this.typed());
  }

  /** @param {MappingData} data */
  receive(data) {
    this.data = { ...data, broken: {} };
    this.table.rows.set(0, { links: data.links });
    this.drawLeft();
    this.root.classList.toggle("wb-one-side", data.titles.length < 2);
    replaceChildren(this.parts.right, el("div", { class: "wb-pane-head" }, el("b", {}, data.titles[1] || "")), this.messages(1, data.right));
    replaceChildren(this.parts.fields, data.fields.length ? this.fieldsNode() : null);
  }

  drawLeft() {
    const { data, editing } = this;
    replaceChildren(this.problem, data.problem ? say(el("span", {}), data.problem) : null);
    // Keep the editor element while the user types.
    if (editing && this.editor.isConnected) return;
    const button = data.text && el("button", { class: "wb-link", type: "button", "data-edit": "1", onclick: () => this.edit(!this.editing) }, editing ? "Done" : "Edit");
    const head = el("div", { class: "wb-pane-head" }, el("b", {}, data.titles[0]), el("span", { class: "wb-grow" }), button || null);
    replaceChildren(this.parts.left, head, editing ? [this.editor, this.problem] : this.messages(0, data.left));
  }

  edit(editing) {
    this.editing = editing;
    clearTimeout(this.timer);
    if (editing) this.editor.value = this.data.text;
    else if (this.editor.value !== this.data.text) this.setState("text", this.editor.value);
    this.editor.remove();
    this.drawLeft();
    if (!editing) return;
    this.editor.focus();
    this.editor.setSelectionRange(0, 0); // after a new value it is at the end, out of sight of what changes first
    this.editor.scrollTop = 0;
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.setState("text", this.editor.value), PAUSE);
  }

  messages(side, messages) {
    if (!messages.length) return el("p", { class: "wb-absent" }, "No message");
    return messages.map((message) => el("div", { class: "wb-message" },
      el("div", { class: "wb-line wb-quiet", text: this.data.roles[side][message.position] }),
      message.lines.map((line) => lineNode(this, line, `${side}:${message.position}:`))));
  }

  fieldsNode() {
    const head = el("tr", {}, ["From", "To", "What happens", "Why"].map((title) => el("th", { scope: "col" }, title)));
    const nothing = () => el("span", { class: "wb-quiet" }, "none");
    const field = (name) => (name ? el("code", { text: name }) : nothing());
    const rows = this.data.fields.map((row, number) => el("tr", { "data-field": number, tabindex: row.places.length ? "0" : undefined },
      el("td", {}, field(row.source)), el("td", {}, field(row.target)),
      el("td", { class: row.lost ? "wb-error" : undefined }, row.lost ? "✖ " : "", ticks(row.words)),
      el("td", { class: "wb-quiet" }, ticks(row.why))));
    return el("table", { class: "wb-fieldtable" }, el("thead", {}, head), el("tbody", {}, rows));
  }

  point(target) {
    const node = target instanceof Element ? target.closest("[data-at]") : null;
    if (!(node instanceof HTMLElement)) return this.dim();
    this.hover.show(node);
    const at = node.dataset.at;
    this.data.fields.forEach((row, number) => this.row(number).classList.toggle("wb-selected", row.places.some((place) => place === at || place.startsWith(at + "/"))));
  }

  pointRow(target) {
    const node = target instanceof Element ? target.closest("[data-field]") : null;
    this.dim();
    if (!(node instanceof HTMLElement)) return;
    const elements = this.hover.elements();
    for (const place of this.data.fields[Number(node.dataset.field)].places) this.hover.light(this.hover.nearest(elements, place));
    node.classList.add("wb-selected");
  }

  row(number) {
    return this.parts.fields.querySelector(`[data-field="${number}"]`);
  }

  dim() {
    this.hover.clear();
    for (const node of this.parts.fields.querySelectorAll(".wb-selected")) node.classList.remove("wb-selected");
  }

  readablePlace(name) {
    const [side, message, ...rest] = name.split(":");
    return `/${message}${rest.join(":")} (${this.data.titles[Number(side)]})`;
  }
}
