// @ts-check
// Above the table: the bar with what can be done, the verdict, the findings, the filters.

import { technicalNode } from "./cells.js";
import { el, say, shape } from "./dom.js";
import { ticks } from "./hover.js";
import { foundInWords } from "./search.js";
import { VIEWS } from "./view_choice.js";

const SKIPS = [["section", "Skip to the open section"], ["causes", "Skip to the findings"], ["messages", "Skip to the messages"]];

export function barNode(page) {
  const { bar } = page.data;
  const button = (name, label, title, primary = false) => el("button", { class: "wb-button" + (primary ? " wb-primary" : ""), type: "button", "data-do": name, title,
    "aria-expanded": bar.section === name ? "true" : undefined }, label);
  const menuButton = (name, label, title) => el("button", { type: "button", "data-do": name }, el("b", {}, label), el("span", { class: "wb-quiet wb-block" }, title));
  return el("header", { class: "wb-bar" },
    bar.actions ? el("nav", { class: "wb-skips", "aria-label": "Skip" }, SKIPS.filter(([name]) => name !== "section" || bar.section).map(([name, label]) =>
      el("button", { type: "button", "data-skip": name }, label))) : null,
    el("a", { class: "wb-title", href: "?", "data-do": "home" }, "Conversation workbench"),
    el("nav", { "aria-label": "Pages" }, (bar.pages || []).map((item) =>
      el("button", { class: "wb-nav", type: "button", "data-page": item.url, "aria-current": item.current ? "page" : undefined }, item.title))),
    el("span", { class: "wb-grow" }),
    bar.actions ? el("div", { class: "wb-actions" },
      button("home", "Open…", "Open another conversation"),
      el("details", { class: "wb-columns" }, el("summary", { class: "wb-button" }, "Copy"), el("div", { class: "wb-menu" },
        menuButton("report", "Report", "The findings as text, to share them"),
        menuButton("link", "Link", "A link to this place; it works on this computer only"))),
      bar.actions.map((action) => button(action.name, action.label, action.hint, action.primary))) : null);
}

function chooser(label, name, value, options, note) {
  const select = el("select", { "data-choose": name, "aria-label": label, title: note },
    options.map(([key, title]) => el("option", { value: key, selected: key === value, text: title })));
  return el("label", { class: "wb-choose" }, el("span", { class: "wb-quiet" }, label), select);
}

// Whoever takes it from the file, and programs that convert it once more before they send it.
function targetChooser(head) {
  const choice = chooser("target", "target", head.target, [], "who receives it");
  const option = ([key, title]) => el("option", { value: key, selected: key === head.target, text: title });
  choice.querySelector("select").append(
    el("optgroup", { label: "Sent to" }, head.targets.filter(([, , program]) => !program).map(option)),
    el("optgroup", { label: "As another program would send it" }, head.targets.filter(([, , program]) => program).map(option)));
  return choice;
}

export function verdictNode(page) {
  const { head } = page.data;
  const matrix = page.data.refusing;
  return el("section", { class: `wb-verdict wb-verdict-${head.verdict.severity}`, "aria-label": "Verdict" },
    el("div", { class: "wb-said", role: "status" },
      el("h1", {}, shape(head.verdict.severity), " ", say(el("span", {}), head.verdict.text), promiseNode(page)),
      el("p", { class: "wb-name" }, say(el("span", {}), head.name), head.dialect ? ` · ${head.dialect}` : "", ` · ${head.known}`)),
    el("div", { class: "wb-choosers" },
      page.data.group.length ? chooser("conversation", "conversation", page.data.key, page.data.group, `${page.data.group.length} were opened together`) : null,
      chooser("format", "format", head.format, head.formats, head.known),
      targetChooser(head),
      el("button", { class: "wb-button", type: "button", "data-panel": "targets" }, matrix ? matrix + " ▸" : "Every target ▸")),
    toldNode(head),
    recordedNode(head));
}

// What the provider would say, over the whole width, since some say much; and what of the file could not be read.
function toldNode(head) {
  const words = head.verdict.words && !head.recorded;
  if (!words && !head.unread.length) return null;
  return el("div", { class: "wb-told" },
    words ? el("p", { class: "wb-words" }, say(el("span", {}), head.verdict.words), el("span", { class: "wb-quiet" }, " predicted")) : null,
    head.unread.map((sentence) => el("p", { class: "wb-unread" }, shape("warning"), " ", say(el("span", {}), sentence))));
}

// The refusal that came with the file is explained first: its words beside the predicted ones.
function recordedNode(head) {
  const { recorded } = head;
  if (!recorded) return null;
  const predicted = recorded.predicted === recorded.words ? "The prediction is the same." : recorded.predicted || "No refusal is predicted.";
  return el("dl", { class: "wb-recorded" },
    el("dt", {}, "Recorded"), say(el("dd", { class: "wb-words" }), recorded.words),
    el("dt", {}, "Predicted"), say(el("dd", { class: recorded.predicted ? "wb-words" : "" }), predicted),
    el("dt", {}, "Meaning"), el("dd", {}, say(el("span", {}), recorded.sentence), " ",
      recorded.message_index === null ? null : el("button", { class: "wb-link", type: "button", "data-goto": recorded.message_index }, `Go to message ${recorded.message_index}`)));
}

