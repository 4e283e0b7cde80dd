// @ts-check
// The panel below the table: details of the selected message, all threads and all targets.

import { el, say, shape } from "./dom.js";
import { ticks } from "./hover.js";

const TABS = [["mapping", "Mapping"], ["trip", "Round trip"], ["raw", "Raw"], ["steps", "Steps"], ["threads", "Threads"], ["targets", "Targets"]];

const UNSELECTED = {
  mapping: "Select a message to see where its values go.", trip: "Select a message from the model to see how it is converted back.",
  raw: "Select a message to see its JSON in every stage.", steps: "Select a message to see what each conversion does to it.",
};

export function panelNode(page) {
  const { panel } = page.data;
  const of = page.look.selected === null ? "No message selected" : `Message ${page.look.selected}`;
  return el("section", { class: "wb-panel", "aria-label": "Details" },
    el("div", { class: "wb-tabs", role: "tablist", "aria-label": "Details" }, TABS.map(([name, label]) => el("button", {
      role: "tab", type: "button", id: "wb-tab-" + name, "aria-selected": page.look.panel === name ? "true" : "false",
      tabindex: page.look.panel === name ? "0" : "-1", "data-panel": name, "aria-controls": "wb-panel-body" }, label))),
    el("div", { class: "wb-panel-body", role: "tabpanel", id: "wb-panel-body", "aria-labelledby": "wb-tab-" + page.look.panel, tabindex: "0" },
      panel.kind !== page.look.panel ? el("p", { class: "wb-quiet", role: "status" }, "Loading …")
        : panel.kind === "threads" ? threadsNode(page, panel) : panel.kind === "targets" ? targetsNode(page, panel)
        : panel.index === null || panel.index === undefined ? el("p", { class: "wb-quiet" }, UNSELECTED[panel.kind])
          : [el("h2", {}, of), messageNode(page, panel)]));
}

function tableNode(label, heads, rows) {
  return el("table", { class: "wb-plain", "aria-label": label }, el("thead", {}, el("tr", {}, heads.map((head) => el("th", { scope: "col" }, head)))), el("tbody", {}, rows));
}

function unconverted() {
  return el("p", { class: "wb-quiet" }, "Nothing is converted: the target accepts this format. To see a conversion, choose a target with another format above.");
}

function messageNode(page, panel) {
  if (panel.kind === "raw") {
    return el("div", { class: "wb-raw" }, panel.rows.map(([name, text, length]) => el("figure", {}, el("figcaption", {}, name, " ",
      el("button", { class: "wb-link", type: "button", "data-copy": text }, "Copy"), length > text.length ? el("span", { class: "wb-quiet" }, ` the first ${text.length.toLocaleString("en")} of ${length.toLocaleString("en")} characters`) : null),
    el("pre", { tabindex: "0" }, say(el("code", {}), text, true)))));
  }
  if (panel.kind === "steps") {
    if (!panel.rows.length) return unconverted();
    return panel.rows.map((step) => el("div", { class: "wb-step" }, el("h3", {}, step.title, " ", el("span", { class: "wb-quiet" }, ticks(step.story))),
      el("ol", {}, step.sentences.map((sentence) => el("li", {}, ticks(sentence))))));
  }
  if (panel.kind === "trip") {
    if (!panel.response) return el("p", { class: "wb-quiet" }, "Only the model's answers come back from the API. Select an assistant message to see its round trip.");
    if (!panel.rows.length) return el("p", {}, shape("fine"), " It comes back unchanged.");
    return tableNode("Round trip", ["Where", "Before", "After", "What happened"], panel.rows.map(([where, before, after, kind]) => el("tr", {},
      el("td", { class: "wb-path" }, el("code", { text: where })), el("td", {}, say(el("code", { class: kind === "missing" ? "wb-lost" : "" }), before)), el("td", {}, say(el("code", { class: kind === "added" ? "wb-invented" : "" }), after)), el("td", {}, kind))));
  }
  if (!panel.rows.length) return unconverted();
  return tableNode("Mapping", ["From", "To", "How", "Value"], panel.rows.map(([from, to, how, value]) => el("tr", {},
    el("td", { class: "wb-path" }, el("code", { text: from })), el("td", { class: "wb-path" }, el("code", { text: to })), el("td", { class: how === "lost" ? "wb-warning" : "" }, ticks(how)), el("td", {}, say(el("code", { class: "wb-str" }), value)))));
}

