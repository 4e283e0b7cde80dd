// One row of the table: number and speaker in the gutter, a cell per column.

function segmentNode(page, segment, where) {
  const at = segment.p === undefined ? undefined : where + segment.p;
  const marks = (segment.m ? " wb-" + segment.m : "") + (segment.f ? " wb-at wb-at-" + segment.f : "");
  switch (segment.k) {
    case "key":
      return el("span", { class: "wb-key", text: segment.t });
    case "sep":
      return el("span", { class: "wb-sep", text: segment.t });
    case "same":
      return el("span", { class: "wb-same", title: "came back as it was" }, segment.t);
    case "id":
      return chipNode(page, segment, at, marks);
    case "image":
      return imageNode(segment, at, marks);
    case "fold":
    case "open":
      return el("button", { class: "wb-fold" + marks, "data-at": at, "data-fold": at, type: "button",
        "aria-expanded": segment.k === "open", title: segment.k === "open" ? "fold" : "unfold", text: segment.t });
    case "str": {
      const node = el("span", { class: "wb-str" + marks + (segment.o ? " wb-opened" : ""), "data-at": at, dir: "auto" });
      node.append(document.createTextNode('"'));
      say(node, segment.t, segment.o);
      node.append(document.createTextNode(segment.z && !segment.o ? '…"' : '"'));
      if (segment.c) node.append(el("span", { class: "wb-cut" }, segment.c));
      if (!segment.z) return node;
      const size = el("button", { class: "wb-size", "data-fold": at, type: "button", "aria-expanded": !!segment.o,
        title: segment.o ? "fold" : "show it whole" }, segment.z);
      const pair = document.createDocumentFragment();
      pair.append(node, size);
      return pair;
    }
    default:
      return el("span", { class: "wb-" + segment.k + marks, "data-at": at, text: segment.t });
  }
}

function chipNode(page, segment, at, marks) {
  const broken = page.data.broken[segment.n];
  const chip = el("button", {
    class: `wb-chip wb-hue-${segment.n % 8}` + (broken ? " wb-broken" : "") + marks,
    "data-at": at, "data-thread": segment.n, type: "button",
    "aria-label": `tool id ${segment.t}${broken ? ", broken: " + broken : ""}`,
  });
  if (broken) chip.append(el("span", { class: "wb-chip-mark", "aria-hidden": "true" }, "▲"));
  chip.append(say(el("span", { class: "wb-chip-text" }), segment.t));
  return chip;
}

function imageNode(segment, at, marks) {
  const node = el("span", { class: "wb-image" + marks, "data-at": at });
  if (/^data:image\/(png|jpeg|gif|webp);base64,[A-Za-z0-9+/=_\s-]*$/.test(segment.u || "")) {
    node.append(el("img", { src: segment.u, alt: segment.t, loading: "lazy" }));
  }
  node.append(el("span", { class: "wb-quiet" }, segment.t));
  return node;
}

function lineNode(page, line, where) {
  const node = el("div", { class: "wb-line", style: line.d ? `padding-left:${line.d * 12}px` : undefined });
  if (line.tag) node.append(el("span", { class: "wb-tag", text: line.tag }));
  let inline = null;
  for (const segment of line.s) {
    const drawn = segmentNode(page, segment, where);
    if (inline) inline.append(drawn);
    else if (segment.k === "sep") node.append((inline = el("span", { class: "wb-inline" }, drawn)));
    else node.append(drawn);
    if (segment.k === "sep" && /^[}\]]$/.test(segment.t)) inline = null;
  }
  return node;
}

function noteNode(page, note) {
  const cause = page.data.head.causes.find((row) => row.c === note.c);
  const text = say(el("span", {}), note.text);
  return el("div", { class: `wb-note wb-note-${note.severity}` },
    note.rule ? [el("b", {}, `${note.code} ${note.rule}`), " "] : null, text, " ",
    (note.lines || []).map((line) => say(el("div", { class: "wb-differs" + ({ "-": " wb-was", "+": " wb-is" }[line[0]] || "") }), line)),
    note.rule ? el("button", { class: "wb-link", type: "button", "data-why": note.rule }, "Why") : null,
    cause && cause.fix ? el("button", { class: "wb-link", type: "button", "data-do": "repair" }, cause.fix.title) : null);
}

const ORIGINS = { live: "live", recorded: "recorded" };

function cellNode(page, row, column) {
  const cell = row.cells[column.index];
  const node = el("div", { class: "wb-cell", role: "cell" });
  for (const message of cell.m) {
    const where = `${column.index}:${message.n}:`;
    const box = el("div", { class: "wb-message" });
    if (ORIGINS[cell.origin]) box.append(el("span", { class: "wb-origin wb-" + cell.origin }, "● " + cell.origin));
    for (const line of message.l) box.append(lineNode(page, line, where));
    node.append(box);
  }
  if (!cell.m.length) node.append(el("div", { class: "wb-absent" }, cell.why || "·"));
  for (const note of row.notes) {
    if ((note.col === column.kind && column.first) || column.takes === note.col) node.append(noteNode(page, note));
  }
  return node;
}

function rowNode(page, row, position) {
  const gutter = el("div", { class: "wb-gutter", role: "rowheader" },
    el("b", {}, String(row.i)),
    el("span", { class: "wb-quiet", text: row.role }),
    row.time ? el("span", { class: "wb-quiet wb-time", text: row.time }) : null,
    row.sev ? shape(row.sev) : null);
  return el("div", { class: "wb-row" + (row.i === page.look.selected ? " wb-selected" : ""), role: "row",
    "data-i": row.i, "aria-rowindex": position + 2, "aria-selected": row.i === page.look.selected ? "true" : undefined },
  gutter, page.columns.map((column) => cellNode(page, row, column)));
}

function emptyRow(page, position) {
  return el("div", { class: "wb-row wb-loading", role: "row", "aria-rowindex": position + 2 },
    el("div", { class: "wb-gutter", role: "rowheader" }, el("span", { class: "wb-quiet" }, "…")),
    page.columns.map(() => el("div", { class: "wb-cell", role: "cell" }, el("span", { class: "wb-skeleton" }))));
}
