// @ts-check
// The findings: a line for each cause, the documentation of its rule, and the field to locate a pasted error.

import { technicalNode } from "./cells.js";
import { el, say, shape } from "./dom.js";
import { ticks } from "./hover.js";

function causeNode(page, row, inner) {
  const fix = row.fix;
  return el("li", { class: "wb-cause" + (row.index === page.look.selected ? " wb-selected" : "") + (inner ? " wb-inner" : "") },
    el("div", { class: "wb-cause-words" },
      el("button", { class: "wb-cause-go", type: "button", "data-cause": row.cause, "data-goto": row.index,
        "aria-label": `${row.severity} ${row.code} at ${row.where}${row.in_file ? `, ${row.in_file}` : ""}: ${page.technical ? row.text : row.plain}` },
      shape(row.severity), page.technical ? el("code", { title: row.rule }, row.code) : null, el("span", { class: "wb-quiet wb-where" }, row.where, row.in_file ? say(el("span", { class: "wb-block wb-in-file", title: row.in_file }), row.in_file) : null),
      say(el("span", { class: "wb-sentence" }), page.technical ? row.text : row.plain)),
      page.technical ? null : technicalNode([el("code", {}, `${row.code} ${row.rule}`), " ", say(el("span", {}), row.text), row.words ? say(el("div", { class: "wb-words" }), row.words) : null])),
    el("button", { class: "wb-link", type: "button", "data-why": row.rule, "aria-label": `Why: ${row.rule}` }, "Why"),
    row.more && !inner ? el("button", { class: "wb-link", type: "button", "data-more": row.rule, "aria-expanded": page.more.has(row.rule) }, `${row.more.toLocaleString("en")} more ${row.more === 1 ? "place" : "places"}`) : null,
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
    if (row.more > row.others.length) list.append(el("li", { class: "wb-cause wb-inner wb-quiet" }, `and ${(row.more - row.others.length).toLocaleString("en")} more; press n for the next one`));
  }
  if (!head.causes.length) list.append(noneNode(head.verdict.outcome === "not-judged"));
  if (head.hidden) list.append(el("li", { class: "wb-cause" }, el("button", { class: "wb-link", type: "button", "data-all": "causes" }, `Show ${head.hidden} more kinds of findings`)));
  return el("section", { class: "wb-findings", "aria-label": "Findings" }, list, head.why ? whyNode(head.why) : null,
    head.notes.length ? el("details", { class: "wb-notes" }, el("summary", {}, `${head.notes.length} note${head.notes.length > 1 ? "s" : ""} on loading`), el("ul", {}, head.notes.map((note) => el("li", { text: note })))) : null,
    locateNode(page));
}

// The meaning of an error: plain with the technical text folded below, or the technical text alone. `link` follows it.
export function explanationNodes(page, { plain, sentence }, link = null) {
  if (page.technical || plain === sentence) return [say(el("span", {}), sentence), " ", link];
  return [say(el("span", {}), plain), " ", link, technicalNode([say(el("span", {}), sentence)])];
}

// A conversation that was not judged has no findings either, which does not mean that it is correct.
function noneNode(isUnjudged) {
  return el("li", { class: "wb-cause wb-none" }, shape(isUnjudged ? "warning" : "fine"), isUnjudged ? " Not checked: the format is unknown." : " No findings.");
}

function whyNode(rule) {
  return el("aside", { class: "wb-why", "aria-label": `Rule ${rule.name}` },
    el("div", { class: "wb-why-head" }, el("b", {}, `${rule.code} ${rule.name}`), el("span", { class: "wb-quiet" }, rule.family),
      el("span", { class: "wb-grow" }), el("button", { class: "wb-link", type: "button", "data-why": "" }, "Close")),
    rule.prose.split(/\n\s*\n/).map((part) => el("p", {}, ticks(part.replace(/\n/g, " ")))),
    rule.examples.map((example) => el("figure", {}, el("figcaption", { class: "wb-quiet" }, `${example.kind}, for ${example.target}`), el("pre", { tabindex: "0", text: "" }, say(el("code", {}), example.text, true)))));
}

function locateNode(page) {
  const { located, failure, head: { recorded } } = page.data;
  const found = recorded && located && recorded.sentence === located.sentence ? null : located;
  return el("form", { class: "wb-locate", "data-form": "locate" },
    el("input", { type: "text", name: "error", class: "wb-input", "aria-label": "Paste a provider's error", autocomplete: "off",
      placeholder: "Paste an error from a provider to find its cause" }),
    el("button", { class: "wb-button", type: "submit" }, "Find"),
    el("label", { class: "wb-quiet wb-switch", title: "Show codes and technical descriptions first" }, el("input", { type: "checkbox", "data-technical": "1", checked: page.technical }), " Technical details"),
    found ? el("span", { class: "wb-found", role: "status" }, el("b", {}, "The error you pasted: "), explanationNodes(page, found)) : null,
    failure ? el("span", { class: "wb-found", role: "status" }, el("b", {}, "The replay failed: "), say(el("span", {}), failure)) : null);
}
