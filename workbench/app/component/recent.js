// @ts-check
// Recent cases on the first screen: open one, delete one, delete all. Deleting needs a second click.

import { el, say, shape } from "./dom.js";

const CASES_FIRST = 5;

export function recentNode(data, trigger) {
  const list = el("ul", { class: "wb-recent" }, data.rows.map((row) => caseNode(row, trigger)));
  const more = data.rows.length - CASES_FIRST;
  const all = more > 0 ? el("button", { class: "wb-link", type: "button", "aria-expanded": "false" }, `Show ${more} more`) : null;
  const fold = (folded) => [...list.children].forEach((item, index) => { item.hidden = folded && index >= CASES_FIRST; });
  fold(more > 0);
  all?.addEventListener("click", () => { fold(false); list.children[CASES_FIRST].querySelector("button")?.focus(); all.remove(); });
  return el("div", { class: "wb" },
    el("div", { class: "wb-recent-head" }, el("h2", { class: "wb-story-title" }, "Recent cases"), el("span", { class: "wb-grow" }),
      twice("Delete all", "Confirm: delete all", "", () => trigger("delete", { all: true }))),
    list, all, el("p", { class: "wb-quiet wb-recent-place" }, say(el("span"), data.place)));
}

function caseNode(row, trigger) {
  return el("li", {},
    el("button", { class: "wb-recent-open", type: "button", title: row.title, onclick: () => trigger("open", row.name) },
      el("span", { class: "wb-recent-what" }, el("b", { text: row.title }), row.note ? el("span", { class: "wb-quiet", text: row.note }) : null),
      el("span", { class: "wb-recent-verdict" }, shape(row.severity), " ", el("span", { class: "wb-" + row.severity, text: row.verdict }), row.done ? el("span", { class: "wb-quiet", text: row.done }) : null),
      el("span", { class: "wb-quiet wb-recent-when", title: row.moment }, row.when)),
    twice("Delete", "Confirm: delete", row.title, () => trigger("delete", { case: row.name })));
}

// The first click asks for confirmation, the second one deletes. Leaving the button cancels.
function twice(label, question, of, act) {
  const button = el("button", { class: "wb-link wb-delete", type: "button", "aria-label": of ? `${label} ${of}` : label }, label);
  const ask = (asked) => {
    button.textContent = asked ? question : label;
    button.setAttribute("aria-label", [asked ? question : label, of].filter(Boolean).join(" "));
    button.classList.toggle("wb-confirm", asked);
  };
  button.addEventListener("click", () => (button.classList.contains("wb-confirm") ? act() : ask(true)));
  button.addEventListener("blur", () => ask(false));
  return button;
}
