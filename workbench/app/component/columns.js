// @ts-check
// The columns of the table: which are visible, their widths, and which column shows the notes of a hidden one.

import { WIDTHS, saveWidths, savedWidths } from "./column_widths.js";

/** @typedef {{kind: string, format: string, index: number, title: string, first?: boolean, takes?: string, folded?: boolean}} Column */

const GUTTER = "100px";
const NARROWEST = "120px";
const FOLDED = "68px";
const MIN_WIDTH_FOR_ALL_HOPS = 1700;
const TITLES = { file: "File", internal: "Internal", converted: "Converted", response: "API response", back: "Back-converted" };

export class Columns {
  constructor() {
    /** @type {Column[]} */
    this.all = [];
    /** @type {Column[]} */
    this.shown = [];
    /** @type {Set<number>} */
    this.hidden = new Set();
    this.widths = savedWidths();
    this.isSentAsIs = false;
    this.isFileFolded = false;
    /** Number of a record → its place in the file. @type {Map<number, string>} */
    this.recordNames = new Map();
  }

  // Show only the last hop of a route, which a refusal refers to. Wide screens show all hops.
  /** @param {[string, string][]} described @param {number} width */
  foldHops(described, width) {
    const hops = described.flatMap(([kind], index) => (kind === "converted" ? [index] : []));
    this.hidden = new Set(width >= MIN_WIDTH_FOR_ALL_HOPS ? [] : hops.slice(0, -1));
  }

  // A file that only wraps the messages is a narrow column, because the next column has the same content.
  /** @param {import("./protocol.js").FileColumn | null} file */
  foldFile(file) {
    this.isFileFolded = !!file && !file.differs;
  }

  // The file has the last number, but is the first column on the screen.
  /** @param {[string, string][]} described kind and format of each */
  arrange(described) {
    // If nothing is converted, the messages are the request.
    this.isSentAsIs = !described.some(([kind]) => kind === "converted");
    const titleOf = (/** @type {string} */ kind) => (kind === "internal" && this.isSentAsIs ? "Request" : TITLES[kind]);
    const numbered = described.map(([kind, format], index) => ({ kind, format, index, title: titleOf(kind), folded: kind === "file" && this.isFileFolded }));
    this.all = [...numbered.filter((column) => column.kind === "file"), ...numbered.filter((column) => column.kind !== "file")];
    this.shown = this.all.filter((column) => !this.hidden.has(column.index));
    const seen = new Set();
    for (const column of this.shown) {
      column.first = !seen.has(column.kind);
      seen.add(column.kind);
    }
    const first = this.shown.find((column) => column.kind !== "file");
    if (first && !seen.has("converted")) first.takes = "converted";
  }

  /** The column of the file, if it is visible. */
  get file() {
    return this.shown.find((column) => column.kind === "file");
  }

  // Remember the places of the visible records, for tooltips.
  /** @param {import("./protocol.js").Row[]} rows */
  nameRecords(rows) {
    for (const row of rows) {
      for (const cell of row.cells) for (const drawn of cell.messages) if (drawn.name) this.recordNames.set(drawn.position, drawn.name);
      for (const gap of [row.gap, row.end]) for (const record of gap?.records || []) this.recordNames.set(record.position, record.name);
    }
  }

  // Fold or unfold a column. At least one stays visible.
  /** @param {number} index */
  toggle(index) {
    const others = this.shown.filter((column) => column.index !== index && column.kind !== "file");
    if (!this.hidden.delete(index) && others.length) this.hidden.add(index);
  }

  /** @param {Column} column */
  share(column) {
    return this.widths[`${column.kind} ${column.format}`] || WIDTHS[column.kind];
  }

  /** @param {Column} column @param {number} share */
  resize(column, share) {
    this.widths[`${column.kind} ${column.format}`] = Math.max(0.4, Math.min(4, share));
    saveWidths(this.widths);
  }

  /** Return the grid template of the table. @param {string} view */
  template(view) {
    const widths = this.shown.map((column) => (column.folded ? FOLDED : `minmax(${NARROWEST}, ${this.share(column)}fr)`));
    return view === "chat" ? `${GUTTER} minmax(0, 1fr)` : [GUTTER, ...widths].join(" ");
  }

  // Return a readable place: the pointer into its message.
  /** @param {string} name */
  readablePlace(name) {
    const [column, message, ...rest] = name.split(":");
    const at = this.all.find((each) => each.index === Number(column));
    if (at && at.kind === "file") return `${this.recordNames.get(Number(message)) || "the file"} ${rest.join(":")}`.trim();
    return `/${message}${rest.join(":")}` + (at && at.kind !== "internal" ? ` (${at.kind === "converted" ? at.format : at.title})` : "");
  }
}
