// @ts-check
// One row of the table: number and role in the gutter, then a cell for each column.

import { el, say, shape } from "./dom.js";

function segmentNode(page, segment, where) {
  const at = segment.place ?? (segment.pointer === undefined ? undefined : where + segment.pointer);
  const marks = (segment.mark ? " wb-" + segment.mark : "") + (segment.severity ? " wb-at wb-at-" + segment.severity : "") + changeMark(segment.change);
  switch (segment.kind) {
    case "key":
      return el("span", { class: "wb-key" + marks, text: segment.text });
    case "sep":
      return el("span", { class: "wb-sep", text: segment.text });
    case "rest":
      return el("button", { class: "wb-rest", "data-fold": at, type: "button", "aria-expanded": segment.opened ? "true" : "false",
        title: segment.opened ? "Hide the fields that are not sent" : "Show the fields that are not sent", text: segment.text });
    case "record":
      return el("span", { class: "wb-record", "data-at": at, text: segment.text });
    case "same":
      return el("span", { class: "wb-same", title: "Came back unchanged" }, page.columns.isSentAsIs ? "= request" : segment.text);
    case "id":
      return chipNode(page, segment, at, marks);
    case "image":
      return imageNode(segment, at, marks);
    case "fold":
    case "open":
      return el("button", { class: "wb-fold" + marks, "data-at": at, "data-fold": at, type: "button",
        "aria-expanded": segment.kind === "open", title: segment.kind === "open" ? "Fold" : "Unfold", text: segment.text });
    case "str": {
      const node = el("span", { class: "wb-str" + marks + (segment.opened ? " wb-opened" : ""), "data-at": at, dir: "auto" });
      node.append(document.createTextNode('"'));
      say(node, segment.text, segment.opened);
      node.append(document.createTextNode(segment.size && !segment.opened ? '…"' : '"'));
      if (segment.cut) node.append(el("span", { class: "wb-cut" }, segment.cut));
      if (!segment.size) return node;
      const size = el("button", { class: "wb-size", "data-fold": at, type: "button", "aria-expanded": !!segment.opened,
        title: segment.opened ? "Fold" : "Show the full text" }, segment.size);
      const pair = document.createDocumentFragment();
      pair.append(node, size);
      return pair;
    }
    default:
      return el("span", { class: "wb-" + segment.kind + marks, "data-at": at, text: segment.text });
  }
}

/** Return the class of a value that a repair changes. @param {string | undefined} change */
export function changeMark(change) {
  return change ? " wb-" + change : "";
}

export function chipNode(page, segment, at, marks) {
  const broken = segment.whole ? "" : page.data.broken[segment.thread];
  const chip = el("button", {
    class: "wb-chip" + (segment.thread === undefined ? "" : ` wb-hue-${segment.thread % 8}`) + (broken ? " wb-broken" : "") + marks,
    "data-at": at, "data-thread": segment.thread, type: "button",
    "aria-label": `tool id ${segment.text}${broken ? ", broken: " + broken : ""}`,
  });
  if (broken) chip.append(el("span", { class: "wb-chip-mark", "aria-hidden": "true" }, "▲"));
  chip.append(say(el("span", { class: "wb-chip-text" }), segment.text));
  return chip;
}

// Only pictures whose bytes are in the file are drawn. Nothing is loaded from a URL.
export function drawable(url) {
  return /^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=_\s-]*$/.test(url || "");
}

export function imageNode(segment, at, marks) {
  const node = el("span", { class: "wb-image" + marks, "data-at": at });
  if (drawable(segment.url)) {
    node.append(el("img", { src: segment.url, alt: segment.text, loading: "lazy" }));
  }
  node.append(el("span", { class: "wb-quiet" }, segment.text));
  return node;
}

export function lineNode(page, line, where) {
  const node = el("div", { class: "wb-line" + (line.segments[0]?.kind === "record" ? " wb-record-line" : "") + (line.change ? " wb-line-" + line.change : ""), style: line.depth ? `padding-left:${line.depth * 12}px` : undefined });
  if (line.tag) node.append(el("span", { class: "wb-tag", text: line.tag }));
  let inline = null;
  for (const segment of line.segments) {
    const drawn = segmentNode(page, segment, where);
    if (inline) inline.append(drawn);
    else if (segment.kind === "sep") node.append((inline = el("span", { class: "wb-inline" }, drawn)));
    else node.append(drawn);
    if (segment.kind === "sep" && /^[}\]]$/.test(segment.text)) inline = null;
  }
  return node;
}

