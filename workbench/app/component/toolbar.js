// @ts-check
// The toolbar: view, filters, search, columns and versions.

import { el } from "./dom.js";
import { matchCount } from "./search.js";
import { VIEWS } from "./view_choice.js";

export function toolbarNode(page) {
  const { window } = page.data;
  const { filter } = page.look;
  const segment = (kind, label) => el("button", { type: "button", "data-filter": kind, "aria-pressed": filter.kind === kind ? "true" : "false" }, label);
  const threads = el("select", { "data-filterby": "thread", "aria-label": "Filter by thread" },
    el("option", { value: "" }, "Thread"), window.threads.map(([number, id, tool, broken]) =>
      el("option", { value: number, selected: filter.kind === "thread" && String(number) === filter.value, text: `${broken ? "▲ " : ""}${id}${tool ? " · " + tool : ""}` })),
    window.more_threads ? el("option", { disabled: true }, `… ${window.more_threads.toLocaleString("en")} more: search for an id`) : null);
  const roles = el("select", { "data-filterby": "role", "aria-label": "Filter by role" },
    el("option", { value: "" }, "Role"), window.roles.map((role) => el("option", { value: role, selected: filter.kind === "role" && role === filter.value }, role)));
  const search = el("input", { type: "search", class: "wb-input wb-search", "data-search": "1", "aria-label": "Search text or id", placeholder: "Search text or id", autocomplete: "off" });
  search.value = page.look.query;
  const jump = el("input", { type: "text", inputmode: "numeric", class: "wb-input wb-jump", "data-jump": "1", "aria-label": "Go to message", placeholder: "Go to #", autocomplete: "off" });
  return el("div", { class: "wb-tools", role: "toolbar", "aria-label": "Filters" },
    el("span", { class: "wb-segments", role: "group", "aria-label": "View" }, VIEWS.map(([name, label]) =>
      el("button", { type: "button", "data-view": name, "aria-pressed": page.look.view === name ? "true" : "false" }, label))),
    el("span", { class: "wb-segments" }, segment("all", `All ${window.count.toLocaleString("en")}`), segment("problems", `Problems ${window.problems.toLocaleString("en")}`), window.problems ? nextProblemNode() : null, window.changes ? segment("changes", `Changes ${window.changes.toLocaleString("en")}`) : null, threads, roles),
    search, page.look.query ? el("span", { class: "wb-quiet", role: "status" }, matchCount(window.total, window.count)) : null, jump, page.look.view === "chat" ? null : columnsNode(page), el("span", { class: "wb-grow" }),
    el("span", { class: "wb-tools-end" }, versionsNode(page),
      el("button", { type: "button", class: "wb-quiet", "data-key": "?", "aria-label": "Help", title: "Help" }, el("kbd", {}, "?"))));
}

function nextProblemNode() {
  return el("button", { type: "button", "data-key": "n", title: "Next problem (n)", "aria-label": "Next problem" }, "↓");
}

function columnsNode(page) {
  return el("details", { class: "wb-columns", open: page.columnsOpen },
    el("summary", { class: "wb-button wb-small" }, "Columns"),
    el("div", { class: "wb-menu" }, page.columns.all.map((column) => el("label", {},
      el("input", { type: "checkbox", "data-column": column.index, checked: !page.columns.hidden.has(column.index) }), ` ${column.title} `, el("code", {}, column.format)))));
}

function versionsNode(page) {
  const { choices, shown } = page.data.versions;
  if (!choices.length) return null;
  return el("span", { class: "wb-segments", role: "group", "aria-label": "Version" }, choices.map(([name, title]) =>
    el("button", { type: "button", "data-version": name, "aria-pressed": name === shown ? "true" : "false" }, title)));
}
