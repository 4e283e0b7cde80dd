// The page: takes what the server sends, draws it, and asks for what is looked at next.

const TITLES = { internal: "Internal", converted: "Converted", response: "API response", back: "Back-converted" };

class Page {
  constructor(root) {
    this.root = root;
    this.root.className = "wb";
    this.number = 0;
    this.commands = 0;
    this.seen = 0;
    this.doc = null;
    this.list = null;
    this.look = { first: 0, last: 40, filter: { kind: "all", value: "" }, query: "", selected: null, opened: [], panel: "mapping", all: false, why: "" };
    this.hidden = new Set();
    this.more = new Set();
    this.widths = keptWidths();
    this.columns = [];
    this.allColumns = [];
    this.parts = {};
    this.told = {};
    this.wanted = null;
    for (const name of ["bar", "verdict", "causes", "tools"]) this.parts[name] = el("div", { class: "wb-part-" + name });
    this.table = new Table(this);
    this.hover = new Hover(this);
    this.parts.panel = el("div", { class: "wb-part-panel" });
    this.overlay = el("div", { class: "wb-overlay" });
    this.root.replaceChildren(this.parts.bar, this.parts.verdict, this.parts.causes, this.parts.tools, this.table.node, this.parts.panel, this.hover.tip, this.overlay);
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
  receive(data) {
    this.theme();
    this.data = data;
    if (data.doc !== this.doc) {
      const again = this.doc !== null && data.same && data.same === this.same;
      this.doc = data.doc;
      this.same = data.same;
      this.look = { ...this.look, ...data.look };
      this.hidden = again ? this.hidden : this.folded(data.columns);
      this.list = null;
      this.seen = Math.max(this.seen, data.goto ? data.goto.n - 1 : 0);
    } else if (data.n >= this.number || (data.goto && data.goto.n > this.seen)) {
      this.look = { ...this.look, selected: data.look.selected, filter: data.look.filter, panel: data.look.panel, why: data.look.why };
    }
    this.arrange();
    const fresh = data.list !== this.list;
    if (fresh) {
      this.list = data.list;
      this.table.reset(data.window.total);
    }
    this.draw();
    this.bringPanel();
    this.table.take(data.window);
    if (fresh && this.look.selected !== null && !data.goto) this.table.show(Math.max(0, this.data.at || 0), "near");
    if (data.goto && data.goto.n > this.seen) {
      this.seen = data.goto.n;
      this.table.select(this.look.selected);
      this.table.show(data.goto.position, "near");
      if (!fresh) this.table.intoSight(data.goto.position);
    }
    if (data.clip && data.clip.n > (this.clipped || 0)) {
      this.clipped = data.clip.n;
      this.copy(data.clip.text);
    }
    if (data.scroll && data.scroll !== this.scrolled) {
      this.scrolled = data.scroll;
      // Streamlit draws the section after this; twice, since what was replayed is taller than the form
      for (const wait of [150, 500]) setTimeout(() => document.querySelector(".st-key-section")?.scrollIntoView({ block: "nearest" }), wait);
    }
  }

  // Of a route with several hops the first is shown, all of them where there is room.
  folded(columns) {
    const hops = columns.map(([kind], index) => [kind, index]).filter(([kind]) => kind === "converted").map(([, index]) => index);
    return new Set(this.root.clientWidth >= 1700 ? [] : hops.slice(1));
  }

  arrange() {
    this.allColumns = this.data.columns.map(([kind, format], index) => ({ kind, format, index, title: TITLES[kind] }));
    this.columns = this.allColumns.filter((column) => !this.hidden.has(column.index));
    const seen = new Set();
    for (const column of this.columns) {
      column.first = !seen.has(column.kind);
      seen.add(column.kind);
    }
    const hasConverted = this.columns.some((column) => column.kind === "converted");
    if (!hasConverted && this.columns[0]) this.columns[0].takes = "converted";
    const widths = this.columns.map((column) => `minmax(120px, ${this.share(column)}fr)`);
    this.table.grid.style.setProperty("--wb-columns", `80px ${widths.join(" ")}`);
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
    const marked = data.head.causes.flatMap((row) => [row, ...row.others]).some((row) => row.i === look.selected);
    this.part("bar", [data.bar], () => replaceChildren(this.parts.bar, barNode(this)));
    this.part("verdict", [data.head, data.group, data.key, data.refusing], () => replaceChildren(this.parts.verdict, verdictNode(this)));
    this.part("causes", [data.head, data.located, [...this.more], marked && look.selected], () => keepInput(this, this.parts.causes, () => replaceChildren(this.parts.causes, causesNode(this))));
    this.part("tools", [data.window.threads, data.window.roles, data.window.count, data.window.problems, look.filter, [...this.hidden], data.columns], () => keepInput(this, this.parts.tools, () => replaceChildren(this.parts.tools, toolsNode(this))));
    this.part("head", [data.columns, [...this.hidden], this.origins()], () => replaceChildren(this.table.head, this.headNode()));
    this.part("panel", [data.panel, look.panel, look.selected, data.head.target], () => replaceChildren(this.parts.panel, panelNode(this)));
    focusAgain(this, held);
  }

  part(name, shows, redraw) {
    const told = JSON.stringify(shows);
    if (this.told[name] === told) return;
    this.told[name] = told;
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
    this.number += 1;
    this.setState("ask", { n: this.number, doc: this.doc, done: this.data.done || 0, first: this.look.first, last: this.look.last, filter: this.look.filter, query: this.look.query,
      selected: this.look.selected, opened: this.look.opened, panel: this.look.panel, all: this.look.all, why: this.look.why, command: this.command || null });
  }

  // Something to be done once: the number tells the server that it has not done it yet.
  run(name, more, change) {
    this.commands = Math.max(this.commands, this.data.done || 0) + 1;
    this.command = { n: this.commands, do: name, ...more };
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
    const position = this.table.position(index);
    this.look.selected = index;
    this.table.select(index);
    if (position >= 0 && !change) {
      this.table.show(position, "near");
      this.table.intoSight(position);
      this.send({});
    } else this.run("goto", { i: index }, change);
  }

  fold(at) {
    const opened = new Set(this.look.opened);
    if (!opened.delete(at)) opened.add(at);
    const [first, last] = this.table.range();
    this.send({ opened: [...opened], first, last });
  }

  copy(text) {
    navigator.clipboard.writeText(text).then(() => this.toast("Copied"), () => this.toast("The browser did not allow copying"));
  }

  toast(words) {
    const node = el("div", { class: "wb-toast", role: "status" }, words);
    this.root.append(node);
    setTimeout(() => node.remove(), 1600);
  }
}

const PAGES = new WeakMap();

export default function (component) {
  const { data, parentElement, setStateValue, setTriggerValue } = component;
  const told = JSON.parse(new TextDecoder().decode(data));
  keepHistoryShort();
  let page = PAGES.get(parentElement);
  if (!page) {
    const root = el("div", { class: "wb" });
    parentElement.append(root);
    page = told.part === "stage" ? new Page(root) : { root };
    PAGES.set(parentElement, page);
  }
  if (told.part !== "stage") {
    const node = told.part === "bar" ? el("div", {}, barNode({ data: told })) : cardsNode(told, setTriggerValue);
    page.root.replaceChildren(...node.childNodes);
    Page.prototype.theme.call(page);
    return;
  }
  page.setState = setStateValue;
  page.receive(told);
}
