// @ts-check
// The columns of the table: which are shown, how wide each is, and which of them takes the notes of another.

import { WIDTHS, keepWidths, keptWidths } from "./widths.js";

/** @typedef {{kind: string, format: string, index: number, title: string, first?: boolean, takes?: string}} Column */

const GUTTER = "100px";
const NARROWEST = "120px";
const ROOM_FOR_ALL_HOPS = 1700;
const TITLES = { internal: "Internal", converted: "Converted", response: "API response", back: "Back-converted" };

export class Columns {
  constructor() {
    /** @type {Column[]} */
    this.all = [];
    /** @type {Column[]} */
    this.shown = [];
    /** @type {Set<number>} */
    this.hidden = new Set();
    this.widths = keptWidths();
    this.isSentAsIs = false;
  }

  // Of a route with several hops the last is shown, which is the one that a refusal speaks of; all where there is room.
  /** @param {[string, string][]} described @param {number} width */
  foldHops(described, width) {
    const hops = described.flatMap(([kind], index) => (kind === "converted" ? [index] : []));
    this.hidden = new Set(width >= ROOM_FOR_ALL_HOPS ? [] : hops.slice(0, -1));
  }

  /** @param {[string, string][]} described kind and format of each */
  arrange(described) {
    // A history that the target takes as it is: the file is the request.
    this.isSentAsIs = !described.some(([kind]) => kind === "converted");
    const titleOf = (/** @type {string} */ kind) => (kind === "internal" && this.isSentAsIs ? "Request" : TITLES[kind]);
    this.all = described.map(([kind, format], index) => ({ kind, format, index, title: titleOf(kind) }));
    this.shown = this.all.filter((column) => !this.hidden.has(column.index));
    const seen = new Set();
    for (const column of this.shown) {
      column.first = !seen.has(column.kind);
      seen.add(column.kind);
    }
    if (this.shown[0] && !seen.has("converted")) this.shown[0].takes = "converted";
  }

  // One stays, whatever is folded.
  /** @param {number} index */
  toggle(index) {
    if (!this.hidden.delete(index) && this.shown.length > 1) this.hidden.add(index);
  }

  /** @param {Column} column */
  share(column) {
    return this.widths[`${column.kind} ${column.format}`] || WIDTHS[column.kind];
  }

  /** @param {Column} column @param {number} share */
  resize(column, share) {
    this.widths[`${column.kind} ${column.format}`] = Math.max(0.4, Math.min(4, share));
    keepWidths(this.widths);
  }

  /** For the grid of the table. @param {string} view */
  template(view) {
    const widths = this.shown.map((column) => `minmax(${NARROWEST}, ${this.share(column)}fr)`);
    return view === "chat" ? `${GUTTER} minmax(0, 1fr)` : [GUTTER, ...widths].join(" ");
  }

  // A place as a person reads it: the pointer into its message.
  /** @param {string} name */
  placeInWords(name) {
    const [column, message, ...rest] = name.split(":");
    const at = this.all[Number(column)];
    return `/${message}${rest.join(":")}` + (at && at.kind !== "internal" ? ` (${at.kind === "converted" ? at.format : at.title})` : "");
  }
}