// What the repair would earn; a click shows it in the table.
function promiseNode(page) {
  const { promise } = page.data.head.verdict;
  if (!promise) return null;
  return el("button", { class: `wb-promise wb-${promise.severity}`, type: "button", "data-version": page.data.versions.shown === "both" ? "before" : "both" }, "→ ", say(el("span", {}), promise.text));
}

function versionsNode(page) {
  const { choices, shown } = page.data.versions;
  if (!choices.length) return null;
  return el("span", { class: "wb-segments", role: "group", "aria-label": "Version" }, choices.map(([name, title]) =>
    el("button", { type: "button", "data-version": name, "aria-pressed": name === shown ? "true" : "false" }, title)));
}

function causeNode(page, row, inner) {
  const fix = row.fix;
  return el("li", { class: "wb-cause" + (row.index === page.look.selected ? " wb-selected" : "") + (inner ? " wb-inner" : "") },
    el("div", { class: "wb-cause-words" },
      el("button", { class: "wb-cause-go", type: "button", "data-cause": row.cause, "data-goto": row.index,
        "aria-label": `${row.severity} ${row.code} at ${row.where}: ${page.technical ? row.text : row.plain}` },
      shape(row.severity), page.technical ? el("code", { title: row.rule }, row.code) : null, el("span", { class: "wb-quiet wb-where" }, row.where),
      say(el("span", { class: "wb-sentence" }), page.technical ? row.text : row.plain)),
      page.technical ? null : technicalNode([el("code", {}, `${row.code} ${row.rule}`), " ", say(el("span", {}), row.text), row.words ? say(el("div", { class: "wb-words" }), row.words) : null])),
    el("button", { class: "wb-link", type: "button", "data-why": row.rule, "aria-label": `Why: ${row.rule}` }, "Why"),
    row.more && !inner ? el("button", { class: "wb-link", type: "button", "data-more": row.rule, "aria-expanded": page.more.has(row.rule) }, `${row.more.toLocaleString("en")} more`) : null,
    el("span", { class: "wb-grow" }),
    fix ? el("button", { class: "wb-link wb-fix", type: "button", "data-fix": row.cause, title: fix.reason }, fix.title) : null);
}

export function causesNode(page) {
  const { head } = page.data;
  const list = el("ul", { class: "wb-causes", "aria-label": "Findings" });
  for (const row of head.causes) {
    list.append(causeNode(page, row, false));
    if (!page.more.has(row.rule)) continue;
    for (const other of row.others) list.append(causeNode(page, other, true));
    if (row.more > row.others.length) list.append(el("li", { class: "wb-cause wb-inner wb-quiet" }, `and ${(row.more - row.others.length).toLocaleString("en")} more; press n to go from one to the next`));
  }
  if (!head.causes.length) list.append(el("li", { class: "wb-cause wb-none" }, shape("fine"), " No findings."));
  if (head.hidden) list.append(el("li", { class: "wb-cause" }, el("button", { class: "wb-link", type: "button", "data-all": "causes" }, `Show ${head.hidden} more kinds of findings`)));
  return el("section", { class: "wb-findings", "aria-label": "Findings" }, list, head.why ? whyNode(head.why) : null,
    head.notes.length ? el("details", { class: "wb-notes" }, el("summary", {}, `${head.notes.length} note${head.notes.length > 1 ? "s" : ""} on loading`), el("ul", {}, head.notes.map((note) => el("li", { text: note })))) : null,
    locateNode(page));
}

function whyNode(rule) {
  return el("aside", { class: "wb-why", "aria-label": `Rule ${rule.name}` },
    el("div", { class: "wb-why-head" }, el("b", {}, `${rule.code} ${rule.name}`), el("span", { class: "wb-quiet" }, rule.family),
      el("span", { class: "wb-grow" }), el("button", { class: "wb-link", type: "button", "data-why": "" }, "Close")),
    rule.prose.split(/\n\s*\n/).map((part) => el("p", {}, ticks(part.replace(/\n/g, " ")))),
    rule.examples.map((example) => el("figure", {}, el("figcaption", { class: "wb-quiet" }, `${example.kind} for ${example.target}`), el("pre", { tabindex: "0", text: "" }, say(el("code", {}), example.text, true)))));
}

function locateNode(page) {
  const { recorded } = page.data.head;
  const found = recorded && recorded.sentence === page.data.located ? "" : page.data.located;
  return el("form", { class: "wb-locate", "data-form": "locate" },
    el("input", { type: "text", name: "error", class: "wb-input", "aria-label": "Paste a provider's error", autocomplete: "off",
      placeholder: "Paste an error from a provider to find its cause" }),
    el("button", { class: "wb-button", type: "submit" }, "Find"),
    el("label", { class: "wb-quiet wb-switch", title: "Codes and technical words first" }, el("input", { type: "checkbox", "data-technical": "1", checked: page.technical }), " Technical"),
    found ? say(el("span", { class: "wb-found", role: "status" }), found) : null);
}