export function noteNode(page, note) {
  if (note.fix) return fixNode(note);
  const cause = note.state === "solved" ? null : page.data.head.causes.find((row) => row.cause === note.cause);
  const plain = note.plain && !page.technical;
  // The result of a replay is still true after a repair.
  const isSolved = note.state === "solved" && note.column !== "response";
  const text = say(el(isSolved ? "s" : "span", {}), plain ? note.plain : note.text);
  return el("div", { class: `wb-note wb-note-${note.severity}` + (note.state ? ` wb-note-${note.state}` : "") },
    isSolved ? [shape("fine"), " Repaired: "] : note.state === "solved" ? "Before the repair: " : note.state === "new" ? "After the repair: " : null,
    note.rule && !plain ? [el("b", {}, `${note.code} ${note.rule}`), " "] : null, text, " ",
    plain ? technicalNode([el("b", {}, `${note.code} ${note.rule}`), " ", note.text === note.plain ? null : say(el("span", {}), note.text)]) : null,
    (note.lines || []).map((line) => say(el("div", { class: "wb-differs" + ({ "-": " wb-was", "+": " wb-is" }[line[0]] || "") }), line)),
    note.rule ? el("button", { class: "wb-link", type: "button", "data-why": note.rule }, "Why") : null,
    cause && cause.fix ? el("button", { class: "wb-link", type: "button", "data-fix": note.cause }, cause.fix.title) : null);
}

// The code and the technical text of a finding, folded below the plain text.
export function technicalNode(words) {
  return el("details", { class: "wb-technical" }, el("summary", { class: "wb-quiet" }, "Details"), words);
}

// What the repair changes here, with a button to skip this fix.
function fixNode(note) {
  return el("div", { class: "wb-note wb-note-fix" }, shape("fine"), " ", say(el("span", {}), note.text), " ",
    el("button", { class: "wb-link", type: "button", "data-leave": note.fix }, "Skip this fix"));
}

const ORIGINS = { live: "live", recorded: "recorded", rehearsed: "rehearsed" };

export function originNode(origin) {
  return ORIGINS[origin] ? el("span", { class: "wb-origin wb-" + origin }, "● " + ORIGINS[origin]) : null;
}

export function cellNode(page, row, column) {
  const cell = row.cells[column.index];
  if (column.folded) return foldedNode(cell);
  const node = el("div", { class: "wb-cell" + (column.kind === "file" ? " wb-file" : ""), role: "cell" });
  for (const message of cell.messages) {
    const where = `${column.index}:${message.position}:`;
    const box = el("div", { class: "wb-message" + (message.name && message.lines.length === 1 ? " wb-slim" : "") });
    const origin = originNode(cell.origin);
    if (origin) box.append(origin);
    for (const line of message.lines) box.append(lineNode(page, line, where));
    node.append(box);
  }
  if (column.kind === "internal") node.append(...startedNodes(row));
  if (!cell.messages.length && cell.why) node.append(el("div", { class: "wb-absent" }, cell.why));
  for (const note of row.notes) {
    if ((note.column === column.kind && column.first) || column.takes === note.column) node.append(noteNode(page, note));
  }
  return node;
}

/** The conversations that calls of a message started. @param {import("./protocol.js").Row} row */
export function startedNodes(row) {
  return (row.started || []).map((conversation) => el("button", { class: "wb-link wb-started", type: "button", "data-conversation": conversation.key }, "↳ started ", say(el("span", {}), conversation.title)));
}

/** Return a name that fits a narrow column: the index of a long name. @param {string} name */
export function foldedName(name) {
  return name.length > 9 ? /\[\d+\]$/.exec(name)?.[0] || name : name;
}

// The file as a narrow column: the place of each message.
/** @param {import("./protocol.js").Cell} cell */
function foldedNode(cell) {
  const names = cell.messages.map((record) => record.name || "");
  return el("div", { class: "wb-cell wb-folded", role: "cell", title: names.join(", ") },
    names.slice(0, 4).map((name) => say(el("div", { class: "wb-quiet wb-record-name" }), foldedName(name))), names.length > 4 ? el("div", { class: "wb-quiet" }, `+ ${names.length - 4}`) : null);
}

/** @param {import("./protocol.js").Row} row */
export function rowChange(row) {
  return row.change ? " wb-row-" + row.change : "";
}

// Break long names after underscores.
function breakable(/** @type {string} */ words) {
  return words.split(/(?<=_)/).map((word, number) => [number ? document.createElement("wbr") : null, say(document.createDocumentFragment(), word)]);
}

/** @param {import("./protocol.js").Row} row */
export function gutterNode(row) {
  return el("div", { class: "wb-gutter", role: "rowheader" },
    el("b", {}, row.number ?? String(row.index)),
    el("span", { class: "wb-quiet" }, breakable(row.role)),
    row.time ? el("span", { class: "wb-quiet wb-time", text: row.time }) : null,
    row.severity ? shape(row.severity) : null,
    row.change ? el("span", { class: "wb-change" }, row.change) : null);
}

export function rowNode(page, row, position) {
  return el("div", { class: "wb-row" + (row.index === page.look.selected ? " wb-selected" : "") + rowChange(row), role: "row",
    "data-i": row.index, "aria-rowindex": position + 2, "aria-selected": row.index === page.look.selected ? "true" : undefined },
  gutterNode(row), page.columns.shown.map((column) => cellNode(page, row, column)));
}

export function emptyRow(page, position) {
  return el("div", { class: "wb-row wb-loading", role: "row", "aria-rowindex": position + 2 },
    el("div", { class: "wb-gutter", role: "rowheader" }, el("span", { class: "wb-quiet" }, "…")),
    page.columns.shown.map(() => el("div", { class: "wb-cell", role: "cell" }, el("span", { class: "wb-skeleton" }))));
}
