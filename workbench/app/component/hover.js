// @ts-check
// Highlights: pointing at a value shows where it comes from and where it goes; pointing at an id shows its thread.

import { el, replaceChildren, say } from "./dom.js";

export class Hover {
  constructor(page) {
    this.page = page;
    this.tip = el("div", { class: "wb-tip", role: "tooltip", id: "wb-tip", hidden: true });
    this.lit = [];
  }

  elements() {
    const found = new Map();
    for (const node of this.page.table.body.querySelectorAll("[data-at]")) found.set(node.dataset.at, node);
    return found;
  }

  // A value inside a folded container is represented by the container.
  nearest(elements, at) {
    for (let name = at; ;) {
      if (elements.has(name)) return elements.get(name);
      const cut = name.lastIndexOf("/");
      if (cut < 0) return null;
      name = name.slice(0, cut);
    }
  }

  links() {
    const links = [];
    for (const position of this.page.table.nodes.keys()) {
      const row = this.page.table.rows.get(position);
      if (row) links.push(...row.links);
    }
    return links;
  }

  show(node) {
    this.clear();
    const at = node.dataset.at;
    if (!at) return;
    const inside = (name) => name === at || name.startsWith(at + "/");
    const links = this.links();
    const reached = new Set([at]);
    const follow = (from, to) => {
      let front = links.filter((link) => inside(link[from])).map((link) => link[to]);
      while (front.length) {
        const fresh = front.filter((name) => !reached.has(name));
        fresh.forEach((name) => reached.add(name));
        front = links.filter((link) => fresh.includes(link[from])).map((link) => link[to]);
      }
    };
    follow(1, 0);
    follow(0, 1);
    const elements = this.elements();
    for (const name of reached) this.light(this.nearest(elements, name));
    if (node.dataset.thread !== undefined) {
      for (const chip of this.page.table.body.querySelectorAll(`[data-thread="${node.dataset.thread}"]`)) this.light(chip);
    }
    this.explain(node, this.chain(links.find((link) => inside(link[1])), links), links.find((link) => inside(link[0])));
  }

  // Return the steps from the last visible column to a value, including those of hidden hops.
  chain(link, links) {
    const steps = link ? [link] : [];
    while (steps.length && this.page.columns?.hidden.has(Number(steps[0][0].split(":")[0]))) {
      const earlier = links.find((other) => other[1] === steps[0][0]);
      if (!earlier) break;
      steps.unshift(earlier);
    }
    return steps;
  }

  light(node) {
    if (!node) return;
    node.classList.add("wb-lit");
    this.lit.push(node);
  }

  explain(node, came, went) {
    const lines = [];
    const link = came[0] || went;
    // A value that was read from the file is explained in both directions.
    const both = came.length && went && this.page.isInFile?.(came[0][0]) && !this.page.isInFile(went[0]);
    if (link) {
      lines.push(...this.explanation(came.length ? came.map((step) => step[2]) : [went[2]], came.length ? "from " : "to ", came.length ? link[0] : link[1]));
      if (both) lines.push(...this.explanation([went[2]], "to ", went[1]));
    } else if (node.classList.contains("wb-lost")) lines.push(el("div", {}, el("b", {}, "lost"), " this value is not sent"));
    else if (node.classList.contains("wb-invented")) lines.push(el("div", {}, el("b", {}, node.dataset.at.startsWith("0:") ? "added" : "invented"), node.dataset.at.startsWith("0:") ? " this value is not in the file" : " added by the conversion: this value is not in the message"));
    if (node.classList.contains("wb-lost") && link) lines.push(el("div", {}, "Its content is lost; only its presence matters."));
    const broken = node.dataset.thread !== undefined && this.page.data.broken[node.dataset.thread];
    if (broken) lines.push(say(el("div", { class: "wb-tip-broken" }), "▲ " + broken));
    if (!lines.length) return;
    replaceChildren(this.tip, lines);
    this.tip.hidden = false;
    node.setAttribute("aria-describedby", "wb-tip");
    const box = node.getBoundingClientRect();
    const home = this.page.root.getBoundingClientRect();
    const size = this.tip.getBoundingClientRect();
    const above = box.top - home.top - size.height - 8;
    const left = Math.max(4, Math.min(box.left - home.left, home.width - size.width - 8));
    this.tip.style.left = left + "px";
    this.tip.style.top = (box.top - size.height - 8 < 0 ? box.bottom - home.top + 8 : above) + "px";
  }

  // Return lines that explain what happened to a value, and its place at the other end.
  explanation(hows, word, place) {
    const lines = changes(hows).map((how) => {
      const [name, , rest] = /^([^:,(]+)(:\s*)?(.*)$/s.exec(how).slice(1);
      return el("div", {}, el("b", { text: name }), " ", ticks(rest));
    });
    return [...lines, el("div", {}, word, el("code", { text: this.page.readablePlace(place) }))];
  }

  clear() {
    for (const node of this.lit) {
      node.classList.remove("wb-lit");
      node.removeAttribute("aria-describedby");
    }
    this.lit = [];
    this.tip.hidden = true;
  }
}

/** Return the hops that changed the value, or the last one if none did. @param {string[]} hows */
function changes(hows) {
  const changed = hows.filter((how) => !/^(copied|renamed|wrapped)/.test(how));
  return changed.length ? changed : hows.slice(-1);
}

// Return text nodes, with `words` in backticks as code.
export function ticks(text) {
  return String(text).split("`").map((piece, number) => (number % 2 ? el("code", { text: piece }) : say(el("span", {}), piece)));
}