export function toolsNode(page) {
  const { window } = page.data;
  const { filter } = page.look;
  const segment = (kind, label) => el("button", { type: "button", "data-filter": kind, "aria-pressed": filter.kind === kind ? "true" : "false" }, label);
  const threads = el("select", { "data-filterby": "thread", "aria-label": "Filter by thread" },
    el("option", { value: "" }, "Thread"), window.threads.map(([number, id, tool, broken]) =>
      el("option", { value: number, selected: filter.kind === "thread" && String(number) === filter.value, text: `${broken ? "▲ " : ""}${id}${tool ? " · " + tool : ""}` })));
  const roles = el("select", { "data-filterby": "role", "aria-label": "Filter by role" },
    el("option", { value: "" }, "Role"), window.roles.map((role) => el("option", { value: role, selected: filter.kind === "role" && role === filter.value }, role)));
  const search = el("input", { type: "search", class: "wb-input wb-search", "data-search": "1", "aria-label": "Search text or id", placeholder: "Search text or id", autocomplete: "off" });
  search.value = page.look.query;
  const jump = el("input", { type: "text", inputmode: "numeric", class: "wb-input wb-jump", "data-jump": "1", "aria-label": "Go to message", placeholder: "Go to #", autocomplete: "off" });
  return el("div", { class: "wb-tools", role: "toolbar", "aria-label": "Filters" },
    el("span", { class: "wb-segments", role: "group", "aria-label": "View" }, VIEWS.map(([name, label]) =>
      el("button", { type: "button", "data-view": name, "aria-pressed": page.look.view === name ? "true" : "false" }, label))),
    el("span", { class: "wb-segments" }, segment("all", `All ${window.count.toLocaleString("en")}`), segment("problems", `Problems ${window.problems.toLocaleString("en")}`), window.changes ? segment("changes", `Changes ${window.changes.toLocaleString("en")}`) : null, threads, roles),
    search, page.look.query ? el("span", { class: "wb-quiet", role: "status" }, foundInWords(window.total, window.count)) : null, jump, page.look.view === "chat" ? null : columnsNode(page), el("span", { class: "wb-grow" }), versionsNode(page),
    el("span", { class: "wb-hints wb-quiet" },
      el("button", { type: "button", class: "wb-hint", "data-key": "?", "aria-label": "Help", title: "Help" }, el("kbd", {}, "?"))));
}

function columnsNode(page) {
  return el("details", { class: "wb-columns", open: page.columnsOpen },
    el("summary", { class: "wb-button wb-small" }, "Columns"),
    el("div", { class: "wb-menu" }, page.allColumns.map((column) => el("label", {},
      el("input", { type: "checkbox", "data-column": column.index, checked: !page.hidden.has(column.index) }), ` ${column.title} `, el("code", {}, column.format)))));
}

const HELP = [["j / k", "next, previous message"], ["n / p", "next, previous problem"], ["/", "search"], ["g", "go to a message"],
  ["→ / ←", "from value to value in the selected message"], ["Enter", "read that value in full"], ["t", "only the thread of the value"],
  ["Esc", "back"], ["?", "this help"]];

const WORDS = [["format", "the shape in which the conversation was stored"], ["target", "who receives it; each refuses different things"],
  ["Internal", "the conversation as your file has it"], ["Request", "the same, where the target takes it as it is"], ["Converted", "the same, as the target receives it"],
  ["API response", "what the target answered, reconstructed from your file unless a replay or a recording has it"],
  ["Back-converted", "that answer, as your program would store it"], ["thread", "a tool call and its result, joined by their id"]];

export function helpNode() {
  return el("div", { class: "wb-help", role: "dialog", "aria-modal": "true", "aria-label": "Help", tabindex: "-1" },
    el("div", { class: "wb-help-box" }, el("h2", {}, "Keyboard"),
      el("dl", {}, HELP.map(([key, what]) => [el("dt", {}, key.split(" ").map((part) => (part === "/" && key !== "/" ? " / " : el("kbd", {}, part)))), el("dd", {}, what)])),
      el("h2", {}, "Reading the table"),
      el("p", {}, el("span", { class: "wb-lost" }, "struck through"), " is lost in the conversion, ", el("span", { class: "wb-invented" }, "dotted"), " was made up by the conversion, ", el("span", { class: "wb-changed" }, "marked"), " was changed. Ids of one colour belong to one thread; dashed and ▲ means that the thread is broken."),
      el("h2", {}, "Words"),
      el("dl", {}, WORDS.map(([word, what]) => [el("dt", {}, word), el("dd", {}, what)])),
      el("button", { class: "wb-button", type: "button", "data-key": "Escape" }, "Close")));
}