function threadsNode(page, panel) {
  if (!panel.rows.length) return el("p", { class: "wb-quiet" }, "This conversation has no tool calls.");
  const spots = (list) => list.map(([index, at]) => [el("button", { class: "wb-link", type: "button", "data-goto": index, title: at }, String(index)), " "]);
  const rows = panel.rows.map((thread) => el("tr", {},
    el("td", {}, thread.severity ? shape(thread.severity) : shape("fine")),
    el("td", {}, thread.ids.map((id) => el("span", { class: `wb-chip wb-hue-${thread.thread % 8}${thread.broken ? " wb-broken" : ""}` }, say(el("span", { class: "wb-chip-text" }), id)))),
    el("td", { class: "wb-short-name" }, el("code", { text: thread.tool })), el("td", { class: "wb-short-name" }, thread.normalised.map((id) => el("code", { class: "wb-block", text: id }))),
    el("td", {}, spots(thread.calls)), el("td", {}, spots(thread.results)),
    el("td", {}, Object.entries(thread.status).map(([stage, status]) => el("span", { class: "wb-block" + (status === "paired" ? "" : " wb-warning") }, `${stage}: ${status}`))),
    el("td", {}, say(el("span", {}), thread.broken))));
  return [threadPicture(page, panel),
    tableNode("Threads", ["", "Id", "Tool", "Normalised", "Call at", "Results at", "State", "What happened"], rows),
    panel.all > panel.rows.length ? el("p", { class: "wb-quiet" }, `The first ${panel.rows.length} of ${panel.all.toLocaleString("en")} threads.`) : null];
}

// Draw each thread as a line from its call to its results, across the conversation.
function threadPicture(page, panel) {
  const NS = "http://www.w3.org/2000/svg";
  const shown = panel.rows.slice(0, 40);
  const width = 1000;
  const last = Math.max(1, page.data.window.count - 1);
  const svg = document.createElementNS(NS, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${shown.length * 14 + 8}`);
  svg.setAttribute("class", "wb-picture");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", `${shown.length} threads over ${page.data.window.count} messages`);
  const x = (index) => 8 + (index / last) * (width - 16);
  shown.forEach((thread, number) => {
    const y = number * 14 + 10;
    const at = [...thread.calls, ...thread.results].map(([index]) => x(index));
    const line = document.createElementNS(NS, "line");
    for (const [name, value] of [["x1", Math.min(...at)], ["x2", Math.max(...at) + 0.01], ["y1", y], ["y2", y]]) line.setAttribute(String(name), String(value));
    line.setAttribute("class", `wb-hue-${thread.thread % 8}` + (thread.broken ? " wb-broken-line" : ""));
    svg.append(line);
    const dot = (index, kind) => {
      const mark = document.createElementNS(NS, kind === "call" ? "circle" : "rect");
      const size = kind === "call" ? [["cx", x(index)], ["cy", y], ["r", 3.5]] : [["x", x(index) - 3], ["y", y - 3], ["width", 6], ["height", 6]];
      for (const [name, value] of size) mark.setAttribute(String(name), String(value));
      mark.setAttribute("class", `wb-hue-${thread.thread % 8}`);
      svg.append(mark);
    };
    thread.calls.forEach(([index]) => dot(index, "call"));
    thread.results.forEach(([index]) => dot(index, "result"));
  });
  return el("figure", {}, svg, el("figcaption", { class: "wb-quiet" }, "● call  ■ result, from the first message to the last"));
}

const SHAPES_OF = { accepted: "fine", refused: "error", "may-refuse": "warning", "not-judged": "info" };

function targetsNode(page, panel) {
  const rows = panel.rows.map((row) => {
    return el("tr", { class: row.target === page.data.head.target ? "wb-selected" : "" },
      el("td", {}, shape(row.label === "convert first" ? "warning" : SHAPES_OF[row.outcome])), el("td", { class: "wb-firm" }, el("button", { class: "wb-link", type: "button", "data-target": row.target }, row.title)),
      el("td", { class: "wb-firm" }, row.label), el("td", {}, row.errors ? String(row.errors) : ""), el("td", {}, row.index === null ? "" : el("button", { class: "wb-link", type: "button", "data-goto": row.index }, String(row.index))),
      el("td", {}, say(el("code", {}), row.words)));
  });
  return tableNode("The verdict of every target", ["", "Target", "Verdict", "Errors", "Noticed at", "Predicted error"], rows);
}
